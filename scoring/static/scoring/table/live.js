// What other phones write at this table is in sight within a second. Nothing that somebody is entering is disturbed.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";
import { outbox } from "../outbox/outbox.js";
import { newKey } from "../outbox/store.js";
import { entryLive } from "./live_form.js";
import { ownSeat } from "./own_seat.js";

/** @typedef {{ box: DocumentFragment; said: DOMStringMap; tag: string }} News */

const { form: entryForm, isTouched, isBegun, followsServed, serves } = entryLive;
const live = find("#live");
const AGAIN_AFTER_MS = 700; // and up to a quarter of that more: not all phones ask at once
const ENDED_AFTER_MS = 10000;
const ANSWER_WITHIN_MS = 6000;
const DRAINS_WITHIN_MS = 10000; // a phone sends the hands after the one that was decided about by itself
const LEAVES_WITHIN_MS = 10000; // a page to which a tap leads is there, or it was not to be had

const page = { version: live.dataset.version, last: live.dataset.last, ended: live.dataset.ended === "yes" };
/** @param {string} name */
const part = (name) => find(`[data-part="${name}"]`, live);
const token = () => document.querySelector('input[name="csrfmiddlewaretoken"]')?.value || "";

const { kept } = document.documentElement.dataset; // when this page was made that the phone itself had (worker.js)
let leaving = Number.NEGATIVE_INFINITY; // when a tap led elsewhere
let unsent = 0; // hands of this phone that the server does not have yet: the form is that of the deal after them
/** @type {HTMLElement[]} */
let postponed = []; // pieces that come into their place when nobody is busy there any more

/** @type {Map<string, number>} */
const decided = new Map(); // when late hands were decided about, by their keys

const OF_ONE_PAGE = 'input[name="csrfmiddlewaretoken"], input[name="key"]';

/** A piece as the server wrote it, without what is of one page alone. @param {HTMLElement} piece */
function bare(piece) {
  const copy = piece.cloneNode(true);
  for (const field of copy.querySelectorAll(OF_ONE_PAGE)) field.remove();
  for (const one of copy.querySelectorAll("form.mark, form[data-not-by]")) one.removeAttribute("hidden");
  for (const one of copy.querySelectorAll("form.mark option")) one.removeAttribute("selected");
  for (const one of copy.querySelectorAll(".me, form.mark .as")) one.remove();
  return copy.innerHTML.replace(/\s+/g, " ");
}

const shown = new Map();
for (const piece of document.querySelectorAll("[data-live]")) shown.set(piece.dataset.live, bare(piece));

/** @param {HTMLElement} piece */
function isBusy(piece) {
  const focused = document.activeElement;
  if (focused && piece.contains(focused) && focused.matches("input:not([type=hidden]), select, textarea")) return true;
  return Array.from(piece.querySelectorAll("input, textarea")).some(isTouched);
}

/** Puts a piece into its place; whether that could be done. @param {HTMLElement} incoming */
function replace(incoming) {
  const name = incoming.dataset.live;
  const piece = document.querySelector(`[data-live="${name}"]`);
  const html = bare(incoming);
  if (!piece || shown.get(name) === html) return true;
  if (isBusy(piece)) return false;
  const open = new Map(Array.from(piece.querySelectorAll("details"), (one, at) => [nameOf(one, at), one.open]));
  const { activeElement } = document;
  const focused = activeElement && piece.contains(activeElement) ? whereIs(activeElement) : "";
  const rolled = piece.querySelector(".roll")?.scrollTop; // from its end
  piece.innerHTML = incoming.innerHTML;
  piece.dispatchEvent(new Event("renewed"));
  if (rolled) piece.querySelector(".roll")?.scrollTo({ top: rolled });
  piece.querySelectorAll("details").forEach((one, at) => {
    one.open = open.get(nameOf(one, at)) ?? one.open;
  });
  for (const field of piece.querySelectorAll("form")) complete(field);
  shown.set(name, html);
  if (focused) piece.querySelector(focused)?.focus({ preventScroll: true });
  return true;
}

