// Pages that need nothing of their own; what an address points at is not folded, and on paper nothing of the handbook is.

import { startPhone } from "../phone/phone.js";

startPhone();

function unfold() {
  const target = document.getElementById(location.hash.slice(1));
  let fold = target?.closest("details:not([open])") ?? null;
  if (!target || !fold) return;
  for (; fold; fold = fold.parentElement?.closest("details") ?? null) fold.setAttribute("open", "");
  target.scrollIntoView();
}

unfold();
addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll(".handbook details")) fold.setAttribute("open", "");
});
