// The page that opens without the network: what a browser has kept of it. Only over HTTPS; a page in an inn without
// it has to stay open. What is entered is kept by outbox.js, in every browser; nothing here knows of it.

/** @typedef {{ version: string; files: string[]; offline: string; help: string[] }} Program */
const worker = /** @type {ServiceWorkerGlobalScope & { program: Program }} */ (/** @type {unknown} */ (self));
const { version, files, offline, help } = worker.program;
const FILES = `files-${version}`;
const PAGES = `pages-${version}`;
const KEPT_AT = "X-Kept-At"; // ms since 1970: when the page was asked for
const OF_OURS = "X-Page"; // an inn's network answers with pages of its own
const HELP = /^\/help\/[a-z-]+\/$/; // the same for all clubs
const TABLE = /^\/tables\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/(rules\/)?$/;
const OWN = /^(?:\/c\/[a-z0-9-]+)?\/tournaments\/people\/mine\/[0-9a-f]{32}\/$/; // a person's: the address is the secret
const START = /^\/tournaments\/people\/me\/$/; // where their app begins: what is installed does not know the secret
const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.\w+$/;
const NEEDED = /\/static\/[^"]+\.[0-9a-f]{12}\.(?:css|js|svg)/g;
const OURS = /^(?:files|pages)-/; // what is kept, by name
const CLUB = /^\/c\/[a-z0-9-]+(?=\/)/; // of the addresses of one of several clubs
const NEVER = /^\/(?:t|i18n|setup|log-in|log-out|password|club|backups)\/|\/live\/$|\.xlsx$/; // secrets, files
const TABLE_WITHIN_MS = 4000; // then what is kept is shown, and brings itself up to date
const OTHERS_WITHIN_MS = 15000;
const FRESH_WITHIN_MS = 10000;
const MOST_PAGES = 40; // of 20 tables: their own and that of their rules
const LONGEST_MS = 30 * 24 * 3600 * 1000; // names are on it

/** @param {Response} answer */
const isFine = (answer) => answer.status === 200 && answer.type === "basic" && !answer.redirected;
/** @param {Response} answer */
const isFile = (answer) => isFine(answer) && !answer.headers.get("Content-Type")?.startsWith("text/html");
/** @param {Response} answer */
const isPage = (answer) => isFine(answer) && answer.headers.has(OF_OURS);
/** @param {string} name */
const isOurs = (name) => OURS.test(name);

/** @template T @param {number} ms @param {Promise<T>} promise @returns {Promise<T>} */
function within(ms, promise) {
  return new Promise((done, failed) => {
    setTimeout(() => failed(new Error("too late")), ms);
    promise.then(done, failed);
  });
}

/** @param {string} address @param {RequestInit} options */
async function get(address, options = {}) {
  const limit = new AbortController();
  const timeout = setTimeout(() => limit.abort(), FRESH_WITHIN_MS);
  try {
    return await fetch(address, { credentials: "same-origin", signal: limit.signal, ...options });
  } finally {
    clearTimeout(timeout);
  }
}

/** @param {(answer: Response) => boolean} isGood @param {Response} answer */
function mustBe(isGood, answer) {
  if (!isGood(answer)) throw new Error(`no answer of ours: ${answer.url}`);
  return answer;
}

// A file whose name changes with its content need be asked for only once, whichever program it came with.
/** @param {string} address */
async function file(address) {
  const known = await caches.open(FILES);
  const kept = await known.match(address);
  if (kept) return kept;
  const answer = (await caches.match(address)) || mustBe(isFile, await get(address));
  await known.put(address, answer.clone());
  return answer;
}

// The page says in itself from when it is. An answer that was long on its way replaces no newer one; one from a time
// that has not come yet, by a clock that was wrong, is no newer one.
/** @param {string} path @param {Response} answer @param {number} askedAt */
async function keep(path, answer, askedAt) {
  const pages = await caches.open(PAGES);
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, String(askedAt));
  const html = await answer.text();
  // Without its files it would be of no use.
  await Promise.all(Array.from(new Set(html.match(NEEDED)), (address) => file(address)));
  const before = Number((await pages.match(path))?.headers.get(KEPT_AT));
  if (before > askedAt && before <= Date.now()) return;
  const said = html.replace("<html ", `<html data-kept="${new Date(askedAt).toISOString()}" `);
  await pages.put(path, new Response(said, { headers }));
  for (const own of await listOwn()) {
    if (own.start === headers.get(OF_OURS) && own.path !== path) await pages.delete(own.path); // of a link before this one
  }
  await tidy(pages);
  await withRules(path);
}

