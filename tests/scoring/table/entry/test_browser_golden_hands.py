"""The golden hands of every sheet, entered by a thumb on a small phone, with usual letters and those of an inn: what
they pay, the taps, and hardly a scroll.

Heavy: each hand is entered in a browser.
"""

import tomllib
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from scoring.engine.hand.examples import load_examples
from scoring.engine.hand.record import HandRecord
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.house_rules.sheet import Sheet
from tarockclub.kit.amounts import format_signed_points
from tests.scoring.support.expected_hands import sheet_named
from tests.scoring.support.hand_taps import Effort, Tapper, pay, read_hand, turn_hand, weigh_hand
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.tables import NAMES
from tests.support.browser import PHONE, SITES
from tests.support.paths import DATA

pytestmark = pytest.mark.heavy

SMALL, TALL = ViewportSize(width=360, height=640), ViewportSize(width=360, height=740)
USUAL, HUGE, TWICE = "usual", "huge", "twice"  # as chosen on the page, or in the browser: 32 px
HANDS = 10  # of each sheet, for each size of letters
OFTEN = {("zwanzigerrufen", USUAL), ("treffpunkt", HUGE), ("zwanzigerrufen", TWICE)}  # the others by a soak
CASES = [
    pytest.param(sheet, letters, marks=[] if (sheet, letters) in OFTEN else [pytest.mark.soak])
    for sheet in BUILT_IN
    for letters in (USUAL, HUGE, TWICE)
]
WITHOUT_SCROLLING = 0.95
PLAIN = 5  # the most taps of a hand without anything special
WITH_SWITCH = "Array.from(document.querySelectorAll('.contracts .left-out input'), (one) => one.value)"
MIX = tomllib.loads((DATA / "evening-mix.toml").read_text(encoding="utf-8"))["hand"]
# Where least has room; the others by a soak.
SCREENS = [
    ViewportSize(width=320, height=568),
    ViewportSize(width=740, height=360),
    *(
        pytest.param(ViewportSize(width=width, height=height), marks=pytest.mark.soak)
        for width, height in ((360, 740), (412, 915), (768, 1024))
    ),
]
TABLE = tomllib.loads((DATA / "taps.toml").read_text(encoding="utf-8"))["hand"]


def open_table(page: Page, sheet: str, letters: str = USUAL) -> tuple[Tapper, int]:
    """A thumb over the empty form of a table that has played a hand, and the seat of the forehand."""
    thumb = Thumb(page)
    if letters == HUGE:
        page.context.add_cookies([{"name": "letters", "value": HUGE, "url": SITES[page.context].address}])
    thumb.start(sheet, NAMES + ("Emil",) * (sheet == "zwanzigerrufen"))
    if letters == TWICE:
        large = {"fontSizes": {"standard": 32, "fixed": 32}}
        page.context.new_cdp_session(page).send("Page.setFontSizes", large)
    page.set_viewport_size(SMALL if letters == USUAL else TALL)
    game = "dreier" if "dreier" in sheet_named(sheet).contracts else "solo"
    thumb.choose(p0_contract=game, p0_declarer="1", p0_result="won")
    thumb.save()
    *seats, forehand = page.locator("#entry [name=seats]").input_value().split(",")[:5]
    return Tapper(thumb), seats.index(forehand)


def read(raw: dict[str, Any], sheet: Sheet) -> HandRecord:
    """A hand that the form has room for."""
    record = read_hand(raw, sheet)
    assert record is not None
    return record


def enter(tapper: Tapper, record: HandRecord, sheet: Sheet, forehand: int) -> Effort:
    """Enter a hand, compare the payouts on the cards with the engine's, and take it back."""
    turned = turn_hand(record, sheet, forehand)
    effort = tapper.enter(turned, sheet)
    expect(tapper.page.locator("#preview.stale, .standing.is-stale")).to_have_count(0)
    for seat, amount in enumerate(pay(turned, sheet)):
        card = tapper.page.locator(f'.totals li[data-seat="{seat}"] .pays')
        expect(card).to_have_text(format_signed_points(amount), timeout=20_000)
    tapper.clear()
    return effort


@pytest.mark.parametrize(("sheet_id", "letters"), CASES)
def test_golden_hands_pay_what_they_should_and_hardly_any_needs_scrolling(page_factory, sheet_id, letters):
    sheet = sheet_named(sheet_id)
    golden = [read_hand(example.record, sheet) for example in load_examples(sheet_id) if example.payouts]
    playable = [record for record in golden if record is not None]
    tapper, forehand = open_table(page_factory(**PHONE), sheet_id, letters)
    rare = set(tapper.page.evaluate(WITH_SWITCH))
    chosen = playable[:: max(1, len(playable) // HANDS)][:HANDS]
    efforts = [(weigh_hand(record, sheet, rare), enter(tapper, record, sheet, forehand)) for record in chosen]
    assert len(efforts) >= HANDS
    assert max(effort.taps for weight, effort in efforts if weight == 1) <= PLAIN
    if letters != USUAL:
        return  # two keys in a row: the tray rolls
    without = sum(weight for weight, effort in efforts if not effort.scrolls)
    assert without >= WITHOUT_SCROLLING * sum(weight for weight, _effort in efforts), efforts


@pytest.mark.parametrize("sheet_id", sorted({hand.get("sheet", "treffpunkt") for hand in TABLE}))
def test_usual_hands_take_no_more_taps_than_the_table_of_taps_says_and_no_scrolling(page_factory, sheet_id):
    sheet = sheet_named(sheet_id)
    hands = [hand for hand in TABLE if hand.get("sheet", "treffpunkt") == sheet_id]
    tapper, forehand = open_table(page_factory(**PHONE), sheet_id)
    efforts = {hand["name"]: enter(tapper, read(_record(hand, sheet_id), sheet), sheet, forehand) for hand in hands}
    assert {name: effort.scrolls for name, effort in efforts.items()} == dict.fromkeys(efforts, 0)
    assert {name: effort.taps for name, effort in efforts.items()} == {hand["name"]: hand["most"] for hand in hands}


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen['width']}x{screen['height']}")
def test_of_the_hands_of_an_evening_hardly_any_needs_scrolling(page_factory, screen):
    sheet = sheet_named("treffpunkt")
    tapper, forehand = open_table(page_factory(**PHONE), "treffpunkt")
    tapper.page.set_viewport_size(screen)
    scrolled = {}
    for hand in MIX:
        effort = enter(tapper, read(_record(hand, "treffpunkt"), sheet), sheet, forehand)
        if effort.scrolls:
            scrolled[str(hand)] = hand["of"]
    assert sum(scrolled.values()) <= (1 - WITHOUT_SCROLLING) * sum(hand["of"] for hand in MIX), scrolled


def _record(hand: dict[str, Any], sheet_id: str) -> dict[str, Any]:
    return {"sheet": sheet_id, "forehand": 0} | {
        field: hand[field] for field in ("plays", "premiums", "renonce") if field in hand
    }
