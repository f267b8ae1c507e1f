// A page within another site follows what is played; without script it stays as it came.
"use strict";

(() => {
  const { seconds } = document.currentScript.dataset;

  async function renew() {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (!answer.ok) return;
      const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
      const main = document.getElementById("main");
      if (now && now.innerHTML !== main.innerHTML) main.replaceChildren(...now.childNodes);
    } catch {
      return; // no network: asked again
    }
  }

  setInterval(renew, seconds * 1000);
})();