/** Pages of people, with where their apps begin. */
async function listOwn() {
  const pages = await caches.open(PAGES);
  const paths = (await pages.keys()).map(({ url }) => new URL(url).pathname).filter((path) => OWN.test(path));
  return Promise.all(paths.map(async (path) => ({ path, start: (await pages.match(path))?.headers.get(OF_OURS) })));
}

/** The page that was kept last stands last; an app needs its own however long ago that was. @param {Cache} pages */
async function tidy(pages) {
  const all = (await pages.keys()).filter(({ url }) => !OWN.test(new URL(url).pathname));
  for (const [at, request] of all.entries()) {
    const kept = await pages.match(request);
    const age = Date.now() - Number(kept?.headers.get(KEPT_AT));
    if (at < all.length - MOST_PAGES || age > LONGEST_MS) await pages.delete(request);
  }
}

/** @param {string} path */
const keptTable = (path) => caches.open(PAGES).then((pages) => pages.match(path));
const offlinePage = async () => (await caches.match(offline)) || Response.error();

// What follows the question mark shows something for one moment: such a page is not kept.
/** @param {FetchEvent} event @param {URL} url */
async function fromNetwork(event, url) {
  const askedAt = Date.now();
  const answer = await fetch(event.request);
  if (answer.status === 404 && OWN.test(url.pathname)) event.waitUntil(forgetOwn(url.pathname)); // the link has ended
  if (!url.search && isPage(answer)) event.waitUntil(keep(url.pathname, answer.clone(), askedAt).catch(() => {}));
  return answer;
}

// The network's, unless it takes too long or the server is away: what is late is kept for the next time.
/** @param {URL} url @param {Promise<Response>} network */
async function table(url, network) {
  const kept = await keptTable(url.pathname).catch(() => null); // a browser in trouble still has the network
  try {
    const answer = await (kept ? within(TABLE_WITHIN_MS, network) : network);
    return kept && answer.status >= 500 ? kept : answer;
  } catch {
    return kept || offlinePage();
  }
}

// An app of a link that was replaced is the app of the only person whose page is kept.
/** @param {URL} url @param {Request} request */
async function start(url, request) {
  const own = await listOwn();
  const mine = own.find((one) => one.start === url.pathname + url.search) || (own.length === 1 ? own[0] : null);
  return mine ? Response.redirect(mine.path) : other(request);
}

/** A proxy whose server is away says so with 502 or 504. @param {Request} request */
async function other(request) {
  try {
    const answer = await within(OTHERS_WITHIN_MS, fetch(request));
    return answer.status === 502 || answer.status === 504 ? offlinePage() : answer;
  } catch {
    return offlinePage();
  }
}

/** @param {Request} request @param {string} path */
async function helpPage(request, path) {
  const kept = await caches.match(path).catch(() => null);
  if (!kept) return other(request);
  try {
    const answer = await within(TABLE_WITHIN_MS, fetch(request));
    return answer.status >= 500 ? kept : answer;
  } catch {
    return kept;
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  const path = url.pathname.replace(CLUB, "");
  if (HASHED.test(url.pathname)) event.respondWith(file(request.url).catch(() => fetch(request)));
  else if (request.mode !== "navigate" || NEVER.test(path)) return;
  else if (START.test(path)) event.respondWith(start(url, request));
  else if (TABLE.test(url.pathname) || OWN.test(url.pathname)) {
    const network = fromNetwork(event, url);
    event.waitUntil(network.catch(() => {}));
    event.respondWith(table(url, network));
  } else if (HELP.test(path)) event.respondWith(helpPage(request, path));
  else event.respondWith(other(request));
});

