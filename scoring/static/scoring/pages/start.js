// Shows what belongs to the chosen sheet only; without script all is shown, each with its sheet's name.

const form = document.querySelector("#start");
const sheets = JSON.parse(document.querySelector("#sheets").textContent);
const sheet = form.elements.sheet;
const rate = form.elements.rate;
const donation = form.querySelector("[data-part=donation]");

function put(element, shown) {
  element.hidden = !shown;
  element.querySelectorAll("input").forEach((input) => { input.disabled = !shown; });
}

function isForMoney() {
  return form.elements.played_for.value === "money";
}

function show() {
  const facts = sheets[sheet.value];
  for (const group of form.querySelectorAll("[data-sheet]")) {
    group.hidden = group.dataset.sheet !== sheet.value;
    group.disabled = group.hidden;
  }
  for (const hint of form.querySelectorAll("[data-high]")) {
    hint.hidden = (hint.dataset.high === "dealer") !== facts.dealer;
  }
  put(form.querySelector("[data-part=money]"), isForMoney());
  put(donation, isForMoney() && facts.donation);
}

// The usual rate of the sheet, until somebody types another one.
let usual = rate.value === String(sheets[sheet.value].rate);
rate.addEventListener("input", () => { usual = false; });
sheet.addEventListener("change", () => {
  if (usual) rate.value = sheets[sheet.value].rate;
  show();
});
form.querySelectorAll("[name=played_for]").forEach((radio) => radio.addEventListener("change", show));
form.querySelectorAll(".only-plain").forEach((element) => { element.hidden = true; });
show();

// The pot's amounts are shown as soon as there is one.
const pot = form.elements.pot;
function showPot() {
  form.querySelectorAll(".pot .field").forEach((field) => put(field, pot.checked));
}
pot.addEventListener("change", showPot);
showPot();

// Who drew high is chosen by name; nobody can be chosen who does not play.
const high = form.elements.high;
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