/** @param {HTMLElement} one @param {number} at */
const nameOf = (one, at) => one.closest("[data-line]")?.getAttribute("data-line") || one.id || at;

/** How to find the same element in a newer piece. @param {Element} element */
function whereIs(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute("href");
  if (href) return `[href="${CSS.escape(href)}"]`;
  const isField = element instanceof HTMLInputElement || element instanceof HTMLButtonElement;
  return isField && element.name
    ? `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`
    : element.tagName;
}

/** What a form carries of its own, so that it can be sent once. @param {HTMLFormElement} sent */
function complete(sent) {
  if (sent.method !== "post") return;
  sent.querySelector('input[name="csrfmiddlewaretoken"]')?.remove();
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "csrfmiddlewaretoken", value: token() });
  sent.append(field);
  const key = sent.querySelector('input[name="key"]');
  if (key) key.value = newKey();
}

// Whoever entered a hand is not asked whether it fits, nor whoever has said so; who he is has been asked once.
function askForMark() {
  for (const asked of document.querySelectorAll("[data-live] form.mark")) {
    const device = live.dataset.device;
    asked.hidden = !device || asked.dataset.author === device || asked.dataset.said.split(" ").includes(device);
    ownSeat.answer(asked, live.dataset.me);
  }
  ownSeat.show(live.dataset.me);
  for (const asked of document.querySelectorAll("[data-follows]"))
    asked.hidden =
      performance.now() < (decided.get(asked.dataset.follows || "") ?? -DRAINS_WITHIN_MS) + DRAINS_WITHIN_MS;
  for (const asked of document.querySelectorAll("[data-live] form[data-not-by]")) {
    asked.hidden = asked.dataset.notBy.split(" ").includes(live.dataset.device || "");
  }
}

/** @param {Response | null} answer */
function hear(answer) {
  const device = answer?.headers.get("X-Device") || live.dataset.device;
  const isNew = device !== live.dataset.device; // the page was made before this phone had a name
  live.dataset.device = device;
  if (isNew) askForMark();
  putPostponed();
}

function putPostponed() {
  if (!postponed.length) return;
  postponed = postponed.filter((piece) => !replace(piece));
  askForMark();
}

/** One question without an answer means nothing in an inn; two do. @param {number} failures @param {string} time */
function tellConnection(failures, time) {
  const away = part("away");
  const isBack = !failures && !away.hidden;
  if (isBack) outbox.send(live.dataset.here, true);
  document.documentElement.classList.toggle("no-network", failures > 1);
  if (failures > 1) {
    const text = `${live.dataset.away} ${time}`;
    if (away.textContent !== text) away.textContent = text;
  }
  away.hidden = failures < 2;
  if (isBack) document.dispatchEvent(new Event("back"));
}

// What an answer says: the pieces alone, or a whole page of the table.
/** @param {string} html @param {string | null} tag @returns {News | null} */
function read(html, tag) {
  const { content: box } = Object.assign(document.createElement("template"), { innerHTML: html });
  const said = (box.getElementById("pieces") || box.getElementById("live"))?.dataset;
  return said ? { box, said, tag: tag || said.version } : null;
}

/** Takes in what is new; whether it was an answer of ours. @param {News | null} news */
function take(news) {
  if (!news?.tag) return false;
  const { said } = news;
  const free = !isBegun() && !unsent;
  if (said.program !== live.dataset.program || isAnotherPage(said)) {
    if (free) {
      renew();
      return true;
    }
  }
  takeIn(news, free);
  if (said.program !== live.dataset.program) announce(live.dataset.renewed || "");
  return true;
}

/** Loads the page anew, unless somebody is on his way to another one, or has one over it: that would take back his taps. */
function renew() {
  if (document.querySelector("dialog[open]")) leaving = performance.now();
  const left = leaving + LEAVES_WITHIN_MS - performance.now();
  if (left > 0) setTimeout(renew, left);
  else if (!isBegun() && !unsent) window.location.replace(live.dataset.here);
}

