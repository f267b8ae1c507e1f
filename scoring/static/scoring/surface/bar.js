// The bar: at the left what empties the form, or fills it as last time; the button that saves is quiet until the hand can be
// saved and says what is open; then who gets what, or how the game ended as long as that is not known.

import { find, findText, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { contractOf, declarerOf, entry, form, rules, value } from "../entry/form.js";
import { decidedByPremium } from "../entry/points.js";
import { claimed } from "../entry/premiums.js";
import { listProblems, nextQuestion, preview, tellQuestion } from "../entry/preview.js";
import { tapField, tellField } from "./tapping.js";

/** @typedef {{ name: string; amount: string; side: string }} Share */

export function startBar() {
  const bar = Object.assign(document.createElement("span"), { className: "shares" });
  const provisional = ` · ${form.dataset.provisional}`;
  const hasRoom = matchMedia("(min-width: 20rem)"); // not with letters twice as large
  const save = find("#save");
  save.before(...form.querySelectorAll('[data-part="same"], [data-part="clear"]'));

  /** What each gets, as the server has said it of what stands here now. @returns {Share[]} */
  function listShares() {
    const amounts = preview.matches(".stale") ? [] : (preview.querySelector(".amounts")?.children ?? []);
    return Array.from(amounts, (one) => ({
      name: plainText(find("dt", one).textContent),
      amount: plainText(find("dd", one).textContent),
      side: one.className,
    }));
  }

  /** The side with fewer people says it all; of two pairs that of the declarer. @param {Share[]} shares */
  function findSide(shares) {
    const declarer = declarerOf(0, contractOf(0));
    const first = (declarer && shares[Number(declarer)]?.side) || "won";
    const sides = [first, "won", "lost"].map((side) => shares.filter((share) => share.side === side));
    return sides.filter((side) => side.length).sort((one, other) => one.length - other.length)[0] ?? [];
  }

  /** The first name, where nobody else here has it. @param {Share[]} shares @param {string} name */
  function shorten(shares, name) {
    const [first] = name.split(" ");
    return shares.filter((share) => share.name.split(" ")[0] === first).length === 1 ? first : name;
  }

  /** Each by name, and after those with the same amount the amount. @param {Share[]} side */
  function write(side) {
    const all = listShares();
    return side.flatMap(({ name: fullName, amount }, at) => {
      const name = shorten(all, fullName);
      const isLast = amount !== side[at + 1]?.amount;
      const end = at + 1 < side.length ? "," : "";
      const who = Object.assign(document.createElement("span"), { textContent: isLast ? name : name + end });
      return isLast ? [who, Object.assign(document.createElement("b"), { textContent: amount + end })] : [who];
    });
  }

  function update() {
    const [problem] = listProblems();
    const side = problem ? [] : findSide(listShares());
    const result = form.querySelector('[name="p0-result"]:checked:enabled')?.nextElementSibling;
    form.toggleAttribute("data-ready", !problem);
    const word = findText(save);
    const said = word.data.replace(provisional, "").trim();
    word.data = side.length && hasRoom.matches && preview.querySelector(".is-provisional") ? said + provisional : said;
    bar.replaceChildren(...(side.length ? write(side) : [problem ? nextQuestion() : plainText(result?.textContent)]));
  }

  save.append(bar);
  form.addEventListener("offered", update);
  form.addEventListener("previewed", update);
  if (!preview.querySelector(".amounts")) tellQuestion();
}

// Whoever plays a game mostly wins it: as soon as it is known who plays, it counts as won until somebody says otherwise.
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
