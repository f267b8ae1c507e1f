// The form of a hand that is only tried: nothing of it is kept.
"use strict";

function note() {}

window.addEventListener("pageshow", takeUp); // also on the way back, when the browser fills the fields again
