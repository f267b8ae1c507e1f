// What the points show and nobody has entered: offered, never added by itself.

import { find, findAround } from "../../../../tarockclub/static/tarockclub/dom.js";
import { contractOf, form, rules, value } from "./form.js";
import { limitBlatt, noticeFour, sidePoints } from "./points.js";
import { findFormObstacle, known } from "./premiums.js";

const offersBox = find('[data-part="offers"]', form);

function unrecorded() {
  const contract = contractOf(0);
  if (contract?.kind !== "positive" || sidePoints("declarer") === null) return [];
  const now = known(contract);
  if (now.renonce || now.conceded) return [];
  return Array.from(form.querySelectorAll(".slot")).filter((slot) => {
    const id = findAround("[data-premium]", slot).dataset.premium;
    const { slot: name, side } = slot.dataset;
    const needed = rules.premiums[id].points;
    const reached = needed !== null && (sidePoints(side) ?? -1) >= needed;
    return reached && !value(name) && !findFormObstacle(id, side, "silent", contract, now);
  });
}

/** @param {HTMLElement} slot */
function offerButton(slot) {
  const button = document.createElement("button");
  button.type = "button";
  const [, name, side] = /^(.*), (.*)$/.exec(slot.getAttribute("aria-label") || "") || [];
  const whose = slot.dataset.side === "defence" ? ` (${side})` : "";
  button.textContent = `+ ${name} ${form.dataset.silent}?${whose}`;
  button.dataset.offer = slot.dataset.slot;
  button.addEventListener("click", () => addSilent(slot));
  return button;
}

/** @param {HTMLElement} slot */
function addSilent(slot) {
  const silent = find(`input[name="${slot.dataset.slot}"][value="silent"]`, form);
  silent.checked = true;
  for (let fold = slot.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  silent.dispatchEvent(new Event("input", { bubbles: true }));
  silent.dispatchEvent(new Event("change", { bubbles: true }));
  (offersBox.querySelector("button") || find("#save")).focus();
}

function noticeSilent() {
  const slots = unrecorded();
  const now = slots.map((slot) => slot.dataset.slot).join(" ");
  if (offersBox.dataset.now === now) return;
  offersBox.dataset.now = now;
  offersBox.replaceChildren(...slots.map(offerButton));
  offersBox.hidden = !slots.length;
}

export function notice() {
  limitBlatt();
  noticeSilent();
  noticeFour();
}
