// Shows the switches of the chosen sheet only; without script all are shown, each with its sheet's name.
"use strict";

const sheet = document.querySelector("#start select[name=sheet]");
const groups = document.querySelectorAll("#start [data-sheet]");

function show() {
  for (const group of groups) {
    group.hidden = group.dataset.sheet !== sheet.value;
    group.disabled = group.hidden;
  }
}

document.querySelectorAll(".only-plain").forEach((element) => { element.hidden = true; });
sheet.addEventListener("change", show);
show();

// The first forehand is chosen by name.
const forehand = document.querySelector("#start select[name=first_forehand]");
document.querySelectorAll("#start input[name^=name]").forEach((input, seat) => {
  const option = forehand.options[seat];
  const label = option.textContent;
  const rename = () => { option.textContent = input.value.trim() || label; };
  input.addEventListener("input", rename);
  rename();
});
