// Shows what belongs to the chosen sheet only; without script all is shown, each with its sheet's name.

import { find, findField, readChoice } from "../../../../tarockclub/static/tarockclub/dom.js";

const form = find("form#start");
/** @type {Record<string, { dealer: boolean; donation: boolean; rate: string | number }>} */
const sheets = JSON.parse(find("#sheets").textContent);
const getFacts = () => sheets[readChoice(form, "sheet")];
const table = find(".card-table", form);
const rate = findField(form, "rate");
const donation = find("[data-part=donation]", form);

/** @param {HTMLElement} element @param {boolean} shown */
function put(element, shown) {
  element.hidden = !shown;
  element.querySelectorAll("input").forEach((input) => {
    input.disabled = !shown;
  });
}

function isForMoney() {
  return readChoice(form, "played_for") === "money";
}

function show() {
  const facts = getFacts();
  for (const group of form.querySelectorAll("fieldset[data-sheet]")) {
    group.hidden = group.dataset.sheet !== readChoice(form, "sheet");
    group.disabled = group.hidden;
  }
  for (const hint of form.querySelectorAll("[data-high]")) {
    hint.hidden = (hint.dataset.high === "dealer") !== facts.dealer;
  }
  for (const word of form.querySelectorAll(".seat .word")) {
    word.textContent = (facts.dealer ? table.dataset.dealer : table.dataset.forehand) || "";
  }
  put(find("[data-part=money]", form), isForMoney());
  put(donation, isForMoney() && facts.donation);
}

// The usual rate of the sheet, until somebody types another one.
let usual = rate.value === String(getFacts().rate);
rate.addEventListener("input", () => {
  usual = false;
});
for (const radio of form.querySelectorAll("[name=sheet]")) {
  radio.addEventListener("change", () => {
    if (usual) rate.value = String(getFacts().rate);
    show();
  });
}
for (const radio of form.querySelectorAll("[name=played_for]")) radio.addEventListener("change", show);
form.querySelectorAll(".only-plain").forEach((element) => {
  element.hidden = true;
});
show();

// The pot's amounts are shown as soon as there is one.
const pot = findField(form, "pot");
function showPot() {
  for (const field of form.querySelectorAll(".pot .field")) put(field, pot.checked);
}
pot.addEventListener("change", showPot);
showPot();

// Nobody can have drawn high who does not play.
const high = Array.from(form.querySelectorAll("input[name=high]"));
form.querySelectorAll("input[name^=name]").forEach((input, seat) => {
  const allow = () => {
    high[seat].disabled = !input.required && !input.value.trim();
    if (high[seat].disabled && high[seat].checked) high[0].checked = true;
  };
  input.addEventListener("input", allow);
  allow();
});

// The last people: a tap puts a name on the next free seat, another one takes it away.
const lately = document.getElementById("lately");
if (lately) {
  const seats = Array.from(form.querySelectorAll("input[name^=name]"));
  const mark = () => {
    for (const key of lately.querySelectorAll("button")) {
      key.setAttribute("aria-pressed", String(seats.some((seat) => seat.value.trim() === key.textContent)));
    }
  };
  lately.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    const name = target.textContent;
    const seat = seats.find(({ value }) => value.trim() === name) || seats.find(({ value }) => !value.trim());
    if (!seat) return;
    seat.value = seat.value.trim() === name ? "" : name;
    const fold = seat.closest("details");
    if (fold && seat.value) fold.open = true;
    seat.dispatchEvent(new Event("input"));
  });
  for (const seat of seats) seat.addEventListener("input", mark);
  mark();
  lately.hidden = false;
}
