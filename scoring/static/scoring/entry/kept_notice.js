// What is said of the hand that this phone has kept last.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { liveTable } from "../table/live.js";
import { value } from "./form.js";
import { listProblems } from "./preview.js";

const { announce, isAway } = liveTable;
const LONGEST_FRAME_MS = 100;
const LATE_MS = 1500; // an answer that takes longer is one to wait for
export const kept = find("#kept");
export const justSaved = find("#just-saved");

// What was told is on the screen; in a tab behind another one nothing is.
export const painted = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, LONGEST_FRAME_MS);
  });

/** @param {Hand} hand */
export function tellKept(hand) {
  kept.dataset.key = hand.key;
  find("strong", kept).textContent = kept.dataset.kept.replace("#", String(hand.number));
  find(".entered", kept).textContent = hand.said;
  tellHow(isAway() ? "" : kept.dataset.sending);
  kept.hidden = false;
  announce(`${find("strong", kept).textContent} ${hand.said}`);
  justSaved.replaceChildren();
  document.getElementById("message")?.remove();
  window.scrollTo(0, 0);
  setTimeout(() => {
    if (kept.dataset.key === hand.key) kept.hidden = true; // what waits is said of all hands together
  }, LATE_MS);
}

/** @param {string} text */
export function tellHow(text) {
  find(".how", kept).textContent = text;
}

/** Somebody had decided about it before it was saved from the form. @param {string} kind @param {Answer} answer */
export function tellDecided(kind, { deal }) {
  const { same, dropped } = kept.dataset;
  find("strong", kept).textContent = (kind === "same" ? same : dropped).replace("#", String(deal));
  tellHow("");
  kept.dataset.key = ""; // it stays until somebody goes on
  kept.hidden = false;
}

// What a hand still misses when somebody saves it.
const message = find("#incomplete");
find("button", message).addEventListener("click", () => tellMissing([]));

export function listMissing() {
  return value("p0-contract") ? listProblems() : [message.dataset.which];
}

/** @param {string[]} sentences */
export function tellMissing(sentences) {
  find("p", message).hidden = Object.values(message.dataset).includes(sentences[0]); // a sentence of its own
  find("ul", message).replaceChildren(
    ...sentences.map((sentence) => {
      const line = document.createElement("li");
      line.textContent = sentence;
      return line;
    }),
  );
  message.classList.remove("past");
  message.hidden = !sentences.length;
  if (sentences.length) message.scrollIntoView({ block: "nearest" });
}