/** Asks for the page of a table as it is now; fails where there is no network. @param {string} path */
async function freshTable(path) {
  const askedAt = Date.now();
  const answer = await get(path, { cache: "no-store", headers: { "X-By-Itself": "1" } });
  if (answer.status !== 404) await keep(path, mustBe(isPage, answer), askedAt);
}

/** Who plays looks up rules: they come with the table, once. @param {string} path */
async function withRules(path) {
  const [isTable, isRules] = TABLE.exec(path) || [];
  if (isTable && !isRules && !(await keptTable(`${path}rules/`))) await freshTable(`${path}rules/`);
}

/** @param {string} path */
async function forgetTable(path) {
  const pages = await caches.open(PAGES);
  await Promise.all([path, `${path}rules/`].map((one) => pages.delete(one)));
}

/** @param {string} path "own": whoever logs out leaves nobody's page behind. */
async function forgetOwn(path) {
  const pages = await caches.open(PAGES);
  for (const own of await listOwn()) if (path === "own" || path === own.path) await pages.delete(own.path);
}

/** Somebody has asked for it: no messages either, when the last one has gone. @param {string} path */
async function leave(path) {
  await forgetOwn(path);
  if ((await listOwn()).length === 0) await (await worker.registration.pushManager?.getSubscription())?.unsubscribe();
}

/** @param {string} path */
const freshPage = async (path) => {
  const page = mustBe(isPage, await get(path, { cache: "no-store", headers: { "X-By-Itself": "1" } }));
  await (await caches.open(FILES)).put(path, page);
};

// The page for all that needs the network, and the help for those who have none: in the language of this phone.
async function freshOffline() {
  await freshPage(offline);
  for (const path of help) await freshPage(path).catch(() => {}); // hands can be entered without
}

worker.addEventListener("message", (event) => {
  const { fresh, forget } = event.data || {};
  let work = null;
  if (fresh === offline) work = freshOffline();
  else if (TABLE.test(fresh) || OWN.test(fresh)) work = freshTable(fresh);
  else if (TABLE.test(forget)) work = forgetTable(forget);
  else if (forget) work = leave(forget);
  if (work) event.waitUntil(work.catch(() => {})); // what is kept stays as it was
});

// All or nothing: as long as something is missing, the worker before this one goes on with what it has.
async function install() {
  await Promise.all(files.map((address) => file(address)));
  await freshOffline();
  await takeOver();
  await worker.skipWaiting();
}

// The tables and own pages of an older program, as this one shows them.
async function takeOver() {
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-") || name === PAGES) continue;
    for (const request of await (await caches.open(name)).keys()) await freshTable(new URL(request.url).pathname);
  }
}

async function activate() {
  const past = (await caches.keys()).filter((name) => isOurs(name) && name !== FILES && name !== PAGES);
  await Promise.all(past.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

// What goes past the worker need not wake it, where a browser can be told so: a table asks every second.
/** @param {ExtendableEvent & { addRoutes?: (routes: unknown[]) => Promise<void> }} event */
function spare(event) {
  const past = [{ requestMethod: "POST" }, { urlPattern: { pathname: "/tables/*/live/" } }];
  return event.addRoutes?.(past.map((condition) => ({ condition, source: "network" })));
}

worker.addEventListener("install", (event) => {
  event.waitUntil(Promise.resolve(spare(event)).catch(() => {}));
  event.waitUntil(install());
});

// What the server tells somebody (tarockclub/platform/messages/push.py).
worker.addEventListener("push", (event) => {
  const { title, choose, ...said } = event.data?.json() ?? {};
  const actions = [{ action: "choose", title: choose }];
  event.waitUntil(worker.registration.showNotification(title, { ...said, data: said, actions }));
});
worker.addEventListener("notificationclick", (event) => {
  const { data } = event.notification;
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.action ? data.choice : data.path));
});

worker.addEventListener("activate", (event) => event.waitUntil(activate()));
