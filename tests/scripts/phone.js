// As much of a browser as the tested modules ask for: a page without elements, what it keeps, and a server's answers.

import "fake-indexeddb/auto";

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
