// Shows what has become of messages that are on their way, without a word that somebody is typing being lost.
"use strict";

(() => {
  const EVERY = 1000; // milliseconds
  const LONGEST = 60; // looks; a message is tried again for hours
  const find = (page) => page.querySelector(".deliveries");
  let looks = 0;

  async function look() {
    looks += 1;
    try {
      const answer = await fetch(location.pathname, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
      const now = find(page);
      if (now && now.innerHTML !== find(document).innerHTML) find(document).replaceWith(document.adoptNode(now));
    } catch {
      // no network: the next look may find it again
    }
    if ("sending" in find(document).dataset && looks < LONGEST) setTimeout(look, EVERY);
  }

  setTimeout(look, EVERY);
})();