/** @param {News} news @param {boolean} free */
function takeIn({ box, said, tag }, free) {
  const anchor = entryForm || document.querySelector(".written tbody:last-of-type");
  const before = anchor?.getBoundingClientRect().top;
  postponed = Array.from(box.querySelectorAll("[data-live]")).filter((piece) => !replace(piece));
  noteDecided(said.held);
  askForMark();
  tellRight(live.dataset.writes === "yes" && said.writes === "no");
  takeForm(box, said.last, free);
  if (said.last !== live.dataset.last) pastSaved();
  live.dataset.last = said.last;
  if (said.held !== undefined) live.dataset.held = said.held;
  keepInPlace(anchor, before);
  tellNews(box, said);
  page.last = said.last;
  page.version = tag;
  document.dispatchEvent(new CustomEvent("news"));
}

/** Nobody is asked about the hand after one that was just decided about: it follows by itself. @param {string | undefined} held */
function noteDecided(held = "") {
  const gone = (live.dataset.held || "").split(" ").filter((key) => key && !held.split(" ").includes(key));
  for (const key of gone) decided.set(key, performance.now());
  if (gone.length) setTimeout(askForMark, DRAINS_WITHIN_MS);
}

/** The table's link was replaced: this phone may not write any more. @param {boolean} isLost */
function tellRight(isLost) {
  const notice = part("lost");
  if (notice.hidden === !isLost) return;
  notice.textContent = isLost ? live.dataset.lost : "";
  notice.hidden = !isLost;
}

/** @param {DOMStringMap} said */
function isAnotherPage(said) {
  return said.writes !== live.dataset.writes || said.ended !== live.dataset.ended;
}

// The form is that of the next hand; what is entered in it stays as long as nobody says what it is. While hands of
// this phone wait it is that of the deal after them.
/** @param {ParentNode} box @param {string} last @param {boolean} free */
function takeForm(box, last, free) {
  const fresh = box.querySelector('[data-part="fresh"]');
  if (!entryForm || !fresh) return;
  serves(fresh);
  if (unsent) return;
  const next = find("form", fresh).elements;
  const mine = entryForm.elements;
  const isSame = next.previous.value === mine.previous.value && next.seats.value === mine.seats.value;
  if (free) {
    tellElsewhere(null);
    if (!followsServed()) renew();
  } else if (last && last === mine.key.value) {
    entryForm.dispatchEvent(new Event("discard")); // it was sent, from this page or another one of this phone
  } else if (isSame) {
    tellElsewhere(null);
    mine.key.dispatchEvent(new Event("input", { bubbles: true })); // a Radl may have been set
  } else tellElsewhere(box.querySelector('[data-part="latest"]'));
}

// The hand that was saved here is not the last one any more.
function pastSaved() {
  for (const own of document.querySelectorAll("[data-last-only]")) own.closest("section")?.remove();
}

/** @param {HTMLElement | null} latest */
function tellElsewhere(latest) {
  const notice = part("elsewhere");
  if (latest) part("theirs").innerHTML = latest.innerHTML;
  else find("details", notice).open = true; // the next time it asks again, also whoever has put it aside
  notice.hidden = !latest;
  find('[data-live="mark"]').hidden = Boolean(latest); // one question after the other
}

// Who has begun a hand goes on where the thumb is; who has not sees the top of the page.
/** @param {Element | null | undefined} anchor @param {number | undefined} before */
function keepInPlace(anchor, before) {
  if (!anchor?.isConnected || before === undefined || !(window.scrollY || entryLive.isBegun())) return;
  window.scrollBy(0, anchor.getBoundingClientRect().top - before);
}

/** Whoever listens hears it; nothing of it is seen. @param {string} text */
function announce(text) {
  part("news").textContent = text.replace(/\s+/g, " ").trim();
}

