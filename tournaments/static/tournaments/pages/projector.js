// The wall: one page after the other, the whole screen, and the screen stays on where the browser allows it. A list is
// divided into as few pages as its smallest legible letters allow; each then has the largest ones that fit.

import { find, findAround } from "../../../../tarockclub/static/tarockclub/dom.js";
import { keepScreenOn, offerFullScreen } from "../../../../tarockclub/static/tarockclub/screen.js";
import { startClock } from "../clock/clock.js";
import { startSound } from "../clock/sound.js";
import { startDesk } from "../desk/live.js";

/** @typedef {{ page: HTMLElement; from: number; to: number; number: number; count: number }} Turn */

function startWall() {
  const PAGE_MS = 12000;
  const BUTTONS_MS = 4000; // the buttons go after the mouse has rested
  const [LARGEST, STEPS, MOST_PLACES] = [4, 7, 4]; // times the smallest letters; columns
  const wall = find(".wall");
  let at = 0;
  /** @type {Turn[]} */
  let turns = []; // { page, from, to, number, count }
  let laid = ""; // what they were made of

  /** @param {HTMLElement} page */
  const listItems = (page) => Array.from(page.querySelectorAll("[data-list] > li"));
  const isPhone = () => window.matchMedia("(max-width: 48rem)").matches;

  /** @param {HTMLElement} page @param {number} places @param {number} size */
  function setSize(page, places, size) {
    page.style.setProperty("--places", String(places));
    page.style.setProperty("--fit", String(size));
  }

  /** Nothing stands out of the page, or out of its line. @param {HTMLElement} page */
  function holds(page) {
    const boxes = [page, ...page.querySelectorAll("[data-list], li:not([hidden]), p, h2, ol, .podium span")];
    return page.scrollHeight <= page.clientHeight && boxes.every((box) => box.scrollWidth <= box.clientWidth + 1);
  }

  /** @param {HTMLElement[]} rows @param {number} from @param {number} to */
  const showRows = (rows, from, to) =>
    rows.forEach((row, number) => {
      row.hidden = number < from || number >= to;
    });

  // The rows at these columns and letters: how high each is, how much room they have; null if one is too wide.
  /** @param {HTMLElement} page @param {HTMLElement[]} rows @param {number} places @param {number} size */
  function measure(page, rows, places, size) {
    setSize(page, places, size);
    if (rows.some((row) => row.scrollWidth > row.clientWidth + 1)) return null;
    const room =
      page.getBoundingClientRect().bottom - findAround("[data-list]", rows[0]).getBoundingClientRect().top - 1;
    return { room, heights: rows.map((row) => row.getBoundingClientRect().height) };
  }

  // Whether rows fill no more than so many columns, one after the other.
  /** @param {{ room: number; heights: number[] }} measured @param {number} places @param {number[]} rows */
  function isRoomFor({ room, heights }, places, [from, to]) {
    let [columns, filled] = [1, 0];
    for (const height of heights.slice(from, to)) {
      if (filled + height > room) {
        columns += 1;
        filled = 0;
      }
      filled += height;
      if (filled > room) return false;
    }
    return columns <= places;
  }

  /** Pages of the same length, or one row less: none is left half empty. @param {number} count @param {number} pages */
  function divide(count, pages) {
    const from = (/** @type {number} */ page) => Math.ceil((page * count) / pages);
    return Array.from({ length: pages }, (_, page) => [from(page), from(page + 1)]);
  }

  // As few pages as possible with the smallest letters; null if the lines are too wide for these columns.
  /** @param {HTMLElement} page @param {HTMLElement[]} rows @param {number} places */
  function plan(page, rows, places) {
    const measured = measure(page, rows, places, 1);
    for (let pages = 1; measured && pages <= rows.length; pages += 1) {
      const windows = divide(rows.length, pages);
      if (windows.every((rowsOf) => isRoomFor(measured, places, rowsOf))) return { places, windows };
    }
    return null;
  }

  // The largest letters, in times the smallest, with which something holds.
  /** @param {(size: number) => boolean | null} isFine */
  function fit(isFine) {
    let [small, large] = [1, LARGEST];
    for (let step = 0; step < STEPS; step += 1) {
      const size = (small + large) / 2;
      if (isFine(size)) small = size;
      else large = size;
    }
    return small;
  }

  /** @param {HTMLElement} page @param {HTMLElement[]} rows */
  function layList(page, rows) {
    const plans = [];
    for (let places = 1; places <= MOST_PLACES; places += 1) {
      const found = plan(page, rows, places);
      if (found) plans.push(found);
    }
    const fewest = Math.min(...plans.map((found) => found.windows.length));
    let best = { size: 0, places: 1, windows: [[0, rows.length]] };
    for (const found of plans.filter((one) => one.windows.length === fewest)) {
      const size = fit((tried) => {
        const measured = measure(page, rows, found.places, tried);
        return measured && found.windows.every((rowsOf) => isRoomFor(measured, found.places, rowsOf));
      });
      if (size > best.size) best = { ...found, size };
    }
    setSize(page, best.places, best.size || 1);
    return best.windows;
  }

  /** @param {HTMLElement} page @returns {Turn[]} */
  function layPage(page) {
    const rows = listItems(page);
    page.hidden = false;
    let windows = [[0, 0]];
    showRows(rows, 0, Infinity);
    if (rows.length) windows = layList(page, rows);
    else
      setSize(
        page,
        1,
        fit((size) => {
          setSize(page, 1, size);
          return holds(page);
        }),
      );
    page.hidden = true;
    return windows.map(([from, to], number) => ({ page, from, to, number: number + 1, count: windows.length }));
  }

  function show() {
    const pages = Array.from(document.querySelectorAll("[data-page]"));
    if (isPhone()) {
      pages.forEach((page) => {
        page.hidden = false;
        showRows(listItems(page), 0, Infinity);
      });
      laid = "";
      return;
    }
    const look = find(".wall-look");
    const sizes = [innerWidth, innerHeight, look.outerHTML, find(".wall-said").offsetHeight, getEnding()];
    const made = sizes.join() + pages.map((page) => page.textContent).join();
    if (made !== laid) {
      pages.forEach((page) => {
        page.hidden = true;
      });
      turns = pages.flatMap(layPage);
      fitEnding(pages.find((page) => page.matches(".wall-big")));
      laid = made;
    }
    if (!turns.length) return;
    at = chooseTurn(look);
    const turn = turns[at];
    pages.forEach((page) => {
      page.hidden = page !== turn.page;
    });
    showRows(listItems(turn.page), turn.from, turn.to);
    const label = turn.page.querySelector("[data-turn]");
    if (label) label.textContent = turn.count > 1 ? `${turn.number}/${turn.count}` : "";
  }

  // The words about tables that still play take room from the pages.
  function getEnding() {
    const ending = document.querySelector(".wall-ending:not([hidden])");
    return ending ? ending.textContent : "";
  }

  // Below the large clock these words are as large as they fit: of two tables, or of forty.
  /** @param {HTMLElement | undefined} page */
  function fitEnding(page) {
    if (!getEnding()) return;
    const live = find(".wall-live");
    /** @param {number} size */
    const setEnding = (size) => wall.style.setProperty("--ending", String(size));
    if (page) page.hidden = false;
    setEnding(
      fit((size) => {
        setEnding(size);
        return live.scrollHeight <= live.clientHeight;
      }),
    );
    if (page) page.hidden = true;
  }

  // A wall that runs by itself stays with the clock for the last minutes, and with who still plays after the gong.
  /** @param {HTMLElement} look */
  function chooseTurn(look) {
    const clock = turns.findIndex((turn) => turn.page.matches(".wall-big"));
    const state = find(".wall-clock").dataset.clockState;
    const stays = "byItself" in look.dataset && (state === "soon" || (state === "up" && getEnding()));
    return clock >= 0 && stays ? clock : at % turns.length;
  }

  function turn() {
    at += 1;
    show();
  }

  let resting = 0;
  function showButtons() {
    wall.classList.add("moved");
    clearTimeout(resting);
    resting = setTimeout(() => wall.classList.remove("moved"), BUTTONS_MS);
  }

  document.addEventListener("pointermove", showButtons);
  document.addEventListener("pieces", show);
  document.addEventListener("fullscreenchange", show);
  window.addEventListener("resize", show);
  document.fonts?.addEventListener("loadingdone", () => {
    laid = "";
    show();
  }); // other letters are as wide as they are
  document.addEventListener("gong", () => {
    wall.classList.add("gong");
    show();
  });
  setInterval(turn, PAGE_MS);
  wall.classList.add("turns");
  showButtons();
  show();
  offerFullScreen(document.querySelector("[data-full]"));
  keepScreenOn();
}

startClock();
startSound();
const live = document.getElementById("live");
if (live) startDesk(live);
startWall();
