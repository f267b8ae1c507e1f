// A passkey that was cancelled, or did not come: without this the page would say nothing.

import { find } from "../dom.js";

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // it is no fault for the console
  find("#no-passkey").hidden = false;
});
