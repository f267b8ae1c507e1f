// Hands that are on this phone and not on the sheet yet: what becomes of them, what can be done, and where they are
// missing in what the page shows.

import { entryLive } from "../table/live_form.js";
import { liveTable } from "../table/live.js";
import { outbox } from "../outbox/outbox.js";
import { listHands } from "../outbox/store.js";
import { showWaitingCodes } from "./codes.js";

// `entryKept`: where hands are entered on this page, else null.
export function startWaiting(entryKept) {
  const { table, isAway, keepInPlace } = liveTable;
  const LATE_MS = 1200; // what is sent within that time has not waited
  const READ_MS = 8000; // for two short sentences
  const CLOCK_STANDS = ["not_started", "in_pause", "halted"];
  const CALM = ["waiting", "changing", "held", ...CLOCK_STANDS]; // nobody has to do anything here
  const CHANGED_AS_IT_IS = ["waiting", "invalid", ...CLOCK_STANDS]; // the others get a key of their own

  const list = document.getElementById("waiting");
  const words = list.dataset;
  const line = list.querySelector("template").content.firstElementChild;
  let hands = [];
  let drawn = ""; // what the list says
  let timer = 0;
  let reading = 0; // the timer of what was said about a link

  const part = (root, name) => root.querySelector(`[data-part="${name}"]`);
  const numbered = (text, number) => text.replace("#", () => number);
  const counted = (one, many, count) => (count === 1 ? one : numbered(many, count));
  // A clock that was put back makes no hand one of the future.
  const isLate = (hand) => Math.abs(Date.now() - Date.parse(hand.at)) > LATE_MS || !["waiting", "changing"].includes(hand.state);

  function known(state) {
    return line.querySelector(`[data-state="${state}"]`) ? state : "refused";
  }

  function item(hand) {
    const made = line.cloneNode(true);
    const state = known(hand.state);
    made.dataset.key = hand.key;
    made.dataset.state = hand.state;
    made.querySelector("strong").textContent = numbered(words.hand, hand.number);
    part(made, "said").textContent = hand.said;
    part(made, "how").textContent = made.querySelector(`[data-state="${state}"]`).textContent;
    made.querySelectorAll("[data-state]").forEach((text) => text.remove());
    made.querySelector(".trouble").replaceChildren(...(hand.answer?.errors || []).map(({ message }) => listed(message)));
    if (hand.answer?.message) made.querySelector(".trouble").append(listed(hand.answer.message));
    offerActs(made, hand);
    return made;
  }

  function listed(text) {
    const made = document.createElement("li");
    made.textContent = text;
    return made;
  }

  function offerActs(made, hand) {
    const mayEnter = entryKept !== null;
    const isOpen = !["held", "no_right", "changing"].includes(hand.state);
    const mayGo = isOpen || hand.state === "no_right"; // a table that has no new code would never let it go
    const offered = { change: mayEnter && isOpen, resume: mayEnter && hand.state === "changing", drop: mayGo };
    for (const [name, so] of Object.entries(offered)) {
      const button = made.querySelector(`[data-act="${name}"]`);
      if (!so) button.remove();
      else button.addEventListener("click", () => acts[name](asItIsNow(hand), button));
    }
    const row = made.querySelector(".acts");
    if (!row.children.length) row.remove();
  }

  const asItIsNow = (hand) => hands.find((one) => one.key === hand.key) || hand;

  const acts = {
    change(hand, button) {
      const mayGo = button.dataset.sure && !entryLive.form.dataset.instead; // what else stands in the form
      if (!entryLive.isBegun() || mayGo) {
        entryKept.change(hand, CHANGED_AS_IT_IS.includes(hand.state) && !isUncertain(hand));
        return;
      }
      button.closest("li").querySelector(".trouble").replaceChildren(listed(words.busy));
      if (entryLive.form.dataset.instead) return;
      button.dataset.sure = "yes";
      button.textContent = words.clear;
    },
    resume: (hand) => entryKept.leave(hand),
    drop(hand, button) {
      if (button.dataset.sure) outbox.remove(hand);
      button.dataset.sure = "yes";
      button.textContent = words.sure;
    },
  };

  // Whether it may be on the sheet already, though its answer never came.
  const isUncertain = (hand) => hand.state === "waiting" && hand.tried > 0;

  function show() {
    const late = hands.filter(isLate);
    const unsent = late.filter((hand) => hand.state !== "held"); // of those the table is asked
    list.hidden = !unsent.length;
    list.querySelector("summary strong").textContent = counted(words.one, words.many, unsent.length);
    if (!unsent.length) list.open = false;
    draw();
    part(list, "open").hidden = !hands.some((hand) => hand.state === "waiting");
    part(list, "codes").hidden = !hands.some((hand) => hand.state !== "held");
    if (hands.some((hand) => !CALM.includes(hand.state))) list.open = true;
    markStanding(unsent);
    markSheet(unsent);
  }

  // Anew only when it says something else: between two taps a button stays where it is, and so does the focus.
  function draw() {
    const says = JSON.stringify(hands.map((hand) => (
      [hand.key, hand.number, hand.said, hand.state, isUncertain(hand), hand.answer?.errors])));
    if (says === drawn) return;
    drawn = says;
    list.querySelector("ol").replaceChildren(...hands.map(item));
  }

  // What stands above does not know of them; whose forehand it is follows from the form.
  function markStanding(waiting) {
    const standing = document.querySelector(".standing");
    standing.querySelector(".behind")?.remove();
    standing.classList.toggle("is-behind", waiting.length > 0);
    if (entryKept) turnRoles(standing.querySelector(".totals"));
    if (!waiting.length) return;
    const said = document.createElement("p");
    said.className = "behind";
    said.textContent = counted(words.withoutOne, words.withoutMany, waiting.length);
    standing.append(said);
  }

  // The forehand has gone on by as many players as the form is ahead.
  function turnRoles(totals) {
    const players = Array.from(totals.children);
    const ahead = entryKept.ahead(totals.dataset.seats) - Number(totals.dataset.turned || 0);
    const roles = players.map((player) => [player.className, player.querySelector("small").textContent]);
    players.forEach((player, at) => {
      const [role, text] = roles.at((at - ahead) % players.length);
      player.className = role;
      player.querySelector("small").textContent = text;
    });
    totals.dataset.turned = String(entryKept.ahead(totals.dataset.seats));
  }

  function markSheet(waiting) {
    document.querySelectorAll(".written .of-this-phone").forEach((row) => row.remove());
    const last = document.querySelector("#schrift .written tfoot");
    const sheet = last?.parentElement || emptySheet(waiting.length > 0);
    if (sheet) waiting.forEach((hand) => sheet.insertBefore(row(hand), last));
  }

  // The first hands of an evening: there is no sheet yet.
  function emptySheet(isNeeded) {
    const place = document.getElementById("schrift");
    place.querySelector(".waiting-sheet")?.remove();
    if (!isNeeded) return null;
    const made = document.createElement("table");
    made.className = "written waiting-sheet";
    place.append(made);
    return made;
  }

  function row(hand) {
    const body = document.createElement("tbody");
    const cells = body.insertRow();
    const number = document.createElement("th");
    const said = document.createElement("td");
    const badge = document.createElement("span");
    body.className = "of-this-phone";
    cells.className = "remark";
    number.scope = "row";
    number.textContent = hand.number;
    badge.className = "badge";
    badge.textContent = words.badge;
    said.colSpan = Math.max(1, document.querySelectorAll("#schrift thead tr:first-child th").length - 1);
    said.append(badge, ` ${hand.said}`);
    cells.append(number, said);
    return body;
  }

  function showOthers(others) {
    const place = part(list, "others");
    place.hidden = !others.length;
    if (!others.length) return;
    if (list.hidden) { // none of this table
      list.querySelector("summary strong").textContent = counted(words.one, words.many, others.length);
      list.open = true;
    }
    list.hidden = false;
    Object.assign(place.querySelector("a"), { href: others[0].table, textContent: words.others });
  }

  // Its answer is on its way: the sheet has it already.
  const isOnSheet = (hand) => hand.state === "waiting" && hand.key === document.getElementById("live").dataset.last;

  async function look() {
    clearTimeout(timer);
    try {
      const all = await listHands();
      hands = all.filter((hand) => hand.table === table && !isOnSheet(hand));
      const wasOpen = list.open;
      const anchor = document.getElementById("entry");
      const before = anchor?.getBoundingClientRect().top;
      show();
      showOthers(all.filter((hand) => hand.table !== table));
      if (!wasOpen || before < window.innerHeight / 2) keepInPlace(anchor, before); // else somebody looks at the list
    } catch {
      return; // a browser that keeps nothing
    }
    if (hands.some((hand) => !isLate(hand))) timer = setTimeout(look, LATE_MS);
  }

  function leads({ type, target }) {
    if (type === "submit") return target.method === "post" && !target.matches("#entry, .mark, [data-sends]");
    const link = target.closest("a[href]");
    return link && !link.getAttribute("href").startsWith("#") && link.target !== "_blank";
  }

  // While there is no network another page cannot be opened, and without HTTPS this one could not be opened again.
  function stay(event) {
    if (!isAway() || navigator.serviceWorker?.controller || !leads(event)) return;
    event.preventDefault();
    const said = document.querySelector('#live [data-part="away"]');
    said.dataset.why = words.noPage;
    said.scrollIntoView({ block: "nearest" });
    clearTimeout(reading);
    reading = setTimeout(() => delete said.dataset.why, READ_MS);
  }

  part(list, "codes").addEventListener("click", () => {
    const shown = hands.filter((hand) => hand.state !== "held");
    showWaitingCodes(shown);
    outbox.passedOn(shown).catch(() => {}); // a browser that keeps nothing
  });
  document.addEventListener("outbox", look);
  document.addEventListener("news", () => {
    if (hands.length) outbox.send(table, true); // somebody may have decided about them
    look();
  });
  document.addEventListener("click", stay);
  document.addEventListener("submit", stay);
  window.addEventListener("pageshow", look);
}
