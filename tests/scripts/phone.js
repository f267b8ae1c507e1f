// As much of a browser as the tested modules ask for: a page without elements, what it keeps, and a server's answers.

import "fake-indexeddb/auto";
import { webcrypto } from "node:crypto";

/** What a page listens to. */
class Page extends EventTarget {
  cookie = "";
  hidden = false;
  documentElement = { dataset: {}, lang: "de" };
  querySelectorAll() {
    return [];
  }
  querySelector() {
    return null;
  }
  getElementById() {
    return null;
  }
}

class Kept extends Map {
  getItem(name) {
    return this.get(name) ?? null;
  }
  setItem(name, value) {
    this.set(name, value);
  }
  removeItem(name) {
    this.delete(name);
  }
}

export const page = new Page();
export const kept = new Kept();

/** What was sent, and what the server answers to it: null, nothing. */
export const server = { sent: [], answer: () => null };

globalThis.crypto ??= webcrypto; // node 18, which Debian 12 has, has it only there
globalThis.CustomEvent ??= class extends Event {
  constructor(kind, options) {
    super(kind, options);
    this.detail = options?.detail ?? null;
  }
};
Object.assign(globalThis, {
  document: page,
  window: new EventTarget(),
  localStorage: kept,
  BroadcastChannel: undefined,
});
globalThis.fetch = async (address, options) => {
  const body = options?.body ? JSON.parse(options.body) : null;
  server.sent.push(body ?? address);
  const answer = await server.answer(body);
  if (answer === null) throw new TypeError("no network");
  return { status: 200, json: async () => answer };
};

/** Wait until something holds. */
export async function until(holds) {
  for (let looks = 0; looks < 400; looks += 1) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 5));
  }
  throw new Error(`not within two seconds: ${holds}`);
}

/** Stop the time at `now`; what is returned lets some pass at once, as in sleep. (Node 18 mocks timers, but no Date.) */
export function stopTime(now) {
  const waiting = new Map();
  let number = 0;
  const wait = (repeats) => (act, ms) => {
    number += 1;
    waiting.set(number, { act, ms, repeats, due: now + ms });
    return number;
  };
  const forget = (id) => waiting.delete(id);
  Date.now = () => now;
  Object.assign(globalThis, { setTimeout: wait(false), setInterval: wait(true) });
  Object.assign(globalThis, { clearTimeout: forget, clearInterval: forget });
  return (ms) => {
    now += ms;
    const isDue = ([, { due }]) => due <= now;
    for (const [id, timer] of [...waiting].filter(isDue).sort(([, one], [, other]) => one.due - other.due)) {
      if (!waiting.has(id)) continue; // another one has stopped it
      if (timer.repeats) timer.due = now + timer.ms;
      else forget(id);
      timer.act();
    }
  };
}
