/* Wherever somebody answers: the hand, whose cards are laid with a second tap, and the number pad. */
(() => {
  "use strict";
  const totalInput = () => document.querySelector(".total-input:enabled");

  /* The number pad */

  function press(button) {
    const input = totalInput();
    const { value } = input;
    if (button.hasAttribute("data-digit")) input.value = (value + button.textContent.trim()).slice(0, 8);
    else if (button.hasAttribute("data-erase")) input.value = value.slice(0, -1);
    else input.value = /^[-−–]/.test(value) ? value.slice(1) : `−${value}`;
    if (!matchMedia("(pointer: coarse)").matches) input.focus({ preventScroll: true });
  }

  function typed(event) {
    const input = totalInput();
    if (!input || event.target === input || !/[0-9+\-−–]/.test(event.key)) return;
    event.preventDefault();
    input.value += event.key;
    input.focus({ preventScroll: true });
  }

  /* The hand: the first tap lifts a card, the second lays it. */

  let wasLifted = null;

  document.addEventListener("pointerdown", (event) => {
    const radio = event.target.closest?.(".hand-card")?.querySelector("input");
    wasLifted = radio?.checked ? radio : null;
  });

  function lay(radio) {
    const values = radio.closest(".slot").querySelector(".values button");
    if (values) values.focus();
    else radio.form.requestSubmit(radio.form.querySelector(".lay"));
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    if (target.matches?.(".hand-card input")) {
      if (event.detail > 0 && wasLifted === target) lay(target);
      return;
    }
    const button = target.closest?.("[data-digit], [data-erase], [data-sign]");
    if (button) press(button);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event;
    if (key === "Enter" && event.repeat) {
      event.preventDefault();
    } else if (key === "Enter" && target.matches(".hand-card input")) {
      event.preventDefault();
      if (target.checked) lay(target);
      else target.checked = true;
    } else if (key === "Enter" && target === totalInput() && target.value.trim() === "") {
      event.preventDefault();
    } else if (key.length === 1) {
      typed(event);
    }
  });
})();
