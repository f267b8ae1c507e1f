"""The navigation in a browser: the bar covers nothing, the key / leads to the search, the keyboard comes everywhere."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE
from tests.support.states.state import DIRECTOR, SECRETARY, VISITOR, Viewer

pytestmark = pytest.mark.heavy

LETTERS = 32  # px: twice as large
# What lies under the bar when the page is scrolled to its end.
COVERED = """() => {
  window.scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector(".places").getBoundingClientRect();
  const last = [...document.querySelectorAll("main *")]
    .filter((one) => one.checkVisibility() && one.children.length === 0 && one.getBoundingClientRect().height > 1);
  return last.filter((one) => one.getBoundingClientRect().bottom > bar.top + 1)
    .map((one) => one.outerHTML.slice(0, 80));
}"""
GROUND, WHITE = "(body) => getComputedStyle(body).backgroundColor", "rgb(255, 255, 255)"
OFTEN = "/everything/"  # the longest list of links
MORE = ("/", "/evenings/", "/search/?q=an", "/tournaments/", "/statistics/")


@pytest.fixture(scope="module")
def phone_viewer(chromium, world):
    """A phone for all roles."""
    viewer = Viewer(chromium, world, **PHONE, reduced_motion="reduce")
    yield viewer
    viewer.close()


@pytest.fixture(scope="module")
def laptop_viewer(chromium, world):
    """A laptop for all roles."""
    viewer = Viewer(chromium, world, **DESKTOP, reduced_motion="reduce")
    yield viewer
    viewer.close()


def open_at(viewer, who, path):
    page = viewer.open_page(who)
    page.goto(viewer.world.sites["club"] + path)
    return page


@pytest.mark.parametrize("path", [OFTEN, *(pytest.param(path, marks=pytest.mark.soak) for path in MORE)])
def test_the_bar_of_a_phone_covers_nothing_also_with_letters_of_twice_the_size(phone_viewer, path):
    page = open_at(phone_viewer, DIRECTOR, path)
    places = page.locator(".places a:visible")
    assert places.count() == 6
    assert page.evaluate(COVERED) == []
    box = page.locator(".places").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(PHONE["viewport"]["height"], abs=1)
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": LETTERS, "fixed": LETTERS}})
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{LETTERS}px"
    assert page.evaluate(COVERED) == []
    session.detach()


def test_the_places_of_a_laptop_stand_at_the_side_and_no_bar_at_the_bottom(laptop_viewer):
    page = open_at(laptop_viewer, DIRECTOR, "/evenings/")
    side, main = page.locator(".places").bounding_box(), page.locator("main").bounding_box()
    assert side["x"] + side["width"] <= main["x"]
    expect(page.locator(".places a", has_text="Verein")).to_be_visible()
    expect(page.locator('.places a[aria-current="page"]')).to_have_text("Abende", use_inner_text=True)


def test_the_places_of_visitors_stand_in_the_top_of_a_laptop_and_at_the_bottom_of_a_phone(laptop_viewer, phone_viewer):
    page = open_at(laptop_viewer, VISITOR, "/front/results/")
    top, places = page.locator("header.site").bounding_box(), page.locator(".places").bounding_box()
    assert places["y"] + places["height"] <= top["y"] + top["height"]
    phone = open_at(phone_viewer, VISITOR, "/front/results/")
    box = phone.locator(".places").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(PHONE["viewport"]["height"], abs=1)
    assert phone.evaluate(COVERED) == []


def test_a_page_is_light_or_dark_as_was_chosen_and_printed_on_white(laptop_viewer):
    page = open_at(laptop_viewer, DIRECTOR, "/evenings/")
    page.emulate_media(color_scheme="light")
    light = page.locator("body").evaluate(GROUND)
    page.locator("header .preferences summary").click()
    page.get_by_role("button", name="dunkel").click()
    dark = page.locator("body").evaluate(GROUND)
    assert dark != light
    page.emulate_media(media="print")
    assert page.locator("body").evaluate(GROUND) == WHITE
    page.emulate_media(media="screen", color_scheme="dark")
    page.locator("header .preferences summary").click()
    page.get_by_role("button", name="hell", exact=True).click()
    assert page.locator("body").evaluate(GROUND) == light
    page.locator("header .preferences summary").click()
    page.get_by_role("button", name="wie das Gerät").click()
    assert page.locator("body").evaluate(GROUND) == dark
    page.emulate_media(color_scheme="light")


def test_the_key_slash_leads_to_the_search_but_not_while_somebody_types(laptop_viewer, phone_viewer):
    page = open_at(laptop_viewer, SECRETARY, "/evenings/")
    page.keyboard.press("/")
    page.wait_for_url("**/search/")
    page.locator("#q").fill("an")
    page.keyboard.type("/2")
    expect(page.locator("#q")).to_have_value("an/2")
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    phone = open_at(phone_viewer, SECRETARY, "/evenings/")
    phone.keyboard.press("/")  # a phone with a keyboard
    phone.wait_for_url("**/search/")


def test_the_skip_link_comes_first_and_then_what_is_on_top(laptop_viewer):
    page = open_at(laptop_viewer, DIRECTOR, "/tournaments/")
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("document.activeElement.closest('.skip, header, .places, main')?.className || 'main'")
        )
    assert reached[0] == "skip"
    order = [name for at, name in enumerate(reached) if at == 0 or reached[at - 1] != name]
    assert order == ["skip", "site", "places", "main"]
    page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    page.goto(page.url)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_without_a_script_everything_is_found_too(chromium, world):
    viewer = Viewer(chromium, world, **PHONE, java_script_enabled=False)
    page = viewer.open_page(DIRECTOR)
    page.goto(world.sites["club"] + "/")
    page.get_by_role("link", name="Suchen").click()
    page.locator("#q").fill("sicherung")
    page.locator("main").get_by_role("button", name="Suchen").click()
    page.locator(".hits a", has_text="Sicherungen").first.click()  # places stand before chapters of the handbook
    assert page.url.endswith("/backups/")
    page.locator(".places a", has_text="Turniere").click()
    assert page.url.endswith("/tournaments/")
    page.locator(".places a", has_text="Mehr").click()
    page.locator("header .preferences summary").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text("Everything")
    viewer.close()
