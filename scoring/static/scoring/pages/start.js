// Shows what belongs to the chosen sheet only; without script all is shown, each with its sheet's name.

import { find, findField, readChoice } from "../../../../tarockclub/static/tarockclub/dom.js";

const form = find("form#start");
/** @type {Record<string, { dealer: boolean; donation: boolean; rate: string | number; prices: string }>} */
const sheets = JSON.parse(find("#sheets").textContent);
const sheet = find("select[name=sheet]", form);
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
  const facts = sheets[sheet.value];
  for (const group of form.querySelectorAll("fieldset[data-sheet]")) {
    group.hidden = group.dataset.sheet !== sheet.value;
    group.disabled = group.hidden;
  }
  for (const hint of form.querySelectorAll("[data-high]")) {
    hint.hidden = (hint.dataset.high === "dealer") !== facts.dealer;
  }
  find("[data-part=prices]", form).textContent = facts.prices;
  put(find("[data-part=money]", form), isForMoney());
  put(donation, isForMoney() && facts.donation);
}

// The usual rate of the sheet, until somebody types another one.
let usual = rate.value === String(sheets[sheet.value].rate);
rate.addEventListener("input", () => {
  usual = false;
});
sheet.addEventListener("change", () => {
  if (usual) rate.value = String(sheets[sheet.value].rate);
  show();
});
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

// Who drew high is chosen by name; nobody can be chosen who does not play.
const high = find("select[name=high]", form);
form.querySelectorAll("input[name^=name]").forEach((input, seat) => {
  const option = high.options[seat];
  const label = option.textContent;
  const rename = () => {
    const name = input.value.trim();
    option.textContent = name || label;
    option.hidden = option.disabled = !input.required && !name;
    if (option.disabled && high.selectedIndex === seat) high.selectedIndex = 0;
  };
  input.addEventListener("input", rename);
  rename();
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
