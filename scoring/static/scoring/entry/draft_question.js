// A draft of another deal than the one in the form is no hand until somebody says so.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { entryDraft } from "./draft.js";
import { form } from "./form.js";

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
  find(".entered", box).textContent = draft.said;
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
