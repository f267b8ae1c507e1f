// What happens on a tap on the entry form: the server is asked what the hand would pay, and saves it.
"use strict";

const preview = document.getElementById("preview");
const PREVIEW_AFTER = 120; // ms without a tap

let waiting = 0;
let running = null;

async function askPreview() {
  if (running) running.abort();
  running = new AbortController();
  const timeout = setTimeout(() => running.abort(), 8000);
  try {
    const response = await fetch(form.dataset.preview, {
      method: "POST", body: new FormData(form), signal: running.signal, credentials: "same-origin",
    });
    if (response.ok) preview.innerHTML = await response.text();
  } catch (error) {
    if (error.name !== "AbortError") preview.textContent = form.dataset.offline;
  } finally {
    clearTimeout(timeout);
  }
}

form.addEventListener("change", (event) => {
  const name = event.target.name;
  if (name.endsWith("-contract")) event.target.closest("[data-play]").classList.remove("unfolded");
  if (name === "p0-contract") changeGame();
  offerAll();
  if (name.endsWith("-contract")) {
    forgetHidden();
    openEntered();
  }
  remember();
});
for (const other of form.querySelectorAll('[data-part="other"]')) {
  other.addEventListener("click", () => {
    other.closest("[data-play]").classList.add("unfolded");
    offerAll();
  });
}

// The key that says "done" on a phone's keyboard leads on; only the button saves.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  if (event.target.type === "text") afterText(event.target).focus();
});

function afterText(field) {
  const typed = Array.from(form.querySelectorAll("input:enabled"));
  const fields = typed.filter((one) => one.type === "text" && !one.closest("details:not([open])"));
  return fields[fields.indexOf(field) + 1] || document.getElementById("save");
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(askPreview, PREVIEW_AFTER);
});

// A second tap on save sends nothing; the key in the form would not count it twice anyway.
let sent = false;
form.addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  sent = true;
});
window.addEventListener("pageshow", (event) => {
  sent = false;
  if (event.persisted) window.location.reload();
});

offerAll();
remember();
openEntered();
if (value("p0-contract")) askPreview();
document.getElementById("message")?.scrollIntoView();
