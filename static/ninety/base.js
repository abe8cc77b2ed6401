/* Every page: one readable sentence when a request fails, and menus that close. */
(() => {
  "use strict";
  const notice = document.getElementById("notice");
  const sentence = notice.querySelector("p");
  const retry = notice.querySelector("[data-retry]");
  const reload = notice.querySelector("[data-reload]");
  // What a page asks for by itself comes from here or by the clock, and is nothing to try again.
  const line = document.getElementById("line");
  const isBackground = (ctx) => ctx.sourceElement === line || ctx.sourceEvent?.type === "every";
  let failed = null;
  let pressed = null; // The button says more than its form, such as the value of a card.

  function say(kind, element, button = null) {
    failed = element;
    pressed = button;
    sentence.textContent = notice.dataset[kind];
    retry.hidden = !element;
    reload.hidden = Boolean(element);
    notice.hidden = false;
  }

  retry.addEventListener("click", () => {
    notice.hidden = true;
    if (!failed?.isConnected) location.reload();
    else if (failed.requestSubmit) failed.requestSubmit(pressed?.isConnected ? pressed : null);
    else failed.click();
  });
  reload.addEventListener("click", () => location.reload());

  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    if (ctx?.sourceElement && !isBackground(ctx)) say(navigator.onLine ? "failed" : "offline", ctx.sourceElement, ctx.request?.submitter);
  });

  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    const { status } = ctx.response;
    const isForeign = ctx.target?.id && status !== 204 && !ctx.response.headers.has("HX-Redirect") && !ctx.text.includes(`id="${ctx.target.id}"`);
    if (isForeign && status < 500) event.preventDefault();
    if (isBackground(ctx)) return;
    if (status >= 500) say(status === 503 ? "away" : "failed", ctx.sourceElement, ctx.request.submitter);
    else if (status === 401) location.reload();
    else if (isForeign) say("refused", null);
    else notice.hidden = true;
  });

  document.addEventListener("ninety:found", () => { if (!notice.hidden && failed) sentence.textContent = notice.dataset.found; });
  document.addEventListener("ninety:moved", () => { notice.hidden = true; });

  // The page that says that the server is not ready is loaded anew once it is.
  const again = document.querySelector("[data-again]")?.dataset.again;
  if (again) {
    setInterval(async () => {
      const answer = await fetch(again, { cache: "no-store" }).catch(() => null);
      if (answer?.ok) location.reload();
    }, 5000);
  }

  // On a shared device the Back button must not show what is another's by now.
  addEventListener("pageshow", (event) => {
    if (event.persisted && "named" in document.body.dataset) location.reload();
  });

  document.addEventListener("click", (event) => {
    for (const pop of document.querySelectorAll("details.pop[open]")) {
      if (!pop.contains(event.target)) pop.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    const pop = event.key === "Escape" && event.target.closest?.("details.pop[open]");
    if (!pop) return;
    pop.open = false;
    pop.querySelector("summary").focus();
  });
})();
