// What is half entered stays on the phone, for a day, and for its table alone.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { kept } from "./phone.js";

const { entryDraft } = await import("../../scoring/static/scoring/entry/draft.js");

const HOUR_MS = 3600 * 1000;
const draft = (hours) => ({ key: "a", table: "/one/", at: new Date(Date.now() - hours * HOUR_MS).toISOString() });

beforeEach(() => kept.clear());

test("a draft comes back at its table and at no other", () => {
  entryDraft.put(draft(0));
  assert.equal(entryDraft.left("/other/", []), null);
  assert.equal(entryDraft.left("/one/", []).key, "a");
});

test("a draft that has become a hand, or is a day old, is forgotten", () => {
  entryDraft.put(draft(0));
  assert.equal(entryDraft.left("/one/", ["a"]), null);
  assert.equal(kept.size, 0);
  entryDraft.put(draft(25));
  assert.equal(entryDraft.left("/one/", []), null);
  assert.equal(kept.size, 0);
});

test("what cannot be read is no draft", () => {
  kept.setItem("draft /one/", "{");
  assert.equal(entryDraft.left("/one/", []), null);
});
