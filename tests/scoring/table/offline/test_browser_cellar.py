"""An evening in a cellar: begun with the network, played without it, and settled before the server is back."""

import random
import re
import tomllib
from collections.abc import Collection, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from scoring.engine.evening.state import apply_hand, begin
from scoring.engine.hand.record import HandRecord
from scoring.engine.hand.score_lines import Amounts
from scoring.engine.hand.scorer import score_record
from tarockclub.kit.amounts import format_bare_cents, format_points
from tests.chance import SEED
from tests.offline.keeping import HAS_ALL, Book, Keeper, until
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.hand_taps import Tapper, read_hand, turn_hand
from tests.scoring.support.tables import NAMES
from tests.support.browser import PATIENCE_MS
from tests.support.network import moods
from tests.support.paths import DATA
from tests.support.server import internet_site

__all__ = ["internet_site"]
pytestmark = pytest.mark.heavy
SHEET, RATE, STAKE = "treffpunkt", 10, 10
HANDS, DEATHS = 40, 3
MONEY = {"played_for": "money", "rate": str(RATE)}
KASSA = MONEY | {"pot": "on", "pot_stake": "0,10"}
FIVE = (*NAMES, "Emil")
MIX = tomllib.loads((DATA / "evening-mix.toml").read_text(encoding="utf-8"))["hand"]
# How high each line of the chart ends, the highest is the smallest.
CHART_ENDS = """() => Array.from(document.querySelectorAll(".chart polyline.is-provisional"),
  (line) => Number(line.getAttribute("points").split(",").at(-1)))"""
# Of each hand: its number, and the totals after it, where the phone knows them.
WAITING_LINES = """(lines) => lines.map((one) => [
  Number(one.querySelector("th").innerText),
  Array.from(one.querySelectorAll("tr:first-child td"), (cell) => cell.innerText.split(/\\s/)[0]),
])"""


@pytest.fixture
def served(internet_site):
    """A server that may be killed; the inn's network stands in front of it."""
    return internet_site.served


