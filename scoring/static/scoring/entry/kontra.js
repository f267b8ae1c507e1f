// Kontra on the game and on premiums: how far it may go, and which one counts.

import { contractOf, declarerOf, offerChoice, parts, rules, value } from "./form.js";

/** @param {ParentNode} root @param {number} limit */
export function limitKontras(root, limit) {
  for (const input of root.querySelectorAll(".kontras input")) offerChoice(input, Number(input.value) <= limit);
}

// The announced premium that takes the one kontra of the hand: its field; "": none does.
export function kontraTaker() {
  for (const [id, premium] of Object.entries(rules.premiums)) {
    for (const side of premium.takes_kontra ? ["declarer", "defence"] : []) {
      if (value(`prem-${id}-${side}`) === "announced") return `prem-${id}-${side}`;
    }
  }
  return "";
}

// With the king in the talon no kontra counts on some sheets: said before anybody taps one.
/** @param {ParentNode} root @param {Contract | Item | undefined} item */
export function sayKontraIsVoid(root, item) {
  const isVoid = Boolean(item?.king_lies) && value("p0-partner") === "talon";
  for (const part of parts(root, "no-kontra")) part.hidden = !isVoid;
}

// The kontra on the game; partners who kontra each other have said none.
export function kontraThatCounts() {
  const by = value("p0-kontra_by");
  const contract = contractOf(0);
  const own = [declarerOf(0, contract), value("p0-partner")];
  const counts = !(by && own.includes(by)) && !(contract?.king_lies && value("p0-partner") === "talon");
  return counts ? Number(value("p0-kontra") || 1) : 1;
}
