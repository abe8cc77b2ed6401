/* The table page: clocks, focus and spoken lines. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  let focusTimer = 0;
  let coverTimer = 0;
  let askTimer = 0;
  let isCovering = false;
  let spoken = "";
  let readPlay;
  let clocks = [];
  let ticking = 0;

  const table = () => document.getElementById("table");
  const answering = () => document.getElementById("answering");
  const totalInput = () => document.querySelector(".total-input");
  const isTyping = () => document.activeElement === totalInput() && totalInput()?.value !== "";

  /* Speaking: one polite sentence a turn, held back while a total is half typed. */

  function say(text) {
    live.textContent = "";
    requestAnimationFrame(() => { live.textContent = text; });
  }

  function saySentence() {
    const said = document.querySelector(".say .message")?.textContent.replace(/\s+/g, " ").trim();
    const status = table()?.dataset.status ?? "";
    const sentence = said || status;
    if (sentence === spoken || isTyping()) return;
    spoken = sentence;
    if (!isCovering) say(sentence);
    else live.textContent = "";
    isCovering = false;
  }

  const repeats = {
    total: () => document.querySelector("[data-total]")?.dataset.total,
    hand: () => [...document.querySelectorAll("[data-hand]")].map((card) => card.dataset.hand).join("; "),
    turn: () => table()?.dataset.turn,
    play: () => document.querySelector(".plays li")?.dataset.says,
  };

  function toggled(button, isOn) {
    const { setting } = button.dataset;
    if (setting === "aloud") {
      sayWhetherAVoice();
      // So that it is heard that it works; some browsers let a page speak only once it has done so at a tap.
      speak(isOn ? button.textContent : "");
    }
    if (setting === "cards") document.documentElement.classList.toggle("four-colours", isOn);
  }

  new Repeating({ texts: repeats, letters: { t: "total", h: "hand", w: "turn", l: "play" }, say, toggled });

  /* Reading aloud: each total once, when it is announced, by a voice that this device has of its own. */

  function voice() {
    const language = document.documentElement.lang.toLowerCase();
    const own = window.speechSynthesis?.getVoices().filter(({ localService }) => localService) ?? [];
    const speaks = (other) => other.lang.toLowerCase().replace("_", "-");
    return own.find((other) => speaks(other) === language)
      ?? own.find((other) => speaks(other).split("-")[0] === language.split("-")[0]);
  }

  const readsAloud = () => document.querySelector("[data-setting=aloud]")?.getAttribute("aria-pressed") === "true";

  function sayWhetherAVoice() {
    document.getElementById("no-voice").hidden = !readsAloud() || Boolean(voice());
  }

  function readAloud() {
    const { saidPlay, saidTotal } = table().dataset;
    if (saidPlay === undefined || saidPlay === readPlay) return;
    readPlay = saidPlay;
    if (readsAloud() && !document.hidden) speak(saidTotal);
  }

  function speak(text) {
    const speaker = voice();
    if (!speaker) return;
    speechSynthesis.cancel();
    if (!text) return;
    const words = new SpeechSynthesisUtterance(text);
    words.voice = speaker;
    words.lang = speaker.lang;
    speechSynthesis.speak(words);
  }

  /* Clocks count on the device's monotonic clock, and stand while nothing comes through; the server decides. */

  function startClocks() {
    const now = performance.now();
    clocks = [...document.querySelectorAll("[data-seconds]")].map((element) => ({
      element,
      ends: now + 1000 * Number(element.dataset.seconds),
    }));
    clearInterval(ticking);
    if (clocks.length) ticking = setInterval(tick, 250);
    tick();
  }

  function tick() {
    if (document.documentElement.classList.contains("is-lost")) return;
    const now = performance.now();
    for (const clock of clocks) {
      const left = Math.max(0, clock.ends - now) / 1000;
      const shown = clock.element.querySelector("[data-clock]");
      const whole = Math.ceil(left);
      const text = whole < 100 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
      if (shown && shown.textContent !== text) shown.textContent = text;
      const bar = clock.element.querySelector("progress");
      if (bar) bar.value = left;
    }
  }

  /* Focus goes where the next key is wanted; a half-typed total and an open menu keep it. It comes to a button a little
     later, so that the second of two quick Enters does not press what has only just appeared. */

  function moveFocus() {
    clearTimeout(focusTimer);
    const section = answering();
    const active = document.activeElement;
    if (isTyping() || active?.closest("details[open]")) return;
    if (["announce", "check"].includes(section?.dataset.step)) focusOn(totalInput());
    else if (!section?.contains(active)) focusTimer = setTimeout(focusLater, 500);
  }

  function focusLater() {
    if (document.activeElement && document.activeElement !== document.body) return;
    const wanted = document.querySelector(".hand :checked") ?? document.querySelector(".hand input, [data-focus]");
    const looksChosen = wanted?.type === "radio" && matchMedia("(pointer: coarse)").matches;
    if (!looksChosen) focusOn(wanted);
  }

  function focusOn(element) {
    element?.focus({ preventScroll: true });
  }

  /* Memory mode: the server covers the total after a while, and says in how long. */

  function scheduleCover() {
    clearTimeout(coverTimer);
    const left = table()?.dataset.coversIn;
    if (left) coverTimer = setTimeout(() => { isCovering = true; document.dispatchEvent(new CustomEvent("ninety:refresh")); }, Number(left) + 50);
  }

  /* Somebody who does nothing for long can be asked past. */

  function scheduleAskPast() {
    clearTimeout(askTimer);
    const form = document.querySelector(".ask-past[hidden]");
    if (form) askTimer = setTimeout(() => { form.hidden = false; }, Number(form.dataset.in));
  }

  function prepare() {
    const input = totalInput();
    if (input) input.inputMode = "none";
    answering()?.classList.add("is-live");
    scheduleAskPast();
    scheduleCover();
    startClocks();
    moveFocus();
    saySentence();
    sayWhetherAVoice();
  }

  /* Swaps, and pages that the browser has kept */

  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.target?.id === "coach") return;
    prepare();
    readAloud();
  });
  document.addEventListener("toggle", ({ target }) => { if (target.matches?.(".doubt[open]")) focusOn(totalInput()); }, true);
  document.addEventListener("focusout", () => setTimeout(saySentence, 50));
  window.addEventListener("pagehide", () => {
    // Whoever comes back to the page of a device that is passed round may be somebody else.
    if ("shared" in table().dataset) answering()?.replaceChildren();
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  readPlay = table().dataset.saidPlay;
  window.speechSynthesis?.addEventListener?.("voiceschanged", sayWhetherAVoice);
  prepare();
})();
