// The moments of an evening: on the phone that has saved it, a great one lies over the lower half until somebody goes on,
// unless the next hand has been begun; on the others nothing covers what a thumb is about to tap on. The card of a new
// leader shines on all of them.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { closeSheet, openSheet } from "../surface/sheets.js";
import { entryLive } from "../table/live_form.js";

const SHINES_MS = 250;
const SHINE = { boxShadow: "0 0 0 4px var(--gold)", offset: 0.4 };

export function startMoments() {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {HTMLElement} moment @param {boolean} isMine */
  function show(moment, isMine) {
    const { moment: title, leader } = moment.dataset;
    const card = leader && document.querySelector(`.totals li[data-place="${leader}"]`);
    if (card && !calm.matches) card.animate([{}, SHINE, {}], SHINES_MS);
    if (!title || !isMine || entryLive.isBegun()) return;
    const content = document.createElement("div");
    content.className = "great";
    content.append(...Array.from(moment.cloneNode(true).children));
    find('[data-act="close"]', content).addEventListener("click", () => closeSheet());
    openSheet(title, content);
  }

  // The next hand is the table's again.
  document.addEventListener("news", () => {
    const link = document.querySelector(".pulled > .great a")?.getAttribute("href");
    if (link && !document.querySelector(`[data-live="moment"] a[href="${CSS.escape(link)}"]`)) closeSheet();
  });
  document.addEventListener("signal", ({ detail: { kind } }) => {
    const moment = document.querySelector('[data-live="moment"] > [data-moment]');
    if (moment && (kind === "saved" || kind === "news")) show(moment, kind === "saved");
  });
}
