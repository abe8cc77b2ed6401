/* Pupils are moved by dragging them onto a table or back into the lobby; the form in each pupil's menu does the same. */
(() => {
  "use strict";
  const TYPE = "application/x-ninety-pupil";
  let over = null;

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
    if (select.value === zone.dataset.drop) return;
    select.value = zone.dataset.drop;
    select.form.requestSubmit();
  });
})();
