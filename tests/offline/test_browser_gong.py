"""A form that is open without the network asks at the gong which hand this is, and counts the hands that are left."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.scripts import STORE, build_call
from tests.scoring.support.surface import tap_choice
from tests.support.browser import DESKTOP, PATIENCE_MS, PHONE, Site, open_pages
from tests.support.signed_in import let_in
from tests.tournaments.support.day import Clock, Director, Phone

pytestmark = pytest.mark.heavy
NAMES = ["Anna", "Berta", "Cilli", "Dora", "Emil"]


@pytest.fixture
def clock(tmp_path):
    """The time of the test's own server."""
    return Clock(tmp_path)


@pytest.fixture
def table(request, serve, clock, chromium, faults):
    """A director whose round runs, and a phone at its only table; `param`: of so many players."""
    server = serve(TAROCKCLUB_TIME=str(clock.file))
    with open_pages(chromium, faults, Site(server.url, server.url)) as factory:
        yield begin_round(factory, server, getattr(request, "param", 4), "Dreikönigsturnier")


def begin_round(factory, server, count: int, *decided: str, **more: str) -> tuple[Director, Phone]:
    """Make a tournament for so many players, and start its round; its director, and a phone at the only table."""
    page = factory(**DESKTOP)
    let_in(page.context, server.url)
    director = Director(page)
    director.make(*decided, **more)
    director.paste(NAMES[:count])
    director.open_round()
    director.all_enter(1)
    director.draw_by_cards(1, [list(range(1, count + 1))])
    director.clock(1, "start")
    return director, Phone(factory(**PHONE), *director.writes_at(1, 1))


def enter(page: Page, declarer: int) -> None:
    """Enter a solo that is won, and save it; the form is that of the next hand then."""
    key = page.locator("#entry [name=key]")
    before = key.input_value()
    for name, value in (("p0-contract", "solo"), ("p0-declarer", str(declarer)), ("p0-result", "won")):
        tap_choice(page, name, value)
    page.locator("#save").tap()
    expect(key).not_to_have_value(before)


def get_phase(page: Page) -> str:
    """Return the phase that the form says of the next hand."""
    return str(page.locator("[name=phase]:checked").get_attribute("value"))


def left(page: Page) -> float:
    """Seconds until the gong."""
    ends = int(page.locator("fieldset.phase").get_attribute("data-ends") or "0")
    return (ends - int(page.evaluate("fetch('/tournaments/time/').then((said) => said.json())")["now"])) / 1000


def test_a_phone_without_network_hears_the_gong_and_its_hands_are_all_counted_once(table, clock, faults):
    faults.expect("4(12|23|25)|Failed to load resource|ERR_INTERNET_DISCONNECTED")
    director, phone = table
    page, ask = phone.page, phone.page.locator("fieldset.phase")
    offered = ask.locator("label:visible")
    enter(page, 0)
    expect(page.locator("#schrift tbody.hand")).to_have_count(1)
    clock.pass_by(left(page) - 9)
    page.reload()
    expect(ask).to_be_hidden()
    page.context.set_offline(True)
    enter(page, 1)
    expect(ask).to_be_visible(timeout=PATIENCE_MS)  # the gong, without the network
    assert get_phase(page) == "play"
    enter(page, 2)
    expect(offered).to_have_count(1)
    expect(offered).to_contain_text("1")
    assert get_phase(page) == "double"
    enter(page, 3)
    expect(offered).to_contain_text("2")
    page.context.set_offline(False)
    expect(page.locator("#late-title")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator('[data-live="held"] button')).to_have_count(0)
    expect(page.locator("#schrift tbody.hand")).to_have_count(3, timeout=PATIENCE_MS)  # what was played after it
    director.go("rounds/1/tables/1/")
    expect(director.page.locator("button[name=what][value=take]").first).to_be_visible()
    director.press("button[name=what][value=take]")
    expect(page.locator("#schrift tbody.hand")).to_have_count(4, timeout=PATIENCE_MS)
    expect(page.locator("#late-title")).to_have_count(0)
    page.wait_for_function(build_call(STORE, "() => listHands().then((hands) => hands.length === 0)"))
    expect(page.locator(".standing .radl")).to_contain_text("2/4")
    expect(offered).to_contain_text("2")


def seats(page: Page) -> str:
    """Return the players of the hand in the form."""
    return page.locator("#entry [name=seats]").input_value()


@pytest.mark.parametrize("table", [5], indirect=True)
def test_at_a_table_of_five_the_hand_at_the_gong_is_that_of_the_four_who_play_it(table, clock, faults):
    faults.expect("4(12|23|25)|Failed to load resource|ERR_INTERNET_DISCONNECTED")
    director, phone = table
    page = phone.page
    enter(page, 0)
    expect(page.locator("#schrift tbody.hand")).to_have_count(1)
    clock.pass_by(left(page) - 9)
    page.reload()
    page.context.set_offline(True)
    enter(page, 1)
    third = seats(page)
    expect(page.locator("fieldset.phase")).to_be_visible(timeout=PATIENCE_MS)
    page.context.set_offline(False)
    expect(page.locator("#late-title")).to_be_visible(timeout=PATIENCE_MS)
    page.reload()
    assert seats(page) == third
    expect(page.locator(".next-hand h2")).to_contain_text("3")
    enter(page, 2)
    expect(page.locator("#schrift tbody.hand")).to_have_count(2, timeout=PATIENCE_MS)
    fourth = seats(page)
    director.go("rounds/1/tables/1/")
    director.press("button[name=what][value=take]")
    expect(page.locator("#schrift tbody.hand")).to_have_count(3, timeout=PATIENCE_MS)
    page.reload()
    assert seats(page) == fourth
    expect(page.locator(".next-hand h2")).to_contain_text("4")
    director.go("rounds/1/tables/1/")
    expect(director.page.locator("button[value=mend_turn]")).to_have_count(0)


@pytest.fixture
def cup(serve, chromium, faults):
    """A director of a cup of three hands a round, and a phone at its only table."""
    server = serve()
    with open_pages(chromium, faults, Site(server.url, server.url)) as factory:
        yield begin_round(factory, server, 4, "Tarockcup", "cup", hands_4="3")


def test_the_form_counts_the_hands_that_wait_and_the_one_too_many_is_told(cup, faults):
    faults.expect("4(12|23)|Failed to load resource|ERR_INTERNET_DISCONNECTED")
    director, phone = cup
    page = phone.page
    full = page.locator('[data-part="all-hands"]')
    enter(page, 0)
    expect(page.locator("#schrift tbody.hand")).to_have_count(1)
    page.context.set_offline(True)
    enter(page, 1)
    expect(full).to_be_hidden()
    enter(page, 2)
    expect(full).to_be_visible()
    enter(page, 3)  # whoever goes on all the same loses nothing
    page.context.set_offline(False)
    expect(page.locator("#schrift tbody.hand")).to_have_count(3, timeout=PATIENCE_MS)
    page.wait_for_function(
        build_call(STORE, "() => listHands().then(([hand, more]) => hand?.state === 'hands_played' && !more)")
    )
    told = re.compile("zu viel|one too many")
    expect(page.locator("#waiting")).to_contain_text(told, timeout=PATIENCE_MS)
    director.go("rounds/1/")
    director.press("#finished")  # which leads to the result, since no other table plays
    director.go("rounds/1/")
    expect(director.page.locator(".tile.is-done")).to_have_count(1)
