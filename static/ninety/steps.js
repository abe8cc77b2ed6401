/* Pages of a row: Alt + Shift + an arrow leads to the one before or after, wherever nothing is being typed. */
(() => {
  "use strict";
  const links = { ArrowLeft: document.querySelector("a[rel=prev][aria-keyshortcuts]"), ArrowRight: document.querySelector("a[rel=next][aria-keyshortcuts]") };
  const hint = document.querySelector("[data-keys]");
  if (hint) hint.hidden = false;

  document.addEventListener("keydown", (event) => {
    const link = links[event.key];
    if (!link || !event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
    event.preventDefault();
    link.click();
  });
})();
