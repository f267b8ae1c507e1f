// Premiums as chips in one strip, each in the same place in every game: a tap for silent, again for announced, again for
// none; of the birds of a game that needs one to be announced the first tap announces. Where it cannot have been silent the
// chip says why, and the first tap only asks whether it was announced. A switch turns them to the opponents, two more say
// lost and kontra of the premium that was tapped (or held) last. One chip counts Kontra, Re, Sub.

import { find, findAround, findField, findText, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { contractOf, declarerOf, form, OTHER_SIDE, radio, value } from "../entry/form.js";
import { findFormObstacle, findObstacle, known, PREMIUMS } from "../entry/premiums.js";
import { newButton, onHold, surfaceWords, tapField } from "./tapping.js";
import { putKey, tray } from "./tray.js";

const LONG_WORD = 9; // letters: more do not fit into a key in letters of the usual size

/** A word that is too long for its key is written smaller. @param {HTMLElement} key @param {string} text */
export const fit = (key, text) =>
  key.classList.toggle(
    "tight",
    text.split(/[\s\u00ad-]+/).some((word) => word.length > LONG_WORD),
  );

export function startChips() {
  const fold = find("details.premiums", form);
  const strip = Object.assign(document.createElement("div"), { className: "premium-strip chips" });
  const others = Object.assign(document.createElement("div"), { className: "kontra-strip chips" });
  const rows = PREMIUMS.map((premium) => ({ premium, id: premium.dataset.premium, chip: newButton("chip") }));
  const whose = newButton("chip whose");
  const lost = newButton("chip of-last");
  const doubled = newButton("chip of-last");
  /** @type {Side} */
  let side = "declarer";
  let last = ""; // the premium that was tapped last
  let asked = ""; // the one that cannot be silent and was tapped once

  strip.setAttribute("role", "group");
  strip.setAttribute("aria-label", surfaceWords.premiums);
  whose.append(document.createElement("span"), document.createElement("small"));
  whose.title = find("small", whose).textContent = surfaceWords.whose || "";
  whose.addEventListener("click", () => {
    side = OTHER_SIDE[side];
    asked = "";
    update();
  });
  for (const { id, chip, premium } of rows) {
    chip.addEventListener("click", () => turn(id));
    onHold(chip, () => {
      last = id;
      update();
    });
    chip.dataset.chip = id;
    chip.append(
      Object.assign(document.createElement("span"), { textContent: findText(find("h3", premium)).data.trim() }),
      document.createElement("small"),
    );
    chip.prepend(...Array.from(premium.querySelectorAll("h3 .icon"), (motif) => motif.cloneNode(true)));
    fit(chip, find("h3", premium).textContent);
    strip.append(chip);
  }
  strip.prepend(whose, lost, ...(form.querySelector('[data-part="premium-kontra"]') ? [doubled] : []));
  lost.addEventListener("click", () => lostOf(last, side).click());
  doubled.addEventListener("click", () => turnKontra(kontrasOf(last, side)));
  for (const key of strip.querySelectorAll("button")) key.classList.add("key");
  tray.append(strip, others);

  /** @param {string} id @param {Side} whose_ */
  const fieldsOf = (id, whose_) => Array.from(form.querySelectorAll(`input[name="prem-${id}-${whose_}"]`));
  /** @param {string} id @param {Side} whose_ */
  const offered = (id, whose_) => fieldsOf(id, whose_).filter((field) => !field.disabled);
  /** @param {string} id @param {Side} whose_ */
  const formOf = (id, whose_) => value(`prem-${id}-${whose_}`);

  /** @param {string} id @param {Side} whose_ */
  const lostOf = (id, whose_) => findField(form, `prem-${id}-${whose_}-lost`);
  /** @param {string} id @param {Side} whose_ */
  const kontrasOf = (id, whose_) =>
    Array.from(form.querySelectorAll(`input[name="prem-${id}-${whose_}-kontra"]`)).filter((field) => !field.disabled);
  /** @param {Field[]} said */
  const turnKontra = (said) => tapField(said[(said.findIndex((field) => field.checked) + 1) % said.length]);
  /** @param {Field[]} said */
  const sayKontra = (said) =>
    said.find((field) => field.checked && field.value !== "1")?.nextElementSibling?.textContent.trim() || "";

  /** @param {string} id */
  const isBird = (id) => contractOf(0)?.needs.includes(id) === true;

  /** What its taps go through, one after the other. @param {string} id */
  function listStates(id) {
    const forms = contractOf(0)?.forms ?? {};
    const [none, ...states] = ["", "silent", "announced"].filter((form_) => !form_ || `${id}-${form_}` in forms);
    return [none, ...(isBird(id) && side === "declarer" ? states.reverse() : states)];
  }

  /** The state that so many taps lead to. @param {string} id @param {number} taps */
  const stateAfter = (id, taps) => {
    const states = listStates(id);
    return states[(states.indexOf(formOf(id, side)) + taps) % states.length];
  };

  /** What stands against a state that is not entered; null: nothing. @param {string} id @param {string} state */
  function findObstacleTo(id, state) {
    const contract = contractOf(0);
    return contract && state ? findFormObstacle(id, side, state, contract, known(contract)) : null;
  }

  // A state that is not possible is passed only by a second tap: the first says why.
  /** @param {string} id */
  function turn(id) {
    last = id;
    const next = stateAfter(id, 1);
    const isPassed = findObstacleTo(id, next) !== null;
    if (isPassed && asked !== id) asked = id;
    else {
      asked = "";
      tapField(radio(`prem-${id}-${side}`, isPassed ? stateAfter(id, 2) : next));
    }
    update();
  }

  function update() {
    if (!value("p0-contract")) [side, last, asked] = ["declarer", "", ""];
    strip.hidden = fold.hidden;
    whose.setAttribute("aria-pressed", String(side === "defence"));
    find("span", whose).textContent = side === "declarer" ? surfaceWords.own : surfaceWords.defence;
    for (const row of rows) show(row);
    updateLast();
    updateKontras();
  }

  /** @param {(typeof rows)[0]} row */
  function show({ premium, id, chip }) {
    const given = formOf(id, side);
    const reason = premium.hidden ? "" : reasonAgainst(id);
    const passed = asked === id ? findObstacleTo(id, stateAfter(id, 1)) : null;
    if (!passed && asked === id) asked = "";
    chip.disabled = premium.hidden || (Boolean(reason) && offered(id, side).length < 2);
    chip.classList.toggle("is-dead", premium.hidden || Boolean(reason)); // what this game has not keeps its place
    const shown = given ? null : form.querySelector(`[data-offer="prem-${id}-${side}"]`); // by the points
    chip.classList.toggle("is-shown", shown !== null);
    const other = formOf(id, OTHER_SIDE[side]);
    const words = [
      given && sayState(given),
      given && lostOf(id, side).checked ? form.dataset.lost : "",
      given && sayKontra(kontrasOf(id, side)),
    ]
      .filter(Boolean)
      .join(" · ");
    chip.dataset.form = given;
    chip.setAttribute("aria-pressed", String(Boolean(given)));
    const question =
      passed && (given ? `${sayState(stateAfter(id, 1))}: ${sayObstacle(passed)}` : `${sayState(stateAfter(id, 2))}?`);
    // The title says it whole where the key has no room for it.
    chip.title = find("small", chip).textContent =
      question || reason || words || (shown ? `${surfaceWords.silent}?` : other ? ofOtherSide() : "");
    chip.classList.toggle("bird", isBird(id));
    chip.classList.toggle("is-needed", isBird(id) && side === "declarer");
  }

  const sayState = (/** @type {string} */ state) =>
    state === "silent" ? surfaceWords.silent : state && surfaceWords.announced;
  const ofOtherSide = () => `(${side === "declarer" ? surfaceWords.defence : surfaceWords.own})`;

  /** What stands against what is entered, or against the next tap; "": nothing. @param {string} id */
  function reasonAgainst(id) {
    const contract = contractOf(0);
    if (!contract) return "";
    if (!fieldsOf(id, side).length) return side === "defence" ? surfaceWords.onlyOwn : surfaceWords.onlyDefence;
    const now = known(contract);
    const standing = now.claims.find((claim) => claim.id === id && claim.side === side);
    const obstacle = standing ? findObstacle(standing, contract, now) : findObstacleTo(id, stateAfter(id, 1));
    return obstacle ? sayObstacle(obstacle) : "";
  }

  /** @param {Obstacle} obstacle */
  function sayObstacle({ code, claim }) {
    if (code === "premium_points") return surfaceWords.byPoints;
    if (code === "needs_kontra") return surfaceWords.withoutKontra;
    if (code === "premium_beside_kontra") return surfaceWords.besideKontra;
    if (!claim) return surfaceWords.byResult;
    const chip = rows.find((row) => row.id === claim.id)?.chip;
    return surfaceWords.because
      .replace("1", chip ? plainText(find("span", chip).textContent) : "")
      .replace("2", claim.side === "declarer" ? nameDeclarer() : surfaceWords.opponents);
  }

  /** What the chip says that would lose the last premium: the other one because of which it was not lost, or the word. */
  function sayLost() {
    const contract = contractOf(0);
    const now = contract && known(contract);
    const made = now?.claims.find((claim) => claim.id === last && claim.side === side && claim.won);
    const canBe = contract && now && made && contract.forms[made.kind]?.lost;
    const obstacle = canBe ? findObstacle({ ...made, won: false }, contract, now) : null;
    const chip = rows.find((row) => row.id === obstacle?.claim?.id)?.chip;
    const name = chip ? plainText(find("span", chip).textContent) : "";
    return name ? surfaceWords.notLost.replace("1", name) : form.dataset.lost;
  }

  const nameDeclarer = () => {
    const label = radio("p0-declarer", declarerOf(0, contractOf(0)))?.nextElementSibling;
    return label ? plainText(findText(label).data).split(" ")[0] : surfaceWords.declarer;
  };

  // They keep their place, so that nothing moves under the thumb.
  function updateLast() {
    const given = last && formOf(last, side);
    const box = given ? lostOf(last, side) : null;
    const said = given ? kontrasOf(last, side) : [];
    lost.textContent = sayLost();
    lost.disabled = !box || box.disabled;
    lost.setAttribute("aria-pressed", String(Boolean(box?.checked)));
    const isVoid = given
      ? form.querySelector(`[data-slot="prem-${last}-${side}"] [data-part="no-kontra"]:not([hidden])`)
      : null;
    doubled.textContent = isVoid ? plainText(isVoid.textContent) : sayKontra(said) || surfaceWords.kontra;
    doubled.disabled = said.length < 2;
    doubled.setAttribute("aria-pressed", String(sayKontra(said) !== ""));
    for (const { id, chip } of rows) chip.classList.toggle("is-last", Boolean(given) && id === last);
  }

  // --- kontra: on the game beside it, of each opponent of a negative game in rows of their own

  const kontras = Array.from(form.querySelectorAll("[data-play] .choices.kontras"), (choices) => {
    const chip = newButton("chip kontra key");
    const opponent = choices.closest(".opponent");
    const play = findAround("[data-play]", choices).dataset.play || "";
    chip.append(document.createElement("span"), document.createElement("small"));
    chip.addEventListener("click", () => turnKontra(kontrasOffered(choices)));
    if (opponent instanceof HTMLElement) {
      chip.dataset.seat = opponent.dataset.seat;
      chip.dataset.against = play;
      others.append(chip);
    } else putKey(chip, 4, true);
    return { choices, chip, play: Number(play), name: opponent?.querySelector("span") };
  });

  /** @param {Element} choices */
  const kontrasOffered = (choices) => Array.from(choices.querySelectorAll("input")).filter((field) => !field.disabled);

  function updateKontras() {
    others.hidden = contractOf(0)?.kind !== "negative";
    for (const { choices, chip, play, name } of kontras) {
      const said = kontrasOffered(choices);
      const now = said.find((field) => field.checked);
      const isSaid = now !== undefined && now.value !== "1";
      const word = isSaid ? plainText(now.nextElementSibling?.textContent) : sayAgainst(play);
      const isVoid = name ? null : form.querySelector('[data-play="0"] [data-part="no-kontra"]:not([hidden])');
      chip.setAttribute("aria-pressed", String(isSaid));
      find("span", chip).textContent = name ? name.textContent.trim() : isSaid ? word : surfaceWords.kontra;
      find("small", chip).textContent = name
        ? word
        : plainText(isVoid?.textContent) || (isSaid ? `× ${now.value}` : "");
      if (!name) {
        chip.hidden = said.length < 2;
        continue;
      }
      fit(chip, name.textContent);
      chip.disabled = said.length < 2;
      chip.classList.toggle("is-out", !contractOf(play) || contractOf(play)?.kontra === 1);
    }
  }

  /** Kontra, and on whose game where there is more than one. @param {number} play */
  function sayAgainst(play) {
    const label = radio(`p${play}-declarer`, declarerOf(play, contractOf(play)))?.nextElementSibling;
    return play && label ? surfaceWords.against.replace("1", plainText(findText(label).data)) : surfaceWords.kontra;
  }

  form.addEventListener("offered", update);
  form.addEventListener("entered", update);
}
