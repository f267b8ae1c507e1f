// Scripts read numbers as the server does (tests/tarockclub/kit/test_numbers.py has the same texts).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { countParts, listReadings } = await import("../../tarockclub/static/tarockclub/numbers.js");
const texts = JSON.parse(readFileSync(new URL("../data/numbers.json", import.meta.url), "utf8"));

function value(fraction) {
  const [above, below] = fraction.split("/").map(Number);
  return above / (below || 1);
}

function assertReadings(text, fractions) {
  const readings = listReadings(text).map(({ above, below }) => above / below);
  assert.equal(readings.length, fractions.length, text);
  for (const [at, fraction] of fractions.entries()) assert.ok(Math.abs(readings[at] - value(fraction)) < 1e-9, text);
}

test("a text that can be read in one way is read", () => {
  for (const [text, fraction] of Object.entries(texts.one)) assertReadings(text, [fraction]);
});

test("a mark before three digits has two readings", () => {
  for (const [text, fractions] of Object.entries(texts.two)) assertReadings(text, fractions);
});

test("what is no number has no reading", () => {
  for (const text of texts.none) assertReadings(text, []);
});

test("parts are whole, and nothing is guessed", () => {
  const sixths = ["−12,5", "1 1/3", "0,33333333", "0,3", "1.500", "x"].map((text) => countParts(text, 6));
  assert.deepEqual(sixths, [-75, 8, 2, null, null, null]);
  assert.deepEqual(
    ["12,50 €", "1.234,5"].map((text) => countParts(text, 100)),
    [1250, 123450],
  );
});
