"""States of the pages of a table, of its hands that wait, and of its end."""

from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from tests.scoring.support.scripts import STORE, build_call
from tests.support.states import acts
from tests.support.states.state import PLAYER, SECRETARY, VISITOR, State

NEW, DEMO, FIVE, SIX, MONEY, HELD_TABLE, ENDED_TABLE = (
    f"/tables/{{{name}}}/" for name in ("new", "demo", "five", "six", "money", "held", "ended")
)
FIRST, LATER, STRUCK_LINE = (f"{DEMO}lines/{{demo_lines[{at}]}}/" for at in (0, 2, 12))

TABLE = (
    State("table-new", PLAYER, NEW),
    State("table", PLAYER, DEMO),
    State("table-saved", PLAYER, f"{DEMO}?saved=15"),
    State("table-sheet", PLAYER, f"{DEMO}#schrift"),
    State("table-five", PLAYER, FIVE),
    State("table-six", PLAYER, SIX),
    State("table-long", PLAYER, "/tables/{long}/#schrift", pictured=False),
    State("table-long-whole", PLAYER, "/tables/{long}/#schrift", acts.show_whole_sheet, pictured=False),
    State("table-held", PLAYER, f"{HELD_TABLE}#held"),
    State("table-held-open", PLAYER, HELD_TABLE, acts.show_unfolded, pictured=False),
    State("table-held-ended", PLAYER, "/tables/{held_ended}/", pictured=False),
    State("table-held-filled", PLAYER, f"{HELD_TABLE}?held={{held_key}}", pictured=False),
    State("table-money", PLAYER, MONEY),
    State("table-ended", PLAYER, ENDED_TABLE),
    State("table-ended-watched", VISITOR, ENDED_TABLE, pictured=False),
    State("table-watched", VISITOR, DEMO),
    State("table-own-seat", PLAYER, DEMO, acts.take_seat),
    State("tablet", PLAYER, f"{DEMO}tablet/"),
    State("tablet-six", PLAYER, f"{SIX}tablet/?turn=2"),
    State("tablet-watched", VISITOR, f"{FIVE}tablet/", pictured=False),
    State("tablet-ended", PLAYER, f"{ENDED_TABLE}tablet/", pictured=False),
    State("table-strike", PLAYER, DEMO, acts.show_unfolded, pictured=False),
)

ENTRY = (
    State(
        "entry-dreier",
        PLAYER,
        DEMO,
        acts.enter_hand(p0_contract="dreier", p0_declarer="2", p0_result="won", prem_pagat_declarer="silent"),
    ),
    State("entry-rufer", PLAYER, NEW, acts.enter_hand(p0_contract="rufer", p0_partner="2", p0_result="won")),
    State(
        "entry-besserrufer",
        PLAYER,
        NEW,
        acts.enter_hand(
            p0_contract="besserrufer",
            p0_declarer="2",
            p0_partner="0",
            p0_result="lost",
            p0_kontra="2",
            prem_uhu_declarer="announced",
            prem_uhu_declarer_kontra="2",
        ),
    ),
    State(
        "entry-trischaken",
        PLAYER,
        NEW,
        acts.type_hand(
            {f"p0-points-{seat}": points for seat, points in enumerate(("14", "30", "25"))}, p0_contract="trischaken"
        ),
    ),
    State("entry-partners", PLAYER, NEW, acts.ask_for_partners),
    State("entry-losers", PLAYER, NEW, acts.enter_losers("1", "2")),
    State("entry-counting", PLAYER, NEW, acts.count_pile(p0_contract="dreier", p0_declarer="1")),
    State("entry-bei", PLAYER, NEW, acts.choose_hand(p0_contract="piccolo", p0_declarer="0", p1_contract="zwiccolo")),
    State("entry-renonce", PLAYER, NEW, acts.claim_points, pictured=False),
    State("entry-incomplete", PLAYER, NEW, acts.save_too_early),
    State("entry-stale", PLAYER, DEMO, acts.send_behind_somebody),
    *(
        State(f"entry-{sheet}", PLAYER, f"/tables/{{sheet_{sheet}}}/", acts.show_unfolded, pictured=False)
        for sheet in ("standard", "skoty", "skoty_trophy", "steindl", "zwanzigerrufen", "karlsruhe")
    ),
)

FURTHER = (
    State("counting", VISITOR, "/counting/?aims=35/2"),
    State("counting-forty", VISITOR, "/counting/?pack=40&aims=45&king=7&honour=2", pictured=False),
    State("deal", PLAYER, FIRST, acts.show_unfolded),
    State("deal-struck", PLAYER, STRUCK_LINE),
    State("deal-watched", VISITOR, LATER),
    State("correct", PLAYER, f"{LATER}hand/"),
    State("insert", PLAYER, f"{LATER}insert/", pictured=False),
    State("change", PLAYER, LATER, acts.submit('form:has([name=what][value="strike"])')),
    State("change-refused", PLAYER, LATER, acts.submit('form:has([name=what][value="radl"])', deals="0")),
    State("more", PLAYER, f"{DEMO}more/"),
    State("more-open", PLAYER, f"{FIVE}more/", acts.show_unfolded, pictured=False),
    State("more-ended", PLAYER, f"{ENDED_TABLE}more/", pictured=False),
    State("may-only-watch", VISITOR, f"{DEMO}more/"),
    State("right-lost", VISITOR, f"{FIVE}more/", acts.reload_with_old_right, pictured=False),
    State("table-right-lost", VISITOR, FIVE, acts.reload_with_old_right, pictured=False),
    State("sheet-picture", VISITOR, f"{MONEY}picture/"),
    State("invite", PLAYER, f"{DEMO}link/"),
    State("invite-alone", PLAYER, f"{DEMO}link/#write"),
    State("invite-players", PLAYER, f"{FIVE}link/players/"),
    State("invite-guests", PLAYER, f"{DEMO}link/watch/"),
    State("own-seat", PLAYER, f"{FIVE}me/"),
    State("settlement", PLAYER, f"{MONEY}settlement/"),
    State("settlement-open", PLAYER, f"{MONEY}settlement/", acts.show_unfolded, pictured=False),
    State("settlement-refused", PLAYER, f"{MONEY}settlement/", acts.submit("#agreement", rate="1,234"), pictured=False),
    State("settlement-held", PLAYER, f"{HELD_TABLE}settlement/", acts.show_unfolded, pictured=False),
    State("rescoring", PLAYER, f"{MONEY}rescoring/"),
    State("rescoring-result", PLAYER, f"{MONEY}rescoring/?under=karlsruhe", acts.show_unfolded),
    State("settlement-ended", PLAYER, f"{ENDED_TABLE}settlement/", acts.show_unfolded),
)

AT_THE_TABLE = (*TABLE, *ENTRY, *FURTHER)


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
