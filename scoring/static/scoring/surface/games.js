// The games of the surface: the frequent ones first, then four groups, each with a tone of its own; with their value. Open
// cards are a switch.

import { find, findText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { form, radio, rules, value } from "../entry/form.js";
import { newButton, plainText, tapField } from "./tapping.js";

export function startGames() {
  const GROUPS = ["frequent", "call", "solo", "colour", "negative"];
  const list = find('[data-play="0"] .contracts', form);
  const labels = Array.from(list.querySelectorAll("label"));
  /** @param {Element} label */
  const idOf = (label) => find("input", label).value;
  /** @param {string} id */
  const isFrequent = (id) => rules.frequent.includes(id);

  for (const label of labels) {
    label.dataset.group = rules.contracts[idOf(label)].group;
    const worth = document.createElement("small");
    worth.className = "worth";
    worth.textContent = rules.contracts[idOf(label)].worth;
    find("span", label).append(worth);
  }
  /** @param {string} id */
  const plainOf = (id) => rules.contracts[id]?.plain;
  /** @param {string} id */
  const isOpen = (id) => plainOf(id) !== id;
  /** Whether what is entered beside the first game may stand beside this one. @param {string} id */
  const hasRoom = (id) =>
    [1, 2].map((at) => value(`p${at}-contract`)).every((other) => !other || rules.contracts[id].bei.includes(other));
  // The same games with open cards are switches beside the key of the plain one.
  const switches = labels.filter((label) => isOpen(idOf(label))).map(newSwitch);
  find('[data-play="0"] .game', form).append(...switches);

  /** @param {HTMLElement} label */
  function newSwitch(label) {
    const id = idOf(label);
    const [name, ...words] = plainText(findText(find("span", label)).data).split(" ");
    const chip = Object.assign(newButton("chip"), { textContent: words.join(" ") || name });
    chip.dataset.open = id;
    chip.addEventListener("click", () => {
      tapField(radio("p0-contract", value("p0-contract") === id ? plainOf(id) : id));
    });
    return chip;
  }

  /** @param {string} id */
  const groupOf = (id) => (isFrequent(id) ? "frequent" : rules.contracts[id].group);

  function arrange() {
    const chosen = value("p0-contract");
    /** @type {[number, Element][]} */
    const places = [];
    labels.forEach((label, at) => {
      const id = idOf(label);
      const group = groupOf(id);
      const isLeftOut = isOpen(id) && chosen !== id;
      label.classList.toggle("left-out", isLeftOut);
      places.push([GROUPS.indexOf(group) * 100 + 1 + at, label]);
    });
    const isFolded = Boolean(list.parentElement?.classList.contains("folded"));
    for (const chip of switches) {
      const id = chip.dataset.open;
      chip.hidden = !isFolded || plainOf(id) !== plainOf(chosen) || !hasRoom(chosen === id ? plainOf(id) : id);
      chip.setAttribute("aria-pressed", String(chosen === id));
    }
    // As they are seen they are heard. What is moved loses the focus: only where something stands elsewhere.
    const inOrder = places.sort(([one], [other]) => one - other).map(([, item]) => item);
    if (inOrder.some((item, at) => item !== list.children[at])) list.append(...inOrder);
  }

  form.addEventListener("offered", arrange);
}
