// What may be entered of a premium beside a result: what else stands against it, the engine says (test_browser_obstacles.py).

import assert from "node:assert/strict";
import { test } from "node:test";
import { enter, form } from "./entry_form.js";

const { findFormObstacle, known } = await import("../../scoring/static/scoring/entry/premiums.js");
const { contractOf } = await import("../../scoring/static/scoring/entry/form.js");

const find = (side) => findFormObstacle("valat", side, "silent", contractOf(0), known(contractOf(0)))?.code;

test("one that wins the game is for who has won it, as somebody has said", () => {
  enter({ "p0-contract": "rufer", "p0-result": "won" });
  assert.equal(find("defence"), "result_contradicts");
  assert.equal(find("declarer"), undefined);
});

test("a presumed result is not what somebody has said", () => {
  form.dataset.presumed = "";
  enter({ "p0-contract": "rufer", "p0-result": "won" });
  assert.equal(find("defence"), undefined);
  delete form.dataset.presumed;
});
