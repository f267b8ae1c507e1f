// What a page follows is shown as soon as it is there, but never while a finger is on its way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { page, stopTime } from "./phone.js";

const letPass = stopTime(1_800_000_000_000);
const { follow } = await import("../../tarockclub/static/tarockclub/follow.js");

const shown = [];
let text = "first";
globalThis.fetch = async () => ({ status: 200, redirected: false, text: async () => text });
const following = follow({
  url: "/live/",
  every: () => 700,
  take: (html) => {
    shown.push(html);
    return true;
  },
});

async function pass(ms) {
  letPass(ms);
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

const touch = (kind) => page.dispatchEvent(new Event(kind));

test("an answer is shown at once where nobody touches the page", async () => {
  await pass(1000);
  assert.deepEqual(shown, ["first"]);
});

for (const end of ["pointerup", "pointercancel"]) {
  test(`an answer waits for the tap that has begun, until its click has come after ${end}`, async () => {
    const before = shown.length;
    text = end;
    touch("pointerdown");
    await pass(1000);
    await pass(500);
    assert.equal(shown.length, before);
    touch(end);
    await pass(0);
    assert.equal(shown.length, before);
    await pass(100);
    assert.equal(shown.at(-1), end);
  });
}

test("a finger that stays keeps nothing away for ever, and one question is enough", async () => {
  const before = shown.length;
  text = "held";
  touch("pointerdown");
  following.ask();
  following.ask();
  await pass(0);
  await pass(1000);
  await pass(100);
  assert.deepEqual(shown.slice(before), ["held"]);
  touch("pointerup");
});
