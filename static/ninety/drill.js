/* A drill from "go" to its end. The next sum stands at once; what was answered goes to the outbox first. */
(() => {
  "use strict";
  const TICK = 200;
  const NOTE = 1000; // How much of a sum's time a crash may give back.
  const QUIET = 1500; // How long something waits to be saved before it is said.
  const GRACE = 10000; // How long a number that was being typed may rest when time is up.
  const TOO_SOON = 400; // The second of two quick Enters is not meant for what has only just appeared.

  const root = document.getElementById("drill");
  const live = document.getElementById("live");
  const pad = document.getElementById("pad");
  const hand = document.getElementById("hand");
  const input = pad.querySelector(".total-input");
  const batch = JSON.parse(root.dataset.drill);
  const { digits, step: stepText, read } = DrillBoard;
  const outbox = new DrillOutbox({
    ...batch,
    address: root.dataset.address,
    token: document.querySelector("[name=csrfmiddlewaretoken]").value,
    about: () => ({ have: deal.highest }),
  });
  const { standing } = outbox.record;
  const isStanding = standing?.after === batch.acknowledged;
  const deal = new DrillDeal(batch);
  const board = new DrillBoard(root);
  const clock = new DrillClock({
    seconds: batch.seconds,
    used: batch.used_ms,
    lap: isStanding ? standing.lap : 0,
  });

  let step = "";
  let laid = null;
  let refused = new Set();
  let reading = null;
  let appeared = 0;
  let lateSince = null;
  let lateText = "";
  let noted = 0;

  /* Words */

  const word = (name, values = {}) => Object.entries(values)
    .reduce((text, [key, value]) => text.replaceAll(`{${key}}`, value), root.getAttribute(`data-say-${name}`));

  function speak(text) {
    live.textContent = "";
    requestAnimationFrame(() => { live.textContent = text; });
  }

  new Repeating({
    texts: {
      sum: () => (step === "announce" ? board.find("sum-says").textContent : word("total", { total: digits(deal.total) })),
      hand: () => [...hand.querySelectorAll(".hand-card .sr")].map((card) => card.textContent.trim()).join("; "),
    },
    letters: { t: "sum", h: "hand" },
    say: speak,
  });

  /** Say something above the hand or the pad, with the sign of its kind. */
  function say(kind, text) {
    const place = board.find("say");
    place.className = kind ? `message ${kind}` : "status is-turn";
    place.textContent = text;
  }

  function show(next) {
    appeared = performance.now();
    if (step === next) return;
    step = next;
    root.dataset.step = next;
    for (const part of root.querySelectorAll("[data-at]")) part.hidden = !part.dataset.at.split(" ").includes(next);
    input.disabled = next !== "announce";
    board.find("running").hidden = ["ready", "saving", "over", "stopped"].includes(next);
  }

  function focusOn(element) {
    if (document.activeElement !== element) element?.focus({ preventScroll: true });
  }

  function focusLater(element) {
    setTimeout(() => { if (element.offsetParent) focusOn(element); }, TOO_SOON);
  }

  /* Sums */

  function goOn(kind, text, spoken = text) {
    laid = null;
    refused = new Set();
    if (clock.isUp) end("time");
    else if (deal.isThrough) end("done");
    else if (deal.isWaiting) wait();
    else if (deal.isSpeed) choose(kind, text, spoken);
    else announce(deal.card, deal.card.choices[0], { kind, text, spoken });
  }

  function wait() {
    board.jump();
    show("wait");
    speak(board.find("at-wait")?.textContent ?? "");
    outbox.flush({ isAsking: true });
  }

  function choose(kind, text, spoken) {
    board.total(deal.total);
    board.hand(deal.hand);
    say(kind, text || word("choose"));
    show("choose");
    clock.run();
    if (!matchMedia("(pointer: coarse)").matches) focusOn(hand.querySelector("input"));
    speak(`${spoken} ${word("total", { total: digits(deal.total) })} ${word("choose")}`.trim());
  }

  function announce(card, choice, { kind = "", text = "", spoken = "" } = {}) {
    laid = { card, choice, choosing: deal.isSpeed ? clock.lap : 0 };
    const sum = `${digits(deal.prior)} ${stepText(choice)}`;
    if (deal.prior !== deal.total) board.jump();
    board.total(deal.prior);
    board.lay(card.code);
    board.write("sum", choice.set === null ? `${sum} =` : sum);
    board.write("sum-says", sum);
    input.value = "";
    say(kind, text || word("ask"));
    show("announce");
    clock.run();
    focusOn(input);
    speak(`${spoken} ${sum}`.trim());
  }

  function answer() {
    const announced = read(input.value);
    if (announced === null) {
      say("is-not-yet", word("number"));
      speak(word("number"));
      return;
    }
    const { card, choice, choosing } = laid;
    const from = deal.prior;
    const time = clock.charge();
    const number = outbox.add({
      what: "answer",
      card_number: card.number,
      card: card.code,
      choice: choice.choice,
      announced,
      unfinished: false,
      choosing_ms: choosing,
      computing_ms: time - choosing,
    });
    if (!number) return;
    input.value = "";
    const expected = deal.play(card, choice, announced);
    const sum = `${digits(from)} ${stepText(choice)}`;
    const whole = choice.set === null ? `${sum} = ${digits(expected)}` : sum;
    board.total(expected);
    board.jump({ from, to: expected, label: choice.set === null ? stepText(choice).replace(" ", "") : `=${choice.set}` });
    board.count(deal.right);
    if (announced === expected) goOn("is-right", whole, word("right"));
    else explain(number, { announced, expected, whole });
  }

  /* A wrong total: the right one at once, its working when the server has sent it. The clock stands meanwhile. */

  function explain(number, { announced, expected, whole }) {
    const isNearly = [1, 10].includes(Math.abs(announced - expected));
    reading = number;
    board.write("head", word(isNearly ? "nearly" : "not-yet"));
    board.write("said", word("said", { said: digits(announced) }));
    board.write("expected", digits(expected));
    board.find("working").textContent = whole;
    say("", "");
    show("read");
    focusLater(board.find("go-on"));
    speak([word(isNearly ? "nearly" : "not-yet"), word("said", { said: digits(announced) }), whole].join(" "));
  }

  function addWorking(workings) {
    const working = workings?.[reading];
    if (step === "read" && working) board.find("working").innerHTML = working;
  }

  function haveRead() {
    if (step === "read" && performance.now() - appeared > TOO_SOON) goOn("", "", "");
  }

  /* Speed 98: choosing a card */

  function choiceOf(card, button) {
    if (card.choices.length === 1) return card.choices[0];
    return card.choices.find(({ choice }) => button?.name === "choice" && String(choice) === button.value);
  }

  function lay(button) {
    const number = Number(new FormData(hand).get("card"));
    const card = deal.hand.find((held) => held.number === number);
    const choice = card && choiceOf(card, button);
    if (!card) say("is-not-yet", word("choose"));
    else if (!choice) focusOn(hand.querySelector(".slot:has(:checked) .values button"));
    else if (deal.bound(choice)) refuse(card, choice);
    else announce(card, choice);
  }

  function refuse(card, choice) {
    const why = word(deal.bound(choice));
    refused.add(choice);
    outbox.add({
      what: "refused",
      card_number: card.number,
      card: card.code,
      choice: choice.choice,
      choosing_ms: clock.lap,
    });
    if (card.choices.every((each) => refused.has(each))) board.refuse(card.number, word("refused"));
    const isAll = deal.hand.every(({ choices }) => choices.every((each) => refused.has(each)));
    const text = isAll ? `${why} ${word("none-fits")}` : why;
    say("is-not-yet", text);
    speak(text);
    hand.querySelector(".stuck").classList.toggle("button-primary", isAll);
  }

  function beStuck() {
    const isFalse = deal.canPlay;
    const choosing = isFalse ? clock.lap : clock.charge();
    if (!outbox.add({ what: "bust", choosing_ms: choosing })) return;
    if (isFalse) {
      say("is-not-yet", word("fits"));
      speak(word("fits"));
      return;
    }
    deal.reset();
    board.jump();
    board.lay(null);
    goOn("is-info", word("stuck", { total: digits(deal.total) }));
  }

  /* Time, and the end */

  function drawClock() {
    if (clock.limit === Infinity) return;
    const whole = Math.ceil(clock.left / 1000);
    const isLong = whole >= 100;
    board.write("clock", isLong ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}` : `${whole} s`);
    root.querySelector("progress").value = clock.left / 1000;
  }

  function isFinishing(now) {
    if (!input.value.trim()) return false;
    if (lateSince === null) {
      say("is-info", word("late"));
      lateSince = now;
    }
    if (input.value !== lateText) lateSince = now;
    lateText = input.value;
    return now - lateSince < GRACE;
  }

  function tick() {
    const now = performance.now();
    drawClock();
    drawSaving();
    if (clock.isRunning && clock.isUp && !(step === "announce" && isFinishing(now))) end("time");
    if (clock.isRunning && now - noted > NOTE) note();
  }

  function note() {
    noted = performance.now();
    if (!clock.isRunning) return;
    const lying = laid && { number: laid.card.number, choice: laid.choice.choice, choosing: laid.choosing };
    outbox.note({ lap: clock.lap, laid: lying });
  }

  function end(why) {
    const typing = step === "announce" ? input.value.trim().slice(0, 10) : "";
    clock.stand();
    if (outbox.add({ what: "end", why, typing })) showOver(why, typing);
  }

  function showOver(why, typing) {
    board.write("over", word(`over-${why}`));
    board.find("unfinished").hidden = !typing;
    board.write("typing", typing);
    board.write("right-in-all", digits(deal.right));
    show("over");
    speak(board.find("over").textContent);
  }

  /* Saving, in words; said only where it takes a while, so that nothing flickers */

  function drawSaving() {
    const { waiting, failures, waitingFor } = outbox;
    const isSlow = failures > 0 || waitingFor > QUIET;
    const text = word(!waiting ? "saved" : failures ? "offline" : "waiting", { count: waiting });
    if (!waiting || isSlow || step === "over" || step === "saving") {
      for (const place of root.querySelectorAll("[data-saving-says]")) if (place.textContent !== text) place.textContent = text;
    }
    root.classList.toggle("is-waiting-to-save", waiting > 0 && isSlow);
  }

  function stop({ why, sentence }) {
    const known = { elsewhere: "elsewhere", overtaken: "overtaken", 401: "signed-out", 403: "stale", 404: "gone" };
    clock.stand();
    board.write("stopped", sentence || word(known[why] ?? "refused-all"));
    show("stopped");
    speak(board.find("stopped").textContent);
    focusLater(board.find("stopped-link"));
  }

  /* What came after the end by the server's clock does not count, and is said. */
  function finishLate({ result, right }) {
    clock.stand();
    if (step !== "over") showOver("time", "");
    board.write("right-in-all", digits(right));
    board.find("late").hidden = false;
    Object.assign(board.find("result"), { href: result, hidden: false });
    focusOn(board.find("result"));
  }

  outbox.addEventListener("answered", ({ detail }) => {
    deal.take(detail);
    addWorking(detail.workings);
    if (detail.ended && !detail.late) location.replace(detail.result);
    else if (detail.ended) finishLate(detail);
    else if (step === "saving" && !outbox.waiting) location.reload();
    else if (step === "wait" && !deal.isWaiting) goOn("", "", "");
  });
  outbox.addEventListener("changed", drawSaving);
  outbox.addEventListener("stopped", ({ detail }) => stop(detail));
  outbox.addEventListener("moved", () => {
    if (["ready", "saving", "over"].includes(step)) location.reload();
    else if (outbox.isElsewhere && step !== "stopped") stop({ why: "elsewhere" });
  });

  /* What a person does */

  function go() {
    outbox.sit();
    outbox.add({ what: "go" });
    const kept = isStanding && standing.laid;
    const card = kept && deal.hand.find(({ number }) => number === kept.number);
    if (!card) {
      goOn("", "", "");
      return;
    }
    announce(card, card.choices.find(({ choice }) => choice === kept.choice));
    laid.choosing = kept.choosing;
  }

  pad.addEventListener("submit", (event) => {
    event.preventDefault();
    if (step === "announce" && input.value.trim()) answer();
  });
  hand.addEventListener("submit", (event) => {
    event.preventDefault();
    if (step === "choose") lay(event.submitter);
  });
  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.matches("[data-go]")) go();
    else if (button.matches("[data-stuck]") && step === "choose") beStuck();
    else if (button.matches("[data-go-on]")) haveRead();
  });
  document.addEventListener("keydown", (event) => {
    const isAnswering = event.target === document.body || event.target.closest("#answering");
    if (event.key !== "Enter" || event.repeat || step !== "read" || !isAnswering) return;
    event.preventDefault();
    haveRead();
  });
  document.querySelector("[data-stop]").addEventListener("click", () => {
    document.querySelector(".drill-menu").open = false;
    if (clock.isRunning || ["read", "wait"].includes(step)) end("stopped");
  });
  document.querySelector("[data-clock-toggle]")?.addEventListener("click", ({ currentTarget }) => {
    const isShown = root.classList.toggle("has-clock");
    currentTarget.setAttribute("aria-pressed", String(!isShown));
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) note(); else tick(); });
  window.addEventListener("pagehide", note);
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // Without a floor a total may be below zero; else the key would only puzzle.
  if (batch.floor !== null) pad.querySelector("[data-sign]").remove();
  root.hidden = false;
  board.count(deal.right);
  if (outbox.waiting) {
    show("saving");
    outbox.flush();
  } else if (outbox.record.acknowledged > batch.acknowledged) {
    // The last answers arrived while this page was on its way: it shows what was before them.
    outbox.forget();
    location.reload();
  } else {
    show("ready");
    focusOn(board.find("go"));
  }
  tick();
  setInterval(tick, TICK);
})();
