// What happens on a tap on the entry form: the server is asked what the hand would pay. entry_kept.js saves it.
"use strict";

const preview = document.getElementById("preview");
const AFTER_TAP = 20; // ms until the server is asked: a tap is a whole answer
const AFTER_KEY = 150; // ms: digits come one after the other
const PATIENCE = 8000; // ms for an answer
const AGAIN_AFTER = 5000; // ms after a question that had no answer

let waiting = 0; // the timer of the next question
let newest = null; // the question whose answer counts
let leaving = false; // whether another page is on its way
let arrows = false; // whether somebody goes through the games by keys

// The numbers in sight are those of an entry that has changed.
function soon(delay) {
  newest?.abort();
  newest = null;
  preview.classList.add("stale");
  preview.setAttribute("aria-busy", "true");
  clearTimeout(waiting);
  waiting = setTimeout(askPreview, delay);
}

// Another hand stands in the form: what was asked is not answered any more.
function stopAsking() {
  newest?.abort();
  newest = null;
  clearTimeout(waiting);
  preview.classList.remove("stale");
  preview.removeAttribute("aria-busy");
  sayAmounts();
}

async function askPreview() {
  if (!form.dataset.deals || !entryKept.isBehind()) await ask();
  else show(null); // the server cannot know what this hand pays before it knows those that wait
}

async function ask() {
  const mine = new AbortController();
  newest = mine;
  const timeout = setTimeout(() => mine.abort(), PATIENCE);
  let answer = null;
  try {
    const response = await fetch(form.dataset.preview, {
      method: "POST", body: new FormData(form), signal: mine.signal, credentials: "same-origin",
    });
    if (response.headers.get("X-Piece") === "preview") answer = await response.text(); // else the inn's network said it
  } catch {
    // Too late, or no network: there is no answer.
  }
  clearTimeout(timeout);
  if (newest === mine && !(leaving && answer === null)) show(answer);
}

function show(answer) {
  newest = null;
  if (answer === null) preview.textContent = form.dataset.offline;
  else {
    const unfolded = preview.querySelector("details[open]") !== null;
    preview.innerHTML = answer;
    for (const details of preview.querySelectorAll("details")) details.open = unfolded;
    tellOpenParts();
  }
  preview.classList.remove("stale");
  preview.removeAttribute("aria-busy");
  sayAmounts();
  clearTimeout(waiting);
  if (answer === null) waiting = setTimeout(askPreview, AGAIN_AFTER);
}

// Who listens hears what each gets, and nothing of the rest; the same amounts once.
function sayAmounts() {
  const amounts = preview.querySelector(".amounts")?.children || [];
  const line = Array.from(amounts, (one) => Array.from(one.children, (part) => part.textContent).join(" ")).join(", ");
  const said = document.getElementById("preview-said");
  if (said.textContent !== line) said.textContent = line;
  form.dispatchEvent(new Event("previewed"));
}

// As long as something is left out one short line says what; the server's sentences come after that.
function tellOpenParts() {
  const names = nameOpenParts();
  const missing = preview.querySelector(".missing");
  if (!missing || !(names.length || neededPremiums())) return;
  const line = document.createElement("p");
  line.className = "missing";
  line.textContent = names.length ? `${form.dataset.open} ${names.join(", ")}` : form.dataset.bird;
  missing.replaceWith(line);
}

// What is asked next, or needed, comes into sight above the bar with the button.
function showNext() {
  const next = openParts()[0] || neededPremiums();
  const isOnCards = form.matches(".surface") && next?.matches('[data-part="declarer"], [data-part="partner"]');
  if (next) bringIntoSight(isOnCards ? document.querySelector(".standing") : next);
}

function bringIntoSight(part) {
  const room = window.innerHeight - form.querySelector(".save").offsetHeight;
  part.scrollIntoView({ block: part.offsetHeight > room ? "start" : "nearest" }); // at once: the next tap is on its way
}

// So does what somebody unfolds.
form.addEventListener("click", (event) => {
  const fold = event.target.closest("summary")?.parentElement;
  if (!fold || fold.closest(".save")) return;
  requestAnimationFrame(() => { if (fold.open) bringIntoSight(fold); });
});

// The bar that grows does not cover what somebody is typing into.
new ResizeObserver(([bar]) => {
  form.style.setProperty("--bar", `${bar.target.offsetHeight + 8}px`);
  const typing = document.activeElement;
  if (typing.type === "text" && form.contains(typing)) typing.scrollIntoView({ block: "nearest" });
}).observe(form.querySelector(".save"));

// Who goes through the games with the arrow keys chooses each on the way: they fold when the focus has gone on.
const ofGames = (one) => one?.closest('[data-part="contract"]') ?? null;
form.addEventListener("keydown", (event) => {
  if (!event.key.startsWith("Arrow") || event.target.type !== "radio" || !ofGames(event.target)) return;
  arrows = true;
  event.target.closest("[data-play]").classList.add("unfolded");
  offerAll();
});
form.addEventListener("pointerdown", () => { arrows = false; });
form.addEventListener("focusout", (event) => {
  if (!arrows || !ofGames(event.target) || ofGames(event.relatedTarget) === ofGames(event.target)) return;
  arrows = false;
  event.target.closest("[data-play]").classList.remove("unfolded");
  offerAll();
});

form.addEventListener("change", (event) => {
  const name = event.target.name;
  if (name.endsWith("-contract") && !arrows) event.target.closest("[data-play]").classList.remove("unfolded");
  if (name === "p0-contract") changeGame();
  offerAll();
  agreeOnResult(false);
  if (name.endsWith("-contract")) {
    forgetHidden();
    openEntered();
  }
  remember();
  if (/^p\d-(?:contract|declarer|partner|result)$/.test(name) && !arrows) showNext();
});
// The game of the last hand, filled in here instead of by the server.
form.addEventListener("click", (event) => {
  const same = event.target.closest('[data-part="same"] a');
  if (!same) return;
  event.preventDefault();
  fill(JSON.parse(same.dataset.fields));
  takeUp();
  showNext();
  radio("p0-contract", value("p0-contract")).focus({ preventScroll: true });
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
  const open = typed.filter((one) => one.type === "text" && !one.closest("details:not([open])"));
  const fields = open.filter((one) => one === field || !one.closest(".computed"));
  return fields[fields.indexOf(field) + 1] || document.getElementById("save");
}

form.addEventListener("input", (event) => {
  const { name = "", type = "" } = event.target;
  for (const box of document.querySelectorAll(".problem.of-entry")) box.classList.add("past"); // it is about what stood there before
  const four = /^p0-(?:points|blatt)-(\d)$/.exec(name);
  if (four) completeFour(four[1]);
  else agreeOnResult(name === "p0-result");
  if (type === "text") notice();
  note();
  soon(type === "text" ? AFTER_KEY : AFTER_TAP);
});
window.addEventListener("online", () => soon(0));

function takeUp() {
  delete form.dataset.presumed; // what is filled in was said
  offerAll();
  remember();
  openEntered();
  if (!value("p0-contract")) return;
  note();
  soon(0);
}

document.getElementById("message")?.scrollIntoView();
