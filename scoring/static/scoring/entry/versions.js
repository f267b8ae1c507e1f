// Two versions of a hand side by side: that of the sheet and that of this phone. What differs is marked.

import { find, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { entryDraft } from "./draft.js";
import { form } from "./form.js";
import { preview } from "./preview.js";
import { entryWords } from "./words.js";

/** @typedef {{ title: string; words: string; amounts?: string[][] }} Version */

/** @param {HTMLElement} place @param {Version[]} versions */
function showVersions(place, versions) {
  place.replaceChildren(...versions.map((one, at) => makeCard(one, versions[1 - at])));
}

/** @param {Version} version @param {Version | undefined} other */
function makeCard({ title, words, amounts = [] }, other) {
  const card = document.createElement("section");
  const parts = document.createElement("ul");
  const sums = document.createElement("dl");
  const others = other?.amounts?.map(String) || [];
  card.className = "version";
  parts.append(
    ...words.split(" · ").map((part) => made("li", [part], other && !other.words.split(" · ").includes(part))),
  );
  sums.append(
    ...amounts.map(([name, amount]) => {
      const line = made("div", [], others.length > 0 && !others.includes(String([name, amount])));
      line.append(made("dt", [name]), made("dd", [amount]));
      return line;
    }),
  );
  card.append(made("h3", [title]), parts, ...(amounts.length ? [sums] : []));
  return card;
}

/** @param {string} tag @param {string[]} text @param {boolean} [differs] */
function made(tag, text, differs = false) {
  const element = document.createElement(tag);
  element.append(...text);
  element.classList.toggle("differs", differs);
  return element;
}

/** @param {ParentNode} root */
function amountsIn(root) {
  const lines = Array.from(root.querySelectorAll(".amounts > div"));
  return lines.map((line) => Array.from(line.children, (part) => plainText(part.textContent)));
}

export function startVersions() {
  const question = find('[data-part="elsewhere"]');
  const theirs = find('[data-part="theirs"]', question);
  const place = find(".two-versions", question);

  function compare() {
    if (question.hidden) return;
    const story = theirs.querySelector("strong ~ .story"); // of a hand; what else was saved has no number
    const amounts = preview.matches(".stale") ? [] : amountsIn(preview);
    const mine = { title: place.dataset.mine || "", words: entryWords.said(), amounts };
    theirs.hidden = story !== null;
    if (!story) showVersions(place, [mine]);
    else {
      const title = find("strong", theirs).textContent.replace(":", "");
      showVersions(place, [{ title, words: story.textContent, amounts: amountsIn(theirs) }, mine]);
    }
  }

  document.addEventListener("news", compare);
  form.addEventListener("entered", compare);
  form.addEventListener("previewed", compare);
}

// A draft of another deal than the one in the form is no hand until somebody says so.
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
