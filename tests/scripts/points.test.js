// Card points, in thirds: what they say of who has won.

import assert from "node:assert/strict";
import { test } from "node:test";
import { enter } from "./entry_form.js";

const { sidePoints, winnerShown } = await import("../../scoring/static/scoring/entry/points.js");
const { kontraThatCounts } = await import("../../scoring/static/scoring/entry/kontra.js");
const { contractOf } = await import("../../scoring/static/scoring/entry/form.js");

function thirds(points, others = {}) {
  enter({ "p0-contract": "rufer", "p0-points": points, ...others });
  return sidePoints("declarer");
}

test("points are written with their Blätter or have them beside", () => {
  assert.equal(thirds("35"), 105);
  assert.equal(thirds("35/2"), 107);
  assert.equal(thirds(" 3 5 ", { "p0-blatt": "1" }), 106);
});

test("what is no number, or more than there are, says nothing", () => {
  for (const text of ["", "x", "35/3", "71", "1000"]) assert.equal(thirds(text), null, text);
});

test("the opponents have the rest", () => {
  thirds("40");
  assert.equal(sidePoints("defence"), 90);
});

test("of equal points each side has half", () => {
  assert.equal(thirds("", { "p0-equal": "1" }), 105);
});

test("half and a Blatt win, under a kontra it is one more", () => {
  const winner = (points, others) => {
    thirds(points, others);
    return winnerShown(contractOf(0));
  };
  assert.equal(winner("35/1"), "declarer");
  assert.equal(winner("35"), "defence");
  assert.equal(winner("35/1", { "p0-kontra": "2" }), "defence");
  assert.equal(winner("35/2", { "p0-kontra": "2" }), "declarer");
  assert.equal(winner(""), "");
});

test("a lost premium that decides the game does so whatever the points", () => {
  thirds("60", { "prem-valat-declarer": "announced", "prem-valat-declarer-lost": "on" });
  assert.equal(winnerShown(contractOf(0)), "defence");
});

test("partners who kontra each other have said none, and none counts with the king in the talon", () => {
  const kontra = (others) => {
    enter({ "p0-contract": "rufer", "p0-declarer": "1", "p0-partner": "2", "p0-kontra": "4", ...others });
    return kontraThatCounts();
  };
  assert.equal(kontra({}), 4);
  assert.equal(kontra({ "p0-kontra_by": "3" }), 4);
  assert.equal(kontra({ "p0-kontra_by": "2" }), 1);
  assert.equal(kontra({ "p0-partner": "talon" }), 1);
});
