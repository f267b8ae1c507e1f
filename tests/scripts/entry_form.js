// An entry form without a browser: fields by their names, and the rules of a small sheet.

import { page } from "./phone.js";

/** A field that is offered, as the form knows it. */
class Field {
  constructor(value) {
    Object.assign(this, { value, type: "text", disabled: false, checked: false });
  }
}

const fields = new Map();

const item = (lost = false) => ({ kontra: 1, king_lies: false, lost, decides: false });
const contract = {
  kind: "positive",
  by: "all",
  partner: "king",
  alone: true,
  kontra: 4,
  king_lies: true,
  win: 106,
  win_kontra: 107,
  needs: [],
  must_kontra: ["uhu"],
  never_kontra: [],
  left: [],
  bei: [],
  forms: {
    "pagat-silent": item(),
    "pagat-announced": item(true),
    "uhu-announced": item(true),
    "trull-silent": item(),
    "sack-silent": item(),
    "sack-announced": item(true),
    "valat-silent": item(),
    "valat-announced": { ...item(true), decides: true },
  },
};
const premium = (others = {}) => ({
  points: null,
  won_from: 0,
  wins: false,
  takes_kontra: false,
  missed_denies: [],
  ...others,
});
const rules = {
  forehand: 0,
  equal: true,
  total: 210,
  contracts: { rufer: contract, dreier: { ...contract, by: "forehand" } },
  premiums: {
    pagat: premium(),
    uhu: premium(),
    sack: premium({ points: 135, won_from: 135 }),
    trull: premium(),
    valat: premium({ wins: true, won_from: 180 }),
  },
  obstacles: Object.fromEntries(Object.keys(contract.forms).map((kind) => [kind, {}])),
};

export const form = { dataset: {}, elements: { namedItem: (name) => fields.get(name) ?? null } };
Object.assign(form, { querySelector: () => null, querySelectorAll: () => [] });
const elements = { "form#entry": form, "#rules": { textContent: JSON.stringify(rules) } };
page.querySelector = (selector) => elements[selector] ?? null;
Object.assign(globalThis, { HTMLInputElement: Field, HTMLSelectElement: class {}, RadioNodeList: class {} });

/** Enter fields in place of those before. */
export function enter(entered) {
  fields.clear();
  for (const [name, value] of Object.entries(entered)) fields.set(name, new Field(value));
}
