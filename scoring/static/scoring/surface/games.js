// The games of the surface: in groups, with their value, the frequent ones first.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { bringIntoSight } from "../entry/entering.js";
import { form, rules, value } from "../entry/form.js";
import { newButton, surfaceWords } from "./tapping.js";

export function startGames() {
  const GROUPS = ["frequent", "positive", "negative"];
  const FEW = 8; // games that need no headings
  const list = find('[data-play="0"] .contracts', form);
  const labels = Array.from(list.querySelectorAll("label"));
  /** @param {Element} label */
  const idOf = (label) => find("input", label).value;
  const more = newButton("more-games");
  const titles = new Map(GROUPS.slice(1).map((group) => [group, document.createElement("h3")]));
  /** @param {string} id */
  const isFrequent = (id) => rules.frequent.includes(id);

  for (const [group, title] of titles) {
    Object.assign(title, { className: "group", textContent: surfaceWords[group] });
    list.append(title);
  }
  for (const label of labels) {
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
    const used = new Set();
    /** @type {[number, Element][]} */
    const places = [[99, more]];
    labels.forEach((label, at) => {
      const { rare } = rules.contracts[idOf(label)];
      const group = groupOf(idOf(label));
      const isLeftOut = rare && group !== "frequent" && !withRare && !find("input", label).checked;
      label.classList.toggle("left-out", isLeftOut);
      places.push([GROUPS.indexOf(group) * 100 + 1 + at, label]);
      if (!label.hidden && !isLeftOut) used.add(group);
    });
    const isFolded = Boolean(list.parentElement?.classList.contains("folded"));
    for (const [group, title] of titles) {
      places.push([GROUPS.indexOf(group) * 100, title]);
      title.hidden = isFolded || !used.has(group) || labels.length <= FEW;
    }
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
