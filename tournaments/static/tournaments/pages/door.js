// At the door: what is typed or scanned finds at once, a tap is sent without leaving the page, other desks are seen.

import { find, findAround } from "../../../../tarockclub/static/tarockclub/dom.js";
import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";
import { foldName } from "../names/fold.js";

// The camera at the door, where the browser reads codes by itself and may use it.
/** `take(code)`: what stands in a code. @param {(code: string) => void} take */
function startCamera(take) {
  const camera = find("#door-camera");
  const video = find("video#door-video");
  if (!("BarcodeDetector" in window) || !navigator.mediaDevices) return;
  camera.hidden = false;
  /** @type {MediaStream | null} */
  let stream = null;

  function stop() {
    for (const track of stream?.getTracks() || []) track.stop();
    stream = null;
    video.hidden = true;
  }

  /** @param {BarcodeDetector} detector */
  async function look(detector) {
    if (!stream) return;
    const [code] = await detector.detect(video).catch(() => []);
    if (!code) {
      setTimeout(() => look(detector), 200);
      return;
    }
    stop();
    take(code.rawValue);
  }

  camera.addEventListener("click", async () => {
    if (stream) {
      stop();
      return;
    }
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      look(new BarcodeDetector({ formats: ["qr_code"] }));
    } catch {
      stop();
      camera.hidden = true;
    }
  });
}

