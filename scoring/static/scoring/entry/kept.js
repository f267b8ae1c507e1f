// Saving at the table: the hand is kept on this phone first, and the form is that of the next deal at once. The outbox
// sends it; what the server says then is shown here.

import { find, findField } from "../../../../tarockclub/static/tarockclub/dom.js";
import { outbox } from "../outbox/outbox.js";
import { newKey } from "../outbox/store.js";
import { liveTable } from "../table/live.js";
import { entryLive } from "../table/live_form.js";
import { startUndo } from "../table/undo.js";
import { countAhead, findDeal, moveFields } from "./deals.js";
import { entryDraft } from "./draft.js";
import { takeUp } from "./entering.js";
import { entry, fill, forget, form, value } from "./form.js";
import { justSaved, kept, listMissing, painted, tellDecided, tellHow, tellKept, tellMissing } from "./kept_notice.js";
import { askServerTime, entryPhase } from "./phase.js";
import { soon, stopAsking } from "./preview.js";
import { addUp } from "./provisional.js";
import { askAboutDraft } from "./versions.js";
import { entryWords } from "./words.js";

const { table, waitsFor, pageAfter, read, takePage, announce } = liveTable;
const { movesTo, isBegun, served } = entryLive;
const SECOND_TAP_MS = 600; // a second tap so soon after the first one is the same tap
const SAME_PLACE = 24; // pixels
const LONGEST_KEEPING_MS = 5000; // a store that does not answer keeps nothing
const DECIDED = ["same", "dropped"]; // what people have said of a hand
const TIME_OVER = ["time_up", "time_left", "in_play_played", "double_round_runs", "no_phase", "hands_played"]; // another phase may be right
/** @type {("key" | "previous" | "seats")[]} */
const OF_THE_DEAL = ["key", "previous", "seats"];
const OF_THE_SERVER = ["held", "other_body"]; // what it has said something about that others see too

let keeping = false;
/** @type {Promise<void>} */
let settled = Promise.resolve(); // what was kept last is told, and the form is that of the hand after it
let keptAt = -SECOND_TAP_MS;
/** @type {MouseEvent | null} */
let tap = null; // on the button that saves
let mine = ""; // the key of the hand that was kept here last
let unsure = ""; // the key of one that may have arrived, where nothing is kept
const { unsent = "" } = find("#incomplete").dataset;
/** @type {Hand[]} */
let queue = []; // hands that the server does not have yet
let late = ""; // the key of a hand that came late, where the server has put one into the form

const numberOf = () => Number(find(".next-hand h2", form).textContent.replace(/\D+/g, ""));

/** @returns {Entered} */
function entered() {
  const { key, previous, seats } = form.elements;
  return {
    key: key.value,
    table,
    number: numberOf(),
    previous: previous.value,
    seats: seats.value,
    fields: entryWords.fields(),
    said: words(),
    at: enteredAt(),
    instead: form.dataset.instead || "",
  };
}

// By the server's time where the page knows it: a tournament goes by it.
function enteredAt() {
  return new Date(askServerTime() ?? Date.now()).toISOString();
}

// They are for people only: no hand is lost for the sake of a word.
function words() {
  try {
    return entryWords.said();
  } catch (error) {
    reportError(error);
    return "";
  }
}

async function save() {
  if (performance.now() - keptAt < SECOND_TAP_MS && !value("p0-contract")) return; // the same tap
  const sentences = listMissing();
  tellMissing(sentences);
  if (sentences.length) return;
  keeping = true;
  const { value: key } = form.elements.key;
  const hand = await keep(entered());
  if (!hand) {
    await sendFromForm(entered());
    return;
  }
  mine = hand.key;
  tellKept(hand);
  await painted(); // the next form takes a slow phone a while
  queue = queue.some((one) => one.key === hand.instead) ? await waitingHands() : [...queue, hand];
  if (form.elements.key.value !== key && isBegun()) return; // the table was quicker: the next hand has been begun
  entryDraft.forget(table);
  moveOn();
  find('[name="p0-contract"]', form).focus({ preventScroll: true });
  keptAt = performance.now();
}

