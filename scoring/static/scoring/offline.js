// The page for the time without network stands in for another one: that one is opened as soon as it can be.
"use strict";

(() => {
  const again = document.getElementById("again");
  if (location.pathname !== again.dataset.own) again.href = location.href;
  window.addEventListener("online", () => location.replace(again.href));
})();