def draw_hands(chance: random.Random) -> list[HandRecord]:
    """The hands of an ordinary evening, in any order; of what happens once in a hundred at least one."""
    sheet = sheet_of(SHEET)
    hands = [read_hand({name: said for name, said in hand.items() if name != "of"}, sheet) for hand in MIX]
    known = [(hand, entry["of"]) for hand, entry in zip(hands, MIX, strict=True) if hand is not None]
    [renonce] = [hand for hand, _of in known if hand.renonce is not None]
    drawn = chance.choices([hand for hand, _of in known], [of for _hand, of in known], k=HANDS)
    return [*drawn[: HANDS // 2], renonce, *drawn[HANDS // 2 + 1 :]]


def has_at_least(book: Book, count: int) -> None:
    """Wait until so many hands are stored."""
    until(lambda: len(book.keys) >= count, state=lambda: book.keys)


def add_up(paid: Sequence[Amounts], without: Collection[int] = ()) -> list[str]:
    """The totals after these hands, as the phone writes them, without those of some numbers."""
    counted = [amounts for number, amounts in enumerate(paid, start=1) if number not in without]
    return [format_points(sum(amounts[seat] for amounts in counted)) for seat in range(len(NAMES))]


def enter_rufer(keeper: Keeper, result: str, *premiums: dict[str, Any]) -> None:
    """Enter the forehand's Rufer with who sits third."""
    play = {"contract": "rufer", "declarer": 0, "partner": 2, "result": result}
    hand = read_hand({"plays": [play], "premiums": [*premiums]}, sheet_of(SHEET))
    assert hand is not None
    *seats, forehand = keeper.page.locator("#entry [name=seats]").input_value().split(",")[:5]
    Tapper(keeper).enter(turn_hand(hand, sheet_of(SHEET), seats.index(forehand)), sheet_of(SHEET))


def find_pairs(totals: Locator) -> list[tuple[int, int]]:
    """The places of two players each, of whom the first has more."""
    amounts = [read_number(text) for text in totals.all_inner_texts()]
    return [(place, other) for place, most in enumerate(amounts) for other, least in enumerate(amounts) if most > least]


def read_number(text: str) -> float:
    """An amount as the phone writes it."""
    found = re.fullmatch(r"([−+]?)(\d+(?:,\d+)?)(?: €)?", text)
    assert found is not None, text
    return float(found[2].replace(",", ".")) * (-1 if found[1] == "−" else 1)


def test_forty_hands_without_the_network_add_up_and_agree_when_the_server_is_back(
    internet_site, served, inn_phone, network, faults
):
    faults.expect("503")
    chance, sheet, evening = random.Random(f"{SEED} cellar"), sheet_of(SHEET), begin(len(NAMES))
    keeper = Keeper(inn_phone)
    keeper.start(SHEET, NAMES, **MONEY)
    page, book, tapper = keeper.page, Book(served, inn_phone.url), Tapper(keeper)
    page.wait_for_function(HAS_ALL)
    internet_site.kill()
    keys, paid = [], []
    for hand in draw_hands(chance):
        turned = turn_hand(hand, sheet, evening.seat_of_forehand)
        tapper.enter(turned, sheet)
        keys.append(keeper.save_offline())
        score = score_record(turned._replace(radl=evening.radl), [], sheet).score
        assert score is not None
        evening = apply_hand(evening, score)
        paid.append(score.payouts)
    expect(page.locator("#schrift tbody.of-this-phone")).to_have_count(HANDS)
    lines = page.locator("#schrift tbody.of-this-phone").evaluate_all(WAITING_LINES)
    unknown = [number for number, cells in lines if "" in cells]
    assert [number for number, _cells in lines] == list(range(1, HANDS + 1))
    known = [(number, cells) for number, cells in lines if number not in unknown]
    assert known == [(number, add_up(paid[:number], unknown)) for number, _cells in known]
    assert 0 < len(unknown) <= HANDS // 5, "the mix has some that only the server computes"
    told = page.locator('#waiting [data-part="waits"]')
    expect(told).to_have_text(re.compile(rf"Was gestrichelt ist, ist vorläufig\. Ohne Spiel {unknown[0]}\b"))
    shown = page.locator(".standing .totals .number").all_inner_texts()
    assert shown == add_up(paid, unknown)
    page.locator('a[data-act="settle"]').tap()
    dialog = page.get_by_role("dialog", name="Abrechnung, vorläufig")
    euros = dialog.locator("dd").all_inner_texts()
    assert [read_number(amount) * 100 for amount in euros] == pytest.approx(
        [read_number(total) * RATE for total in shown]
    )
    expect(dialog.locator('[data-part="without"]')).to_be_visible()
    dialog.get_by_role("button", name="Schließen").tap()
    network.mood = moods.apply_only_to(moods.HANDS, moods.slow_down(0.2))
    for death in range(1, DEATHS + 1):
        internet_site.start()
        has_at_least(book, 8 * death)
        internet_site.kill()
    internet_site.start()
    book.has_within(keys)
    keeper.is_empty_within()
    assert [format_points(6 * total) for total in book.totals] == add_up(paid)
    expect(page.locator(".standing .totals .number")).to_have_text(add_up(paid), timeout=PATIENCE_MS)
    expect(page.locator(".is-behind, .of-this-phone")).to_have_count(0)
    book.verify()


@pytest.mark.parametrize("names", [NAMES, FIVE])
def test_the_kassa_goes_on_and_the_settlement_is_the_servers_when_it_is_back(inn_phone, network, names):
    """A lost announced Pagat doubles it, a won one takes all, also what everybody has just paid in."""
    keeper = Keeper(inn_phone)
    keeper.start(SHEET, names, **KASSA)
    page, pot = keeper.page, keeper.page.locator(".in-pot strong")
    keeper.keep(0)
    keeper.shows_hands(1)
    expect(pot).to_have_text(format_bare_cents(STAKE * (len(names) + 1)))
    network.mood = moods.OFF
    network.cut()
    expect(page.locator("html.no-network")).to_be_attached(timeout=PATIENCE_MS)
    keeper.keep(1)
    expect(pot).to_have_text(format_bare_cents(STAKE * (len(names) + 2)))
    before = STAKE * (len(names) + 2)
    for ending, left in (({"won": False}, 2 * (before + STAKE)), ({}, 0), ({}, 0)):
        bird = {"premium": "pagat", "side": "declarer", "announced": True, **ending}
        enter_rufer(keeper, "won" if not ending else "lost", bird)
        keeper.save_offline()
        expect(pot).to_have_text(format_bare_cents(left))
    keeper.keep(0)
    expect(pot).to_have_text(format_bare_cents(STAKE * (len(names) + 1)))
    expect(page.locator(".chart polyline.is-provisional")).to_have_count(len(names))
    ends = page.evaluate(CHART_ENDS)
    assert all(ends[place] < ends[other] for place, other in find_pairs(page.locator(".totals .number")))
    page.locator('a[data-act="settle"]').tap()
    dialog = page.get_by_role("dialog", name="Abrechnung, vorläufig")
    here = dict(zip(dialog.locator("dt").all_inner_texts(), dialog.locator("dd").all_inner_texts(), strict=True))
    expect(dialog.locator('[data-part="without"]')).to_be_hidden()
    odd = STAKE * (len(names) + 1) % len(names)
    expect(dialog.locator('[data-part="odd"]')).to_be_visible(visible=odd > 0)
    dialog.get_by_role("button", name="Schließen").tap()
    network.mood = moods.GOOD
    keeper.is_empty_within()
    expect(page.locator(".chart polyline.is-provisional")).to_have_count(0)
    page.locator('a[data-act="settle"]').tap()
    page.wait_for_url("**/settlement/")
    rows = page.locator("table.ranking tbody tr:not(.parts)").all()
    there = [(row.locator("th").inner_text(), row.locator("td").last.inner_text()) for row in rows]
    assert sorted(name for name, _amount in there) == sorted(here)
    off = [round(100 * (read_number(amount) - read_number(here[name]))) for name, amount in there]
    assert sorted(off) == [0] * (len(names) - odd) + [1] * odd  # by lot, at the end
