// Pages that lead on from the table open over it, as sheets: what is half entered stays, and no page is loaded. The main
// part of a page is fetched and shown, its forms are sent in the same way; the table takes in what it gets back in the end.
// A page with an entry form has its own scripts: it gets a frame. Without the network, and without scripts, links are links.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

/** @typedef {{ path: string; isFine: boolean; text: string; page: Document }} Answer */

const PAGES = /^(?:me|more|lines\/\d+)\/(?:hand\/|insert\/)?$/;
const SENT = /^(?:me|change|marks|strike)\/$/;
const AROUND = ".trail, .skip, .of-change, footer, header.site"; // of a page that stands alone
const ANSWER_WITHIN_MS = 8000;

const live = find("#live");
const { here } = live.dataset;
const dialog = document.createElement("dialog");
const title = document.createElement("h2");
const away = document.createElement("button");
const place = document.createElement("div");
const style = Object.assign(document.createElement("link"), { rel: "stylesheet" });
let opener = ""; // where the link leads with which it was opened
let putBack = () => {}; // what belongs to the table, and is shown here
let asked = 0; // the number of the newest question

/** What of an address stands after that of the table; "": another page. @param {string} address */
function pathHere(address) {
  const { pathname } = new URL(address, location.href);
  return pathname.startsWith(here) ? pathname.slice(here.length) : "";
}

/** @param {string} address @param {RequestInit} [sent] @returns {Promise<Answer | null>} */
async function ask(address, sent) {
  const limit = new AbortController();
  const timeout = setTimeout(() => limit.abort(), ANSWER_WITHIN_MS);
  try {
    const answer = await fetch(address, { ...sent, cache: "no-store", signal: limit.signal });
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const isOurs = page.querySelector("main#main") !== null;
    return isOurs ? { path: new URL(answer.url).pathname, isFine: answer.ok, text, page } : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timeout);
  }
}

/** @param {string} text @param {Node[]} content */
function open(text, ...content) {
  putBack();
  putBack = () => {};
  title.textContent = text;
  place.replaceChildren(...content);
  for (const row of document.querySelectorAll(".is-held")) row.classList.remove("is-held");
  if (dialog.open) return;
  dialog.showModal();
  history.pushState({ ...history.state, isOver: true }, "");
}

/** Nothing is lost: the same can be tapped on again. */
function tellAway() {
  const said = Object.assign(document.createElement("p"), { className: "problem", textContent: live.dataset.offline });
  said.setAttribute("role", "alert");
  if (!dialog.open) open("", said);
  else {
    place.querySelector(":scope > .problem")?.remove();
    place.prepend(said);
    arrive(); // it can be sent again
  }
}

/** What is written into a frame does not hear of that from every browser. */
function arrive() {
  place.querySelector("iframe")?.contentWindow?.dispatchEvent(new Event("pageshow"));
}

/** @param {Answer | null} answer */
function show(answer) {
  if (!answer) return tellAway();
  const { page, isFine } = answer;
  const main = find("main", page);
  if (page.querySelector(".table-page")) {
    const refused = page.getElementById("message");
    if (isFine || !refused) return takeIn(answer);
    return open("", document.importNode(refused, true));
  }
  const heading = main.querySelector("h1");
  const text = heading?.textContent.replace(/\s+/g, " ").trim() || "";
  heading?.remove();
  for (const part of page.querySelectorAll(AROUND)) part.remove();
  if (page.querySelector("form#entry")) openFrame(text, page);
  else open(text, ...Array.from(main.childNodes, (node) => document.importNode(node, true)));
}

/** @param {string} text @param {Document} page */
function openFrame(text, page) {
  const made = Object.assign(document.createElement("iframe"), { title: text });
  open(text, made);
  const inner = made.contentDocument;
  if (!inner) return;
  inner.open();
  inner.write(`<!doctype html>${page.documentElement.outerHTML}`);
  inner.close();
  made.addEventListener("load", arrive);
  inner.addEventListener("click", choose);
  inner.addEventListener("submit", send);
  inner.addEventListener(
    "keydown",
    (event) => event.key === "Escape" && !inner.querySelector(".pulled") && close(),
    true,
  );
}

