// The form of the practice table: clearing it keeps the hands that the page carries.
"use strict";

for (const clear of document.querySelectorAll('[data-part="clear"] a')) {
  clear.addEventListener("click", (event) => {
    event.preventDefault();
    forgetAllBut(/^hands$/);
    takeUp();
    soon(0);
  });
}
soon(0); // the first tip
