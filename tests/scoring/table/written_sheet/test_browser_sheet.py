"""The written sheet and the chart in the browser: long evenings, five and six players, paper, small phones."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.looks.look import measure
from tests.support.browser import DESKTOP, PHONE
from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy

EVENINGS = """
from tests.scoring.support.evenings import evening_of
from tests.scoring.support.tables import play, strike, dreier, trischaken, book_of
for players, hands in {evenings}:
    table = evening_of(players)
    for number in range(hands):
        forehand = book_of(table).now.seat_of_forehand
        play(table, trischaken(forehand) if number % 9 == 4 else dreier(number % 4, kontra=8, result="lost"))
        if number == 7:
            strike(table, "verzählt")
    print(table.slug)
"""
LONG, FIVE, SIX = (4, 30), (5, 60), (6, 12)  # players and hands
ALL = (LONG, FIVE, SIX, (4, 1), (4, 12), (5, 12))
# Numbers that are wider than their column.
CLIPPED = """() => [...document.querySelectorAll(".written :is(tbody, tfoot) td:not([colspan])")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
# Totals above that take more than a line, or more than their card.
BROKEN_TOTALS = """() => [...document.querySelectorAll(".totals .number, .totals small")]
  .filter((one) => one.textContent.trim() && !one.textContent.includes(","))
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.clientHeight > 1.9 * parseFloat(getComputedStyle(one).fontSize)).map((one) => one.textContent)"""
# The names on the chart and the numbers of its axes: left, top, right, bottom; and the chart they must stay in.
BOXES = """() => {
  const sides = ({ left, top, right, bottom }) => [left, top, right, bottom];
  const texts = [...document.querySelectorAll(".plot text")].filter((one) => one.checkVisibility());
  return [document.querySelector(".plot"), ...texts].map((one) => sides(one.getBoundingClientRect()));
}"""
# Of each change: how far it is from its own total, and from the next player's.
GAPS = """() => [...document.querySelectorAll(".written tr:has(td small)")].flatMap((row) => {
  const range = document.createRange();
  const ends = (node) => {
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const cells = [...row.querySelectorAll("td")].map((cell) => [ends(cell.firstChild), cell.querySelector("small")]);
  return cells.slice(0, -1).flatMap(([total, change], at) => change
    ? [[ends(change).left - total.right, cells[at + 1][0].left - ends(change).right]] : []);
})"""
# How far the names above five columns are from each other.
HEAD_GAPS = """() => {
  const boxes = [...document.querySelectorAll(".written thead tr:first-child th + th")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  return boxes.slice(1).map((box, at) => box.left - boxes[at].right);
}"""
PAPER = {"width": 680, "height": 1000}  # A4 between its margins


DOUBLE = """
from scoring.table.corrections import changes
from tests.scoring.support.evenings import change_book, evening_of, play_hands
table = evening_of(sheet="zwanzigerrufen")
change_book(table, changes.set_radl(4))
play_hands(table, *[{"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 1, "result": "won"}]}] * 4)
print(table.slug)
"""
NUMBERS = """
from tarockclub.models import Club
from tests.scoring.support import evenings
from tests.scoring.support.tables import dreier
evenings.SIX = [f"{name} Zahl" for name in evenings.SIX]
before = Club.objects.get().new_names
Club.objects.update(new_names="number")
table = evenings.evening_of(5)
Club.objects.update(new_names=before)
evenings.play_hands(table, dreier(0))
print(table.slug)
"""


@pytest.fixture(scope="module")
def slugs(club) -> dict[tuple[int, int], str]:
    """The tables of all evenings, which tests only look at."""
    return dict(zip(ALL, club.manage("shell", "-v0", "-c", EVENINGS.format(evenings=ALL)).split(), strict=True))


@pytest.mark.parametrize("has_script", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_a_long_sheet_shows_its_latest_rounds_and_all_of_it_by_one_tap(page_factory, slugs, has_script):
    phone = page_factory(**PHONE, java_script_enabled=has_script)
    phone.goto(f"/tables/{slugs[LONG]}/")
    shown = phone.locator(".written tbody")
    assert 8 <= shown.count() <= 11
    expect(phone.locator("#newest")).to_be_visible()
    expect(phone.locator(".written .carried th")).to_be_visible()
    phone.get_by_text("Alle 30 Zeilen zeigen").tap()
    expect(shown).to_have_count(30)
    expect(phone.locator(".written .carried th")).to_be_hidden()
    phone.get_by_text("Nur die letzten zeigen").tap()
    expect(phone.locator(".written .carried th")).to_be_visible()
    assert shown.count() <= 11


@pytest.mark.parametrize("width", [320, 360])
def test_the_mark_of_a_double_deal_runs_into_no_amount(page_factory, served, width):
    phone = page_factory(**{**PHONE, "viewport": {"width": width, "height": 740}})
    phone.goto(f"/tables/{served.run(DOUBLE)}/")
    expect(phone.locator(".written .badge")).to_have_text(
        [re.compile(f"Doppelter Einsatz {at}/4") for at in range(1, 5)]
    )
    assert [miss.words for miss in measure(phone, width, "overlap", "beyond")] == []


def test_five_numbers_instead_of_names_stand_apart_on_a_phone(page_factory, served):
    phone = page_factory(**PHONE)
    phone.goto(f"/tables/{served.run(NUMBERS)}/")
    expect(phone.locator(".written thead")).to_contain_text(re.compile(r"ler \d"))
    assert [gap for gap in phone.evaluate(HEAD_GAPS) if gap < 3] == []


def test_a_struck_hand_is_a_dot_that_opens(phone, slugs):
    phone.goto(f"/tables/{slugs[4, 12]}/")
    let_in(phone.context, phone.url)  # reasons are for whoever was let in
    phone.reload()
    told = phone.locator(".struck .what")
    expect(told).to_be_hidden()
    assert phone.locator("tbody.strike").evaluate("(row) => row.offsetHeight") < 30
    phone.locator(".struck > summary").tap()
    expect(told).to_contain_text("gestrichen: verzählt")
    phone.locator(".struck").get_by_text("ansehen oder ändern").tap()
    expect(phone.get_by_role("dialog")).to_contain_text("gestrichen")


def test_the_newest_hand_is_one_tap_from_the_top_of_the_page(phone, slugs):
    phone.goto(f"/tables/{slugs[4, 12]}/")
    phone.locator("a.jump").tap()
    expect(phone.locator("#newest")).to_be_in_viewport()


@pytest.mark.parametrize("has_script", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_on_a_large_screen_the_latest_hand_and_the_sum_of_all_lines_are_in_sight(page_factory, slugs, has_script):
    page = page_factory(**DESKTOP, java_script_enabled=has_script)
    page.goto(f"/tables/{slugs[FIVE]}/")
    page.get_by_text("Alle 60 Zeilen zeigen").click()
    expect(page.locator(".written tbody")).to_have_count(60)
    for seen in ("#newest th a", ".written tfoot th", ".written thead tr:first-child th:first-child"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)
    expect(page.locator(".written tbody th a").first).not_to_be_in_viewport()
    page.locator(".written tbody th a").first.focus()
    expect(page.locator(".written tbody th a").first).to_be_in_viewport()


OF_SIX = pytest.mark.parametrize("players", [6, *(pytest.param(count, marks=pytest.mark.soak) for count in (4, 5))])


@OF_SIX
def test_on_a_large_screen_a_change_stands_at_its_own_total(page_factory, slugs, players):
    page = page_factory(**DESKTOP)
    page.goto(f"/tables/{slugs[players, 12]}/")
    gaps = page.evaluate(GAPS)
    assert len(gaps) > players
    assert all(0 <= own < 12 and own < other for own, other in gaps)


@OF_SIX
def test_numbers_of_four_to_six_players_are_whole_on_a_phone_a_laptop_and_paper(page_factory, slugs, players):
    page = page_factory(**DESKTOP)
    page.goto(f"/tables/{slugs[players, 12]}/")
    for size in (PHONE["viewport"], DESKTOP["viewport"]):
        page.set_viewport_size(size)
        assert page.evaluate(CLIPPED) == []
        assert page.evaluate(BROKEN_TOTALS) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".struck .reason")).to_be_hidden()
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    expect(page.locator(".struck .reason")).to_be_visible()
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".unfold")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('.written thead')).display") == "table-header-group"


