// The form of a hand that is only tried: nothing of it is kept.

import { takeUp } from "../entry/entering.js";
import { startEntry } from "../entry/entry.js";

startEntry();
window.addEventListener("pageshow", takeUp); // also on the way back, when the browser fills the fields again
