// The games of the surface: the frequent ones first, then four groups, each with a tone of its own; with their value.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { bringIntoSight } from "../entry/entering.js";
import { form, rules, value } from "../entry/form.js";
import { newButton, surfaceWords } from "./tapping.js";

export function startGames() {
  const GROUPS = ["frequent", "call", "solo", "colour", "negative"];
  const list = find('[data-play="0"] .contracts', form);
  const labels = Array.from(list.querySelectorAll("label"));
  /** @param {Element} label */
  const idOf = (label) => find("input", label).value;
  const more = newButton("more-games");
  /** @param {string} id */
  const isFrequent = (id) => rules.frequent.includes(id);

  for (const label of labels) {
    label.dataset.group = rules.contracts[idOf(label)].group;
    const worth = document.createElement("small");
    worth.className = "worth";
    worth.textContent = rules.contracts[idOf(label)].worth;
    find("span", label).append(worth);
  }
  more.textContent = surfaceWords.more;
  more.addEventListener("click", () => {
    isNew();
    list.classList.add("with-rare");
    arrange();
    bringIntoSight(list);
    labels
      .find((label) => rules.contracts[idOf(label)].rare && !label.hidden)
      ?.querySelector("input")
      ?.focus({ preventScroll: true });
  });
  list.append(more);

  /** @param {string} id */
  const groupOf = (id) => (isFrequent(id) ? "frequent" : rules.contracts[id].group);

  function arrange() {
    const isChosen = value("p0-contract") !== "";
    if (!isChosen && !find('[data-play="0"]', form).classList.contains("unfolded") && isNew())
      list.classList.remove("with-rare");
    const withRare = list.classList.contains("with-rare");
    /** @type {[number, Element][]} */
    const places = [[99, more]];
    labels.forEach((label, at) => {
      const { rare } = rules.contracts[idOf(label)];
      const group = groupOf(idOf(label));
      const isLeftOut = rare && group !== "frequent" && !withRare && !find("input", label).checked;
      label.classList.toggle("left-out", isLeftOut);
      places.push([GROUPS.indexOf(group) * 100 + 1 + at, label]);
    });
    const isFolded = Boolean(list.parentElement?.classList.contains("folded"));
    more.hidden = isFolded || withRare || !labels.some((label) => label.classList.contains("left-out"));
    // As they are seen they are heard. What is moved loses the focus: only where something stands elsewhere.
    const inOrder = places.sort(([one], [other]) => one - other).map(([, item]) => item);
    if (inOrder.some((item, at) => item !== list.children[at])) list.append(...inOrder);
  }

  let key = form.elements.key.value;
  // Another hand than a moment ago.
  function isNew() {
    const was = key;
    key = form.elements.key.value;
    return was !== key;
  }

  form.addEventListener("offered", arrange);
}
