/* The door of a class: pictures are chosen and digits typed without a request each, and each form is sent once. */
(() => {
  "use strict";
  const form = document.getElementById("door-form");
  const live = document.getElementById("live");

  function choosePictures(box) {
    const field = box.querySelector("[name=picked]");
    const slots = [...box.querySelectorAll(".slots li")];
    const empty = box.querySelector(".slot-picture:not(.is-filled)")?.cloneNode(true) ?? emptied(slots[0]);
    const buttons = new Map([...box.querySelectorAll("[name=pick]")].map((button) => [button.value, button]));

    function emptied(slot) {
      const span = document.createElement("span");
      span.className = slot.firstElementChild.className.replace(" is-filled", "");
      return span;
    }

    function filled(code) {
      const button = document.createElement("button");
      button.className = "slot-picture is-filled";
      button.name = "drop";
      button.value = code;
      const words = document.createElement("span");
      words.className = "sr";
      words.textContent = buttons.get(code).dataset.drop;
      button.append(words, buttons.get(code).querySelector("svg").cloneNode(true));
      return button;
    }

    function show(chosen) {
      field.value = chosen.join(" ");
      slots.forEach((slot, at) => slot.replaceChildren(at < chosen.length ? filled(chosen[at]) : empty.cloneNode(true)));
      for (const [code, button] of buttons) button.ariaDisabled = String(chosen.includes(code));
    }

    box.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      event.preventDefault();
      const before = field.value.split(" ").filter(Boolean);
      const { value } = button;
      if (button.name === "drop") {
        show(before.filter((code) => code !== value));
        live.textContent = `${buttons.get(value).dataset.name}: ${box.dataset.back}`;
        buttons.get(value).focus();
      } else if (before.length < slots.length && !before.includes(value)) {
        show([...before, value]);
        live.textContent = `${button.dataset.name}: ${before.length + 1} / ${slots.length}`;
      }
    });
  }

  function typeDigits(field) {
    const input = field.querySelector(".pin-input");
    field.querySelector(".pin-pad").hidden = false;
    // Where fingers type, the pad is there already.
    if (matchMedia("(pointer: coarse)").matches) input.inputMode = "none";
    field.addEventListener("click", (event) => {
      const key = event.target.closest(".pin-key");
      if (!key) return;
      input.value = "erase" in key.dataset ? input.value.slice(0, -1) : (input.value + key.dataset.digit).slice(0, input.maxLength);
    });
  }

  // Children tap twice, and a sign-in changes the secret of all forms.
  for (const each of document.querySelectorAll("main form")) {
    each.addEventListener("submit", (event) => {
      if (each.classList.contains("is-busy")) event.preventDefault();
      each.classList.add("is-busy");
    });
    addEventListener("pageshow", () => each.classList.remove("is-busy"));
  }

  const pictures = form?.querySelector(".pictures");
  const pin = form?.querySelector("#field-pin");
  if (pictures) choosePictures(pictures);
  if (pin) typeDigits(pin);
})();
