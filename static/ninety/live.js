/* Live pages: a stream says which version the table has, and the page fetches its own fragment.

   The element with `data-stream` keeps the version it shows in `data-version`; with `data-calm` it is fetched once in so
   many milliseconds at most, and with `data-always` in a hidden tab too, as on a second screen. A stream that is silent is dead; while none
   gets through, the page asks from time to time whether anything is new. htmx fetches and morphs; its extension for
   streams is not used, since it notices neither silence nor a proxy that gathers answers, and asks for nothing instead. */
(() => {
  "use strict";
  const FIRST = 4000; // For the first event: a proxy that gathers answers lets none through.
  const SILENCE = 12000; // A heartbeat comes every five seconds.
  const BACKOFF = [1000, 2000, 4000, 8000];
  const POLL = 3000;
  const TIMEOUT = "6s"; // For an answer to a question that nobody has pressed a button for.
  const PATIENCE = 1500; // How long a short break goes without words.
  const line = document.getElementById("line");
  const jitter = () => 0.75 + Math.random() / 2; // So that a class does not come back in one moment.
  let source = null;
  let address = "";
  let failures = 0;
  let isLost = false;
  let watchdog = 0;
  let opening = 0;
  let polling = 0;
  let words = 0;

  const root = () => document.querySelector("[data-stream]");
  const shown = () => Number(root().dataset.version);
  const isAsleep = () => document.hidden && root().dataset.always === undefined;
  const isBackground = (ctx) => ctx?.sourceElement === line;

  /* Whether anything gets through, in words and as a class that stops the clocks. */

  function lose(patience) {
    isLost = true;
    clearTimeout(words);
    words = setTimeout(() => {
      document.documentElement.classList.add("is-lost");
      line.textContent = line.dataset.lost;
    }, patience);
  }

  function find() {
    if (!isLost) return;
    isLost = false;
    clearTimeout(words);
    document.documentElement.classList.remove("is-lost");
    line.textContent = "";
    document.dispatchEvent(new CustomEvent("ninety:found"));
  }

  /* The stream */

  function close() {
    source?.close();
    source = null;
    clearTimeout(watchdog);
    clearTimeout(opening);
  }

  function open() {
    close();
    if (isAsleep()) return;
    if (address !== root().dataset.stream) newest = fetched = 0;
    address = root().dataset.stream;
    const stream = new EventSource(address);
    source = stream;
    watchdog = setTimeout(() => fail(PATIENCE), FIRST);
    stream.addEventListener("version", (event) => { newest = Number(event.data); hear(); });
    stream.addEventListener("beat", hear);
    stream.onerror = () => {
      if (stream === source) fail(PATIENCE);
    };
  }

  function hear() {
    const wasLost = isLost;
    failures = 0;
    stopPolling();
    find();
    clearTimeout(watchdog);
    watchdog = setTimeout(() => fail(PATIENCE), SILENCE);
    // After a break all of it, as the clocks went on. A request of one's own brings its table along.
    if (wasLost || (newest > Math.max(shown(), fetched) && !sending.size && !fetching)) refresh();
  }

  function fail(patience) {
    close();
    if (isAsleep()) return;
    failures += 1;
    opening = setTimeout(open, BACKOFF[Math.min(failures, BACKOFF.length) - 1] * jitter());
    if (polling) return;
    lose(patience);
    // The table may be gone, or the session, or the stream alone: the page's own address says which.
    if (failures === 1) refresh().then((answered) => { if (answered) find(); });
    else poll();
  }

  /* Asking from time to time instead */

  async function poll() {
    polling = setTimeout(poll, POLL);
    const wasLost = isLost;
    const answered = await refresh({ onlyNew: !wasLost });
    if (!polling) return;
    if (!answered) {
      lose(0);
    } else if (wasLost) {
      find();
      // The server is back: its stream may be, too.
      if (!source) open();
    }
  }

  function stopPolling() {
    clearTimeout(polling);
    polling = 0;
  }

  /* Fetching: never two at once, and nothing older than what stands */

  let fetching = null;
  let isWanted = false;
  let wasAnswered = false;
  let newest = 0;
  let fetched = 0; // What had been told when the page was last asked for: a room tells more moments than it has.
  let standing = 0;
  const sending = new Set(); // Only what was seen to begin: something may be sent before this script has come.
  let sent = 0;

  function refresh({ onlyNew = false } = {}) {
    if (fetching) isWanted = true;
    else fetching = fetchAll(onlyNew).finally(() => { fetching = null; });
    return fetching;
  }

  async function fetchAll(onlyNew) {
    let asked = 0;
    do {
      isWanted = false;
      wasAnswered = false;
      asked = newest;
      const values = onlyNew ? { seen: shown() } : {};
      await htmx.ajax("GET", location.pathname, { source: line, target: root(), swap: "outerMorph", values });
      if (wasAnswered) fetched = asked;
      if (root().dataset.calm) await new Promise((done) => { setTimeout(done, Number(root().dataset.calm)); });
    } while (wasAnswered && (isWanted || (newest > asked && newest > shown())));
    if (!wasAnswered && source && newest > shown()) setTimeout(() => refresh(), BACKOFF[0]);
    return wasAnswered;
  }

  function isOlder(text) {
    const found = (name) => new RegExp(`\\bdata-${name}="([^"]*)"`).exec(text)?.[1];
    return found("stream") === root().dataset.stream && Number(found("version")) < shown();
  }

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    ctx.sent = sent;
    if (isBackground(ctx)) ctx.request.timeout = TIMEOUT;
  });

  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "GET") sending.add(ctx);
  });

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.request.method === "GET") return;
    sending.delete(ctx);
    sent += 1;
    if (newest > shown()) refresh();
  });

  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    const { status } = ctx.response;
    if (isBackground(ctx)) {
      const isTable = status === 204 || ctx.response.headers.has("HX-Redirect") || ctx.text.includes(`id="${ctx.target.id}"`);
      wasAnswered = status < 500;
      if ([401, 403, 404, 410].includes(status) || (status < 400 && !isTable)) location.reload();
      // What was asked for before a request of one's own was answered may show the table as it was before that.
      if (ctx.sent !== sent) isWanted = true;
      if (status >= 400 || ctx.sent !== sent || !isTable) event.preventDefault();
    }
    if (status < 500 && ctx.target === root() && isOlder(ctx.text)) event.preventDefault();
  });

  document.addEventListener("htmx:after:swap", () => {
    if (shown() !== standing) document.dispatchEvent(new CustomEvent("ninety:moved"));
    standing = shown();
    if (source && root().dataset.stream !== address) open();
  });

  /* A new release: its fragments may not fit what this page is shown and moved by, so the page is loaded anew as soon
     as nothing is typed or chosen in it; once for each, as two releases may serve side by side for a while. */

  const RELOADED = "ninety-reloaded";
  const { release } = document.documentElement.dataset;
  let isOutdated = false;

  const isTouched = (field) => (field.type === "radio" || field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);

  function renew() {
    if (!isOutdated || sending.size || [...root().querySelectorAll("input, textarea")].some(isTouched)) return;
    isOutdated = false;
    location.reload();
  }

  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const other = ctx.response.headers.get("Ninety-Release");
    if (!other || other === release || sessionStorage.getItem(RELOADED) === other) return;
    sessionStorage.setItem(RELOADED, other);
    isOutdated = true;
  });
  document.addEventListener("htmx:after:swap", renew);
  document.addEventListener("htmx:finally:request", renew);

  /* Hidden tabs, sleep, and what the device knows of its network */

  function wake() {
    if (isAsleep()) return;
    failures = 0;
    refresh();
    open();
  }

  function sleep() {
    close();
    stopPolling();
    find();
  }

  document.addEventListener("visibilitychange", () => { if (isAsleep()) sleep(); else wake(); });
  document.addEventListener("freeze", sleep);
  document.addEventListener("resume", wake);
  document.addEventListener("ninety:refresh", () => refresh());
  window.addEventListener("pagehide", sleep);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => fail(0));

  standing = shown();
  open();
})();
