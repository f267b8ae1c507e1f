// The tray between the ribbon and the bar: the games, and when one is chosen the keys of the hand above the chips of what
// it brings. Each key has its place, four in a row; where there is nothing to say it is dead, and no other one moves.

import { find, findAround } from "../../../../tarockclub/static/tarockclub/dom.js";
import { entry, form, value } from "../entry/form.js";

const SPARE = [10, 9, 11, 4]; // places for what is rarer than what has the place
const IN_A_ROW = 4;
const ROWS_OF_KEYS = 3;
const SECOND_TAP_MS = 300;
const SAME_PLACE = 40; // pixels

/** @typedef {{ key: HTMLElement; at: number; stays: boolean }} Key */

export const tray = Object.assign(document.createElement("div"), { className: "tray" });
const fact = Object.assign(document.createElement("p"), { className: "fact" }); // where two keys are that nothing needs
/** @type {Key[]} */
const keys = [];

/** Gives a key its place: a button, or the label of a choice. One that stays is dead where it means nothing.
 * @param {HTMLElement} key @param {number} at @param {boolean} [stays]
 */
export function putKey(key, at, stays = false) {
  keys.push({ key, at, stays });
  key.classList.add("key");
  if (!key.parentElement) tray.append(key);
}

/** @param {HTMLElement} key */
const isOffered = (key) =>
  key instanceof HTMLButtonElement
    ? !key.hidden
    : !key.querySelector("input")?.disabled && !key.closest("fieldset[hidden]");

/** @param {HTMLElement} key */
const isLive = (key) => key.dataset.is === "live";

/** @param {HTMLElement} key @param {number} at @param {string} state */
function put(key, at, state) {
  key.style.setProperty("--row", String(Math.ceil(at / IN_A_ROW)));
  key.style.setProperty("--column", String(((at - 1) % IN_A_ROW) + 1));
  key.style.setProperty("--pair-row", String(Math.ceil(at / 2))); // where letters are large: two in a row
  key.style.setProperty("--pair-column", String(((at - 1) % 2) + 1));
  key.dataset.is = state;
  key.dataset.at = String(at);
  if (key instanceof HTMLButtonElement) key.disabled = state !== "live";
}

function settle() {
  tray.classList.toggle("of-games", !value("p0-contract") || find('[data-play="0"]', form).matches(".unfolded"));
  /** @type {Set<number>} */
  const taken = new Set();
  const offered = keys.filter((one) => isOffered(one.key));
  // Who has a place keeps it, also where it is not the own one.
  for (const { key, at } of offered.sort((one, other) => Number(isLive(other.key)) - Number(isLive(one.key)))) {
    const own = isLive(key) ? Number(key.dataset.at) : at;
    const place = taken.has(own) ? (SPARE.find((one) => !taken.has(one)) ?? at) : own;
    taken.add(place);
    put(key, place, "live");
  }
  for (const { key, at, stays } of keys.filter((one) => !isOffered(one.key))) {
    put(key, at, stays && !taken.has(at) ? "dead" : "away");
    if (stays) taken.add(at);
  }
  const isDouble = entry.provisional.countTimes() === 2 && !taken.has(9);
  fact.style.setProperty("--column", taken.has(10) ? "2" : "3");
  fact.textContent = (isDouble && form.dataset.doubles) || "";
}

/** Around all of the form that is tapped on, before anything takes its place there. @param {number} rows of chips */
export function layTray(rows) {
  const bar = find(".save", form);
  tray.append(fact, ...Array.from(form.querySelectorAll(":scope > :is(.play, .premiums, [data-part='renonce'])")));
  tray.style.setProperty("--rows", String(ROWS_OF_KEYS + rows));
  const beforeBar = form.querySelector(":scope > fieldset, :scope > .check, :scope > .hint") ?? bar;
  beforeBar.before(tray);
}

// The second half of a tap on a game is no tap on the key that has come to lie there.
function stillSecondTaps() {
  /** @type {MouseEvent | null} */
  let tap = null;
  let chosenAt = -SECOND_TAP_MS;
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "p0-contract") return;
    chosenAt = performance.now();
    tray.scrollTop = 0; // what lies there now begins above
  });
  document.addEventListener(
    "click",
    (event) => {
      if (!event.detail || !event.clientX) return; // a key, or a script
      if (event.target.closest(".contracts")) tap = event;
      else if (tap && performance.now() - chosenAt < SECOND_TAP_MS) {
        if (Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) > SAME_PLACE) return;
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
}

export function startTray() {
  for (const [name, given, at] of /** @type {const} */ ([
    ["result", "won", 5],
    ["result", "lost", 6],
    ["partner", "talon", 9],
    ["partner", "alone", 10],
    ["result", "blank", 10],
    ["result", "conceded", 11],
  ])) {
    const field = form.querySelector(`input[name="p0-${name}"][value="${given}"]`);
    if (field) putKey(findAround("label", field), at, given === "won" || given === "lost");
  }
  const other = find('[data-play="0"] [data-part="other"]', form);
  putKey(other, 3);
  form.addEventListener("offered", settle);
  form.addEventListener("reminded", settle);
  stillSecondTaps();
}
