// What the browser keeps: hands until the server has said what became of them, who is sending them, and the tables that
// this phone has opened. An inn's laptop serves plain HTTP: there browsers have no Web Locks and no randomUUID.

const STORES = { hands: "key", locks: "name", tables: "path" };
const REPLACED = ["changing", "held"]; // by what stands in the form under the same key
const ANSWER_WITHIN_MS = 5000;
const MADE = ""; // beside the locks: which store this is; somebody who clears the site's data gets another one

/** @type {Promise<IDBDatabase> | null} */
let opening = null;
/** @type {Hand[]} */
let lastKnown = []; // the hands that were there last
/** @type {string | undefined} */
let lastStore; // where that was

// A key that no other phone makes.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function database() {
  opening ??= new Promise((done, failed) => {
    const asked = indexedDB.open("tarockclub", 1);
    asked.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) asked.result.createObjectStore(name, { keyPath });
      asked.transaction?.objectStore("locks").put({ name: MADE, owner: newKey() });
    };
    asked.onerror = () => failed(asked.error);
    asked.onsuccess = () => {
      const { result: db } = asked;
      db.onclose = () => {
        opening = null;
      };
      db.onversionchange = () => {
        db.close();
        opening = null;
      };
      done(db);
    };
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

// One transaction on one store; what it gives is certain to be on the disk where it must be: what is sent once more
// or forgotten in a power cut need not.
/**
 * @template T
 * @param {string} name
 * @param {(store: IDBObjectStore, give: (given: T) => void) => void} work
 * @param {IDBTransactionDurability} durability
 * @returns {Promise<T>}
 */
export function within(name, work, durability = "relaxed") {
  return connected(
    (db) =>
      new Promise((done, failed) => {
        const run = db.transaction(name, "readwrite", { durability });
        /** @type {T} */
        let result;
        run.oncomplete = () => done(result);
        run.onabort = () => failed(run.error);
        work(run.objectStore(name), (given) => {
          result = given;
        });
      }),
  );
}

/** @template T @param {string} name @returns {Promise<T[]>} */
function everything(name) {
  return connected(
    (db) =>
      new Promise((done, failed) => {
        const asked = db.transaction(name).objectStore(name).getAll();
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => failed(asked.error);
      }),
  );
}

// A phone that was locked for a while may have cut the connection, which shows only when it is used: once more then.
/** @template T @param {(db: IDBDatabase) => Promise<T>} use */
async function connected(use) {
  try {
    return await inTime(database().then(use));
  } catch {
    opening = null;
    return inTime(database().then(use));
  }
}

// A store that was taken away may answer nothing any more.
/** @template T @param {Promise<T>} asked @returns {Promise<T>} */
function inTime(asked) {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error("The browser's store does not answer.")), ANSWER_WITHIN_MS);
    asked.then(done, failed).finally(() => clearTimeout(timer));
  });
}

// Where somebody has cleared the site's data while this page was open, what it still knows is kept again.
/** @returns {Promise<Hand[]>} */
export async function listHands() {
  const hands = await everything("hands");
  const store = (await everything("locks")).find(({ name }) => name === MADE)?.owner || "";
  const lost = lastStore === undefined || lastStore === store ? [] : lastKnown;
  for (const hand of lost.filter(({ key }) => !hands.some((one) => one.key === key))) {
    await within("hands", (kept) => kept.put(hand));
    hands.push(hand);
  }
  lastStore = store;
  lastKnown = hands.sort((one, other) => one.order - other.order);
  return lastKnown;
}

/** What another tab has thrown away or sent. @param {Hand} hand */
export function forgetHand(hand) {
  lastKnown = lastKnown.filter((one) => one.key !== hand.key || !isSame(one, hand));
}

/** @param {Pick<Hand, "seats" | "fields">} one @param {Pick<Hand, "seats" | "fields">} other */
const isSame = (one, other) => JSON.stringify([one.seats, one.fields]) === JSON.stringify([other.seats, other.fields]);

// A hand that stands for another one, which it changes, takes its place in the queue. What two tabs have made of one
// half-entered hand is two hands: nothing that is kept is replaced unless somebody is changing it, or has taken one
// that the server holds into the form: under another key it would count, and be asked about all the same.
/** @param {Entered} hand @returns {Promise<Hand>} */
export function putHand({ instead = "", ...hand }) {
  return within(
    "hands",
    (store, give) => {
      const asked = store.getAll();
      asked.onsuccess = () => {
        const known = asked.result.find((one) => one.key === hand.key);
        const isOther = known && !REPLACED.includes(known.state) && !isSame(known, hand);
        const before = isOther ? null : known || asked.result.find((one) => one.key === instead);
        const last = asked.result.reduce((most, one) => Math.max(most, one.order), 0);
        const order = before ? before.order : last + 1;
        const whole = { ...hand, state: "waiting", answer: null, tried: 0, order };
        if (isOther) whole.key = newKey();
        if (before) store.delete(before.key);
        store.put(whole);
        for (const one of before ? asked.result : []) {
          // what follows one that has arrived follows it still
          if (instead && one.previous === instead && one !== before) store.put({ ...one, previous: whole.key });
        }
        give(whole);
      };
    },
    "strict",
  );
}

// Changes what is noted of a hand that is still there as it was, in that state; the hand as it is then, or null.
/** @param {Hand} hand @param {Partial<Hand>} changes @param {string} state @returns {Promise<Hand | null>} */
export function changeHand(hand, changes, state = "") {
  return within("hands", (store, give) => {
    const asked = store.get(hand.key);
    asked.onsuccess = () => {
      const isThere = asked.result && isSame(asked.result, hand);
      const isMeant = isThere && (!state || asked.result.state === state);
      const now = isMeant ? { ...asked.result, ...changes } : null;
      if (now) store.put(now);
      give(now);
    };
  });
}

/** @param {Hand} hand */
export function deleteHand(hand) {
  forgetHand(hand);
  return within("hands", (store) => store.delete(hand.key));
}

// The server has it for good. What somebody has made of it while it was on its way is another hand, and stays.
/** @param {Hand} hand */
export function deleteSent(hand) {
  forgetHand(hand);
  return within("hands", (store) => {
    const asked = store.get(hand.key);
    asked.onsuccess = () => {
      if (asked.result && isSame(asked.result, hand)) store.delete(hand.key);
    };
  });
}

/** The tables that this phone has opened, the newest first. @returns {Promise<OpenedTable[]>} */
export async function listTables() {
  return (await everything("tables")).sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** @param {OpenedTable} table */
export const putTable = (table) => within("tables", (store) => store.put(table));
/** @param {string} path */
export const deleteTable = (path) => within("tables", (store) => store.delete(path));