/** It is done: the table has what it needs. @param {Answer} answer */
function takeIn({ text, page }) {
  const said = find("#live", page).dataset;
  const mine = page.querySelector(".deal .me");
  if (mine && said.me !== live.dataset.me) {
    find(".deal .me").innerHTML = mine.innerHTML;
    for (const list of document.querySelectorAll("[data-live] form.mark select")) list.value = "";
  }
  live.dataset.me = said.me;
  close();
  document.dispatchEvent(new CustomEvent("page", { detail: text }));
}

function close() {
  if (dialog.open) dialog.close();
}

function clear() {
  putBack();
  putBack = () => {};
  place.replaceChildren();
  if (history.state?.isOver) history.back();
  if (document.activeElement === document.body)
    document.querySelector(`a[href="${CSS.escape(opener)}"]`)?.focus({ preventScroll: true });
}

/** Late hands, which stand on the table's own page, further below. */
async function openLate() {
  await dress();
  const own = find('[data-live="held"]');
  const mark = document.createComment("");
  own.replaceWith(mark);
  open(own.querySelector("h2")?.textContent || "", own);
  putBack = () => mark.replaceWith(own);
}

/** The styles of what opens here, as soon as something does. */
async function dress() {
  if (style.isConnected) return;
  await new Promise((done) => {
    style.onload = style.onerror = done;
    document.head.append(style);
  });
}

/** @param {On<MouseEvent, HTMLElement>} event */
async function choose(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
  const { href } = link;
  const isLate = link.getAttribute("href") === "#held";
  if (isLate || PAGES.test(pathHere(href)) || href.startsWith(new URL(`${here}?held=`, location.href).href)) {
    event.preventDefault();
    if (!dialog.open) opener = link.getAttribute("href") || "";
    await (isLate ? openLate() : question(href));
  } else if (link.closest("dialog.over-table") && new URL(href).pathname === here && !new URL(href).search) {
    event.preventDefault();
    close();
  } else if (link.ownerDocument !== document) link.target = "_top";
}

/** Only what was asked last is shown. @param {string} address @param {RequestInit} [sent] */
async function question(address, sent) {
  asked += 1;
  const number = asked;
  dialog.ariaBusy = "true";
  const [answer] = await Promise.all([ask(address, sent), dress()]);
  if (number !== asked) return;
  dialog.ariaBusy = "false";
  show(answer);
}

/** @param {On<SubmitEvent, HTMLFormElement>} event */
function send(event) {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post") return;
  if (!SENT.test(pathHere(form.action))) return;
  event.preventDefault();
  event.stopPropagation();
  const body = new FormData(form);
  const key = submitter?.getAttribute("name"); // of a frame it is no element of this page
  if (key) body.set(key, submitter?.getAttribute("value") || "");
  if (dialog.ariaBusy !== "true") question(form.action, { method: "POST", body });
}

export function startOverTable() {
  const head = document.createElement("header");
  Object.assign(away, {
    type: "button",
    className: "close",
    textContent: "×",
    ariaLabel: find('[data-part="surface"]').dataset.close,
  });
  style.href = find("script[data-over]").dataset.over || "";
  dialog.className = "over-table";
  title.id = "over-table";
  dialog.setAttribute("aria-labelledby", title.id);
  head.append(title, away);
  dialog.append(head, place);
  find(".at-hand").append(dialog);
  away.addEventListener("click", close);
  dialog.addEventListener("close", clear);
  dialog.addEventListener("submit", (event) => send(/** @type {On<SubmitEvent, HTMLFormElement>} */ (event)));
  document.addEventListener("click", choose);
  document.addEventListener("submit", send);
  window.addEventListener("popstate", close);
  document.addEventListener("news", () => {
    if (place.querySelector('[data-live="held"]') && !place.querySelector(".held-hand:not([hidden])")) close();
  });
  if (history.state?.isOver) history.replaceState(null, "");
}
