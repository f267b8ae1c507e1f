// A draft of another deal than the one in the form is no hand until somebody says so.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { entryDraft } from "./draft.js";
import { form } from "./form.js";
import { showVersions } from "./versions.js";

const box = document.getElementById("draft");
const decided = () => {
  if (box) box.hidden = true;
};

/** @param {Draft} draft @param {number} number @param {() => void} take */
export function askAboutDraft(draft, number, take) {
  if (!box) return;
  const { text, seats } = box.dataset;
  const begun = draft.number === number ? seats : text.replace("##", String(number)).replace("#", String(draft.number));
  find("strong", box).textContent = begun;
  const place = find(".two-versions", box);
  const last = draft.number === number - 1 ? document.querySelector(".last [data-for-me] > :first-child") : null;
  const mine = { title: place.dataset.mine || "", words: draft.said };
  showVersions(place, last ? [{ title: last.textContent, words: find(".last .story").textContent }, mine] : [mine]);
  find('[data-part="draft-take"]', box).onclick = () => {
    decided();
    take();
  };
  find('[data-part="draft-drop"]', box).onclick = () => {
    decided();
    entryDraft.forget(draft.table);
  };
  box.hidden = false;
}

export function startDraftQuestion() {
  form.addEventListener("input", decided); // who enters something else has left it
}
