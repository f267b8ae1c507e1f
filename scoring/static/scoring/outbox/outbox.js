// Sends the hands that the browser keeps, in order, until the server has said by their key what became of them.

import { changeHand, deleteHand, deleteSent, forgetHand, listHands, newKey, putHand, within } from "./store.js";

const ANSWER_WITHIN_MS = 8000; // a hung answer holds up the hands behind it no longer
const HERE_WITHIN_MS = 1500; // a tab on a slow phone may be busy
const LEASE_MS = 12000; // of whoever sends; longer than an answer may take, for his tab may be gone
const PAUSES_MS = [50, 250, 1000, 2000, 3000]; // after so many questions without an answer
const LOOK_MS = 3000; // whether another tab, or another code, has changed something
// What the next code, the right server, or a decision at a table where too many hands are held may put right.
const ASKED_ANEW = [
  "no_right",
  "no_table",
  "stale",
  "ended",
  "time_up",
  "in_play_played",
  "no_double_round",
  "double_round_over",
  "double_round_runs",
  "table_done",
  "on_paper",
  "hands_played",
];
const CLOCK_STANDS = ["not_started", "in_pause", "halted"]; // sent again by itself

const me = newKey();
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("outbox") : null;
const timers = new Map(); // by table: when it is tried again
const failures = new Map(); // by table: questions without an answer, one after the other
const sending = new Set(); // tables whose hands this tab is sending
const anew = new Set(); // tables of which also what was refused is to be sent
const locked = new Set(); // tables whose lock it holds
const doubtful = new Set(); // keys of held hands that their tables may not hold any more
const GONE = ["saved", "same", "dropped", "removed"];

/** @param {string} table */
async function of(table) {
  return (await listHands()).filter((hand) => hand.table === table);
}

/** @param {OutboxNews["kind"]} kind @param {Hand} hand @param {Answer | null} answer */
function tell(kind, hand, answer = null) {
  const detail = { kind, table: hand.table, hand, answer };
  channel?.postMessage(detail);
  document.dispatchEvent(new CustomEvent("outbox", { detail: { ...detail, elsewhere: false } }));
}

/** @param {Entered} hand */
async function keep(hand) {
  const kept = await putHand(hand);
  tell("kept", kept);
  send(kept.table);
  return kept;
}

// Somebody else may send them now: as if they had been sent from here, whoever changes one makes another hand of it.
/** @param {Hand[]} hands */
async function passedOn(hands) {
  for (const hand of hands) await changeHand(hand, { tried: hand.tried + 1 });
}

// What somebody decides about a hand here: whether it is changed before it is sent.
/** @param {Hand} hand @param {string} state */
async function mark(hand, state) {
  const now = await changeHand(hand, { state });
  if (now) tell("marked", now);
  send(hand.table);
  return now;
}

/** @param {Hand} hand */
async function remove(hand) {
  await deleteHand(hand);
  tell("removed", hand);
}

/** @param {Hand} hand @param {"saved" | "same" | "dropped"} kind @param {Answer} answer */
async function removeSent(hand, kind, answer) {
  await deleteSent(hand);
  tell(kind, hand, answer);
}

/** One tab at a time sends a table's hands; the lock of one that is gone is taken over. @param {string} table */
async function lock(table) {
  let owner = await lockUnless(table);
  if (owner !== me && !(await isThere(owner))) owner = await lockUnless(table, owner);
  if (owner === me) locked.add(table);
  return owner === me;
}

// Whose the lock is then. A clock that was put back makes no lock that lasts for hours.
/** @param {string} table @param {string} gone @returns {Promise<string>} */
function lockUnless(table, gone = "") {
  return within("locks", (store, give) => {
    const asked = store.get(table);
    asked.onsuccess = () => {
      const held = asked.result;
      const left = held ? held.until - Date.now() : 0;
      const free = !held || [me, gone].includes(held.owner) || left <= 0 || left > LEASE_MS;
      if (free) store.put({ name: table, owner: me, until: Date.now() + LEASE_MS });
      give(free ? me : held.owner);
    };
  });
}

// A tab that lives says so at once, whatever it is waiting for. Where nobody can be asked the lock ends by itself.
/** @param {string} owner @returns {Promise<boolean>} */
function isThere(owner) {
  if (!channel) return Promise.resolve(true);
  return new Promise((done) => {
    const hear = (/** @type {MessageEvent} */ { data }) => {
      if (data.here === owner) done(true);
    };
    channel.addEventListener("message", hear);
    setTimeout(() => {
      channel.removeEventListener("message", hear);
      done(false);
    }, HERE_WITHIN_MS);
    channel.postMessage({ who: owner });
  });
}

/** @param {string} table */
function unlock(table) {
  if (!locked.delete(table)) return Promise.resolve();
  return within("locks", (store) => {
    const asked = store.get(table);
    asked.onsuccess = () => {
      if (asked.result?.owner === me) store.delete(table);
    };
  });
}

function token() {
  const [, found = ""] = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/) || [];
  return found;
}

/** @param {Entered | Hand} hand */
function body(hand) {
  const numbers = hand.seats.split(",").map(Number);
  const { key, previous, fields, at } = hand;
  return JSON.stringify({ key, previous, seats: numbers.slice(0, 5), sittings: numbers.slice(5), fields, at });
}

