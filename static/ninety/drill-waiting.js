/* Pages beside a drill: send what still waits on this device of the person who is here, and say so. */
(() => {
  "use strict";
  const place = document.getElementById("waiting");
  const { person } = document.documentElement.dataset;
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

  /** Have drills lie ready on this device for a time without a network, once nothing waits of those that did. */
  async function layReady() {
    const keeper = navigator.serviceWorker?.controller;
    if (!person || !keeper || boxes.some((box) => box.waiting)) return;
    const answer = await fetch(place.dataset.ready, { method: "POST", headers: { "X-CSRFToken": token } }).catch(() => null);
    if (answer?.ok) keeper.postMessage({ person, drills: (await answer.json()).drills });
  }

  addEventListener("load", layReady);
  for (const box of boxes) {
    box.addEventListener("changed", () => { say(state()); layReady(); });
    box.addEventListener("stopped", () => { isStopped = true; say(state()); });
    box.flush();
  }
  if (boxes.length) say(state());
  else if (DrillOutbox.holdsOthers(person)) say("others");
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
