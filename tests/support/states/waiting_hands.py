"""States of hands that wait on a phone: as text, and when they are read in."""

from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from tests.scoring.support.scripts import STORE, build_call
from tests.support.states import acts
from tests.support.states.state import PLAYER, SECRETARY, State

READ_IN = "/hands/read-in/"
# Hands that were entered on this page without the network; the last one misses something.
HANDS = """() => {
  const { previous, seats } = document.getElementById("entry").elements;
  const table = location.pathname;
  const [forehand, ...sittings] = seats.value.split(",").slice(4).map(Number);
  const hand = (at, said, fields) => ({
    key: String(at).repeat(32), previous: at > 1 ? String(at - 1).repeat(32) : previous.value,
    table, number: 13 + at, seats: [0, 1, 2, 3, (forehand + at - 1) % 4, ...sittings].join(),
    fields, said, at: `2027-01-16T20:${14 + 8 * at}:00.000Z`,
  });
  return [
    hand(1, "Dreier · Cäsar · gewonnen · Pagat still", {
      "p0-contract": "dreier", "p0-declarer": "2", "p0-result": "won", "prem-pagat-declarer": "silent" }),
    hand(2, "Dreier · Dora · verloren · Kontra", {
      "p0-contract": "dreier", "p0-declarer": "3", "p0-result": "lost", "p0-kontra": "2" }),
    hand(3, "Dreier · Anna", { "p0-contract": "dreier", "p0-declarer": "0" }),
  ];
}"""

TEXT = "scoring/static/scoring/waiting/text.js"
KEEP = build_call(
    STORE,
    """async (hands) => {
      for (const hand of hands) {
        const detail = { kind: "kept", table: hand.table, hand: await putHand(hand), elsewhere: false };
        document.dispatchEvent(new CustomEvent("outbox", { detail }));
      }
    }""",
)


def keep_waiting(page: Page) -> None:
    """Three hands wait for the network, in the list and on the sheet."""
    page.route("**/hands/", lambda route: route.abort())
    page.evaluate(KEEP, page.evaluate(HANDS))
    expect(page.locator("#waiting")).not_to_have_attribute("hidden", "")
    page.locator("#waiting").evaluate("(one) => { one.open = true }")  # also where the ribbon has something else to say


def refuse_hands(page: Page) -> None:
    """One cannot be saved as it is, one may not be sent any more; they are marked so as by an answer."""
    keep_waiting(page)
    page.evaluate(
        build_call(
            STORE,
            """async () => {
              const [first, second] = await listHands();
              await changeHand(first, { state: "no_right" });
              await changeHand(second, { state: "other_body" });
              window.dispatchEvent(new PageTransitionEvent("pageshow"));
            }""",
        )
    )
    expect(page.locator("#waiting [data-state=other_body]")).to_be_visible()


def show_text(page: Page) -> None:
    """The hands that wait, as text."""
    page.evaluate(build_call(TEXT, "(hands) => showWaitingText(hands)"), page.evaluate(HANDS))
    expect(page.locator("#waiting-text-dialog textarea")).to_be_visible()


def show_preview(page: Page) -> None:
    """The preview of hands, one of which is damaged."""
    text = page.evaluate(build_call(TEXT, "(hands) => waitingText(hands)"), page.evaluate(HANDS))
    page.goto(urljoin(page.url, READ_IN))
    page.locator("#text").fill(f"{text}\n{text[:100]}")
    acts.press(page, ".read-in button")


WAITING_HANDS = (
    State("table-waiting", PLAYER, "/tables/{demo}/", keep_waiting),
    State("table-waiting-refused", PLAYER, "/tables/{demo}/", refuse_hands),
    State("waiting-text", PLAYER, "/tables/{demo}/", show_text),
    State("read-in", SECRETARY, READ_IN),
    State("read-in-refused", SECRETARY, READ_IN, acts.submit(".read-in", text="Servus!"), pictured=False),
    State("read-in-foreseen", SECRETARY, "/tables/{demo}/", show_preview),
)
