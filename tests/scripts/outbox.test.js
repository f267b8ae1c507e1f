// Hands are kept until the server has said what became of them, and sent in order.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page, server, until } from "./phone.js";

const { changeHand, deleteHand, listHands, putHand } = await import("../../scoring/static/scoring/outbox/store.js");
const { outbox } = await import("../../scoring/static/scoring/outbox/outbox.js");

const TABLE = "/tables/00000000-0000-4000-8000-000000000000/";
const WON = { "p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won" };
const LOST = { ...WON, "p0-result": "lost" };
const saved = ({ key }) => ({ key, saved: true, sequence: 1 });
const refused =
  (code, held = false) =>
  ({ key }) => ({ key, saved: false, code, held });

function hand(key, fields = WON, others = {}) {
  const at = "2026-11-26T20:00:00.000Z";
  return { key, table: TABLE, number: 1, previous: "", seats: "0,1,2,3,0,1,2,3,4", fields, said: "", at, ...others };
}

const list = async (name) => (await listHands()).map((one) => one[name]);
const sentKeys = () => server.sent.map(({ key }) => key);

beforeEach(async () => {
  server.answer = () => null;
  for (const one of await listHands()) await deleteHand(one);
  server.sent.length = 0;
});

test("hands stay in the order in which they were entered, and one that is changed in its place", async () => {
  for (const key of ["b", "a", "c"]) await putHand(hand(key));
  await putHand(hand("d", LOST, { instead: "a" }));
  assert.deepEqual(await list("key"), ["b", "d", "c"]);
});

test("a hand that follows one which is changed follows it still", async () => {
  await putHand(hand("a"));
  await putHand(hand("b", WON, { previous: "a" }));
  await putHand(hand("c", LOST, { instead: "a" }));
  assert.deepEqual(await list("previous"), ["", "c"]);
});

test("what is kept is not replaced by another hand with its key, unless somebody changes it", async () => {
  const first = await putHand(hand("a"));
  assert.equal((await putHand(hand("a"))).key, "a");
  assert.notEqual((await putHand(hand("a", LOST))).key, "a");
  await changeHand(first, { state: "changing" });
  await putHand(hand("a", LOST));
  assert.deepEqual(
    (await listHands()).map(({ fields }) => fields),
    [LOST, LOST],
  );
});

test("nothing is noted of a hand that was changed meanwhile, or is in another state", async () => {
  const first = await putHand(hand("a"));
  assert.equal(await changeHand({ ...first, fields: LOST }, { tried: 1 }), null);
  assert.equal(await changeHand(first, { tried: 1 }, "held"), null);
  assert.deepEqual(await list("tried"), [0]);
});

test("hands are sent one after the other, and gone once the server has them", async () => {
  server.answer = saved;
  for (const key of ["a", "b", "c"]) await putHand(hand(key));
  await outbox.send(TABLE);
  assert.deepEqual(sentKeys(), ["a", "b", "c"]);
  assert.deepEqual(await listHands(), []);
});

test("a hand without an answer stays, and is sent again", async () => {
  await outbox.keep(hand("a"));
  await until(() => server.sent.length > 0);
  assert.deepEqual(await list("state"), ["waiting"]);
  server.answer = saved;
  await until(async () => (await listHands()).length === 0);
});

test("an answer that names another hand is none of ours", async () => {
  server.answer = () => saved({ key: "of the inn" });
  await putHand(hand("a"));
  await outbox.send(TABLE);
  assert.deepEqual(await list("state"), ["waiting"]);
});

test("a hand that must be put right holds up those after it, one that people decide about does not", async () => {
  server.answer = (body) => (body.key === "a" ? refused("other_deal", true) : refused("invalid"))(body);
  for (const key of ["a", "b", "c"]) await putHand(hand(key));
  await outbox.send(TABLE);
  assert.deepEqual(sentKeys(), ["a", "b"]);
  assert.deepEqual(await list("state"), ["held", "invalid", "waiting"]);
});

test("what was refused is sent again only when something may have changed", async () => {
  server.answer = refused("stale");
  await putHand(hand("a"));
  await outbox.send(TABLE);
  await outbox.send(TABLE);
  assert.equal(server.sent.length, 1);
  server.answer = saved;
  await outbox.send(TABLE, true);
  assert.deepEqual(await listHands(), []);
});

test("a hand that the table holds is sent again only when somebody may have decided", async () => {
  server.answer = refused("stale", true);
  await putHand(hand("a"));
  await outbox.send(TABLE);
  await outbox.send(TABLE, true);
  assert.equal(server.sent.length, 1);
  server.answer = refused("same");
  outbox.doubt(await listHands());
  await outbox.send(TABLE);
  assert.deepEqual(await listHands(), []);
});

test("what each tab knows is kept again after the site's data was cleared, and what one has thrown away is not", async () => {
  const other = await import("../../scoring/static/scoring/outbox/store.js?tab=2");
  await putHand(hand("a"));
  const gone = await putHand(hand("c"));
  await other.listHands();
  await putHand(hand("b"));
  await listHands();
  await deleteHand(gone);
  other.forgetHand(gone);
  await new Promise((done) => {
    indexedDB.deleteDatabase("tarockclub").onsuccess = done;
  });
  await other.listHands();
  assert.deepEqual(await list("key"), ["a", "b"]);
  assert.deepEqual(
    (await other.listHands()).map(({ key }) => key),
    ["a", "b"],
  );
});

test("what is changed while the hand is on its way is not forgotten with it", async () => {
  server.answer = async (body) => {
    const [first] = await listHands();
    await changeHand(first, { state: "changing" });
    await putHand(hand("a", LOST));
    server.answer = refused("other_body");
    return saved(body);
  };
  await putHand(hand("a"));
  await outbox.send(TABLE);
  assert.deepEqual(
    (await listHands()).map(({ fields }) => fields),
    [LOST],
  );
});

test("the page hears what becomes of a hand", async () => {
  const heard = [];
  page.addEventListener("outbox", ({ detail }) => heard.push(detail.kind));
  server.answer = saved;
  await outbox.keep(hand("a"));
  await until(() => heard.includes("saved"));
  assert.deepEqual(heard, ["kept", "saved"]);
});
