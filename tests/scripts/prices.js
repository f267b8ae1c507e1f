// What a phone shows without the network of hands that follow one another, for tests that know what the engine pays. Each
// line of the standard input is a question in JSON; a price list stays for those after it.

import { createInterface } from "node:readline";
import { priceHands, writeAmount } from "../../scoring/static/scoring/entry/prices.js";
import { followPot, roundAmounts } from "../../scoring/static/scoring/waiting/settling.js";

let list = null;
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  list = asked.list ?? list;
  const answer = asked.amounts
    ? asked.amounts.map((sixths) => writeAmount(sixths, asked.plus))
    : asked.sixths
      ? roundAmounts(asked.sixths, asked.rate)
      : asked.pot
        ? followPot(asked.pot, asked.deals, asked.order)
        : asked.hands && priceHands(list, asked.hands, asked.course);
  if (answer) console.log(JSON.stringify(answer));
}
