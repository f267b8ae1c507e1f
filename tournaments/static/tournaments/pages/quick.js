// Quick entry works without script; with it a line shows at once what it pays, and a table what it comes to.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { countParts, listReadings } from "../../../../tarockclub/static/tarockclub/numbers.js";

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

/** @param {number} amount */
function inWords(amount) {
  const parts = ["", " 1/6", " 1/3", ",5", " 2/3", " 5/6"];
  const size = Math.abs(amount);
  return (amount < 0 ? "−" : "") + Math.floor(size / 6) + parts[size % 6];
}

/** Return the sentence for an amount that allows two readings. @param {string} typed @param {string} sentence */
function explain(typed, sentence) {
  const [thousands, decimal] = listReadings(typed).map(({ above, below }) => above / below);
  const mark = document.documentElement.lang.startsWith("en") ? "." : ",";
  // A fourth decimal says that the mark is one: three would be unclear again.
  const written = Number.isInteger(decimal * 100) ? String(decimal) : decimal.toFixed(4);
  /** @type {Record<string, string>} */
  const facts = { typed, thousands: String(thousands), decimal: written.replace(".", mark) };
  return sentence.replace(/%\((\w+)\)s/g, (_fact, name) => facts[name].replace("-", "−"));
}

for (const table of document.querySelectorAll(".paper-table .boxes")) {
  const together = find(".together", table);
  const boxes = Array.from(table.querySelectorAll("input.amount:not(.money)"));
  const add = () => {
    const typed = boxes.filter((box) => box.value.trim());
    const amounts = typed.map((box) => countParts(box.value, 6));
    const unclear = typed.find((box) => listReadings(box.value).length > 1);
    together.hidden = typed.length === 0;
    const sum = amounts.reduce((/** @type {number} */ one, other) => one + (other || 0), 0);
    find("output", together).textContent = unclear
      ? explain(unclear.value, String(together.dataset.unclear))
      : amounts.includes(null)
        ? "?"
        : inWords(sum);
    find("span", together).hidden = Boolean(unclear);
    together.classList.toggle("unclear", Boolean(unclear));
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
