// Before anything is seen: the page of a table stands as it will stand with its script. Where that does not come it is a
// form, as for those without scripts. When the page is there it loads what is needed later than a game (later.js).

const PATIENCE_MS = 10_000;

const page = document.documentElement.classList;
const later = document.currentScript?.dataset.later;
page.add("at-table");
setTimeout(() => {
  if (!document.querySelector(".surface")) page.remove("at-table");
}, PATIENCE_MS);
function load() {
  const script = Object.assign(document.createElement("script"), { src: later });
  script.addEventListener("error", () => setTimeout(load, PATIENCE_MS)); // the network went just then
  document.head.append(script);
}
if (later) window.addEventListener("load", load);
