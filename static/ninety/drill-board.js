/* What a drill shows: the total with its track, cards, the hand, sums in digits. It is told what to show, and keeps nothing. */
class DrillBoard {
  static #SVG = "http://www.w3.org/2000/svg";
  static #MARGIN = 24;
  static #WIDTH = 952;

  constructor(root) {
    this.root = root;
    this.track = root.querySelector(".drill-track");
  }

  static digits(number) {
    return number < 0 ? `−${-number}` : String(number);
  }

  /** A step as it stands in a sum: `+ 7`, `− 7`, `→ 98`. */
  static step({ change, set }) {
    return set === null ? `${change < 0 ? "−" : "+"} ${Math.abs(change)}` : `→ ${set}`;
  }

  /** A whole number in the digits of any script, with any minus sign; null for everything else. */
  static read(text) {
    const found = /^\s*([+\-−–]?)(\p{Nd}{1,6})\s*$/u.exec(text);
    if (!found) return null;
    const value = [...found[2]].reduce((sum, digit) => 10 * sum + DrillBoard.#worth(digit), 0);
    return ["", "+"].includes(found[1]) || !value ? value : -value;
  }

  /** The digits of each script follow one another from its zero. */
  static #worth(digit) {
    let below = 0;
    while (/^\p{Nd}$/u.test(String.fromCodePoint(digit.codePointAt(0) - below - 1))) below += 1;
    return below % 10;
  }

  find(name) {
    return this.root.querySelector(`[data-${name}]`);
  }

  write(name, text) {
    const place = this.find(name);
    if (place.textContent !== text) place.textContent = text;
  }

  /** Show how many are right, and of how many until the goal is reached. */
  count(right) {
    this.write("right", DrillBoard.digits(right));
    const goal = this.find("goal");
    if (goal) goal.hidden = right >= Number(goal.dataset.goal);
  }

  /* Cards are drawn by the server, one template each. */

  #template(code) {
    return this.root.querySelector(`template[data-face="${code}"]`);
  }

  picture(code) {
    return this.#template(code).content.firstElementChild.cloneNode(true);
  }

  says(code) {
    const { name, says } = this.#template(code).dataset;
    return `${name}, ${says}`;
  }

  /** Lay a card on the discard; null takes it away. */
  lay(code) {
    this.find("lying").replaceChildren(...(code ? [this.picture(code)] : []));
  }

  hand(cards) {
    const list = this.find("cards");
    list.className = `hand hand-${cards.length}`;
    list.replaceChildren(...cards.map((card) => this.#slot(card)));
  }

  #slot({ number, code, choices }) {
    const slot = this.root.querySelector("#slot").content.firstElementChild.cloneNode(true);
    const radio = slot.querySelector("input");
    radio.value = number;
    radio.after(this.picture(code));
    slot.querySelector(".sr").textContent = this.says(code);
    if (choices.length > 1) {
      slot.classList.add("has-values");
      slot.append(this.root.querySelector("#values").content.firstElementChild.cloneNode(true));
      const values = slot.querySelector(".values");
      values.replaceChildren(...choices.map((choice) => this.#button(values.firstElementChild, choice)));
    }
    return slot;
  }

  #button(model, { choice, label }) {
    const button = model.cloneNode(true);
    button.value = choice;
    button.append(label);
    return button;
  }

  /** Mark a card of the hand as one that does not fit. */
  refuse(number, word) {
    const slot = this.root.querySelector(`.hand input[value="${number}"]`).closest(".slot");
    if (slot.classList.contains("is-refused")) return;
    slot.classList.add("is-refused");
    slot.querySelector(".sr").append(`, ${word}`);
  }

  /* The track is drawn by the server; here its marker moves and the last step is drawn. */

  #x(value) {
    const { low, high, countdown } = this.track.dataset;
    const share = (value - low) / (high - low);
    return DrillBoard.#MARGIN + Math.round(DrillBoard.#WIDTH * (countdown === undefined ? share : 1 - share));
  }

  total(total) {
    this.write("total", DrillBoard.digits(total));
    this.track.querySelector(".track-marker").setAttribute("cx", this.#x(total));
  }

  /** Draw the step that has been announced; without one, none. */
  jump(step = null) {
    for (const part of this.track.querySelectorAll(".track-jump, .track-from, .track-change")) part.remove();
    if (!step || step.from === step.to) return;
    const [from, to] = [this.#x(step.from), this.#x(step.to)];
    const middle = Math.round((from + to) / 2);
    const marker = this.track.querySelector(".track-marker");
    marker.before(
      this.#shape("path", { class: "track-jump", d: `M${from} 56Q${middle} -16 ${to} 56` }),
      this.#shape("circle", { class: "track-from", cx: from, cy: 56, r: 9 }),
      this.#shape("text", { class: "track-change", x: middle, y: 8 }, step.label),
    );
  }

  #shape(name, attributes, text = "") {
    const shape = document.createElementNS(DrillBoard.#SVG, name);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    shape.textContent = text;
    return shape;
  }
}
