"""An evening in a cellar: begun with the network, played and settled without it; payouts are the server's, or none."""

import json
import random
import re
import tomllib
from collections.abc import Collection, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

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


EDGE = "(one) => getComputedStyle(one).borderBottomStyle"
RECHNET_SERVER = "Rechnet der Server, sobald das Netz da ist."


@pytest.fixture
def keeper(inn_phone):
    """A phone that has begun an evening in the inn."""
    one = Keeper(inn_phone)
    one.start()
    return one


def read_totals(keeper: Keeper) -> list[str]:
    """The totals on the players' cards."""
    return keeper.page.locator(".standing .totals .number").all_inner_texts()


def test_the_cellar_shows_amounts_and_totals_that_the_server_says_too(keeper, served):
    page = keeper.page
    page.context.set_offline(True)
    keeper.enter(0)
    keeper.shows("+15", "−5", "−5", "−5")
    expect(page.locator(".tray .fact")).to_be_empty()
    expect(page.locator("#preview .label")).to_have_text("vorläufig")
    expect(page.locator("#save")).to_have_text(re.compile("^Speichern · vorläufig"))
    keys = [keeper.save_offline()]
    keeper.choose(p0_contract="trischaken")
    keeper.tick("p0-loser-2")
    expect(page.locator("#preview")).to_contain_text("Rechnet der Server")  # one who loses is not enough
    keeper.tick("p0-loser-3")
    expect(page.locator("#preview .amounts .lost")).to_have_count(2)
    keys.append(keeper.save_offline())
    keeper.enter(1)  # in the Radl that the Trischaken has begun
    keeper.shows("−10", "+30", "−10", "−10")
    expect(page.locator(".tray .fact")).to_have_text("Im Radl zählt alles doppelt")
    keys.append(keeper.save_offline())
    expect(page.locator("#schrift thead th")).to_have_text(["", *NAMES])
    hands = page.locator("#schrift tbody.of-this-phone")
    expect(hands).to_have_count(3)
    shown = read_totals(keeper)
    expect(hands.first.locator("td:not([colspan])")).to_have_text(["15 +15", "−5 −5", "−5 −5", "−5 −5"])
    expect(hands.first.locator(".remark")).to_have_text(re.compile("^vorläufig: Dreier"))
    assert [cell.split()[0] for cell in hands.last.locator("td:not([colspan])").all_inner_texts()] == shown
    expect(page.locator("#waiting li").first.locator("dd")).to_have_text(["+15", "−5", "−5", "−5"])
    page.context.set_offline(False)
    book = Book(served, page.url)
    book.has_within(keys)
    keeper.is_empty_within()
    expect(page.locator("#schrift tbody.hand")).to_have_count(3, timeout=PATIENCE_MS)
    expect(page.locator(".is-behind, .of-this-phone")).to_have_count(0)
    expect(page.locator(".standing .totals .number")).to_have_text(shown)
    assert [int(total.replace("−", "-")) for total in shown] == book.totals


def test_a_hand_that_only_the_server_computes_is_named_beside_the_totals_without_it(keeper):
    page = keeper.page
    page.context.set_offline(True)
    keeper.keep(0)
    expect(page.locator("#waiting .is-shown")).to_contain_text("Was gestrichelt ist, ist vorläufig.")
    assert page.locator(".totals .number").first.evaluate(EDGE) == "dashed"
    assert read_totals(keeper) == ["15", "−5", "−5", "−5"]
    keeper.enter(1)
    page.evaluate("""() => {
        const field = document.querySelector('#entry [name=renonce]');
        field.value = '2';
        field.dispatchEvent(new Event('change', { bubbles: true }));
    }""")
    expect(page.locator("#preview")).to_have_text(RECHNET_SERVER)
    keeper.save_offline()
    expect(page.locator("#waiting .is-shown")).to_contain_text("Was gestrichelt ist, ist vorläufig. Ohne Spiel 2.")
    keeper.keep(0)
    expect(page.locator("tbody.of-this-phone")).to_have_count(3)
    assert read_totals(keeper) == ["30", "−10", "−10", "−10"]
    expect(page.locator(".of-this-phone .remark").nth(1)).to_contain_text("die Auszahlung rechnet der Server")


@pytest.mark.parametrize("names", [NAMES, (*NAMES, "Emil")])
def test_whose_phone_it_is_stays_marked_on_his_card_and_in_the_header(inn_phone, names):
    keeper = Keeper(inn_phone)
    keeper.start(names=names)
    page = keeper.page
    page.goto(f"{page.url}me/")
    page.locator("form.own-seat button").nth(1).click()
    page.locator("#entry.surface").wait_for()
    page.context.set_offline(True)
    mine, roles = page.locator(".totals .mine"), page.locator(".totals :is(.forehand, .dealer) small[data-mark]")
    expect(page.locator("html.no-network")).to_be_attached(timeout=PATIENCE_MS)
    for number in range(1, len(names) + 2):
        keeper.keep(1)
        told = "1 Spiel wartet" if number == 1 else f"{number} Spiele warten"
        expect(page.locator("#waiting .is-shown strong")).to_have_text(told)
        expect(mine.locator(".name")).to_have_text(NAMES[1])
        expect(page.locator(".deal .me")).to_have_text(NAMES[1])
        expect(roles).to_have_count(2)  # who deals and who is forehand have gone on with their letters
        dealer = (number + len(names) - 1) % len(names)
        expect(page.locator(".totals > li").nth(dealer)).to_have_class(re.compile(r"\bdealer\b"))


def test_one_other_amount_switches_the_list_off_on_this_phone(phone, faults):
    """The page comes with a list in which everything pays twice as much."""
    faults.expect("ERR_INTERNET_DISCONNECTED")
    keeper = Keeper(phone)
    address = keeper.start()

    def spoil(route: Route) -> None:
        answer = route.fetch()
        before, mark, rest = answer.text().partition('<script id="prices" type="application/json">')
        text, end, after = rest.partition("</script>")
        prices = json.loads(text)
        prices["prices"] = [[2 * unit, shape] for unit, shape in prices["prices"]]
        route.fulfill(response=answer, body=before + mark + json.dumps(prices) + end + after)

    phone.route(address, spoil)
    phone.reload()
    keeper.enter(0)
    keeper.shows("+15", "−5", "−5", "−5")
    phone.wait_for_function("() => Object.keys(localStorage).some((name) => name.startsWith('prices off'))")
    phone.reload()
    phone.context.set_offline(True)
    keeper.enter(0)
    expect(phone.locator("#preview")).to_have_text(RECHNET_SERVER)
