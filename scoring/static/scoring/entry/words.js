// What is entered, as it is kept on the phone: the filled fields, and the same in the players' words.

import { find, findAround, findText, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { contractOf, declarerOf, form, rules, SEATS, value } from "./form.js";

const OF_THE_FORM = ["csrfmiddlewaretoken", "key", "previous", "seats"];
const NOTHING_SAID = /-blatt(?:-\d)?$|-kontra(?:-\d)?$/; // "0" of the one and "1" of the other say nothing

function fields() {
  const entries = Array.from(new FormData(form)).map(([name, given]) => [name, String(given).trim()]);
  return Object.fromEntries(
    entries.filter(
      ([name, given]) =>
        given &&
        !OF_THE_FORM.includes(name) &&
        !(NOTHING_SAID.test(name) && given === (name.includes("-blatt") ? "0" : "1")),
    ),
  );
}

/** @param {string} name */
const chosen = (name) => form.querySelector(`input[name="${name}"]:checked:enabled`);
/** @param {Field | null} input */
const label = (input) => (input ? plainText(findText(input.nextElementSibling).data) : "");

/** Also of a forehand, whose card nobody has to tap. @param {Seat} seat */
const nameOf = (seat) => label(form.querySelector(`input[name="p0-declarer"][value="${seat}"]`));

/** @param {number} at */
function played(at) {
  const declarer = nameOf(declarerOf(at, contractOf(at)));
  const [other, partner] = [chosen(`p${at}-partner`), label(chosen(`p${at}-partner`))];
  const beside = SEATS.includes(other?.value ?? "") ? ` ${form.dataset.with} ` : ", "; // a player, or the talon
  const both = declarer && partner ? `${declarer}${beside}${partner}` : declarer || partner;
  const who = contractOf(at)?.kind === "trischaken" ? "" : both;
  const points = value(`p${at}-points`) && value(`p${at}-points`) + leaves(`p${at}-blatt`);
  if (!value(`p${at}-contract`)) return [];
  const result = label(chosen(`p${at}-result`));
  return [label(chosen(`p${at}-contract`)), who, result, points, kontra(`p${at}-kontra`), ...ofEach(at)];
}

/** What was said against a game or a premium; nothing where nobody said anything. @param {string} name */
function kontra(name) {
  const said = chosen(name);
  return said && said.value !== "1" ? label(said) : "";
}

/** Negative games: each opponent for himself. @param {number} at */
function ofEach(at) {
  return SEATS.map((seat) => {
    const said = kontra(`p${at}-kontra-${seat}`);
    return said && `${said} (${nameOf(seat)})`;
  });
}

/** @param {string} name */
const leaves = (name) => (["", "0"].includes(value(name)) ? "" : `/${value(name)}`);

function ofFour() {
  return Array.from(form.querySelectorAll(".of-four"), (one) => {
    const { seat } = one.dataset;
    const points = value(`p0-points-${seat}`);
    return points && [plainText(findText(find("label", one)).data), points + leaves(`p0-blatt-${seat}`)].join(" ");
  });
}

// Who lost a Trischaken, and who has no trick.
function ofEnding() {
  const named = (/** @type {string} */ kind) => SEATS.filter((seat) => value(`p0-${kind}-${seat}`));
  const { forehand, mayor, jungfrau } = form.dataset;
  const lost = named("loser").map((seat) => {
    const beside = [Number(seat) === rules.forehand && forehand, value(`p0-mayor-${seat}`) && mayor].filter(Boolean);
    const { loses } = find('[data-part="ending"]', form).dataset;
    return [nameOf(seat), loses, beside.length && `(${beside.join(", ")})`].filter(Boolean).join(" ");
  });
  return [...lost, ...named("jungfrau").map((seat) => `${nameOf(seat)} (${jungfrau})`)];
}

function premiums() {
  return Array.from(form.querySelectorAll(".slot"), (slot) => {
    const said = slot.querySelector(".forms input:checked:enabled");
    if (!said?.value) return "";
    const lost = slot.querySelector('[data-part="lost"] input:checked:enabled') ? form.dataset.lost : "";
    const name = plainText(findText(find("h3", findAround(".premium", slot))).data);
    const side = slot.dataset.side === "defence" ? slot.getAttribute("aria-label")?.split(", ").pop() : "";
    const beside = [side, kontra(`${said.name}-kontra`)].filter(Boolean).join(", ");
    return [name, label(said), lost, beside && `(${beside})`].filter(Boolean).join(" ");
  });
}

function said() {
  const renonce = form.elements.renonce?.selectedOptions?.[0];
  const of = renonce?.value ? `Renonce: ${renonce.textContent}` : "";
  const parts = [...played(0), ...ofEnding(), ...ofFour(), ...premiums(), ...played(1), ...played(2), of];
  return parts.filter(Boolean).join(" · ");
}

/** Who plays what. */
const game = () => played(0).slice(0, 2).filter(Boolean).join(" · ");

export const entryWords = { fields, said, game };
