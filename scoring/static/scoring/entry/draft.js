// What is half entered stays on the phone: for whoever looks up a rule, is called away, or closes the page.

import { liveTable } from "../table/live.js";
import { form } from "./form.js";

const NAME = `draft ${liveTable.table}`;
const LONGEST_MS = 24 * 3600 * 1000;

function put(draft) {
  try {
    localStorage.setItem(NAME, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing.
  }
}

function forget() {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // A browser that keeps nothing.
  }
}

// What was left here, unless it has become a hand since.
function left(known) {
  try {
    const draft = JSON.parse(localStorage.getItem(NAME));
    if (draft && !known.includes(draft.key) && Date.now() - Date.parse(draft.at) < LONGEST_MS) return draft;
  } catch {
    // Nothing that could be read.
  }
  forget();
  return null;
}

const box = document.getElementById("draft");
const decided = () => { if (box) box.hidden = true; };

// A draft of another deal than the one in the form is no hand until somebody says so.
function ask(draft, number, take) {
  const { text, seats } = box.dataset;
  const begun = draft.number === number ? seats : text.replace("##", number).replace("#", draft.number);
  box.querySelector("strong").textContent = begun;
  box.querySelector(".entered").textContent = draft.said;
  box.querySelector('[data-part="draft-take"]').onclick = () => { decided(); take(); };
  box.querySelector('[data-part="draft-drop"]').onclick = () => { decided(); forget(); };
  box.hidden = false;
}

export function startDraft() {
  form.addEventListener("input", decided); // who enters something else has left it
}

export const entryDraft = { put, forget, left, ask };