/** @param {Entered} hand */
async function keep(hand) {
  try {
    const tooLate = new Promise((_, failed) => {
      setTimeout(failed, LONGEST_KEEPING_MS);
    });
    return { ...(await Promise.race([outbox.keep(hand), tooLate])), instead: hand.instead };
  } catch {
    return null; // a browser that keeps nothing
  }
}

// Then the hand stays in the form until the server has said what became of it. One that may have arrived is another hand
// when it is changed.
/** @param {Entered} hand */
async function sendFromForm(hand) {
  unsure = hand.key;
  const answer = await outbox.ask(hand);
  const { key } = form.elements;
  if (key.value !== hand.key) return; // the table has said that it has it, or another one stands there
  if (answer && (answer.saved || answer.held || DECIDED.includes(answer.code))) {
    discard();
    if (answer.saved) await showSaved(hand, answer);
  } else {
    if (answer) unsure = "";
    tellMissing(answer?.errors?.map(({ message }) => message) ?? [answer?.message || unsent]);
  }
}

// The form becomes that of the deal after the hands that wait, or of the one that the server has said.
function moveOn() {
  waitsFor(queue.length);
  const last = queue.at(-1);
  const { deals, seats, number, previous } = served();
  const place = (/** @type {string} */ text) => deals.findIndex((deal) => deal.seats === text);
  if (last) {
    const at = place(last.seats) < 0 ? queue.length : place(last.seats) + 1;
    moveTo(deals[at % deals.length], last.number + 1, last.key);
  } else moveTo(deals[Math.max(0, place(seats))], number, previous);
}

/** @param {Deal} deal @param {number} number @param {string} previous */
function moveTo(deal, number, previous) {
  clear();
  movesTo({ deal, number, previous });
  stopAsking();
  entryPhase.next(queue);
}

function clear() {
  delete form.dataset.instead;
  for (const field of form.querySelectorAll("input, select")) {
    if (field.type !== "hidden" && field.name !== "phase") forget(field);
  }
  for (const fold of form.querySelectorAll("details[open]")) fold.open = false;
  for (const play of form.querySelectorAll(".unfolded")) play.classList.remove("unfolded");
}

// A hand back in the form, in its own deal: to be completed, or changed before it is sent.
/** @param {Entered | Hand} hand */
function putBack(hand) {
  moveTo(findDeal(hand.seats), hand.number, hand.previous);
  for (const name of OF_THE_DEAL) findField(form, name).value = hand[name];
  if (hand.instead) form.dataset.instead = hand.instead;
  const { phase, ...fields } = hand.fields;
  entryPhase.next(queue.filter((one) => one.key !== hand.key && one.key !== hand.instead));
  entryPhase.keep(phase);
  fill(fields);
  takeUp();
}

// One that may have arrived already is another hand when it is changed: then the server asks which one it is. It does
// not take the place of what somebody has begun to enter meanwhile; whether it stands in the form.
/** @param {Hand} hand @param {boolean} asItIs */
async function change(hand, asItIs) {
  const mayClear = isBegun();
  const now = await outbox.mark(hand, "changing");
  if (!now) return false; // it has arrived just now
  if (isBegun() && !mayClear) {
    await outbox.mark(now, hand.state);
    return false;
  }
  const isSent = now.tried > hand.tried; // since the list was made
  putBack({ ...hand, key: asItIs && !isSent ? hand.key : newKey(), instead: hand.key });
  kept.hidden = true;
  window.scrollTo(0, 0);
  return true;
}

/** @param {Hand} hand */
async function leave(hand) {
  if (form.dataset.instead === hand.key) discard();
  await outbox.mark(hand, "waiting");
}

