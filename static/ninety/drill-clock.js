/* The person's own time in a drill, by the device's monotonic clock: it runs while a sum stands, and for nothing else. */
class DrillClock {
  #charged;
  #lap;
  #since = null;

  /** `used` is the time of answers given before, `lap` that of the sum that stands; both in ms. */
  constructor({ seconds, used, lap }) {
    this.limit = seconds ? 1000 * seconds : Infinity;
    this.#charged = used;
    this.#lap = lap;
  }

  run() {
    this.#since ??= performance.now();
  }

  stand() {
    this.#lap = this.#passed;
    this.#since = null;
  }

  get isRunning() {
    return this.#since !== null;
  }

  /** Whole milliseconds that the present sum has stood. */
  get lap() {
    return Math.round(this.#passed);
  }

  /** Stop, count the present sum, and return its time. */
  charge() {
    this.stand();
    const lap = this.lap;
    this.#charged += lap;
    this.#lap = 0;
    return lap;
  }

  get left() {
    return Math.max(0, this.limit - this.#charged - this.#passed);
  }

  get isUp() {
    return this.left === 0;
  }

  get #passed() {
    return this.#lap + (this.#since === null ? 0 : performance.now() - this.#since);
  }
}
