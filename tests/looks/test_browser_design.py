"""The page of the design shows everything, in both schemes."""

import pytest

from tarockclub.templatetags.icons import read_icons
from tests.looks import measures
from tests.looks.design_page.views import read_colours, read_sizes
from tests.looks.visits import EVERYTHING, find_violations
from tests.support.browser import DESKTOP, PHONE
from tests.support.states.design import serve_design

pytestmark = pytest.mark.heavy
# The families of letters that have come.
LOADED = """document.fonts.ready.then((fonts) => [...fonts]
  .filter((font) => font.status === "loaded").map((font) => font.family))"""


@pytest.fixture(scope="module")
def address():
    with serve_design() as address:
        yield address


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.soak)], ids=["phone", "laptop"])
def test_nothing_is_wrong_with_it_in_the_light_and_in_the_dark(chromium, address, size):
    context = chromium.new_context(**size, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert find_violations(page, EVERYTHING) == []
    assert page.evaluate(measures.TOO_WIDE) == []
    context.close()


def test_it_shows_every_colour_size_and_icon_and_its_own_letters(chromium, address):
    page = chromium.new_page()
    page.goto(address)
    assert page.locator(".design-colours li").count() == len(read_colours()) > 15
    assert page.locator(".design-sizes dd").count() == len(read_sizes("size-")) == 5
    assert page.locator(".design-icons .icon").count() == len(read_icons())
    loaded = {family.strip('"') for family in page.evaluate(LOADED)}
    assert loaded - {"Tarockclub Text Fallback"} == {
        "Tarockclub Head",
        "Tarockclub Text",
    }  # that one until they are there
    page.close()
