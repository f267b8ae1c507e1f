// The players' cards, as they sit: a tap makes the declarer, a second one the partner; what the hand pays stands on them.
// Those who may be meant by the next tap glow. Wherever else players stand on the page, they do so in the same order.

import { find, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { contractOf, declarerOf, form, radio, SEATS, value } from "../entry/form.js";
import { preview } from "../entry/preview.js";
import { fit } from "./chips.js";
import { tapExtra } from "./extras.js";
import { findQuestion, nameAt } from "./questions.js";
import { newButton, surfaceWords, tapField, tellField } from "./tapping.js";

export function startSeats() {
  const cards = () => Array.from(document.querySelectorAll(".standing .totals > li"));
  /** @param {Element} card */
  const seatOf = (card) => SEATS.find((seat) => nameAt(seat) === plainText(find(".name", card).textContent)) ?? "";
  let early = ""; // who was tapped before the game

  /** @param {string} name */
  function clear(name) {
    const field = form.querySelector(`input[name="${name}"]:checked`);
    if (!field) return;
    field.checked = false;
    tellField(field);
  }

  /** @param {Seat} seat */
  function tap(seat) {
    const contract = contractOf(0);
    if (tapExtra.tap(seat)) return update();
    if (!contract) early = early === seat ? "" : seat;
    else if (contract.kind === "trischaken") tapLoser(seat);
    else if (contract.by === "forehand" || (declarerOf(0, contract) && declarerOf(0, contract) !== seat))
      tapSecond(seat, contract);
    else if (value("p0-declarer") === seat) clear("p0-declarer");
    else tapField(radio("p0-declarer", seat));
    return update();
  }

  /** @param {Seat} seat */
  function tapLoser(seat) {
    const box = form.querySelector(`input[name="p0-loser-${seat}"]`);
    if (!box || box.disabled) return;
    box.checked = !box.checked;
    tellField(box);
  }

  // There is a declarer already: the partner, or, in a game without one, another declarer.
  /** @param {Seat} seat @param {Contract} contract */
  function tapSecond(seat, contract) {
    if (!contract.partner) tapField(radio("p0-declarer", seat));
    else if (value("p0-partner") === seat) clear("p0-partner");
    else tapField(radio("p0-partner", seat));
  }

  /** @param {HTMLElement} card */
  function equip(card) {
    if (card.querySelector(".tap")) return;
    // For a thumb; who has keys or listens finds the same players in the form.
    const button = Object.assign(newButton("tap"), { tabIndex: -1, ariaHidden: "true" });
    const pays = Object.assign(document.createElement("span"), { className: "pays" });
    button.addEventListener("click", () => tap(card.dataset.seat));
    card.append(pays, button);
  }

  /** @param {Seat} seat @param {Contract | undefined} contract */
  function roleOf(seat, contract) {
    if (!contract) return seat === early ? "declarer" : "";
    if (contract.kind === "trischaken")
      return form.querySelector(`input[name="p0-loser-${seat}"]:checked`) ? "loser" : "";
    if (declarerOf(0, contract) === seat) return "declarer";
    if (tapExtra.nameRole(seat)) return "extra";
    return contract.partner && value("p0-partner") === seat ? "partner" : "";
  }

  /** @param {string} role */
  const nameRole = (role) =>
    ({ declarer: surfaceWords.declarer, partner: surfaceWords.with, loser: form.dataset.lost })[role] || "";

  /** Whether the next tap may mean this player, and the word for that. @param {Seat} seat @param {string} part */
  function askFor(seat, part) {
    const contract = contractOf(0);
    if (part === "extra") return tapExtra.mayBe(seat) ? "?" : "";
    const field = form.querySelector(
      part === "four" ? `input[name="p0-loser-${seat}"]` : `input[name="p0-${part}"][value="${seat}"]`,
    );
    if (!field || field.disabled) return "";
    if (part === "four") return surfaceWords.loses;
    if (part === "declarer") return surfaceWords.plays;
    const declarer = declarerOf(0, contract);
    const name = declarer ? nameAt(declarer) : "";
    return surfaceWords.beside.replace("1", name);
  }

  /** The same order for the players of the form as on their cards. */
  function sortPlayers() {
    const order = cards().map(seatOf).filter(Boolean);
    /** @param {HTMLElement} one */
    const placeOf = (one) => order.indexOf(one.dataset.seat || one.querySelector("input")?.value || "");
    for (const list of form.querySelectorAll(".choices.players, .fours, .claims")) {
      const players = Array.from(list.children).filter((one) => placeOf(one) >= 0);
      const sorted = [...players].sort((one, other) => placeOf(one) - placeOf(other));
      if (sorted.some((one, at) => one !== players[at])) list.prepend(...sorted);
    }
    for (const key of form.querySelectorAll(".kontra-strip [data-seat], .claims [data-seat]"))
      key.style.setProperty("--column", String(placeOf(key) + 1));
  }

  function update() {
    const contract = contractOf(0);
    const { part } = findQuestion();
    sortPlayers();
    for (const name of form.querySelectorAll(".ending .players span")) fit(name, name.textContent);
    const paid = Array.from(preview.querySelector(".amounts")?.children || []);
    for (const card of cards()) {
      equip(card);
      const seat = seatOf(card);
      const role = seat && roleOf(seat, contract);
      const question = seat && part && !role ? askFor(seat, part) : "";
      const button = find("button.tap", card);
      card.dataset.seat = seat;
      card.dataset.plays = role;
      card.classList.toggle("may", question !== "");
      button.disabled = !seat;
      pay(
        card,
        seat && contract ? paid[Number(seat)] : null,
        question || (role === "extra" ? tapExtra.nameRole(seat) : nameRole(role)),
      );
    }
    find(".standing").classList.toggle("is-stale", preview.classList.contains("stale"));
  }

  /** The card stands for the player whose field has the focus. @param {On<FocusEvent, Field>} event */
  function follow({ target, type }) {
    if (!/^p0-(?:declarer|partner)$/.test(target.name)) return;
    for (const card of cards())
      card.classList.toggle(
        "is-focused",
        type === "focusin" && card.dataset.seat === target.value && target.matches(":focus-visible"),
      );
  }
  form.addEventListener("focusin", follow);
  form.addEventListener("focusout", follow);

  /** @param {Element} card @param {Element | null} amount @param {string} role */
  function pay(card, amount, role) {
    const line = find(".pays", card);
    line.className = `pays ${amount ? amount.className : "word"}`;
    line.textContent = amount ? find("dd", amount).textContent : role;
    // Where the card has no room for the name of somebody else, the question does without.
    if (line.scrollWidth > line.clientWidth) line.textContent = line.textContent.replace(/ .*\?$/, "?");
  }

  form.addEventListener("change", ({ target }) => {
    if (target.name !== "p0-contract") return;
    const [seat, contract] = [early, contractOf(0)];
    early = "";
    if (seat && contract && contract.by !== "forehand") tapField(radio("p0-declarer", seat));
  });
  form.addEventListener("offered", update);
  form.addEventListener("previewed", update);
  document.addEventListener("news", update);
}