// The same hand, of the same people, in the deal that is entered now.
/** @param {Pick<Entered, "seats" | "fields">} hand @param {string} [key] */
function takeOver({ seats, fields: { phase, ...fields } }, key) {
  moveOn();
  if (key) form.elements.key.value = key;
  entryPhase.keep(phase);
  fill(moveFields(fields, seats, form.elements.seats.value));
  takeUp();
}

/** A hand that the server has filled in: one that was just taken back, or a late one. @param {ParentNode} box */
function takeBack(box) {
  const filled = box.querySelector("form#entry:not([data-empty])");
  if (!(filled instanceof HTMLFormElement)) return;
  const fields = /** @type {Fields} */ (Object.fromEntries(new FormData(filled)));
  const { key, seats } = fields;
  if (isAsked(key)) late = key;
  takeOver({ seats, fields }, key);
  note();
}

// What stands in the form is on the sheet already.
function discard() {
  entryDraft.forget(table);
  moveOn();
}

async function waitingHands() {
  return (await outbox.of(table)).filter((hand) => !OF_THE_SERVER.includes(hand.state));
}

async function look() {
  queue = await waitingHands();
  waitsFor(queue.length);
  return queue.length;
}

/** @param {Entered | Hand} hand @param {Answer} answer */
async function showSaved(hand, answer) {
  find("strong", kept).textContent = kept.dataset.saved.replace("#", String(hand.number));
  tellHow("");
  const news = await pageAfter(answer.sequence);
  if (news && !queue.length) showPage(news); // else the table is asked what is new anyway
}

/** @param {NonNullable<ReturnType<typeof liveTable.read>>} news */
function showPage(news) {
  takePage(news);
  const said = find("#just-saved", news.box);
  if (!said.children.length) return; // whose phone it is changes nothing of that
  kept.hidden = true;
  justSaved.replaceChildren(...said.childNodes);
  announce(Array.from(justSaved.querySelectorAll("p > *"), (one) => one.textContent).join(" "));
  startUndo();
}

// Nobody is asked about the hand in the form any more: it is not entered once more, and what was half entered before it
// comes back.
function clearDecided() {
  if (!late || isAsked(late)) return;
  const stands = isLate();
  late = "";
  if (!stands) return;
  moveOn();
  begin();
}

const isLate = () => late !== "" && form.elements.key.value === late;
/** @param {string} key */
const isAsked = (key) =>
  document.querySelector(`[data-live="held"] [name="hand"][value="${CSS.escape(key)}"]`) !== null;

// The server has found something that the phone could not know: the hand is put right at once, if nobody has gone on.
/** @param {Hand} hand @param {Answer} answer */
async function mend(hand, { errors = [], message: why }) {
  if (hand.key !== mine || isBegun() || queue.at(-1)?.key !== mine) return;
  if (await change(hand, true)) tellMissing(errors.length ? errors.map((error) => error.message) : [why || ""]);
}

/** @param {OutboxNews} news */
async function follow({ kind, table: at, hand, answer, elsewhere }) {
  if (at !== table) return;
  await settled;
  const left = await look();
  if (kind === "saved" && served().previous === hand.key) entryPhase.waits(queue);
  if (answer && kind === "saved" && !elsewhere && !left) await showSaved(hand, answer);
  else if (answer && kind === "refused" && (hand.state === "invalid" || TIME_OVER.includes(hand.state)))
    mend(hand, answer);
  else if (answer && DECIDED.includes(kind) && hand.key === kept.dataset.key) tellDecided(kind, answer);
  else if (hand.key === kept.dataset.key && kind !== "kept" && kind !== "unanswered") kept.hidden = true;
  // The table is ahead of what has to be decided about: the next hand need not wait for that.
  const isPast = kind === "refused" && hand.state === "held" && served().previous !== hand.previous;
  const isDone = kind === "kept" && elsewhere && hand.key === form.elements.key.value; // the same draft, in another tab
  const isGone = kind === "removed" || DECIDED.includes(kind);
  if (isDone || ((isPast || isGone || (kind === "kept" && elsewhere)) && !isBegun())) moveOn();
  if (isGone && form.dataset.instead === hand.key) moveOn();
  else if (kind === "removed" && form.elements.previous.value === hand.key) takeOver(entered());
  if (!left && isBegun()) soon(0);
}

