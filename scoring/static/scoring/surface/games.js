// The games of the surface, in groups with a heading, each in the order of the sheet and with its value: a thumb finds them
// where they were. Open cards are a key beside the plain game.

import { find, findText, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { form, radio, rules, value } from "../entry/form.js";
import { newButton, surfaceWords, tapField } from "./tapping.js";
import { putKey } from "./tray.js";

const GROUPS = ["call", "negative", "colour", "solo"];
const MOST_IN_A_ROW = 4; // where the screen is wide
const OPEN_AT = [10, 9]; // the places of open cards: such games have no partner

export function startGames() {
  const list = find('[data-play="0"] .contracts', form);
  const labels = Array.from(list.querySelectorAll("label"));
  /** @param {HTMLElement} label */
  const idOf = (label) => find("input", label).value;
  /** @param {string} id */
  const plainOf = (id) => rules.contracts[id]?.plain;
  /** @param {string} id */
  const isOpen = (id) => plainOf(id) !== id;
  /** Whether what is entered beside the first game may stand beside this one. @param {string} id */
  const hasRoom = (id) =>
    [1, 2].map((at) => value(`p${at}-contract`)).every((other) => !other || rules.contracts[id].bei.includes(other));

  for (const label of labels) {
    label.dataset.group = rules.contracts[idOf(label)].group;
    const worth = document.createElement("small");
    worth.className = "worth";
    worth.textContent = rules.contracts[idOf(label)].worth;
    find("span", label).append(worth);
  }

  let rows = 0;

  /** A heading and its games, and the rows that they take. @param {string} group */
  function buildGroup(group) {
    const games = labels.filter((label) => label.dataset.group === group && !isOpen(idOf(label)));
    if (!games.length) return "";
    const beside = games.length < 2 ? 1 : 2 + (games.length % 2); // an odd number: three in a row
    const wide = games.length > MOST_IN_A_ROW ? Math.ceil(games.length / 2) : games.length;
    const heading = document.createElement("h3");
    heading.textContent = surfaceWords[group] || "";
    heading.style.setProperty("--wide-rows", String(Math.ceil(games.length / wide)));
    for (const label of games) label.classList.add(`of-${beside}`, `wide-${Math.min(wide, MOST_IN_A_ROW)}`);
    const others = labels.filter((label) => label.dataset.group === group && isOpen(idOf(label)));
    list.append(heading, ...games, ...others);
    rows += Math.ceil(games.length / beside);
    return `var(--heading) repeat(${Math.ceil(games.length / beside)}, minmax(var(--touch), 1fr))`;
  }

  list.style.setProperty("--rows-of-games", GROUPS.map(buildGroup).join(" "));
  list.style.setProperty("--count", String(rows));

  const switches = labels.filter((label) => isOpen(idOf(label))).map(newSwitch);

  /** @param {HTMLElement} label */
  function newSwitch(label) {
    const id = idOf(label);
    const [name, ...words] = plainText(findText(find("span", label)).data).split(" ");
    const chip = Object.assign(newButton("chip"), { textContent: words.join(" ") || name });
    const open = labels.map(idOf).filter((one) => plainOf(one) === plainOf(id) && isOpen(one));
    chip.dataset.open = id;
    chip.addEventListener("click", () => {
      tapField(radio("p0-contract", value("p0-contract") === id ? plainOf(id) : id));
    });
    putKey(chip, OPEN_AT[open.indexOf(id) % OPEN_AT.length]);
    return chip;
  }

  form.addEventListener("offered", () => {
    const chosen = value("p0-contract");
    for (const label of labels) label.classList.toggle("left-out", isOpen(idOf(label)) && chosen !== idOf(label));
    for (const chip of switches) {
      const id = chip.dataset.open;
      chip.hidden = plainOf(id) !== plainOf(chosen) || !hasRoom(chosen === id ? plainOf(id) : id);
      chip.setAttribute("aria-pressed", String(chosen === id));
    }
  });
}