/** @param {ParentNode} box @param {DOMStringMap} said */
function tellNews(box, said) {
  const isHand = said.last && said.last !== page.last;
  const line = box.querySelector('[data-part="latest"]');
  if (!line) return; // the hand of this phone itself: its own box says it
  announce(isHand ? line.textContent : live.dataset.changed || "");
}

/** @param {On<SubmitEvent, HTMLFormElement>} event */
async function sendMark(event) {
  const sent = event.target.closest("form.mark, form[data-sends]");
  if (!sent) return;
  event.preventDefault();
  const body = new FormData(sent);
  if (event.submitter instanceof HTMLButtonElement) body.set(event.submitter.name, event.submitter.value);
  const limit = new AbortController();
  const timeout = setTimeout(() => limit.abort(), ANSWER_WITHIN_MS);
  let sentence = live.dataset.unsaved;
  try {
    const answer = await fetch(sent.action, { method: "POST", body, headers: { "X-Live": "1" }, signal: limit.signal });
    if (answer.status === 204) sentence = "";
    else if (answer.headers.get("Content-Type")?.startsWith("text/plain")) sentence = await answer.text();
  } catch {
    sentence = live.dataset.offline; // the key in the form makes sure that it counts once
  }
  clearTimeout(timeout);
  if (!sentence && sent.matches(".mark")) live.dataset.me = String(body.get("place") || live.dataset.me);
  if (!sentence && sent.matches("[data-sends]")) sent.reset(); // what was typed there keeps no newer piece away
  sent.hidden = !sentence;
  tellMark(sent, sentence);
  following.ask();
}

/** @param {HTMLFormElement} sent @param {string} sentence */
function tellMark(sent, sentence) {
  let line = sent.querySelector(".trouble");
  if (!line) {
    line = document.createElement("p");
    line.className = "trouble problem";
    line.setAttribute("role", "alert");
    sent.append(line);
  }
  line.textContent = sentence;
}

const following = follow({
  url: live.dataset.url,
  every: () => (page.ended ? ENDED_AFTER_MS : AGAIN_AFTER_MS),
  tag: () => page.version,
  take: (html, answer) => take(read(html, answer.headers.get("ETag"))),
  hear,
  tell: tellConnection,
  since: kept ? new Date(kept) : null,
});

/** The page that the server shows after a hand was saved; null where no page of ours came. @param {number} sequence */
async function pageAfter(sequence) {
  const limit = new AbortController();
  const timeout = setTimeout(() => limit.abort(), ANSWER_WITHIN_MS);
  try {
    const answer = await fetch(`${live.dataset.here}?saved=${sequence}`, { cache: "no-store", signal: limit.signal });
    return answer.status === 200 && !answer.redirected ? read(await answer.text(), "") : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timeout);
  }
}

export function startLive() {
  for (const [name, answer] of Object.entries({ same: "discard", next: "next" })) {
    part(name).addEventListener("click", () => {
      tellElsewhere(null);
      entryForm?.dispatchEvent(new Event(answer));
    });
  }
  ownSeat.startAsking();
  document.addEventListener("submit", sendMark);
  document.addEventListener("outbox", ({ detail }) => {
    if (detail.kind !== "kept" && detail.kind !== "unanswered") following.ask();
  });
  // keepInPlace does it, in every browser; Chromium asks the body.
  for (const one of [document.documentElement, document.body]) one.style.overflowAnchor = "none";
  askForMark();
  // What was just saved is said once: whoever comes back to the page later is asked about the hand that is the last one then.
  if (location.search.includes("saved=")) history.replaceState(history.state, "", location.pathname + location.hash);
}

export const liveTable = {
  table: live.dataset.here,
  ask: following.ask,
  pageAfter,
  read,
  takePage: take,
  announce,
  isAway: following.isAway,
  leave: () => {
    leaving = performance.now();
  },
  waitsFor: (/** @type {number} */ count) => {
    unsent = count;
    if (count) tellElsewhere(null); // what it asked about is kept, and asked about where it arrives
  },
};
