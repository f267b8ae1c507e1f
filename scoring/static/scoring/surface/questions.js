// What is asked next stands below the players, where the answer is tapped; when nothing is open, who plays what. And what
// is rarely asked, in a sheet: who kontra'd whom among partners, who took what from whom.

import { find, findText, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { contractOf, declarerOf, form, openParts, radio, value } from "../entry/form.js";
import { nextQuestion } from "../entry/preview.js";
import { entryWords } from "../entry/words.js";
import { tapExtra } from "./extras.js";
import { closeSheet, openSheet } from "./sheets.js";
import { newButton, surfaceWords, tellField } from "./tapping.js";
import { putKey } from "./tray.js";

const WHO = '[data-part="declarer"], [data-part="partner"], [data-part="four"]';

/** @param {Seat} seat */
export const nameAt = (seat) => plainText(findText(radio("p0-declarer", seat)?.nextElementSibling).data);

/** What the next tap is to say, and whether it is a player who is tapped on. */
export function findQuestion() {
  const extra = tapExtra.findQuestion();
  if (extra) return { text: extra, part: "extra" };
  const text = nextQuestion();
  const [open] = value("p0-contract") && text ? openParts() : [];
  const part = (open?.matches(WHO) && open.dataset.part) || "";
  const declarer = declarerOf(0, contractOf(0));
  if (part === "partner" && declarer) return { text: surfaceWords.along.replace("1", nameAt(declarer)), part };
  return { text, part };
}

function startLine() {
  const line = document.querySelector('[data-part="asked"]');
  if (!line) return;
  const [hand, asked, how] = ["small", "b", "em"].map((name) => document.createElement(name));
  how.textContent = surfaceWords.above;
  line.append(hand, asked, how);
  const say = () => {
    const { text, part } = findQuestion();
    hand.textContent = Array.from(form.querySelectorAll(".next-hand > :is(h2, .of-hands)"), (one) =>
      plainText(one.textContent),
    ).join(" ");
    asked.textContent = text || entryWords.game();
    const [isTooLong, mayWrap] = [
      () => line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight,
      getComputedStyle(line).whiteSpace === "normal",
    ];
    hand.hidden = false;
    line.style.fontSize = "";
    how.hidden = !part || mayWrap; // beside the players nothing is above
    how.hidden ||= isTooLong();
    hand.hidden = isTooLong();
    if (isTooLong()) line.style.fontSize = "var(--size-small)";
  };
  form.addEventListener("offered", say);
  form.addEventListener("previewed", say);
}

/** One list of players as keys that set it. @param {HTMLSelectElement} list @param {string} title */
function buildKeys(list, title) {
  const group = document.createElement("fieldset");
  group.className = "asked-in-sheet";
  group.append(Object.assign(document.createElement("legend"), { textContent: title }));
  const press = () => {
    for (const [at, key] of Array.from(group.querySelectorAll("button")).entries())
      key.setAttribute("aria-pressed", String(list.selectedIndex === at));
  };
  for (const [at, option] of Array.from(list.options).entries()) {
    const key = Object.assign(newButton("key"), { textContent: plainText(option.textContent) });
    key.addEventListener("click", () => {
      list.selectedIndex = at;
      tellField(list);
      press();
    });
    group.append(key);
  }
  press();
  return group;
}

/** The lists that a sheet asks for, key by key; it stays until it is closed. */
export const ASKED_IN_SHEET = '[data-part="said-by"]:not([hidden]) select:enabled, .more > label > select:enabled';

/** @param {HTMLSelectElement} list */
function nameList(list) {
  const slot = list.closest(".slot");
  const what = plainText(
    slot?.getAttribute("aria-label") || find("summary", find('[data-part="kontra"]', form)).firstChild?.textContent,
  );
  return [what, plainText(list.labels?.[0]?.firstChild?.textContent)].filter(Boolean).join(": ");
}

function startRare() {
  const key = Object.assign(newButton("rare"), { textContent: surfaceWords.partners });
  const lists = () =>
    Array.from(form.querySelectorAll(ASKED_IN_SHEET)).filter((list) => list instanceof HTMLSelectElement);
  putKey(key, 11, true);
  key.addEventListener("click", () => {
    const content = document.createElement("div");
    const done = Object.assign(newButton("primary"), { textContent: surfaceWords.done });
    done.addEventListener("click", closeSheet);
    content.append(...lists().map((list) => buildKeys(list, nameList(list))), done);
    openSheet(surfaceWords.partners, content);
  });
  form.addEventListener("offered", () => {
    const asked = lists();
    key.hidden = !asked.length;
    key.setAttribute("aria-pressed", String(asked.some((list) => list.value !== "")));
  });
}

function startRules() {
  const key = newButton("rules");
  const [word, count] = ["span", "small"].map((name) => document.createElement(name));
  word.textContent = surfaceWords.rules;
  key.append(word, count);
  const place = document.getElementById("reminders");
  if (!place) return;
  putKey(key, 12, true);
  key.addEventListener("click", () => openSheet(surfaceWords.rules, place));
  const tell = () => {
    const { length } = place.querySelectorAll("p");
    key.hidden = !length;
    count.textContent = !length
      ? ""
      : (length === 1 ? surfaceWords.ruleOne : surfaceWords.ruleMany).replace("#", String(length));
  };
  form.addEventListener("reminded", tell);
  tell();
}

export function startQuestions() {
  startLine();
  startRare();
  startRules();
}
