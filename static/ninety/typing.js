/* The warm-up of typing: numbers are shown one after another, and the time for each that is typed rightly is sent. */
(() => {
  "use strict";
  const root = document.getElementById("typing");
  const find = (name) => root.querySelector(`[data-${name}]`);
  const pad = root.querySelector(".pad");
  const input = root.querySelector(".total-input");
  const numbers = root.dataset.numbers.split(" ");
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const times = [];
  let place = 0;
  let since = 0;

  function stand() {
    find("number").textContent = numbers[place];
    input.value = "";
    since = performance.now();
    input.focus({ preventScroll: true });
  }

  function start() {
    find("go").hidden = true;
    pad.hidden = false;
    input.disabled = false;
    stand();
    setTimeout(finish, 1000 * Number(root.dataset.seconds));
  }

  function say(text) {
    find("says").textContent = text;
    find("says").hidden = false;
  }

  async function finish() {
    pad.hidden = true;
    input.disabled = true;
    say(root.dataset.done);
    try {
      const response = await fetch(root.dataset.address, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": token },
        body: JSON.stringify({ times }),
      });
      const answer = await response.json();
      say(`${root.dataset.done} ${answer.says ?? answer.sentence}`);
    } catch {
      say(root.dataset.failed);
    }
    times.length = 0;
    find("go").hidden = false;
  }

  pad.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!input.value.trim()) return;
    if (input.value.trim() === numbers[place]) {
      times.push(Math.round(performance.now() - since));
      place = (place + 1) % numbers.length;
    }
    stand();
  });
  find("go").addEventListener("click", start);
  root.hidden = false;
})();
