"""The law of a table's page: no key moves between two taps, no text lies on another one, leaves its key, or breaks.

Heavy: random hands of every sheet are tapped on every screen, also in large letters; people, screens, letters,
languages and what waits are drawn. Each table is begun anew. A slice is looked at each time, the rest by a soak.
"""

import random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize

from scoring.engine.house_rules.library import BUILT_IN
from tests.chance import SEED
from tests.looks.test_browser_weight import MOST_SHIFT, SHIFTED
from tests.looks.visits import find_violations
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.tables import NAMES
from tests.scoring.table.at_rest import list_cut, list_moved, note_places, tap_at_random
from tests.soak import IS_SOAK
from tests.support.browser import DESKTOP, PATIENCE_MS, PHONE, SITES

pytestmark = pytest.mark.heavy

SCREENS = [
    ViewportSize(width=width, height=height)
    for width, height in ((320, 568), (360, 740), (412, 915), (740, 360), (768, 1024))
]
USUAL, HUGE, TWICE = "usual", "huge", "twice"  # as chosen on the page, or in the browser: 32 px
TAPS = 14  # on each screen
TAP_SEED = 61
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
        taps, faults_here = tap_at_random(page, TAP_SEED + at, TAPS)
        assert taps == TAPS
        found[screen["width"], screen["height"]] = faults_here
    assert {screen: faults_here for screen, faults_here in found.items() if faults_here} == {}


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


DRAWN_CASES = 60 if IS_SOAK else 8
TABS = 12
WIDE = [ViewportSize(width=1024, height=768), ViewportSize(width=1280, height=800)]
ALONE, LATE, OFFLINE, COMPARED = "alone", "late previews", "offline", "compared"
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# Keys that stay pressed after a click, with the pointer on them.
PRESSED_KEYS = ".tray .key[aria-pressed]:enabled:visible"


class Case(NamedTuple):
    """A table as it is drawn."""

    sheet: str
    names: tuple[str, ...]
    longest: int  # letters of a name
    letters: str
    language: str
    screen: ViewportSize
    is_dark: bool
    state: str


def draw_case(number: int) -> Case:
    """A table that somebody may have."""
    chance = random.Random(f"{SEED} law {number}")
    longest = chance.choice([*NAMES_OF_LETTERS])
    letters = chance.choice((USUAL, USUAL, HUGE, TWICE))
    return Case(
        sheet=chance.choice(BUILT_IN),
        names=NAMES_OF_LETTERS[longest][: chance.choice((4, 5, 6))],
        longest=longest,
        letters=letters,
        language=chance.choice(("de", "en")),
        screen=chance.choice([*SCREENS, *WIDE] if letters == USUAL else SCREENS),
        is_dark=chance.random() < 0.5,
        state=(ALONE, LATE, OFFLINE, COMPARED)[number % 4],
    )


def open_case(page_factory, case: Case) -> Thumb:
    """A thumb over a table where two hands were played."""
    device = DESKTOP if case.screen in WIDE else PHONE
    first = Thumb(open_page(page_factory, case, {**device, "has_touch": True, "viewport": case.screen}))
    first.page.add_init_script(f"({SHIFTED})()")
    if case.letters == TWICE:
        large = {"fontSizes": {"standard": 32, "fixed": 32}}
        first.page.context.new_cdp_session(first.page).send("Page.setFontSizes", large)
    first.start(case.sheet, case.names)
    for declarer in "01":
        save_lone(first, declarer)
    first.page.reload()
    first.page.locator(".surface .contracts label").first.wait_for()
    return first


def open_page(page_factory, case: Case, device: dict[str, Any]) -> Page:
    """Open a page on a device, in the language, colours and letters of a case."""
    scheme = "dark" if case.is_dark else "light"
    page: Page = page_factory(**device, reduced_motion="reduce", color_scheme=scheme)
    cookies = {"django_language": case.language, "letters": case.letters}
    address = SITES[page.context].address
    page.context.add_cookies([{"name": name, "value": said, "url": address} for name, said in cookies.items()])
    return page


