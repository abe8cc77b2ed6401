/* Pages with links to give away: they are copied at a click. */
(() => {
  "use strict";
  function offerCopy() {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  }

  async function copy(button) {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
      // A school's own network has no certificate, and browsers offer the clipboard there in the old way only.
      else if (!document.execCommand("copy")) return;
    } catch {
      return;
    }
    button.textContent = button.dataset.copied;
    document.getElementById("live").textContent = button.dataset.copied;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (button) copy(button);
    else event.target.closest?.("[data-whole]")?.select();
  });

  document.addEventListener("htmx:after:swap", offerCopy);

  offerCopy();
})();