// The server's answer, or null: what does not name the key comes from the inn's network, or from nobody.
/** @param {Entered | Hand} hand @returns {Promise<Answer | null>} */
async function ask(hand) {
  const limit = new AbortController();
  const timeout = setTimeout(() => limit.abort(), ANSWER_WITHIN_MS);
  try {
    const response = await fetch(`${hand.table}hands/`, {
      method: "POST",
      body: body(hand),
      signal: limit.signal,
      credentials: "same-origin",
      redirect: "error",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    });
    const answer = await response.json();
    return answer?.key === hand.key && (answer.saved === true || typeof answer.code === "string") ? answer : null;
  } catch {
    return null; // too late, no network, or no answer of ours
  } finally {
    clearTimeout(timeout);
  }
}

// Only saved, or decided by somebody, ends the keeping; whatever else is said goes to the list.
/** @param {Hand} hand @param {Answer} answer */
async function take(hand, answer) {
  const { code } = answer;
  doubtful.delete(hand.key);
  if (answer.saved) return removeSent(hand, "saved", answer);
  if (code === "same" || code === "dropped") return removeSent(hand, code, answer);
  const state = answer.held ? "held" : code;
  const isNews = state !== hand.state;
  await changeHand(hand, { state, answer });
  if (isNews) tell("refused", { ...hand, state, answer }, answer);
}

// What is sent next. Held hands hold up nobody, and are asked about again only where somebody may have decided; one that
// must be mended, or may not be sent, does.
/** @param {Hand[]} hands @param {boolean} asked @param {Set<string>} done */
function due(hands, asked, done) {
  for (const hand of hands) {
    if (done.has(hand.key)) {
      if (hand.state === "held" || hand.state === "other_body") continue;
      return null;
    }
    if (hand.state === "waiting" || CLOCK_STANDS.includes(hand.state)) return hand;
    if (hand.state === "held") {
      if (doubtful.has(hand.key)) return hand;
    } else if (hand.state !== "other_body") {
      return asked && ASKED_ANEW.includes(hand.state) ? hand : null;
    }
  }
  return null;
}

/** Whether nothing is left to be sent, or another tab sends it. @param {string} table @param {boolean} asked */
async function sendAll(table, asked) {
  const done = new Set(); // asked in this round
  for (;;) {
    const hand = due(await of(table), asked, done);
    if (!hand) return true;
    if (!(await lock(table))) return false;
    const now = await changeHand(hand, { tried: hand.tried + 1 }, hand.state);
    if (!now) continue; // somebody has begun to change it, or thrown it away
    const answer = await ask(now);
    if (!answer) {
      tell("unanswered", now);
      return false;
    }
    failures.set(table, 0);
    done.add(hand.key);
    await take(now, answer);
  }
}

// Sends what waits; `asked`: also what was refused, for something may have changed. That stays so until there was an
// answer: somebody may have decided while others were on their way.
/** @param {string} table @param {boolean} asked */
async function send(table, asked = false) {
  clearTimeout(timers.get(table));
  if (asked) anew.add(table);
  if (sending.has(table)) {
    again(table, LOOK_MS / 10);
    return;
  }
  sending.add(table);
  const isAsked = anew.delete(table);
  let fine = false;
  try {
    fine = await sendAll(table, isAsked);
    await unlock(table);
  } catch {
    fine = false; // the browser's own store is in trouble: tried again
  } finally {
    sending.delete(table);
  }
  if (fine) failures.delete(table);
  else {
    if (isAsked) anew.add(table);
    const count = failures.get(table) || 0;
    failures.set(table, count + 1);
    again(table, PAUSES_MS[Math.min(count, PAUSES_MS.length - 1)]);
  }
}

/** @param {string} table @param {number} pause */
function again(table, pause) {
  clearTimeout(timers.get(table));
  timers.set(
    table,
    setTimeout(() => send(table), pause * (1 + Math.random() / 8)),
  );
}

/** These may have been decided about: each is asked about once more. @param {Hand[]} hands */
function doubt(hands) {
  for (const hand of hands) if (hand.state === "held") doubtful.add(hand.key);
}

// Whatever waits, for whichever table.
async function sendWaiting(asked = true) {
  try {
    for (const table of new Set((await listHands()).map((hand) => hand.table))) send(table, asked);
  } catch {
    tellUnkept();
  }
}

// A browser that keeps nothing, or nothing any more.
function tellUnkept() {
  document.dispatchEvent(new CustomEvent("unkept"));
}

export function startOutbox() {
  channel?.addEventListener("message", ({ data }) => {
    if (data.who === me) channel.postMessage({ here: me });
    if (!data.kind) return;
    if (GONE.includes(data.kind)) forgetHand(data.hand);
    document.dispatchEvent(new CustomEvent("outbox", { detail: { ...data, elsewhere: true } }));
  });
  window.addEventListener("online", () => sendWaiting());
  window.addEventListener("pageshow", async () => {
    const here = document.getElementById("live")?.dataset.here;
    doubt((await listHands().catch(() => [])).filter(({ table }) => table !== here)); // nothing is heard of other tables
    sendWaiting();
  });
  window.addEventListener("pagehide", () => {
    for (const table of [...locked]) unlock(table).catch(() => {}); // it ends by itself
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) sendWaiting();
  });
  setInterval(() => sendWaiting(false), LOOK_MS);
}

export const outbox = { ask, doubt, keep, mark, passedOn, of, remove, send, tellUnkept };
