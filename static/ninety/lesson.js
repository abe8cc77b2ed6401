/* Pupils are moved by dragging them onto a table or back into the lobby; the form in each pupil's menu does the same.

   A menu closes once what it was asked for is done. Why something was refused stays to be read, although the page is
   fetched anew whenever a table moves. */
(() => {
  "use strict";
  const TYPE = "application/x-ninety-pupil";
  const READING = 8000;
  let over = null;
  let refusal = null;
  let refusedAt = 0;

  const zoneOf = (event) => event.target.closest?.("[data-drop]");

  function mark(zone) {
    over?.classList.remove("is-over");
    over = zone;
    over?.classList.add("is-over");
  }

  document.addEventListener("dragstart", (event) => {
    const pupil = event.target.closest?.("[data-pupil]");
    if (pupil) event.dataTransfer.setData(TYPE, pupil.dataset.pupil);
  });

  document.addEventListener("dragover", (event) => {
    const zone = zoneOf(event);
    if (!zone || !event.dataTransfer.types.includes(TYPE)) return;
    event.preventDefault();
    mark(zone);
  });

  document.addEventListener("dragend", () => mark(null));

  document.addEventListener("drop", (event) => {
    const zone = zoneOf(event);
    const pupil = document.getElementById(`pupil-${event.dataTransfer.getData(TYPE)}`);
    mark(null);
    if (!zone || !pupil) return;
    event.preventDefault();
    const select = pupil.querySelector("select[name=table]");
    const isOffered = [...select.options].some(({ value }) => value === zone.dataset.drop);
    if (!isOffered || select.value === zone.dataset.drop) return;
    select.value = zone.dataset.drop;
    select.form.requestSubmit();
  });

  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const pop = ctx.sourceElement?.closest?.("details.pop");
    if (pop && ctx.response.status < 400) pop.open = false;
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const shown = document.querySelector(".lesson > .message[role=alert]");
    if (ctx.request.method !== "GET") {
      refusal = shown?.cloneNode(true);
      refusedAt = Date.now();
      refusal?.removeAttribute("role"); // It has been read out.
    } else if (refusal && !shown && Date.now() - refusedAt < READING) {
      document.querySelector(".lesson-head").after(refusal);
    }
  });
})();
