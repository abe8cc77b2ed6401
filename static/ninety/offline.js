/* The page in the place of one that cannot be reached: offer the drills that lie ready on this device. */
(async () => {
  "use strict";
  const KEPT = /^kept-.*-(\w+)$/;
  const place = document.getElementById("kept");
  if (!("caches" in window)) return;
  for (const name of await caches.keys()) {
    const person = KEPT.exec(name)?.[1];
    if (!person) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const text = await (await cache.match(request, { ignoreVary: true })).text();
      const title = new DOMParser().parseFromString(text, "text/html").getElementById("drill-name").textContent;
      const { pathname } = new URL(request.url);
      const line = document.createElement("li");
      const link = document.createElement("a");
      link.href = pathname;
      link.className = "button";
      link.textContent = title;
      line.append(link);
      if (DrillOutbox.isPlayed(person, pathname)) {
        const played = document.createElement("span");
        played.className = "soft";
        played.textContent = place.dataset.played;
        line.append(played);
      }
      place.querySelector("ul").append(line);
      place.hidden = false;
    }
  }
})();
