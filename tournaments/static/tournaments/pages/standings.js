// A standing or a player's page follows what is entered; who has said which player he is finds his own row at once.

import { showPrintButtons } from "../../../../scoring/static/scoring/printing/button.js";
import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";
import { foldName } from "../names/fold.js";

function startStandings() {
  const follows = find("#follows");
  const away = find("#away");
  const field = document.querySelector("input#find");
  const AGAIN_AFTER_MS = 9000;
  const LONGEST_PAUSE_MS = 60000;
  const SHOWN_AT_ONCE_MS = 150;
  const followed = document.getElementById("followed");
  const ownName = `own:${follows.dataset.own}`;
  const followName = `follow:${follows.dataset.own}`;
  const { url } = follows.dataset;
  let { tag } = follows.dataset;

  /** @param {string} name */
  function read(name) {
    try {
      return localStorage.getItem(name) || "";
    } catch {
      return ""; // this browser keeps nothing
    }
  }

  /** Returns whether this browser keeps anything. @param {string} name @param {string} value */
  function keep(name, value) {
    try {
      localStorage.setItem(name, value);
      return true;
    } catch {
      return false;
    }
  }

  const remembered = () => read(ownName);

  function mark() {
    const own = remembered();
    for (const row of follows.querySelectorAll("tr[data-number]")) {
      row.classList.toggle("own", own !== "" && row.dataset.number === own);
    }
    showFollowed();
    filter();
  }

  // Whom this browser follows: named in the address, or kept here from the last time; known to nobody else.
  function listFollowed() {
    const named = new URLSearchParams(location.search).get("follow");
    if (named !== null) keep(followName, named);
    return (named ?? read(followName)).split(",").filter(Boolean);
  }

  // A long standing comes in pages: one's own line then stands above it, whichever page that is on.
  const isPaged = () => follows.querySelector("[data-pages]") !== null;

  async function showFollowed() {
    if (!followed) return;
    const own = isPaged() && /^\d+$/.test(remembered()) ? [remembered()] : [];
    const numbers = [...own, ...listFollowed().filter((number) => !own.includes(number))];
    const rows = Array.from(follows.querySelectorAll("tr[data-number]")).filter((row) =>
      numbers.includes(row.dataset.number),
    );
    for (const row of rows) row.classList.toggle("followed-row", listFollowed().includes(row.dataset.number));
    let lines = rows.map(copyRow);
    if (isPaged() && rows.length < numbers.length) {
      const shownTag = tag;
      const answered = await askForLines(numbers);
      if (!answered || shownTag !== tag) return; // no network, or something newer came: asked again with the next news
      lines = answered;
    }
    const isOwn = (/** @type {Element} */ line) => line.getAttribute("data-number") === own[0];
    const list = find("ul", followed);
    list.replaceChildren(...lines.filter(isOwn), ...lines.filter((line) => !isOwn(line)));
    followed.hidden = lines.length === 0;
    find("h2", followed).hidden = find(".action", followed).hidden = listFollowed().length === 0;
  }

  /** @param {string[]} numbers */
  async function askForLines(numbers) {
    const asked = `${url.split("?")[0]}?follow=${numbers.join()}`;
    const answer = await fetch(asked, { credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok || answer.redirected) return null;
    return Array.from(new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("li"));
  }

  /** @param {HTMLTableRowElement} row */
  function copyRow(row) {
    const line = document.createElement("li");
    line.dataset.number = row.dataset.number;
    const rank = document.createElement("b");
    const amount = document.createElement("span");
    const { sits } = row.dataset; // nobody has a rank before the first hand
    if (!sits) rank.append(...Array.from(row.cells[0].cloneNode(true).childNodes));
    amount.textContent = sits ?? (row.querySelector(".decides") ?? row.cells[row.cells.length - 1]).textContent;
    const name = row.querySelector(".team-name") ?? row.querySelector("th a"); // a team has no page of its own
    if (!sits) line.append(rank);
    for (const part of [name, amount, row.querySelector(".gap")]) if (part) line.append(" ", part.cloneNode(true));
    return line;
  }

  document.getElementById("unfollow")?.addEventListener("click", () => keep(followName, ""));

  function filter() {
    const words = field && !isPaged() ? foldName(field.value).split(/\s+/).filter(Boolean) : [];
    follows.classList.toggle("is-searched", words.length > 0); // a phone shows ten places first
    for (const row of follows.querySelectorAll("tr[data-number]")) {
      const said = foldName(find("th", row).firstChild?.textContent || "");
      const isNumber = words.length === 1 && words[0] === row.dataset.number;
      row.hidden = !isNumber && !words.every((word) => said.includes(word));
    }
  }

  // Whether the answer was one of ours, and not that of an inn's network.
  /** @param {string} html @param {Response} answer */
  function take(html, answer) {
    const newest = answer.headers.get("ETag");
    if (!newest) return false;
    const { activeElement } = document;
    const focused = activeElement && follows.contains(activeElement) ? activeElement.getAttribute("href") : "";
    const open = Array.from(follows.querySelectorAll("details"), (one) => one.open);
    follows.innerHTML = html;
    follows.querySelectorAll("details").forEach((one, at) => {
      if (at in open) one.open = open[at];
    });
    noticeSeat();
    if (focused) follows.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    tag = newest;
    mark();
    askForSeat(stage() !== seenStage);
    document.dispatchEvent(new CustomEvent("pieces"));
    return true;
  }

  // Where the player of this phone sits, above the standing; it is asked for again when a round is drawn or begins.
  const ownSeat = document.getElementById("own-seat");
  const SEAT_AGAIN_MS = 60000;
  const SEATED = [200, 100, 200];
  const stage = () => follows.querySelector("[data-stage]")?.dataset.stage;
  let seenStage = stage();
  let seatAskedAt = -SEAT_AGAIN_MS;
  let seat = follows.querySelector("[data-seat]")?.dataset.seat;

  async function askForSeat(isNew = false) {
    const own = remembered();
    if (!ownSeat || !/^\d+$/.test(own) || (!isNew && performance.now() - seatAskedAt < SEAT_AGAIN_MS)) return;
    seatAskedAt = performance.now();
    try {
      const answer = await fetch(ownSeat.dataset.url.replace("/0/", `/${own}/`), {
        cache: "no-store",
        credentials: "same-origin",
      });
      if (answer.status !== 200 || answer.redirected || !answer.headers.get("ETag")) return;
      const card = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".seat-card");
      const link = document.createElement("a");
      Object.assign(link, {
        className: "button",
        href: ownSeat.dataset.page.replace("/0/", `/${own}/`),
        textContent: ownSeat.dataset.own,
      });
      ownSeat.replaceChildren(...(card ? [card, link] : []));
      ownSeat.hidden = !card;
      seenStage = stage();
      noticeSeat();
    } catch {
      seatAskedAt = -SEAT_AGAIN_MS; // no network: asked again with the next news
    }
  }

  function noticeSeat() {
    const now = document.querySelector("[data-seat]")?.dataset.seat;
    if (now && now !== seat && seat !== undefined && navigator.userActivation?.hasBeenActive)
      navigator.vibrate?.(SEATED);
    seat = now ?? seat;
  }

  /** @param {number} failures @param {string} time */
  function tell(failures, time) {
    away.hidden = failures < 2; // one question without an answer means nothing in an inn
    find("span", away).textContent = time;
  }

  const mine = document.getElementById("mine");
  if (mine) {
    const show = () => {
      mine.setAttribute("aria-pressed", String(remembered() === mine.dataset.number));
    };
    mine.hidden = false;
    mine.addEventListener("click", () => {
      mine.hidden = !keep(ownName, remembered() === mine.dataset.number ? "" : mine.dataset.number);
      show();
    });
    show();
  }

  let typing = 0;
  field?.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(filter, SHOWN_AT_ONCE_MS);
  });
  mark();
  askForSeat(true);
  const every = () => AGAIN_AFTER_MS;
  follow({ url, every, longest: LONGEST_PAUSE_MS, tag: () => tag, take, tell });
}

startStandings();
showPrintButtons();
