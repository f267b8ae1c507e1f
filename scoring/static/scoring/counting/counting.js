// The counting help: cards are tapped, Lagen and points add up at once. Without this script the cards are typed and
// the server counts; both do what scoring/engine/hand/counting.py says, in thirds of a point.

import { find, findAround, findText, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";

const LAGE = 3;

/** @param {number} thirds */
const printed = (thirds) => {
  const blatt = thirds % 3;
  return String((thirds - blatt) / 3) + (blatt ? `/${blatt}` : "");
};

/** @param {HTMLElement} root */
const count = (root) => {
  const off = Number(root.dataset.off);
  const total = Number(root.dataset.total);
  const rounded = "rounded" in root.dataset; // an incomplete Lage loses one whole point
  /** @param {number} thirds */
  const written = (thirds) => printed(rounded ? Math.floor((thirds + 1) / LAGE) * LAGE : thirds);
  const kinds = Array.from(root.querySelectorAll("[data-kind]"));
  /** @param {string} name */
  const part = (name) => find(`[data-${name}]`, root);
  /** @type {HTMLElement[]} */
  let cards = []; // the kinds that were tapped, in order
  /** @type {HTMLElement[]} */
  let before = []; // what was counted before "count anew"

  /** @param {HTMLElement[]} some */
  const worth = (some) => some.reduce((sum, kind) => sum + Number(kind.dataset.value) * 3 - off, 0);
  /** @param {HTMLElement} kind */
  const left = (kind) => Number(kind.dataset.cards) - cards.filter((card) => card === kind).length;

  /** @param {HTMLElement[]} lage */
  const lageText = (lage) => {
    const values = lage.map((kind) => kind.dataset.value).join(" + ");
    const less = off && lage.length === LAGE ? " − 2" : rounded ? " − 1" : "";
    return `${values}${less} = ${written(worth(lage))}`;
  };

  /** Before half the cards are in, a pile that is too small says nothing yet. @param {number} own */
  const showAims = (own) => {
    const early = 2 * cards.length < kinds.reduce((sum, kind) => sum + Number(kind.dataset.cards), 0);
    for (const aim of root.querySelectorAll("[data-aim]")) {
      const ofOthers = "ofOthers" in aim.dataset;
      const has = ofOthers ? total - own : own;
      aim.hidden = early && ofOthers === has >= Number(aim.dataset.aim);
      find("[data-yes]", aim).hidden = has < Number(aim.dataset.aim);
      find("[data-no]", aim).hidden = has >= Number(aim.dataset.aim);
    }
  };

  const showLagen = () => {
    /** @type {HTMLElement[][]} */
    const lagen = [];
    for (let at = 0; at < cards.length; at += LAGE) lagen.push(cards.slice(at, at + LAGE));
    part("lagen").replaceChildren(
      ...lagen.reverse().map((lage) => {
        const line = document.createElement("li");
        line.textContent = lageText(lage);
        return line;
      }),
    );
    const names = (lagen[0] || []).map((kind) => find("button span", kind).textContent).join(", ");
    const all = kinds.every((kind) => left(kind) === 0);
    part("now").textContent = all
      ? root.dataset.all
      : lagen.length
        ? `${root.dataset.lage} ${lagen.length}: ${names} (${lageText(lagen[0])})`
        : root.dataset.next || "";
  };

  const show = () => {
    const own = worth(cards);
    root.dataset.thirds = String(own);
    part("own").textContent = written(own);
    part("others").textContent = written(total - own);
    if (rounded) {
      part("own-exact").textContent = printed(own);
      part("others-exact").textContent = printed(total - own);
    }
    for (const kind of kinds) {
      find("[data-left]", kind).textContent = String(left(kind));
      find("button", kind).setAttribute("aria-disabled", String(left(kind) === 0));
      find("input", kind).value = String(Number(kind.dataset.cards) - left(kind));
    }
    showAims(own);
    showLagen();
  };

  /** @param {HTMLElement} kind */
  const tap = (kind) => {
    if (left(kind) === 0) return;
    cards.push(kind);
    show();
  };

  for (const kind of kinds) {
    const button = find("button", kind);
    find("label", kind).hidden = true;
    button.hidden = false;
    button.addEventListener("click", () => tap(kind));
    const typed = Math.min(Number(find("input", kind).value) || 0, Number(kind.dataset.cards));
    for (let at = 0; at < typed; at += 1) cards.push(kind);
  }
  part("undo").addEventListener("click", () => {
    if (cards.length) cards.pop();
    else cards = before;
    show();
  });
  part("again").addEventListener("click", () => {
    if (cards.length) before = cards;
    cards = [];
    show();
  });
  find(".count-tools", root).hidden = false;
  part("typed").hidden = true;
  show();
};

export function startCounting() {
  for (const root of document.querySelectorAll("[data-counting]")) count(root);
}

// The counting help over the entry form: nothing of the entry is lost, and what was counted goes into its fields.
// Without it the link opens the page of its own beside this one.
export function startCountingDialog() {
  const dialog = document.querySelector("dialog#counting");
  if (!dialog) return;
  startCounting();
  const counting = find("[data-counting]", dialog);

  /** @param {Element} field */
  const told = (field) => {
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  };

  // Points into a field, with its Blätter beside it where the sheet knows them.
  /** @param {Field} field @param {number} thirds */
  const enter = (field, thirds) => {
    const blatt = thirds % 3;
    const choice = findAround(".points", field).querySelector(`.blatt input[value="${blatt}"]`);
    field.value = String((thirds - blatt) / 3) + (blatt && !choice ? `/${blatt}` : "");
    told(field);
    if (choice) {
      choice.checked = true;
      told(choice);
    }
    dialog.close();
    field.focus();
  };

  /** @param {string} text @param {Field} field @param {() => number} thirds */
  const button = (text, field, thirds) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => enter(field, thirds()));
    return made;
  };

  const own = () => Number(counting.dataset.thirds);
  const others = () => Number(counting.dataset.total) - own();
  /** @param {Field} field */
  const named = (field) => plainText(findText(field.labels?.[0]).data);

  /** Where the points may go: to the declarer's side, or in Trischaken to one of the four. @param {Field[]} fields */
  const offer = (fields) => {
    const four = fields.length > 1;
    const buttons = four
      ? fields.map((field) => button(`${dialog.dataset.for} ${named(field)}`, field, own))
      : [button(dialog.dataset.own, fields[0], own), button(dialog.dataset.others, fields[0], others)];
    counting.classList.toggle("of-four", four);
    find("[data-take]", counting).replaceChildren(...buttons);
  };

  // On the document: the form may get other fields while the page is open.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-count]");
    if (!link || !dialog.showModal) return;
    const fields = Array.from(findAround("[data-part]", link).querySelectorAll("input[inputmode]:enabled"));
    if (!fields.length) return;
    event.preventDefault();
    offer(fields);
    dialog.showModal();
  });
}
