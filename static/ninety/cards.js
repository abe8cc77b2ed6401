/* The sheets of cards: a button that prints. */
(() => {
  "use strict";
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => print());
})();
