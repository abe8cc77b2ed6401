/* The match of a class on the board: focus where the next key is wanted, a spoken sentence, the colours of the cards. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  let spoken = "";
  let focusTimer = 0;

  const match = () => document.querySelector(".class-match");
  const totalInput = () => match()?.querySelector(":not(details:not([open])) > .pad .total-input");

  /* A button gets it a little later, so that the second of two quick Enters does not press what has only just come. */
  function focusLater() {
    const active = document.activeElement;
    if (active && active !== document.body) return;
    const wanted = match()?.querySelector("[data-focus], .hand-card input");
    if (wanted?.type !== "radio" || !matchMedia("(pointer: coarse)").matches) wanted?.focus({ preventScroll: true });
  }

  function prepare() {
    clearTimeout(focusTimer);
    if (!match()) return;
    const active = document.activeElement;
    const input = totalInput();
    if (input) input.inputMode = "none";
    if (!active?.closest("details[open]")) {
      if (input) input.focus({ preventScroll: true });
      else if (!match().contains(active)) focusTimer = setTimeout(focusLater, 500);
    }
    const says = document.querySelector(".class-match .say, .told-head, .ending")?.textContent.replace(/\s+/g, " ").trim() ?? "";
    if (says === spoken || input?.value) return;
    spoken = says;
    live.textContent = says;
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-setting]");
    if (!button) return;
    const isOn = button.getAttribute("aria-pressed") !== "true";
    document.cookie = `${button.dataset.setting}=${isOn ? button.dataset.on : ""};path=/;max-age=31536000;samesite=lax`;
    button.setAttribute("aria-pressed", String(isOn));
    document.documentElement.classList.toggle("four-colours", isOn);
  });

  document.addEventListener("toggle", ({ target }) => {
    if (target.matches?.(".doubt[open]")) totalInput()?.focus({ preventScroll: true });
  }, true);
  document.addEventListener("htmx:after:swap", prepare);
  prepare();
})();
