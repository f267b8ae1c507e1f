"""The law of a table's page: no key moves between two taps, no text lies on another one, leaves its key, or breaks.

Heavy: random hands of every sheet are tapped on every screen, also in large letters.
"""

import pytest
from playwright.sync_api import Page, ViewportSize

from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.tables import NAMES
from tests.scoring.table.at_rest import list_cut, list_moved, note_places, tap_at_random
from tests.support.browser import PHONE, SITES

pytestmark = pytest.mark.heavy

SCREENS = [
    ViewportSize(width=width, height=height)
    for width, height in ((320, 568), (360, 740), (412, 915), (740, 360), (768, 1024))
]
USUAL, HUGE, TWICE = "usual", "huge", "twice"  # as chosen on the page, or in the browser: 32 px
TAPS = 14  # on each screen
SEED = 61
OFTEN = [*((sheet, USUAL) for sheet in BUILT_IN), ("treffpunkt", HUGE), ("standard", TWICE)]
CASES = [
    pytest.param(sheet, letters, marks=[] if (sheet, letters) in OFTEN else [pytest.mark.soak])
    for sheet in BUILT_IN
    for letters in (USUAL, HUGE, TWICE)
]

NAMES_OF_LETTERS = {
    4: ("Anna", "Bert", "Dora", "Emil", "Ines", "Otto"),
    9: ("Ferdinand", "Friedrich", "Katharina", "Elisabeth", "Magdalena", "Sebastian"),
    14: ("Maximilian Lex", "Margarethe Ott", "Leopold Wagner", "Franziska Kern", "Wilhelmine Aue", "Anna Tiefgrabe"),
    24: (
        *("Maximiliane Hofstätterin", "Margarethe Oberhofstetter", "Ferdinand Hinterholzerer"),
        *("Elisabeth Niederwimmerin", "Wilhelmine Großschneider", "Bartholomäus Kirchberger"),
    ),
}


def open_table(page: Page, sheet: str, letters: str) -> Thumb:
    """A thumb over the empty form of a table; nobody waits for previews."""
    thumb = Thumb(page)
    if letters == HUGE:
        page.context.add_cookies([{"name": "letters", "value": HUGE, "url": SITES[page.context].address}])
    if letters == TWICE:
        large = {"fontSizes": {"standard": 32, "fixed": 32}}
        page.context.new_cdp_session(page).send("Page.setFontSizes", large)
    thumb.start(sheet, NAMES + ("Emil",) * (sheet == "zwanzigerrufen"))
    page.context.route("**/preview/", lambda route: route.abort())
    return thumb


@pytest.mark.parametrize(("sheet", "letters"), CASES)
def test_nothing_moves_and_every_text_can_be_read_whatever_is_tapped(page_factory, faults, sheet, letters):
    faults.expect("request|console|ERR_")  # previews that are not answered
    page = open_table(page_factory(**PHONE, reduced_motion="reduce"), sheet, letters).page
    found: dict[object, list[str]] = {}
    for at, screen in enumerate(SCREENS):
        page.set_viewport_size(screen)
        taps, faults_here = tap_at_random(page, SEED + at, TAPS)
        assert taps == TAPS
        found[screen["width"], screen["height"]] = faults_here
    assert {screen: faults_here for screen, faults_here in found.items() if faults_here} == {}


def test_what_another_phone_saves_moves_nothing_under_a_thumb(page_factory):
    first, second = Thumb(page_factory(**PHONE)), Thumb(page_factory(**PHONE))
    first.start("treffpunkt")
    second.join(first)
    for declarer in "123":
        first.choose(p0_contract="rufer", p0_partner="2" if declarer != "2" else "3")
        note_places(first.page)
        second.choose(p0_contract="dreier", p0_declarer=declarer, p0_result="won")
        second.save()
        first.page.wait_for_timeout(500)
        first.page.locator(".elsewhere").first.wait_for()
        assert list_moved(first.page) == []
        first.page.reload()
        first.page.evaluate("localStorage.clear()")
        first.page.reload()


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("letters", NAMES_OF_LETTERS)
def test_players_can_be_told_apart_and_are_asked_in_whole_words(page_factory, faults, seats, letters):
    faults.expect("request|console|ERR_")
    thumb = Thumb(page_factory(**PHONE, reduced_motion="reduce"))
    thumb.start("treffpunkt", NAMES_OF_LETTERS[letters][:seats])
    found: dict[object, list[str]] = {}
    for screen in SCREENS:
        thumb.page.set_viewport_size(screen)
        for contract, more in (("trischaken", {}), ("rufer", {}), ("rufer", {"p0_partner": "2"})):
            thumb.choose(p0_contract=contract, **more)
            if contract == "trischaken":
                thumb.unfold('[data-part="count-four"]')
            found[screen["width"], screen["height"], contract, *more] = list_cut(thumb.page)
            thumb.page.locator('[data-part="clear"] a').first.evaluate("one => one.click()")
    assert {screen: faults_here for screen, faults_here in found.items() if faults_here} == {}


SIZE_OF = "(one) => parseFloat(getComputedStyle(one).fontSize)"


def test_letters_grow_with_the_screen_and_few_games_are_as_large_as_their_rows(page_factory):
    few, many = Thumb(page_factory(**PHONE)), Thumb(page_factory(**PHONE))
    few.start("zwanzigerrufen")
    many.start("standard")
    for game in (few.page.locator(".contracts label > span").first, many.page.locator(".contracts label > span").first):
        game.wait_for()
    sizes = {}
    for screen in SCREENS[1:3]:
        for thumb in (few, many):
            thumb.page.set_viewport_size(screen)
            thumb.page.wait_for_timeout(100)
        parts = [few.page.locator(".contracts label > span").first]
        parts += [
            many.page.locator(selector).first for selector in (".contracts label > span", ".totals .name", ".asked")
        ]
        sizes[screen["width"]] = [part.evaluate(SIZE_OF) for part in parts]
    assert sizes[360][:2] == [28, 16]
    grown = [large / small for small, large in zip(sizes[360], sizes[412], strict=True)]
    assert all(abs(times - 1.125) < 0.01 for times in grown), sizes
