/* Pages beside a drill: send what still waits on this device of the person who is here, and say so. */
(() => {
  "use strict";
  const place = document.getElementById("waiting");
  const { person } = place.dataset;
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const boxes = person ? DrillOutbox.left(person, token) : [];
  let isStopped = false;

  function state() {
    if (isStopped) return "stopped";
    if (boxes.every((box) => !box.waiting)) return "saved";
    return boxes.some((box) => box.failures) ? "offline" : "saving";
  }

  function say(name) {
    const text = place.dataset[name];
    if (place.textContent !== text) place.textContent = text;
    place.hidden = false;
  }

  for (const box of boxes) {
    box.addEventListener("changed", () => say(state()));
    box.addEventListener("stopped", () => { isStopped = true; say(state()); });
    box.flush();
  }
  if (boxes.length) say(state());
  else if (DrillOutbox.holdsOthers(person)) say("others");
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
