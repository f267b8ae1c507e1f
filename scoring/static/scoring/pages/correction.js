// A hand that is corrected: what follows from it is shown below, and the next tap applies what is shown. As long as it
// is not shown here the server shows it first, on a page of its own.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { startCountingDialog } from "../counting/counting.js";
import { startBack } from "../entry/back.js";
import { startEntry } from "../entry/entry.js";
import { form } from "../entry/form.js";
import { preview } from "../entry/preview.js";
import { startSurface } from "../surface/surface.js";

function startCorrection() {
  const reasons = form.querySelector('[data-part="reasons"]');
  if (!reasons) return; // a table that is done: the next page asks for the reason, beside all that follows
  const save = find("button#save");
  const look = save.textContent;
  const isShown = () => preview.querySelector('[data-part="follows"]') !== null && !preview.classList.contains("stale");

  form.addEventListener("previewed", () => {
    save.textContent = isShown() ? save.dataset.apply : look;
  });
  form.addEventListener("submit", () => {
    save.name = isShown() ? "confirm" : "";
    save.value = "1";
  });

  // Why: nothing of what the hand pays depends on it.
  function demand() {
    for (const field of form.querySelectorAll('input[name="why"]')) field.required = true;
    form.elements.reason.required = find('.other input[name="why"]', form).checked;
  }
  for (const type of ["input", "change"]) {
    reasons.addEventListener(type, (event) => {
      event.stopPropagation();
      demand();
    });
  }
  demand();
}

startEntry();
startCountingDialog();
startBack();
startSurface();
startCorrection();
