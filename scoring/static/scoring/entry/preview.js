// What the hand would pay: the server is asked after each tap on the entry form.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { entry, form, openParts, value } from "./form.js";
import { neededPremiums } from "./premiums.js";

export const preview = find("#preview");
const PATIENCE = 8000; // ms for an answer
const OPEN = ".missing, [data-question]"; // what it says where there is no payout
const AGAIN_AFTER = 5000; // ms after a question that had no answer

let waiting = 0; // the timer of the next question
/** @type {AbortController | null} */
let newest = null; // the question whose answer counts

/** The numbers in sight are those of an entry that has changed. @param {number} delay */
export function soon(delay) {
  newest?.abort();
  newest = null;
  preview.classList.add("stale");
  preview.setAttribute("aria-busy", "true");
  clearTimeout(waiting);
  waiting = setTimeout(askPreview, delay);
  form.dispatchEvent(new Event("previewed"));
}

/** What the next tap is to say; "": nothing is open, as far as can be known without the server. */
export function nextQuestion() {
  if (value("renonce")) return "";
  const [open] = value("p0-contract") ? openParts() : [find('[data-part="contract"]', form)];
  if (open) return find("legend", open).textContent.trim();
  return neededPremiums() ? form.dataset.bird || "" : "";
}

// Another hand stands in the form: what was asked is not answered any more.
export function stopAsking() {
  newest?.abort();
  newest = null;
  clearTimeout(waiting);
  tellQuestion();
  preview.classList.remove("stale");
  preview.removeAttribute("aria-busy");
  sayAmounts();
}

async function askPreview() {
  tellQuestion();
  if (!form.dataset.deals || !entry.listWaiting().length) await ask();
  else show(null); // the server cannot know what this hand pays before it knows those that wait
}

async function ask() {
  const mine = new AbortController();
  newest = mine;
  const timeout = setTimeout(() => mine.abort(), PATIENCE);
  let answer = null;
  const body = new FormData(form);
  body.append("me", document.getElementById("live")?.dataset.me || "");
  if (!nextQuestion()) body.append("priced", entry.provisional.priceForm()?.money.join() ?? "");
  try {
    const response = await fetch(form.dataset.preview, {
      method: "POST",
      body,
      signal: mine.signal,
      credentials: "same-origin",
    });
    if (response.headers.get("X-Piece") === "preview") answer = await response.text(); // else the inn's network said it
  } catch {
    // Too late, or no network: there is no answer.
  }
  clearTimeout(timeout);
  if (newest === mine && !(entry.isLeaving && answer === null)) show(answer);
}

/** @param {string | null} answer */
function show(answer) {
  newest = null;
  if (answer === null) preview.replaceChildren(...(nextQuestion() ? [] : entry.provisional.buildPreview()));
  else {
    const unfolded = preview.querySelector("details[open]") !== null;
    preview.innerHTML = answer;
    for (const details of preview.querySelectorAll("details")) details.open = unfolded;
    for (const key of document.querySelectorAll('#ribbon [data-act="why"]')) key.hidden = false;
    if (preview.querySelector("[data-differs]")) entry.provisional.switchOff();
  }
  if (answer === null || preview.querySelector(OPEN)) tellQuestion();
  preview.classList.remove("stale");
  preview.removeAttribute("aria-busy");
  sayAmounts();
  clearTimeout(waiting);
  if (answer === null) waiting = setTimeout(askPreview, AGAIN_AFTER);
}

// Who listens hears what each gets, or what is asked next, and nothing of the rest; the same once.
function sayAmounts() {
  const amounts = preview.querySelector(".amounts")?.children || [];
  const line = Array.from(amounts, (one) => Array.from(one.children, (part) => part.textContent).join(" ")).join(", ");
  const question = preview.querySelector("[data-question]")?.textContent.trim() || "";
  const sentence = preview.querySelector(".to-reader strong")?.textContent || "";
  const text = line ? [sentence, line].filter(Boolean).join(". ") : question;
  const said = find("#preview-said");
  if (said.textContent !== text) said.textContent = text;
  form.dispatchEvent(new Event("previewed"));
}

// What is certainly missing. The server's word counts where it is about what stands here now.
export function listProblems() {
  const problems = preview.querySelector(".missing:not([data-passing])");
  const fresh = !preview.classList.contains("stale");
  if (fresh && problems)
    return Array.from(problems.matches("ul") ? problems.children : [problems], (one) => one.textContent.trim());
  return fresh && preview.querySelector(".amounts") ? [] : [nextQuestion()].filter(Boolean);
}

// The next question stands where the payout will be, at once; the server's sentences come after that.
export function tellQuestion() {
  const question = nextQuestion();
  const open = preview.querySelector(OPEN);
  if (!question && !open?.matches("[data-question]")) return;
  const line = document.createElement("p");
  line.className = "missing";
  line.dataset.question = "";
  line.textContent = question;
  if (open) open.replaceWith(line);
  else preview.replaceChildren(line);
}
