// What the points show and nobody has entered: offered, never added by itself.

import { contractOf, form, radio, rules, value } from "./form.js";
import { limitBlatt, noticeFour, sidePoints } from "./points.js";
import { formOffered, known } from "./premiums.js";

const offersBox = form.querySelector('[data-part="offers"]');

function unrecorded() {
  const contract = contractOf(0);
  if (!contract || contract.kind !== "positive" || sidePoints("declarer") === null) return [];
  const now = known(contract);
  if (now.renonce || now.conceded) return [];
  return Array.from(form.querySelectorAll(".slot")).filter((slot) => {
    const id = slot.closest("[data-premium]").dataset.premium;
    const { slot: name, side } = slot.dataset;
    const needed = rules.premiums[id].points;
    const reached = needed !== null && sidePoints(side) >= needed;
    return reached && !value(name) && formOffered(id, side, "silent", contract, now);
  });
}

function offerButton(slot) {
  const button = document.createElement("button");
  button.type = "button";
  const [, name, side] = /^(.*), (.*)$/.exec(slot.getAttribute("aria-label"));
  const whose = slot.dataset.side === "defence" ? ` (${side})` : "";
  button.textContent = `+ ${name} ${form.dataset.silent}?${whose}`;
  button.dataset.offer = slot.dataset.slot;
  button.addEventListener("click", () => addSilent(slot));
  return button;
}

function addSilent(slot) {
  const silent = radio(slot.dataset.slot, "silent");
  silent.checked = true;
  for (let fold = slot.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  silent.dispatchEvent(new Event("input", { bubbles: true }));
  silent.dispatchEvent(new Event("change", { bubbles: true }));
  (offersBox.querySelector("button") || document.getElementById("save")).focus();
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
