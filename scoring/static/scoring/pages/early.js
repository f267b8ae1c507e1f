// Before anything is seen: the page of a table stands as it will stand with its script, which comes later. Where that
// does not come the page is a form, as it is for those without scripts.

const PATIENCE_MS = 10_000;

const page = document.documentElement.classList;
page.add("at-table");
setTimeout(() => {
  if (!document.querySelector(".surface")) page.remove("at-table");
}, PATIENCE_MS);
