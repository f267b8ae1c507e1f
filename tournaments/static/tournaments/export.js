// Shows how far an export is, and its page anew when there is something else to say.
"use strict";

(() => {
  const box = document.querySelector(".export-progress[data-state]");
  const bar = box.querySelector("progress");
  const output = box.querySelector("output");
  const EVERY = 1000; // milliseconds

  async function look() {
    try {
      const response = await fetch(box.dataset.state, { headers: { Accept: "application/json" } });
      const said = response.ok ? await response.json() : null;
      if (said && said.state !== "running") {
        location.reload();
        return;
      }
      if (said) {
        bar.value = said.done;
        output.value = `${said.done} / ${said.of}`;
      }
    } catch {
      // no network: the next look may find it again
    }
    setTimeout(look, EVERY);
  }

  setTimeout(look, EVERY);
})();
