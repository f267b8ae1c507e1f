// The form of the practice table: clearing it keeps the hands that the page carries.

import { startCountingDialog } from "../counting/counting.js";
import { takeUp } from "../entry/entering.js";
import { startEntry } from "../entry/entry.js";
import { forgetAllBut } from "../entry/form.js";
import { soon } from "../entry/preview.js";
import { startSurface } from "../surface/surface.js";

startEntry();
startCountingDialog();
window.addEventListener("pageshow", takeUp); // also on the way back, when the browser fills the fields again
startSurface();
for (const clear of document.querySelectorAll('[data-part="clear"] a')) {
  clear.addEventListener("click", (event) => {
    event.preventDefault();
    forgetAllBut(/^hands$/);
    takeUp();
    soon(0);
  });
}
soon(0); // the first tip
