// The form of a hand that is only tried: nothing of it is kept.

import { startCountingDialog } from "../counting/counting.js";
import { takeUp } from "../entry/entering.js";
import { startEntry } from "../entry/entry.js";

startEntry();
startCountingDialog();
window.addEventListener("pageshow", takeUp); // also on the way back, when the browser fills the fields again
