// Shows how far an export is, and its page anew when there is something else to say.
"use strict";

(() => {
  const box = document.querySelector(".export-progress[data-state]");
  const bar = box.querySelector("progress");
  const output = box.querySelector("output");
  const EVERY = 1000; // milliseconds

  // Before the first and after the last nobody knows how long it takes: the bar moves without an end.
  function show(done, of) {
    if (!done || done >= of) bar.removeAttribute("value");
    else bar.value = done;
    const { begins, ends } = output.dataset;
    if (!done) output.value = begins;
    else output.value = done >= of ? ends : `${done} / ${of}`;
  }

  async function look() {
    try {
      const response = await fetch(box.dataset.state, { headers: { Accept: "application/json" } });
      const said = response.ok ? await response.json() : null;
      if (said && said.state !== "running") {
        location.reload();
        return;
      }
      if (said) show(said.done, said.of);
    } catch {
      // no network: the next look may find it again
    }
    setTimeout(look, EVERY);
  }

  setTimeout(look, EVERY);
})();
