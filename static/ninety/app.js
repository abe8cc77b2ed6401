/* Every page: keep Ninety on this device where the browser allows that, and nothing of anybody who is no longer here. */
(() => {
  "use strict";
  const workers = navigator.serviceWorker;
  const { release } = document.documentElement.dataset;
  if (!workers || !release) return;
  const { worker } = document.currentScript.dataset;
  // Whoever leaves takes the drills that lie ready along, also where the server does not hear of it.
  document.addEventListener("submit", ({ target }) => {
    if (target.matches("[data-leaves]")) workers.controller?.postMessage({ person: "" });
  });
  addEventListener("load", async () => {
    try {
      await workers.register(worker);
    } catch {
      // Without it all is as before: a private window, or no room left.
      return;
    }
    const { dataset, lang } = document.documentElement;
    if (dataset.kept === undefined) (await workers.ready).active.postMessage({ language: lang, person: dataset.person });
  });
})();
