// Pages that need nothing of their own; what an address points at is not folded, and on paper nothing of the handbook is.

import { startPhone } from "../phone/phone.js";

startPhone();

function unfold() {
  const target = document.getElementById(location.hash.slice(1));
  const fold = target?.closest("details");
  if (!target || !fold || fold.open) return;
  fold.open = true;
  target.scrollIntoView();
}

unfold();
addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll(".handbook details")) fold.setAttribute("open", "");
});
