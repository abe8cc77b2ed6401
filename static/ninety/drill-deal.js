/* What lies in a drill: the total, the hand, the cards that come, and how many sums were right. No clock and no page. */
class DrillDeal {
  static HAND = 4;

  constructor({ kind, limit, floor, countdown, prior, hand, cards, right, last }) {
    Object.assign(this, { limit, floor, right, total: prior, hand: hand ?? [], coming: cards, isLast: Boolean(last) });
    this.isSpeed = kind === "speed";
    this.start = countdown ? limit : 0;
    this.highest = Math.max(0, ...this.hand.concat(cards).map(({ number }) => number));
    this.#draw();
  }

  /** Take cards that have been dealt since; each once. */
  take({ cards = [], last = false }) {
    const more = cards.filter(({ number }) => number > this.highest);
    this.coming.push(...more);
    this.highest = more.at(-1)?.number ?? this.highest;
    this.isLast ||= last;
    this.#draw();
  }

  /** Whether there is nothing to play yet, as its cards have not arrived. */
  get isWaiting() {
    return this.isSpeed ? this.hand.length < DrillDeal.HAND : !this.coming.length;
  }

  get isThrough() {
    return this.isLast && !this.isSpeed && !this.coming.length;
  }

  /** The card that lies there for everybody to add, where none is chosen. */
  get card() {
    return this.coming[0];
  }

  get prior() {
    return (this.isSpeed ? null : this.card.start) ?? this.total;
  }

  /** The bound that a choice would pass: "past" the limit, "below" the floor, or "" where it fits. */
  bound({ change, set }) {
    if (set !== null) return "";
    if (change > this.limit - this.total) return "past";
    return this.floor !== null && change < this.floor - this.total ? "below" : "";
  }

  get canPlay() {
    return this.hand.some(({ choices }) => choices.some((choice) => !this.bound(choice)));
  }

  /** Play a card that has been answered, and return the total that is right. */
  play(card, { change, set }, announced) {
    const expected = set ?? this.prior + change;
    const isSum = set === null && change !== 0;
    if (isSum && announced === expected) this.right += 1;
    if (this.isSpeed) this.hand = this.hand.filter(({ number }) => number !== card.number);
    else this.coming.shift();
    this.total = expected;
    this.#draw();
    return expected;
  }

  /** Begin anew with the same hand, as where no card fits. */
  reset() {
    this.total = this.start;
  }

  #draw() {
    while (this.isSpeed && this.hand.length < DrillDeal.HAND && this.coming.length) this.hand.push(this.coming.shift());
  }
}
