// The moments of an evening: a great one lies over the lower half until somebody goes on, unless the next hand has been
// begun; the card of a new leader shines.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { closeSheet, openSheet } from "../surface/sheets.js";
import { entryLive } from "../table/live_form.js";

const SHINES_MS = 250;
const SHINE = { boxShadow: "0 0 0 4px var(--gold)", offset: 0.4 };

export function startMoments() {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {HTMLElement} moment */
  function show(moment) {
    const { moment: title, leader } = moment.dataset;
    const card = leader && document.querySelector(`.totals li[data-place="${leader}"]`);
    if (card && !calm.matches) card.animate([{}, SHINE, {}], SHINES_MS);
    if (!title || entryLive.isBegun()) return;
    const content = document.createElement("div");
    content.className = "great";
    content.append(...Array.from(moment.cloneNode(true).children));
    find('[data-act="close"]', content).addEventListener("click", () => closeSheet());
    openSheet(title, content);
  }

  document.addEventListener("signal", ({ detail: { kind } }) => {
    const moment = document.querySelector('[data-live="moment"] > [data-moment]');
    if (moment && (kind === "saved" || kind === "news")) show(moment);
  });
}
