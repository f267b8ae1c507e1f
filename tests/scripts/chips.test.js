// What a chip of a premium may become with the next tap, and why not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { enter, form } from "./entry_form.js";

const { cannotBeSilent, formOffered, known, obstacle } = await import("../../scoring/static/scoring/entry/premiums.js");
const { contractOf } = await import("../../scoring/static/scoring/entry/form.js");

const ask = (question, id, side, ...more) => question(id, side, ...more, contractOf(0), known(contractOf(0)));
const may = (id, side, form_) => ask(formOffered, id, side, form_);
const enterRufer = (fields = {}) => enter({ "p0-contract": "rufer", ...fields });

test("each form that the sheet knows is offered to both sides, others to none", () => {
  enterRufer();
  for (const side of ["declarer", "defence"]) {
    assert.ok(may("pagat", side, "silent"));
    assert.ok(may("pagat", side, "announced"));
    assert.ok(!may("uhu", side, "silent"));
  }
});

test("what one side has made the other cannot have made silently, but announced and lost", () => {
  enterRufer({ "prem-pagat-declarer": "silent" });
  assert.ok(ask(cannotBeSilent, "pagat", "defence"));
  assert.ok(may("pagat", "defence", "announced"));
  assert.equal(ask(obstacle, "pagat", "defence"), "pagat");
});

test("what one side has lost the other may have made", () => {
  enterRufer({ "prem-pagat-declarer": "announced", "prem-pagat-declarer-lost": "on" });
  assert.ok(may("pagat", "defence", "silent"));
});

test("a premium denies another one to the other side, and says which it was", () => {
  enterRufer({ "prem-trull-declarer": "silent" });
  assert.ok(!may("valat", "defence", "silent"));
  assert.equal(ask(obstacle, "valat", "defence"), "trull");
});

test("one that wins the game is for who has won it, and one of all tricks for who has the points", () => {
  enterRufer({ "p0-result": "won" });
  assert.ok(!may("valat", "defence", "silent"));
  assert.equal(ask(obstacle, "valat", "defence"), "result");
  enterRufer({ "p0-points": "50" });
  assert.ok(!may("valat", "declarer", "silent"));
  assert.equal(ask(obstacle, "valat", "declarer"), "points");
});

test("a Renonce leaves open how it ended", () => {
  enterRufer({ "p0-points": "50", renonce: "2" });
  for (const side of ["declarer", "defence"]) assert.ok(may("valat", side, "silent"));
});

test("some are announced by the opponents only with a kontra", () => {
  enterRufer();
  assert.ok(may("uhu", "declarer", "announced"));
  assert.ok(!may("uhu", "defence", "announced"));
  assert.equal(ask(obstacle, "uhu", "defence"), "kontra");
  enterRufer({ "p0-kontra": "2" });
  assert.ok(may("uhu", "defence", "announced"));
});

test("a presumed result is not what somebody has said", () => {
  form.dataset.presumed = "";
  enterRufer({ "p0-result": "won" });
  assert.ok(may("valat", "defence", "silent"));
  delete form.dataset.presumed;
});

test("a sack that the points do not reach is lost or not there, one that they reach is not lost", () => {
  enterRufer({ "p0-points": "44/2" });
  assert.ok(!may("sack", "declarer", "silent"));
  assert.ok(may("sack", "declarer", "announced"));
  enterRufer({ "p0-points": "45" });
  assert.ok(may("sack", "declarer", "silent"));
  assert.ok(!may("sack", "defence", "silent"));
});