def save_lone(thumb: Thumb, declarer: str) -> None:
    """Save a game that somebody plays alone, on each sheet."""
    game = next(name for name in ("dreier", "solo", "solodreier") if thumb.page.locator(f'[value="{name}"]').count())
    thumb.choose(p0_contract=game, p0_declarer=declarer, p0_result="won")
    thumb.save()


def bring_about(case: Case, first: Thumb, page_factory) -> None:
    """Answer previews late, take the network away with a hand that waits, or let the other phone be quicker."""
    page = first.page
    if case.state == LATE:
        page.context.route("**/preview/", lambda route: route.abort())
    elif case.state == OFFLINE:
        page.context.set_offline(True)
        page.locator("html.no-network").wait_for(state="attached", timeout=PATIENCE_MS)
        page.evaluate("document.querySelector('.contracts label input').click()")
    elif case.state == COMPARED:
        page.evaluate("document.querySelector('.contracts label input').click()")
        second = Thumb(page_factory(**PHONE))
        second.join(first)
        save_lone(second, "2")
        page.locator(".elsewhere").first.wait_for()


def list_unclear_under_pointer(page: Page) -> list[str]:
    """Return what is hard to read while a pointer rests on keys that were clicked on."""
    assert page.evaluate("matchMedia('(hover: hover)').matches"), "a browser with touch has no pointer that rests"
    page.locator(".contracts label:visible").first.click()
    found = []
    for key in page.locator(PRESSED_KEYS).all()[:2]:
        key.click()
        found += find_violations(page, CONTRAST)
    for key in (page.locator(".contracts label:visible").first, page.locator("#save")):
        key.hover(force=True)
        found += find_violations(page, CONTRAST)
    return sorted({*found})


def list_unclear_in_focus(page: Page) -> list[str]:
    """Return what is hard to read while the focus is on keys."""
    found = []
    for _tab in range(3):
        page.keyboard.press("Tab")
        found += find_violations(page, CONTRAST)
    return sorted({*found})


@pytest.mark.parametrize("number", range(DRAWN_CASES))
def test_no_key_moves_and_all_can_be_read_wherever_a_thumb_goes(page_factory, faults, number):
    faults.expect("request|console|ERR_|412")
    case = draw_case(number)
    first = open_case(page_factory, case)
    page = first.page
    page.evaluate("document.fonts.ready")
    found: dict[str, list[str]] = {}
    note_places(page)
    bring_about(case, first, page_factory)
    if case.state == COMPARED:
        found["compared"] = list_moved(page)
        page.locator('#live [data-part="next"]').click()
    shifted = page.evaluate("window.shifted")
    found["shifted"] = [f"{shifted:.3f}"] if shifted > MOST_SHIFT else []
    page.evaluate("scrollTo(0, 0)")  # with large letters the driver has scrolled to what it tapped on
    found["cut"] = list_cut(page) if case.letters == USUAL else []
    taps, found["tapped"] = tap_at_random(page, number, TAPS)
    assert taps == TAPS
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("document.querySelector('.contracts label input')?.click()")
    found["unclear in focus"] = list_unclear_in_focus(page)
    other = Thumb(open_page(page_factory, case, {**DESKTOP, "viewport": WIDE[number % 2]}))
    other.join(first)
    found["unclear under a pointer"] = list_unclear_under_pointer(other.page)
    page.evaluate("scrollTo(0, 0)")
    note_places(page)
    for _tab in range(TABS):
        page.keyboard.press("Tab")
    page.evaluate("scrollTo(0, 0)")  # a browser scrolls to what has the focus
    found["by keyboard"] = list_moved(page)
    wrong = {what: told for what, told in found.items() if told}
    assert not wrong, (case, wrong)
