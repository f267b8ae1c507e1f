// Whoever plays a game mostly wins it: as soon as it is known who plays, it counts as won until somebody says otherwise.

import { contractOf, entry, form, rules, value } from "../entry/form.js";
import { decidedByPremium } from "../entry/points.js";
import { claimed } from "../entry/premiums.js";
import { tapField, tellField } from "./tapping.js";

export function startResult() {
  /** @param {string} given */
  const field = (given) => form.querySelector(`input[name="p0-result"][value="${given}"]`);

  let presumes = false;

  /** @param {string} name */
  const isOpen = (name) =>
    Array.from(form.querySelectorAll(`[data-play="0"] [data-part="${name}"]:not([hidden]) input:enabled`)).length > 0 &&
    !value(`p0-${name}`);

  // Whose Valat it is has won the game.
  function likelyResult() {
    const isLost = Object.keys(rules.premiums).some((id) => rules.premiums[id].wins && claimed(id, "defence")?.won);
    return field(isLost ? "lost" : "won");
  }

  function presume() {
    const won = field("won");
    const isAsked = won && !won.disabled && !won.closest("[hidden]") && !value("p0-points");
    const isSaid = value("p0-result") && !("presumed" in form.dataset);
    const contract = contractOf(0);
    if (!contract || !isAsked || isSaid || isOpen("declarer") || isOpen("partner") || value("renonce")) return;
    const likely = likelyResult();
    if (likely?.checked || decidedByPremium(contract)) return;
    presumes = true;
    form.dataset.presumed = "";
    tapField(likely);
    presumes = false;
  }

  // A Renonce leaves open how the game would have ended.
  function takeBack() {
    if (!("presumed" in form.dataset)) return;
    delete form.dataset.presumed;
    const given = form.querySelector('input[name="p0-result"]:checked');
    if (!given) return;
    given.checked = false;
    tellField(given);
  }

  form.addEventListener("change", ({ target }) => {
    if (presumes) return;
    if (target.name === "p0-result") delete form.dataset.presumed;
    else if (target.name === "renonce" && target.value) takeBack();
    else if (/^p0-(?:contract|declarer|partner)$|^renonce$|^prem-/.test(target.name) && !entry.isByKeys) presume();
  });
  // Points say it, too: what they have said stays when they are taken back.
  form.addEventListener("input", ({ target }) => {
    if (target.name === "p0-points" && target.value) delete form.dataset.presumed;
  });
  // Who taps on what is presumed says it himself.
  for (const given of form.querySelectorAll('[name="p0-result"]'))
    given.addEventListener("click", () => delete form.dataset.presumed);
}
