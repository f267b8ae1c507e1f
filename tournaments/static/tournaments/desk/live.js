// Desk and projector: what has changed at the tables is in sight within seconds. Only what is different is replaced.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";
import { serverClock } from "../clock/clock.js";
import { gong } from "../clock/sound.js";

/** @param {HTMLElement} live */
export function startDesk(live) {
  const USUAL_MS = Number(live.dataset.every) || 2000; // and up to a quarter of that more: not all ask at once
  const NEAR_THE_END_MS = Math.min(1000, USUAL_MS);
  const NEAR_MS = 60 * 1000;
  const LONGEST_MS = 15000;
  let { version } = live.dataset;
  /** @type {Map<string, string>} */
  const shown = new Map();
  const STILL_MS = 2500; // so long after the last movement there, rows come into their new order
  const BEHIND_MS = 10000; // a page that is not in sight, but may sound
  /** @type {Map<HTMLElement, string[]>} */
  const wishes = new Map(); // by list: the ids of its rows in their order
  let moved = 0; // when somebody was last at a row

  /** Without what clock.js shows: that runs by itself. @param {Element} element */
  function html(element) {
    const bare = element.innerHTML.replace(/(<span class="clock"[^>]*?)( data-shown="[^"]*")?>[^<]*/g, "$1>");
    return bare.replace(/ (hidden=""|data-clock-state="[^"]*")/g, "").replace(/\s+/g, " ");
  }

  /** @param {string} name @param {string} value */
  const remember = (name, value) => shown.set(name, value);

  /** @template {string} S @param {ParentNode} root @param {S} selector @param {(element: Found<S>) => void} use */
  function each(root, selector, use) {
    for (const element of root.querySelectorAll(selector)) use(element);
  }

  each(live, "[data-piece]:not([data-rows])", (one) => remember(one.dataset.piece, html(one)));
  each(live, "[data-row]", (one) => remember(one.id, one.className + html(one)));

  /** @param {HTMLElement} fresh */
  function takePiece(fresh) {
    const piece = live.querySelector(`[data-piece="${fresh.dataset.piece}"]`);
    if (!piece) return;
    if ("rows" in fresh.dataset) {
      piece.className = fresh.className;
      takeRows(piece, fresh);
      return;
    }
    const said = html(fresh);
    for (const { name, value } of fresh.attributes) piece.setAttribute(name, value);
    if (shown.get(fresh.dataset.piece) === said) return;
    piece.innerHTML = fresh.innerHTML;
    remember(fresh.dataset.piece, said);
  }

  // Row by row: what somebody is about to tap does not move, and the keyboard stays where it is. Rows change places only
  // where nobody has been moving for a while.
  /** @param {HTMLElement} list @param {HTMLElement} fresh */
  function takeRows(list, fresh) {
    const rows = Array.from(fresh.querySelectorAll("[data-row]"));
    const ids = new Set(rows.map((row) => row.id));
    each(list, "[data-row]", (row) => {
      if (!ids.has(row.id)) row.remove();
    });
    rows.forEach((row, at) => {
      const said = row.className + html(row);
      const own = document.getElementById(row.id);
      if (!own) list.insertBefore(document.importNode(row, true), list.children[at] || null);
      else if (shown.get(row.id) !== said) {
        const isFocused = own.contains(document.activeElement);
        own.className = row.className;
        own.innerHTML = row.innerHTML;
        if (isFocused) own.querySelector("a, button")?.focus({ preventScroll: true });
      }
      remember(row.id, said);
    });
    wishes.set(
      list,
      rows.map((row) => row.id),
    );
    putInOrder();
  }

  function putInOrder() {
    if (performance.now() - moved < STILL_MS) return;
    for (const [list, ids] of wishes) {
      const { activeElement } = document;
      const focused = activeElement instanceof HTMLElement && list.contains(activeElement) ? activeElement : null;
      ids.forEach((id, at) => {
        const row = document.getElementById(id);
        if (row && list.children[at] !== row) list.insertBefore(row, list.children[at] || null);
      });
      if (focused && focused !== document.activeElement) focused.focus({ preventScroll: true });
    }
    wishes.clear();
  }

  /** @param {string} text @param {Response} answer */
  function take(text, answer) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const pieces = page.querySelectorAll("[data-piece]");
    if (!pieces.length) return false;
    for (const piece of pieces) takePiece(piece);
    const runs = live.querySelector("[data-runs]")?.dataset.runs;
    each(live, "[data-if-runs]", (button) => {
      button.hidden = button.dataset.ifRuns !== runs;
    });
    document.dispatchEvent(new CustomEvent("pieces"));
    version = answer.headers.get("ETag") || "";
    return true;
  }

  // A page behind another one is only asked for where it would sound.
  const isAsleep = () => document.hidden && !gong.isOn();

  /** @param {number} failures @param {string} time */
  function tell(failures, time) {
    const away = find('[data-part="away"]', live);
    if (failures > 1) away.textContent = `${live.dataset.away} ${time}`;
    away.hidden = failures < 2;
    putInOrder();
  }

  function every() {
    if (document.hidden) return BEHIND_MS;
    const clock = live.querySelector("[data-clock][data-gong]");
    const left = clock ? serverClock.left(clock) : null;
    return left !== null && left > 0 && left < NEAR_MS ? NEAR_THE_END_MS : USUAL_MS;
  }

  for (const list of live.querySelectorAll("[data-rows]")) {
    for (const kind of ["pointermove", "pointerdown"]) {
      list.addEventListener(
        kind,
        () => {
          moved = performance.now();
        },
        { passive: true },
      );
    }
  }
  const { url } = live.dataset;
  follow({ url, every, longest: LONGEST_MS, tag: () => version, take, tell, isAsleep, reloads: true });
}