/** @param {HTMLFormElement | HTMLDivElement} form */
function startDoor(form) {
  const field = find("input#door-q");
  const list = find(".door-list", form);
  const known = find("#door-known");
  const problem = find("#door-problem");
  const said = find("#door-said");
  const newName = document.querySelector("input#new-name");
  const EVERY_MS = 1000; // and up to a quarter of that more: not all ask at once
  const WITHIN_MS = 8000;
  const SEARCH_AFTER_MS = 150; // without another letter
  const FEW = 3; // rows: with so few people of the register are offered, too
  let only = "";
  let version = form.dataset.version;
  let taps = 0;
  let later = 0;

  /** @param {HTMLElement} box @param {string | undefined} text */
  function show(box, text) {
    box.textContent = text || "";
    box.hidden = !text;
  }

  // A scanner types the whole address of an own page: the digits follow from its secret (own_codes.py).
  const LINK = /([0-9a-f-]{36})\/(?:sign-up|come\/\d+)\/([0-9a-f]{16})\//;

  function readTyped() {
    const link = LINK.exec(field.value);
    if (!link) return field.value;
    if (link[1] !== form.dataset.slug) {
      show(problem, form.dataset.other);
      return "";
    }
    const rest = Array.from(link[2]).reduce((sum, digit) => (sum * 16 + Number.parseInt(digit, 16)) % 1e6, 0);
    return String(rest).padStart(6, "0");
  }

  /** A code checks in whoever owes nothing, or cannot pay here; else it is asked. @param {Element[]} left */
  function checkIn([row, ...others]) {
    if (!row || others.length) return;
    const pays = row.querySelector("button.check-in");
    const state = row.classList;
    if (LINK.test(field.value) && (state.contains("free") || (state.contains("missing") && !pays)))
      row.querySelector("button.come")?.click();
    else row.querySelector("button")?.focus();
  }

  /** @param {HTMLElement} row @param {string} typed */
  function isFound(row, typed) {
    const parts = row.dataset.find.split(" ");
    const code = parts.pop() || "";
    if (!/^\d+$/.test(typed))
      return typed.split(/[^\p{L}\p{N}]+/u).every((word) => parts.some((part) => part.startsWith(word)));
    const own = parts.pop();
    return own === String(Number(typed)) || (typed.length > 3 && code.endsWith(typed)) || parts.includes(typed);
  }

  /** @param {Element} row */
  const isChosen = (row) => !only || only.split(" ").some((name) => row.classList.contains(name));

  function filter() {
    const typed = foldName(readTyped()).trim();
    const rows = Array.from(list.children);
    for (const row of rows) row.hidden = typed ? !isFound(row, typed) : !isChosen(row);
    const left = rows.filter((row) => !row.hidden);
    if (newName && document.activeElement !== newName && !/\d/.test(typed)) newName.value = field.value.trim();
    clearTimeout(later);
    if (typed.length < 2 || left.length > FEW || /^\d+$/.test(typed)) known.replaceChildren();
    else later = setTimeout(() => askKnown(field.value), 250);
    return left;
  }

  // A long list is searched on the server: here are only the rows that were looked for last.
  const isCut = "cut" in form.dataset;
  let searching = 0;
  let sought = "";

  async function loadRows() {
    if (!isCut) return;
    clearTimeout(searching);
    const query = `?${new URLSearchParams({ find: readTyped(), only: field.value ? "" : only })}`;
    sought = query;
    try {
      const answer = await load(query);
      const rows = await answer.text();
      if (!answer.ok || sought !== query) return;
      list.innerHTML = rows;
    } catch {
      show(problem, form.dataset.away);
    }
    filter();
  }

  /** @param {string} query */
  async function load(query) {
    /** @type {RequestInit} */
    const options = { cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout?.(WITHIN_MS) };
    const answer = await fetch(form.dataset.url + query, options);
    hear(answer);
    if (!answer.headers.has("X-Door")) throw new TypeError("a page of the inn's network");
    return answer;
  }

  /** Logged out meanwhile. @param {Response | null} answer */
  function hear(answer) {
    if (answer?.redirected) window.location.reload();
  }

  /** @param {string} typed */
  async function askKnown(typed) {
    try {
      const answer = await load(`?q=${encodeURIComponent(typed)}`);
      if (answer.ok && field.value === typed) known.innerHTML = await answer.text();
    } catch {
      // "Somebody new" finds them, too
    }
  }

  /** @param {string} text @param {Response} answer */
  async function take(text, { headers }) {
    let news;
    try {
      news = JSON.parse(text);
    } catch {
      return false; // a page of the inn's network
    }
    for (const [name, count] of Object.entries(news.counts)) {
      const box = document.querySelector(`[data-count="${name}"]`);
      if (box) box.textContent = count;
    }
    const missing = [];
    for (const [id, state] of Object.entries(news.states)) {
      const row = document.getElementById(`d${id}`);
      if (!row) missing.push(id);
      else if (row.className !== state) row.className = state;
    }
    try {
      if (!isCut && missing.length && missing.length < 50) {
        const answer = await load(`?rows=${missing.join(",")}`);
        if (answer.ok) list.insertAdjacentHTML("afterbegin", await answer.text());
      }
    } catch {
      return false; // asked again
    }
    version = headers.get("ETag") || "";
    filter();
    return true;
  }

  /** @param {SubmitEvent} event */
  async function tap(event) {
    const button = event.submitter;
    if (
      !(button instanceof HTMLButtonElement && form instanceof HTMLFormElement) ||
      button.name.endsWith("registration")
    )
      return; // it may have to be asked who that is
    event.preventDefault();
    const row = findAround("li", button);
    if (row.hasAttribute("aria-busy")) return;
    row.setAttribute("aria-busy", "true");
    row.dataset.tap ||= `${form.elements.key.value}-${++taps}`; // the same again where no answer came
    const body = new FormData(form);
    body.set("key", row.dataset.tap);
    body.set(button.name, button.value);
    try {
      const options = { method: "POST", body, headers: { "X-Door": "1" }, signal: AbortSignal.timeout?.(WITHIN_MS) };
      const answer = await fetch(window.location.pathname, options);
      if (answer.redirected || !(answer.headers.get("Content-Type") || "").includes("json")) {
        window.location.reload();
        return;
      }
      const news = await answer.json();
      delete row.dataset.tap;
      show(problem, news.problem || "");
      show(said, news.said || "");
      if (answer.ok) finish();
      following.ask();
    } catch {
      show(problem, form.dataset.away);
    }
    row.removeAttribute("aria-busy");
  }

  function finish() {
    field.value = "";
    filter();
    loadRows();
    if (!window.matchMedia("(pointer: coarse)").matches) field.focus(); // on a phone the keyboard would cover the list
  }

  if (form instanceof HTMLFormElement) form.addEventListener("submit", tap);
  field.addEventListener("input", () => {
    show(problem, "");
    filter();
    clearTimeout(searching);
    searching = setTimeout(loadRows, SEARCH_AFTER_MS);
  });
  field.form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    await loadRows();
    checkIn(filter());
  });
  find("#door-counts").addEventListener("click", (event) => {
    const chosen = event.target.closest("button");
    if (!chosen) return;
    only = chosen.dataset.only === only ? "" : chosen.dataset.only || "";
    for (const each of document.querySelectorAll("#door-counts button")) {
      each.setAttribute("aria-pressed", String(each.dataset.only === only));
    }
    field.value = "";
    filter();
    loadRows();
  });
  const every = () => EVERY_MS;
  const following = follow({ url: form.dataset.url, every, tag: () => version, take, hear, reloads: true });
  if (field.value) filter();

  startCamera(async (code) => {
    field.value = code;
    await loadRows();
    checkIn(filter());
  });
}

const form = document.querySelector("form#door, div#door");
if (form) startDoor(form);