def test_a_tap_or_a_key_on_the_chart_names_the_hand_and_leads_to_it(phone, slugs):
    phone.goto(f"/tables/{slugs[4, 12]}/")
    chart, link = phone.locator(".chart > .plot"), phone.locator(".of-point a")
    expect(link).to_have_text("Spiel 11 · Dreier · Dora −120")
    chart.press("ArrowLeft")
    expect(link).to_have_text(re.compile("^Spiel 10 · Dreier · "))
    chart.get_by_role("img", name="Verlauf").tap(position={"x": 60, "y": 100})
    expect(link).to_have_text(re.compile("^Spiel [1-4] · "))
    number = link.inner_text().split()[1]
    link.tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text(f"Spiel {number}")


@pytest.mark.parametrize(
    ("players", "hands"), [SIX, *(pytest.param(*evening, marks=pytest.mark.soak) for evening in ((4, 1), FIVE))]
)
def test_names_and_numbers_of_the_chart_are_whole_and_apart(phone, slugs, players, hands):
    phone.goto(f"/tables/{slugs[players, hands]}/")
    frame, *boxes = phone.evaluate(BOXES)
    assert len(boxes) > players
    for left, top, right, bottom in boxes:
        assert frame[0] <= left < right <= frame[2]
        assert frame[1] <= top < bottom <= frame[3]
    for box, other in itertools.combinations(boxes, 2):
        assert box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] + 3 or other[3] <= box[1] + 3
