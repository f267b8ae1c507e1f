// Quick entry works without script; with it a line shows at once what it pays, and a table what it comes to.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

const sheet = document.querySelector("form#quick");
const PAUSE_MS = 250;
const PATIENCE_MS = 5000;

if (sheet) {
  const lines = find("[name=lines]", sheet);
  const shown = find("#typed");
  let timer = 0;
  let asked = 0;

  const show = async () => {
    const mine = ++asked;
    try {
      const options = { method: "POST", body: new FormData(sheet), signal: AbortSignal.timeout?.(PATIENCE_MS) };
      const answer = await fetch(sheet.dataset.preview, options);
      // An inn's network may answer with a page of its own.
      if (!answer.ok || answer.headers.get("X-Piece") !== "quick" || mine !== asked) return;
      shown.innerHTML = await answer.text();
    } catch {
      // The button shows it too; what was typed stays.
    }
  };
  lines.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE_MS);
  });
  find("[name=show]", sheet).hidden = true;
}

/** Points as they are typed, in sixths; null for what is none. @param {string} text */
function sixths(text) {
  const typed = text
    .trim()
    .replace(/[−–—‐]/g, "-")
    .replace(",", ".");
  const found = /^([+-]?)\s*(?:(\d+(?:\.\d+)?)|(?:(\d+) )?(\d)\/([236]))$/.exec(typed);
  if (!found) return null;
  const amount = found[2]
    ? Math.round(Number(found[2]) * 6)
    : Number(found[3] || 0) * 6 + (6 / Number(found[5])) * Number(found[4]);
  return found[1] === "-" ? -amount : amount;
}

/** @param {number} amount */
function inWords(amount) {
  const parts = ["", " 1/6", " 1/3", ",5", " 2/3", " 5/6"];
  const size = Math.abs(amount);
  return (amount < 0 ? "−" : "") + Math.floor(size / 6) + parts[size % 6];
}

for (const table of document.querySelectorAll(".paper-table .boxes")) {
  const together = find(".together", table);
  const boxes = Array.from(table.querySelectorAll("input.amount:not(.money)"));
  const add = () => {
    const typed = boxes.filter((box) => box.value.trim());
    const amounts = typed.map((box) => sixths(box.value));
    together.hidden = typed.length === 0;
    const sum = amounts.reduce((/** @type {number} */ one, other) => one + (other || 0), 0);
    find("output", together).textContent = amounts.includes(null) ? "?" : inWords(sum);
    together.classList.toggle("problem", sum !== 0 || amounts.includes(null));
  };
  table.addEventListener("input", add);
  add();
}

// Enter goes on to the next number, as on a calculating machine; the last one leads to the button.
const totals = document.getElementById("totals");
if (totals) {
  totals.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".amount")) return;
    event.preventDefault();
    const all = Array.from(totals.querySelectorAll(".amount, button"));
    all[all.indexOf(event.target) + 1].focus();
  });
}
