// Hands that are on this phone and not on the sheet yet: what becomes of them, what can be done, and where they are
// missing in what the page shows.

import { find, findAround } from "../../../../tarockclub/static/tarockclub/dom.js";
import { outbox } from "../outbox/outbox.js";
import { listHands } from "../outbox/store.js";
import { liveTable } from "../table/live.js";
import { entryLive } from "../table/live_form.js";
import { ownSeat } from "../table/own_seat.js";

/** @typedef {ReturnType<EntryKept["addUp"]>["waits"][number]} Waits */

// `entryKept`: where hands are entered on this page, else null.
/** @param {EntryKept | null} entryKept */
export function startWaiting(entryKept) {
  const { table, ask, isAway, leave } = liveTable;
  const LATE_MS = 1200; // what is sent within that time has not waited
  const READ_MS = 8000; // for two short sentences
  const CLOCK_STANDS = ["not_started", "in_pause", "halted"];
  const ROLES = ["forehand", "dealer", "sits_out"];
  const CALM = ["waiting", "changing", "held", ...CLOCK_STANDS]; // nobody has to do anything here
  const CHANGED_AS_IT_IS = ["waiting", "invalid", ...CLOCK_STANDS]; // the others get a key of their own

  const list = find("details#waiting");
  const words = list.dataset;
  const line = find("li", find("template", list).content);
  /** @type {Hand[]} */
  let hands = [];
  const NOTHING = { isKnown: false, waits: [], paid: [], sums: [] };
  /** @type {Map<string, Waits>} */
  let pays = new Map(); // what each pays, by its key
  let drawn = ""; // what the list says
  let timer = 0;
  let reading = 0; // the timer of what was said about a link
  let wanted = ""; // where a link leads that was tapped without the network, as long as that is said

  /** @param {ParentNode} root @param {string} name */
  const part = (root, name) => find(`[data-part="${name}"]`, root);
  /** @param {string} text @param {number} number */
  const numbered = (text, number) => text.replace("#", String(number));
  /** @param {string} one @param {string} many @param {number} count */
  const counted = (one, many, count) => (count === 1 ? one : numbered(many, count));
  /** A clock that was put back makes no hand one of the future. @param {Hand} hand */
  const isLate = (hand) =>
    isAway() || Math.abs(Date.now() - Date.parse(hand.at)) > LATE_MS || !["waiting", "changing"].includes(hand.state);

  /** @param {string} state */
  function known(state) {
    return line.querySelector(`[data-state="${state}"]`) ? state : "refused";
  }

  /** @param {Hand} hand */
  function item(hand) {
    const made = line.cloneNode(true);
    const state = known(hand.state);
    made.dataset.key = hand.key;
    made.dataset.state = hand.state;
    find("strong", made).textContent = numbered(words.hand, hand.number);
    part(made, "said").textContent = tellHand(hand);
    find("p", made).after(...(pays.get(hand.key)?.amounts ?? []));
    part(made, "how").textContent = find(`[data-state="${state}"]`, made).textContent;
    for (const text of made.querySelectorAll("[data-state]")) text.remove();
    find(".trouble", made).replaceChildren(...(hand.answer?.errors || []).map(({ message }) => listed(message)));
    if (hand.answer?.message) find(".trouble", made).append(listed(hand.answer.message));
    offerActs(made, hand);
    return made;
  }

  /** @param {Hand} hand */
  function tellHand(hand) {
    return pays.get(hand.key)?.amounts.length ? hand.said : `${hand.said}: ${words.unknown}`;
  }

  /** @param {string} text */
  function listed(text) {
    const made = document.createElement("li");
    made.textContent = text;
    return made;
  }

  /** @param {HTMLElement} made @param {Hand} hand */
  function offerActs(made, hand) {
    const mayEnter = entryKept !== null;
    const isOpen = !["held", "no_right", "changing"].includes(hand.state);
    const mayGo = isOpen || hand.state === "no_right"; // a table that has no new code would never let it go
    const offered = { change: mayEnter && isOpen, resume: mayEnter && hand.state === "changing", drop: mayGo };
    for (const [name, act] of Object.entries(acts)) {
      const so = offered[/** @type {keyof offered} */ (name)];
      const button = find(`[data-act="${name}"]`, made);
      if (!so) button.remove();
      else button.addEventListener("click", () => act(asItIsNow(hand), button));
    }
    const row = find(".acts", made);
    if (!row.children.length) row.remove();
  }

  /** @param {Hand} hand */
  const asItIsNow = (hand) => hands.find((one) => one.key === hand.key) || hand;

  /** @type {Record<string, (hand: Hand, button: HTMLElement) => unknown>} */
  const acts = {
    change(hand, button) {
      const isOfAnother = entryLive.form?.dataset.instead;
      const mayGo = button.dataset.sure && !isOfAnother; // what else stands in the form
      if (!entryLive.isBegun() || mayGo) {
        list.open = false; // it lies over the form
        entryKept?.change(hand, CHANGED_AS_IT_IS.includes(hand.state) && !isUncertain(hand)).catch(outbox.tellUnkept);
        return;
      }
      find(".trouble", findAround("li", button)).replaceChildren(listed(words.busy));
      if (isOfAnother) return;
      button.dataset.sure = "yes";
      button.textContent = words.clear;
    },
    resume(hand) {
      list.open = false;
      entryKept?.leave(hand).catch(outbox.tellUnkept);
    },
    drop(hand, button) {
      if (button.dataset.sure) outbox.remove(hand).catch(outbox.tellUnkept);
      button.dataset.sure = "yes";
      button.textContent = words.sure || "";
    },
  };

  /** Whether it may be on the sheet already, though its answer never came. @param {Hand} hand */
  const isUncertain = (hand) => hand.state === "waiting" && hand.tried > 0;

  function show() {
    const late = hands.filter(isLate);
    const unsent = late.filter((hand) => hand.state !== "held"); // of those the table is asked
    list.hidden = !unsent.length;
    find("summary strong", list).textContent = counted(words.one, words.many, unsent.length);
    const isCutOff = !entryKept || hands.some((hand) => hand.state === "no_right");
    part(list, "no-right").hidden = !isCutOff;
    part(list, "waits").hidden = isCutOff;
    const { isKnown, waits, paid, sums } = entryKept?.addUp(unsent) ?? NOTHING;
    part(list, "waits").textContent = (isKnown ? words.dashed : words.without) || "";
    pays = new Map(waits.map((amounts, at) => [unsent[at].key, amounts]));
    document.dispatchEvent(new CustomEvent("added-up", { detail: { hands: unsent, paid } }));
    draw();
    part(list, "open").hidden = !hands.some((hand) => hand.state === "waiting");
    part(list, "text").hidden = !hands.some((hand) => hand.state !== "held");
    list.classList.toggle(
      "is-troubled",
      hands.some((hand) => !CALM.includes(hand.state)),
    );
    find(".standing").classList.toggle("is-behind", isKnown);
    if (entryKept) turnRoles(find(".standing .totals"), entryKept);
    ownSeat.show(find("#live").dataset.me);
    markSheet(unsent, isKnown ? sums : []);
  }

  // Anew only when it says something else: between two taps a button stays where it is, and so does the focus.
  function draw() {
    const says = JSON.stringify(
      hands.map((hand) => [
        hand.key,
        hand.number,
        hand.said,
        hand.state,
        isUncertain(hand),
        hand.answer?.errors,
        tellHand(hand),
        pays.get(hand.key)?.gains,
      ]),
    );
    if (says === drawn) return;
    drawn = says;
    find("ol", list).replaceChildren(...hands.map(item));
  }

  // The forehand has gone on by as many players as the form is ahead: what is said of him goes along, nothing else.
  /** @param {HTMLElement} totals @param {EntryKept} of */
  function turnRoles(totals, of) {
    const players = Array.from(totals.children);
    const ahead = of.countAhead(totals.dataset.seats) - Number(totals.dataset.turned || 0);
    const roles = players.map((player) => ({
      names: ROLES.filter((role) => player.classList.contains(role)),
      word: find("small", player),
    }));
    if (ahead)
      for (const [at, player] of players.entries()) {
        const { names, word } = roles.at((at - ahead) % players.length) ?? roles[at];
        player.classList.remove(...ROLES);
        player.classList.add(...names);
        find(".number", player).after(word);
      }
    totals.dataset.turned = String(of.countAhead(totals.dataset.seats));
  }

  // After what is saved each hand that waits, in the same columns, and the sum with all of them.
  /** @param {Hand[]} waiting @param {string[]} sums */
  function markSheet(waiting, sums) {
    for (const old of document.querySelectorAll(".of-this-phone")) old.remove();
    const sheet = document.querySelector("#schrift .written") ?? (waiting.length ? newSheet() : null);
    if (!sheet) return;
    sheet.append(...waiting.map((hand) => block(hand, sheet.querySelectorAll("thead tr:first-child th").length)));
    for (const [at, sum] of sheet.querySelectorAll("tfoot tr:first-child td").entries()) {
      sum.dataset.saved ??= sum.textContent;
      sum.textContent = sums[at] ?? sum.dataset.saved;
    }
  }

  /** @param {string} tag @param {string} text */
  const newCell = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

  // The first hands of an evening: there is no sheet yet.
  function newSheet() {
    const cards = document.querySelectorAll(".standing .totals .name");
    const sheet = document.createElement("table");
    const heads = sheet.createTHead().insertRow();
    sheet.className = `written of-this-phone of-${cards.length}`;
    heads.append(...["", ...Array.from(cards, (name) => name.textContent)].map((name) => newCell("th", name)));
    find("#schrift").append(sheet);
    return sheet;
  }

  /** @param {Hand} hand @param {number} width */
  function block(hand, width) {
    const lines = Object.assign(document.createElement("tbody"), { className: "of-this-phone" });
    const [amounts, remark] = [lines.insertRow(), lines.insertRow()];
    const { totals = [], gains = [] } = pays.get(hand.key) ?? {};
    amounts.append(newCell("th", String(hand.number)));
    for (const [at, total] of totals.entries()) {
      const cell = newCell("td", `${total} `);
      if (gains[at]) cell.append(newCell("small", gains[at]));
      amounts.append(cell);
    }
    remark.className = "remark";
    remark.insertCell().colSpan = width;
    remark.cells[0].textContent = `${words.provisional}: ${tellHand(hand)}`;
    return lines;
  }

  /** @param {Hand[]} others */
  function showOthers(others) {
    const place = part(list, "others");
    place.hidden = !others.length;
    if (!others.length) return;
    // where none of this table waits
    if (list.hidden) find("summary strong", list).textContent = counted(words.one, words.many, others.length);
    list.hidden = false;
    Object.assign(find("a", place), { href: others[0].table, textContent: words.others });
  }

  /** Its answer is on its way: the sheet has it already. @param {Hand} hand */
  const isOnSheet = (hand) => hand.state === "waiting" && hand.key === find("#live").dataset.last;

  async function look() {
    clearTimeout(timer);
    try {
      const all = await listHands();
      part(list, "unkept").hidden = true;
      document.getElementById("keeps-nothing")?.toggleAttribute("hidden", true);
      hands = all.filter((hand) => hand.table === table && !isOnSheet(hand));
      show();
      showOthers(all.filter((hand) => hand.table !== table));
      if (list.hidden) list.open = false;
    } catch {
      return; // a browser that keeps nothing
    }
    if (hands.some((hand) => !isLate(hand))) timer = setTimeout(look, LATE_MS);
  }

  // What the table does not hold any more has been decided; what it has refused may be right by now.
  function sendAnew() {
    const held = find("#live").dataset.held?.split(" ");
    if (held) outbox.doubt(hands.filter(({ key }) => !held.includes(key)));
    if (hands.length) outbox.send(table, true);
  }

  /** @param {On<Event, HTMLElement>} event */
  function leads({ target }) {
    if (target instanceof HTMLFormElement)
      return target.method === "post" && !target.matches("#entry, .mark, [data-sends]");
    const link = target.closest("a[href]");
    return link && !link.getAttribute("href")?.startsWith("#") && link.target !== "_blank";
  }

  // While there is no network another page cannot be opened, and without HTTPS this one could not be opened again. That
  // the network is back a page may not know for seconds: so it asks at once, and a link leads on as soon as it is there.
  /** @param {On<Event, HTMLElement>} event */
  function stay(event) {
    if (event.defaultPrevented || !leads(event)) return;
    if (!isAway() || navigator.serviceWorker?.controller) {
      leave();
      return;
    }
    event.preventDefault();
    const said = find('#live [data-part="away"]');
    said.dataset.why = words.noPage;
    said.scrollIntoView({ block: "nearest" });
    wanted = event.target.closest("a")?.href || "";
    clearTimeout(reading);
    reading = setTimeout(() => {
      delete said.dataset.why;
      wanted = "";
    }, READ_MS);
    ask();
  }

  function leadOn() {
    if (wanted) window.location.assign(wanted);
    wanted = "";
  }

  // It lies over the form: the first tap beside it only folds it.
  /** @param {On<MouseEvent, HTMLElement>} event */
  function foldInstead(event) {
    if (!list.open || list.hidden || event.target.closest("#waiting, dialog")) return;
    list.open = false;
    event.preventDefault();
    event.stopPropagation();
  }

  part(list, "text").addEventListener("click", () => {
    const shown = hands.filter((hand) => hand.state !== "held");
    document.dispatchEvent(new CustomEvent("passed-on", { detail: shown })); // text.js
    outbox.passedOn(shown).catch(() => {}); // a browser that keeps nothing
  });
  document.addEventListener("outbox", look);
  document.addEventListener("later", look); // away.js is there by now
  document.addEventListener("unkept", () => {
    document.getElementById("keeps-nothing")?.toggleAttribute("hidden", hands.length > 0);
    if (!hands.length) return;
    find("#kept").hidden = true; // that is not true any more
    list.open = true;
    list.hidden = part(list, "unkept").hidden = false;
  });
  document.addEventListener("news", () => {
    sendAnew();
    look();
  });
  document.addEventListener("click", foldInstead, true);
  document.addEventListener("back", leadOn);
  document.addEventListener("input", () => {
    wanted = ""; // whoever enters something stays here
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !document.querySelector("dialog[open]")) list.open = false;
  });
  document.addEventListener("click", stay);
  document.addEventListener("submit", stay);
  window.addEventListener("pageshow", async () => {
    await look();
    sendAnew();
  });
}
