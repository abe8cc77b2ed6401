/* What happens in drills, on its way to the server: kept on this device until acknowledged, sent in order, one request
   at a time, whatever the network does. A record of localStorage belongs to one person and one drill; what is kept for
   somebody else is neither sent nor shown, and goes by itself when nobody has come back for it in two months.

   Tells by events: `changed`, `answered` (with the server's answer), and `stopped` (why nothing more can be sent). */
class DrillOutbox extends EventTarget {
  static #PREFIX = "ninety-drill-";
  static #MOST = 50;
  static #PATIENCE = 10000;
  static #WAITS = [500, 1000, 2000, 4000, 8000];
  static #FORGOTTEN_AFTER = 60 * 24 * 60 * 60 * 1000;

  #name;
  #token;
  #about;
  #begun;
  #sitting = String(Math.random());
  #memory;
  #isSending = false;
  #isStopped = false;
  #timer = 0;
  #waitingSince = performance.now();
  failures = 0;
  isKept = true;

  /** `about` gives what goes along with every request, such as the highest card held; `at_ms` is when the last event
      was that the server knows of. */
  constructor({ slug, person, address, token, acknowledged = 0, at_ms = 0, about = () => ({}) }) {
    super();
    this.#name = `${DrillOutbox.#PREFIX}${person}-${slug}`;
    this.#token = token;
    this.#about = about;
    this.#memory = { address, acknowledged, events: [], at: at_ms, wall: Date.now(), standing: null };
    const { at, wall } = this.record;
    this.#begun = performance.now() - Math.max(at_ms, at + Math.max(0, Date.now() - wall));
    window.addEventListener("storage", ({ key }) => { if (key === this.#name) this.#look(); });
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.hurry(); });
    window.addEventListener("beforeunload", (event) => { if (!this.isKept && this.waiting) event.preventDefault(); });
  }

  /** The outboxes of a person that something waits in. */
  static left(person, token) {
    const own = `${DrillOutbox.#PREFIX}${person}-`;
    const boxes = DrillOutbox.#names().filter((name) => name.startsWith(own))
      .map((name) => new DrillOutbox({ slug: name.slice(own.length), person, token }));
    return boxes.filter((box) => box.waiting);
  }

  /** Whether answers of other people wait on this device. */
  static holdsOthers(person) {
    const isOther = (name) => !person || !name.startsWith(`${DrillOutbox.#PREFIX}${person}-`);
    return DrillOutbox.#names().some((name) => isOther(name) && DrillOutbox.#read(name).events.length);
  }

  /** Whether answers of a person wait that belong to the drill of a page. */
  static isPlayed(person, page) {
    return DrillOutbox.left(person, "").some((box) => box.record.address.startsWith(page));
  }

  static #names() {
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(DrillOutbox.#PREFIX));
      const isOld = (name) => !(Date.now() - DrillOutbox.#read(name)?.wall < DrillOutbox.#FORGOTTEN_AFTER);
      for (const name of names.filter(isOld)) localStorage.removeItem(name);
      return names.filter((name) => localStorage.getItem(name));
    } catch {
      return [];
    }
  }

  /** What is kept under a name; nothing where that cannot be read. */
  static #read(name) {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  }

  /* What is kept: the stored record is the truth, as another page may have sent from it. */

  get record() {
    try {
      return JSON.parse(localStorage.getItem(this.#name)) ?? this.#memory;
    } catch {
      return this.#memory;
    }
  }

  #keep(change) {
    this.#memory = { ...this.record, ...change };
    try {
      localStorage.setItem(this.#name, JSON.stringify(this.#memory));
    } catch {
      this.isKept = false;
    }
  }

  get waiting() {
    return this.record.events.length;
  }

  /** Milliseconds since the first go. Where the page was closed in between, only the device's clock can tell how long:
      it dates what comes late, and counts for nothing else. */
  get now() {
    return Math.round(performance.now() - this.#begun);
  }

  /** How long something has been waiting, in milliseconds. */
  get waitingFor() {
    return this.waiting ? performance.now() - this.#waitingSince : 0;
  }

  /** Let this page be the one that goes on with the drill. */
  sit() {
    this.#keep({ sitting: this.#sitting });
  }

  get isElsewhere() {
    return this.record.sitting !== this.#sitting;
  }

  /** Add an event and return its number; null where another page has gone on. */
  add(event) {
    const { events, acknowledged, sitting } = this.record;
    if (sitting !== this.#sitting) {
      this.#stop({ why: "elsewhere" });
      return null;
    }
    if (!events.length) this.#waitingSince = performance.now();
    const number = (events.at(-1)?.number ?? acknowledged) + 1;
    const at = this.now;
    this.#keep({ events: [...events, { number, at_ms: at, ...event }], at, wall: Date.now(), standing: null });
    // After the next sum has been drawn.
    setTimeout(() => this.flush());
    return number;
  }

  /** Note how long the present sum has stood, so that a reload does not give the time back. */
  note(standing) {
    if (this.isElsewhere) return;
    const { events, acknowledged } = this.record;
    const after = events.at(-1)?.number ?? acknowledged;
    this.#keep({ at: this.now, wall: Date.now(), standing: { ...standing, after } });
  }

  forget() {
    this.#memory = { ...this.#memory, events: [], standing: null };
    try {
      localStorage.removeItem(this.#name);
    } catch {
      // Nothing can have been kept, then.
    }
  }

  /* Sending */

  hurry() {
    this.failures = Math.min(this.failures, 1);
    this.flush();
  }

  /** Send what waits; with `isAsking` also nothing, to be given more cards. */
  async flush({ isAsking = false } = {}) {
    const { events, address } = this.record;
    if (this.#isSending || this.#isStopped || !(events.length || isAsking)) return;
    clearTimeout(this.#timer);
    this.#isSending = true;
    const { status, answer } = await this.#post(address, events.slice(0, DrillOutbox.#MOST));
    this.#isSending = false;
    if (answer?.acknowledged !== undefined) this.#acknowledge(answer.acknowledged);
    if (status === 200 && answer) this.#hear(answer);
    else if (this.#isTransient(status, answer)) this.#retry(isAsking);
    else this.#stop({ why: answer?.elsewhere ? "overtaken" : status, ...answer });
  }

  async #post(address, events) {
    const stopper = new AbortController();
    const patience = setTimeout(() => stopper.abort(), DrillOutbox.#PATIENCE);
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.#token },
        body: JSON.stringify({ ...this.#about(), now_ms: this.now, events }),
        signal: stopper.signal,
      });
      const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
      return { status: response.status, answer: isJson ? await response.json() : null };
    } catch {
      return { status: 0, answer: null };
    } finally {
      clearTimeout(patience);
    }
  }

  /** What comes from somewhere between here and the server is no answer. */
  #isTransient(status, answer) {
    const isGap = status === 409 && !answer?.elsewhere && this.record.events[0]?.number === answer?.acknowledged + 1;
    return isGap || status < 400 || status >= 500 || [408, 425, 429].includes(status);
  }

  #acknowledge(acknowledged) {
    const { address, events, acknowledged: before } = this.record;
    if (acknowledged < before) return;
    this.#waitingSince = performance.now();
    // Where the page of this drill is kept on the device, it shows what was before.
    navigator.serviceWorker?.controller?.postMessage({ begun: address.replace(/[^/]+\/$/, "") });
    this.#keep({ acknowledged, events: events.filter(({ number }) => number > acknowledged) });
  }

  #hear(answer) {
    this.failures = 0;
    if (answer.ended) this.forget();
    this.#tell("answered", answer);
    this.#tell("changed");
    this.flush();
  }

  #retry(isAsking) {
    const wait = DrillOutbox.#WAITS[Math.min(this.failures, DrillOutbox.#WAITS.length - 1)];
    this.failures += 1;
    // So that a class does not come back in one moment.
    this.#timer = setTimeout(() => this.flush({ isAsking }), wait * (0.75 + Math.random() / 2));
    this.#tell("changed");
  }

  #stop(reason) {
    if (this.#isStopped) return;
    this.#isStopped = true;
    // What another device has answered meanwhile stands; it cannot be answered again.
    if (reason.why === "overtaken") this.forget();
    this.#tell("stopped", reason);
  }

  /** Another page has written: it goes on with this drill, or has had all of it acknowledged. */
  #look() {
    this.#memory.sitting = this.record.sitting;
    this.#tell("moved");
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
