// A clock shows the server's time, whatever the phone believes, and after it has slept.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { page, server, stopTime } from "./phone.js";

const AHEAD_MS = 5 * 60 * 1000; // of the phone's own clock
const SLEPT_MS = 10 * 60 * 1000;
let steady = 1000;
const letPass = stopTime(1_800_000_000_000);
mock.method(performance, "now", () => steady);
const { startClock } = await import("../../tournaments/static/tournaments/clock/clock.js");

function ask() {
  const question = new CustomEvent("server-time", { detail: { now: null } });
  page.dispatchEvent(question);
  return question.detail.now;
}

/** Let time go by, and answers come. */
async function pass(ms, steadyMs = ms) {
  steady += steadyMs;
  letPass(ms);
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

test("the time is that of the server, and goes on without it", async () => {
  server.answer = () => ({ now: Date.now() + AHEAD_MS, speed: 1 });
  startClock();
  await pass(0);
  assert.equal(ask(), Date.now() + AHEAD_MS);
  server.answer = () => null;
  await pass(30_000);
  assert.equal(ask(), Date.now() + AHEAD_MS);
});

test("a phone that has slept asks the server, and knows without it how long it was", async () => {
  await pass(SLEPT_MS, 0);
  await pass(200);
  assert.equal(ask(), Date.now() + AHEAD_MS);
  server.answer = () => ({ now: Date.now() + 2 * AHEAD_MS, speed: 1 });
  await pass(SLEPT_MS, 0);
  await pass(200);
  assert.equal(ask(), Date.now() + 2 * AHEAD_MS);
});

test("a second script of the page starts no second clock", () => {
  const listen = mock.method(page, "addEventListener");
  startClock();
  assert.equal(listen.mock.callCount(), 0);
});