// What was half entered belongs to its deal: in another one somebody says whether it is that hand.
/** @param {Draft} draft @param {boolean} isChange */
function comeBackTo(draft, isChange) {
  const isOfThis = draft.number === numberOf() && draft.seats === form.elements.seats.value;
  if (isChange || isOfThis) putBack(isChange ? draft : { ...draft, previous: form.elements.previous.value });
  else askAboutDraft(draft, numberOf(), () => takeOver(draft));
}

// After the page was loaded: the deal after what waits, and what was half entered.
async function begin() {
  if (!("empty" in form.dataset)) {
    // the server has filled it in
    if (isAsked(form.elements.key.value)) late = form.elements.key.value;
    return;
  }
  try {
    if ((await look()) && !isBegun()) moveOn();
    const hands = await outbox.of(table);
    const others = hands.filter((hand) => hand.state !== "changing").map((hand) => hand.key);
    const draft = isBegun() ? null : entryDraft.left(table, [...others, served().previous]);
    if (draft)
      comeBackTo(
        draft,
        hands.some((hand) => hand.key === draft.instead),
      );
    for (const hand of hands)
      if (hand.state === "changing" && hand.key !== draft?.instead)
        outbox.mark(hand, "waiting").catch(outbox.tellUnkept);
  } catch {
    // A browser that keeps nothing.
  }
}

// With every tap; but not what the server has kept anyway: once it is decided nothing else may be entered under its key.
function note() {
  if (form.elements.key.value === unsure) form.elements.key.value = newKey();
  if (value("p0-contract") && !isLate()) entryDraft.put(entered());
}

export const entryKept = { change, leave, countAhead, addUp };

export function startKept() {
  entry.listWaiting = () => queue;
  form.addEventListener("entered", note);
  form.addEventListener("discard", discard); // the table has it already
  form.addEventListener("next", () => takeOver(entered(), form.elements.key.value)); // another one came before it
  // A thumb that trembles does not choose the game that has come to lie below it.
  document.addEventListener(
    "click",
    (event) => {
      if (!event.detail) return; // a key, or a script
      if (event.target.closest?.("#save")) tap = event;
      else if (
        tap &&
        performance.now() - keptAt < SECOND_TAP_MS &&
        Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) < SAME_PLACE
      ) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
  // The link itself may be written anew with the form's heading.
  form.addEventListener("click", (event) => {
    if (!event.target.closest('[data-part="clear"] a')) return;
    event.preventDefault();
    tellMissing([]);
    stopAsking();
    discard();
    find('[name="p0-contract"]', form).focus({ preventScroll: true });
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!keeping)
      settled = save()
        .catch(reportError)
        .finally(() => {
          keeping = false;
        });
  });
  // Whoever goes on has read it.
  form.addEventListener("input", () => {
    kept.hidden = true;
  });
  document.addEventListener("outbox", ({ detail }) => follow(detail).catch(outbox.tellUnkept));
  document.addEventListener("news", clearDecided);
  document.addEventListener("page", ({ detail }) => {
    const news = read(detail, "");
    if (!news) return;
    showPage(news);
    takeBack(news.box);
  });
  document.addEventListener("news", () => entryPhase.waits(queue));
  // A page to which somebody comes back has not heard what was sent meanwhile.
  window.addEventListener("pageshow", async ({ persisted }) => {
    if (!persisted) return;
    await look().catch(outbox.tellUnkept);
    if (!isBegun()) moveOn();
  });
  begin();
  takeUp();
}
