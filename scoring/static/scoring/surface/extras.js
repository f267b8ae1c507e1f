// What is rare: another negative game beside the first (-bei), and a Renonce. Who plays it, or who is the offender, is the
// next card that is tapped; a second tap on the card of a game beside it: lost, a third: none.

import { find, findAround, findText, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { contractOf, declarerOf, form, radio, value } from "../entry/form.js";
import { newButton, surfaceWords, tapField, tellField } from "./tapping.js";
import { putKey, tray } from "./tray.js";

const offender = form.elements.renonce;
const fold = findAround("details", offender);
const renonce = newButton("chip");
const besides = Array.from(form.querySelectorAll("details.play"));
/** @param {HTMLElement} play @param {string} name @param {string} given */
const field = (play, name, given) => radio(`p${play.dataset.play}-${name}`, given);
/** @param {HTMLElement} play @param {string} name */
const said = (play, name) => value(`p${play.dataset.play}-${name}`);
/** @param {HTMLElement} play */
const isPlayed = (play) => said(play, "contract") !== "";
const chips = besides.length
  ? Array.from(besides[0].querySelectorAll('.contracts input:not([value=""])'), newBeside)
  : [];
let asksOffender = false;

/** @param {Field} input */
function newBeside(input) {
  const chip = newButton("chip key tight");
  chip.textContent = `+ ${plainText(findText(input.nextElementSibling).data)}`;
  chip.dataset.beside = input.value;
  chip.addEventListener("click", () => turnBeside(input.value));
  return { chip, id: input.value };
}

const findNameless = () => besides.find((play) => isPlayed(play) && !said(play, "declarer"));

/** The next game beside the first; the one that nobody plays yet is taken back. @param {string} id */
function turnBeside(id) {
  const nameless = findNameless();
  if (nameless) takeOut(nameless);
  if (nameless && said(nameless, "contract") === id) return;
  const free = besides.find((play) => !isPlayed(play));
  if (free) tapField(field(free, "contract", id));
}

/** The game after it takes its place. @param {HTMLDetailsElement} play */
function takeOut(play) {
  const next = besides[besides.indexOf(play) + 1];
  const moved =
    next && isPlayed(next)
      ? Array.from(next.querySelectorAll("input:checked:enabled"), ({ name, value: given }) => [name, given])
      : [];
  for (const out of moved.length ? [next, play] : [play]) tapField(field(out, "contract", ""));
  const [from, to] = [`p${next?.dataset.play}-`, `p${play.dataset.play}-`];
  for (const [name, given] of moved) tapField(radio(name.replace(from, to), given));
}

/** @param {Seat} seat */
function enterOffender(seat) {
  if (offender.value === seat) return;
  offender.value = seat;
  tellField(offender);
}

/** Whether the tap on a card was for one of these. @param {Seat} seat */
function tap(seat) {
  if (asksOffender) {
    asksOffender = false;
    enterOffender(seat);
    return true;
  }
  const nameless = findNameless();
  if (nameless) {
    if (field(nameless, "declarer", seat)?.disabled) return true;
    tapField(field(nameless, "declarer", seat));
    tapField(field(nameless, "result", "won"));
    return true;
  }
  const own = besides.find((play) => isPlayed(play) && said(play, "declarer") === seat);
  if (!own) return false;
  if (said(own, "result") === "won") tapField(field(own, "result", "lost"));
  else takeOut(own);
  return true;
}

function update() {
  const contract = contractOf(0);
  const nameless = findNameless();
  const free = besides.find((play) => !isPlayed(play) && !play.hidden);
  asksOffender &&= Boolean(contract);
  for (const { chip, id } of chips) {
    const isItself = nameless !== undefined && said(nameless, "contract") === id;
    const isFree = free !== undefined && declarerOf(0, contract) !== "" && !field(free, "contract", id)?.disabled;
    chip.hidden = !isItself && !isFree && !contract?.bei.includes(id);
    chip.disabled = !isItself && (Boolean(nameless) || !isFree);
    chip.setAttribute("aria-pressed", String(isItself));
  }
  renonce.setAttribute("aria-pressed", String(asksOffender || offender.value !== ""));
}

export function startExtras() {
  renonce.dataset.renonce = "";
  renonce.textContent = plainText(find("summary", fold).textContent);
  renonce.addEventListener("click", () => {
    asksOffender = !asksOffender && !offender.value;
    if (!asksOffender) enterOffender("");
    update();
    form.dispatchEvent(new Event("previewed")); // who is asked for stands below the players
  });
  putKey(renonce, 8);
  find(".kontra-strip", tray).append(...chips.map(({ chip }) => chip));
  const equal = form.querySelector('[data-part="equal"]');
  if (equal instanceof HTMLElement) {
    tray.append(equal);
    putKey(equal, 10);
  }
  form.addEventListener("offered", update);
}

export const tapExtra = {
  tap,
  /** What is asked of a player beside the first game; "": nothing. */
  findQuestion() {
    if (asksOffender) return surfaceWords.offender;
    const nameless = findNameless();
    return nameless ? plainText(find('[data-part="declarer"] legend', nameless).textContent) : "";
  },
  /** Whether that may be this player. @param {Seat} seat */
  mayBe(seat) {
    const nameless = findNameless();
    return asksOffender || (nameless !== undefined && field(nameless, "declarer", seat)?.disabled === false);
  },
  /** What a player does beside the first game, in a word. @param {Seat} seat */
  nameRole(seat) {
    if (offender.value === seat) return plainText(renonce.textContent);
    const own = besides.find((play) => isPlayed(play) && said(play, "declarer") === seat);
    return own ? plainText(findText(field(own, "contract", said(own, "contract"))?.nextElementSibling).data) : "";
  },
};
