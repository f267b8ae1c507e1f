// A table with a clock: the form that is open when the gong sounds asks which hand this is, also without the network.
// Hands of this phone that still wait count: after the hand in play comes the double round, deal by deal; and where so
// many hands are played and no more, they use them up.

import { find, findAround } from "../../../../tarockclub/static/tarockclub/dom.js";
import { form, value } from "./form.js";

const part = () => find('[data-part="phase"]', form);
const isAsked = () => form.querySelector('[data-part="phase"]') !== null;
/** @param {string} name */
const said = (name) => part().dataset[name] || "";
/** @param {string} phase */
const radioOf = (phase) => find(`input[value="${phase}"]`, part());
/** @type {string[]} */
let waiting = []; // phases of the hands that the server does not have yet
let tapped = false; // somebody has said so himself for this hand

// By the server's time, whatever clock the phone has.
function isUp() {
  const ends = Number(said("ends"));
  const now = askServerTime();
  return said("up") === "yes" || (ends > 0 && now !== null && now >= ends);
}

// Whether the table has played its hands, with those that wait.
function isFull() {
  if (said("left") === "") return false;
  return waiting.filter((phase) => phase !== "double").length >= Number(said("left"));
}

function allowed() {
  if (!isUp() && !isFull()) return ["time"];
  const doubled = waiting.filter((phase) => phase === "double").length;
  const isPlayed = waiting.includes("play") || doubled > 0;
  const isLeft = Number(said("deal")) + doubled <= Number(said("of"));
  return [
    ...(said("finish") === "yes" && !isPlayed && !isFull() ? ["play"] : []),
    ...(said("double") === "yes" && isLeft ? ["double"] : []),
  ];
}

function choose() {
  if (!isAsked()) return;
  const phases = allowed();
  part().hidden = !isUp() && !isFull();
  find('[data-part="all-hands"]', part()).hidden = !isFull();
  part().classList.toggle("only", phases.length < 2);
  nameDeal();
  for (const input of part().querySelectorAll("input"))
    findAround("label", input).hidden = !phases.includes(input.value);
  const now = part().querySelector("input:checked");
  if (!tapped || !now || !phases.includes(now.value)) check(phases[0] || (isFull() ? "time" : "double"));
}

/** @param {string} phase */
function check(phase) {
  tapped = false;
  const chosen = radioOf(phase);
  if (chosen.checked) return;
  chosen.checked = true;
  // What is entered already pays something else then.
  if (value("p0-contract")) chosen.dispatchEvent(new Event("input", { bubbles: true }));
}

function nameDeal() {
  const deal = Number(said("deal")) + waiting.filter((phase) => phase === "double").length;
  const words = said("words").replace(said("deal"), String(deal));
  const label = radioOf("double").nextElementSibling;
  if (label && label.textContent !== words) label.textContent = words;
}

/** The form became that of another hand; these wait before it. @param {Hand[]} hands */
function next(hands) {
  tapped = false;
  waits(hands);
}

/** Only these wait: what else was on its way stands on the page. @param {Hand[]} hands */
function waits(hands) {
  if (!isAsked()) return;
  waiting = hands.map((hand) => hand.fields.phase || "time");
  choose();
}

/** A hand that was put back keeps what was said of it. @param {string | undefined} phase */
function keep(phase) {
  if (!isAsked() || !phase || !allowed().includes(phase)) return;
  radioOf(phase).checked = true;
  tapped = true;
}

export function startPhase() {
  // A hand that was begun before the gong and is saved after it: asked which one it is.
  document.addEventListener("gong", choose);
  form.addEventListener("change", ({ target }) => {
    if (target.name === "phase") tapped = true;
  });
  choose();
}

export const entryPhase = { next, waits, keep };

// The server's time, where the page has a clock: a tournament goes by it, whatever clock the phone has.
// The milliseconds since 1970, or null where no clock of this page knows them.
export function askServerTime() {
  const question = new CustomEvent("server-time", { detail: { now: null } });
  document.dispatchEvent(question);
  return question.detail.now;
}
