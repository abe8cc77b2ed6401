/* What somebody wants to hear again, by key or by button, and the choices of this device about it: cookies, so that the
   next page is drawn with them. */
class Repeating {
  /** `texts` gives what is said again by name, `letters` the names by key; `say` says a text. */
  constructor({ texts, letters, say, toggled = () => {} }) {
    document.addEventListener("click", ({ target }) => {
      const button = target.closest?.("button");
      if (button?.dataset.repeat) say(texts[button.dataset.repeat]() ?? "");
      else if (button?.dataset.setting) toggled(button, Repeating.#toggle(button));
    });
    document.addEventListener("keydown", (event) => {
      const what = letters[event.key.toLowerCase()];
      if (!what || event.ctrlKey || event.metaKey || event.altKey || Repeating.#setting("keys") === "off") return;
      if (event.target.closest("select, textarea, input:not([type=radio], .total-input)")) return;
      event.preventDefault();
      say(texts[what]() ?? "");
    });
  }

  static #setting(name) {
    return document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  }

  static #toggle(button) {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    const { setting: name, on: whenOn, off: whenOff = "" } = button.dataset;
    document.cookie = `${name}=${isOn ? whenOn : whenOff};path=/;max-age=31536000;samesite=lax`;
    button.setAttribute("aria-pressed", String(isOn));
    return isOn;
  }
}
