// Who lost a Trischaken, instead of the points of all four: what goes together under this sheet is offered. Each of
// `rules.endings` has a digit for each player, from the forehand on: the sum of what is said of him.

import { form, offerChoice, offerParts, rules, SEATS } from "./form.js";

/** @type {Record<string, number>} */
const ENDING_BITS = { loser: 1, jungfrau: 2, mayor: 4 };
const ticks = Array.from(form.querySelectorAll('[data-part="ending"] input'));
/** @param {Field} tick */
const kindOf = (tick) => tick.name.split("-")[1];

/** @param {string} ending @param {Field} tick */
function says(ending, tick) {
  const at = (Number(tick.value) - rules.forehand + SEATS.length) % SEATS.length;
  return (Number(ending[at]) & ENDING_BITS[kindOf(tick)]) !== 0;
}

// A tick stays possible while some ending has it beside all that is ticked; points are for who ticks nobody.
export function offerLosers() {
  const chosen = ticks.filter((tick) => tick.checked);
  const open = rules.endings.filter((ending) => chosen.every((tick) => says(ending, tick)));
  for (const tick of ticks)
    offerChoice(
      tick,
      open.some((ending) => says(ending, tick)),
    );
  for (const row of form.querySelectorAll(".ending")) row.hidden = !row.querySelector("label:not([hidden])");
  offerParts(form, "count-four", !chosen.length);
}

/** The Bürgermeister has lost, and who has not lost is none. @param {Field} tick */
function agreeOnMayor(tick) {
  const other = { loser: "mayor", mayor: "loser", jungfrau: "" }[kindOf(tick)];
  const same = form.querySelector(`input[name="p0-${other}-${tick.value}"]`);
  if (same && tick.checked === (other === "loser")) same.checked = tick.checked;
}

export function startLosers() {
  form.addEventListener("input", (event) => {
    if (ticks.includes(event.target)) agreeOnMayor(event.target);
  });
}
