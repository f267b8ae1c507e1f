// Who sits at this phone, a place: his card is marked, and he answers in his own name.

import { find, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";

/** @param {string | undefined} place */
function show(place) {
  const cards = Array.from(document.querySelectorAll(".totals li[data-place]"));
  const mine = cards.find((card) => card.dataset.place === place);
  const name = document.querySelector(".deal .me b");
  for (const card of cards) card.classList.toggle("mine", card === mine);
  if (mine && name) name.textContent = plainText(find(".name", mine).textContent);
}

// Who answers for the first time says who he is; then what he has tapped is sent.
function startAsking() {
  /** @type {HTMLButtonElement | null} */
  let tapped = null;
  document.addEventListener("click", ({ target }) => {
    tapped = target.closest(".ribbon .mark button") || tapped;
  });
  /** @param {Event} event */
  const ask = (event) => {
    const { target } = event;
    const form = target instanceof HTMLSelectElement && target.closest(".ribbon .mark");
    if (!form) return;
    event.preventDefault(); // the browser would only say that it is missing
    form.classList.add("asks");
    target.focus();
  };
  document.addEventListener("invalid", ask, true);
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.closest(".mark.asks") && target.value) tapped?.click();
  });
}

// The question whether a hand is right, for the player of this phone; who has chosen another name keeps that.
/** @param {HTMLFormElement} form @param {string | undefined} place */
function answer(form, place) {
  const { place: choice } = form.elements;
  if (place && !choice.value) choice.value = place;
  const as = form.querySelector(".as");
  if (!as) return;
  const isKnown = Boolean(place) && choice.value === place;
  as.hidden = !isKnown;
  choice.hidden = isKnown;
  if (isKnown) find("b", as).textContent = plainText(choice.selectedOptions[0].textContent);
}

export const ownSeat = { startAsking, show, answer };
