"""The tablet in the middle of the table: turned to each side, followed live, everybody answers at their own edge."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import PHONE

pytestmark = pytest.mark.heavy
SIX = ("Herman", "Elisabeth", "Christoph", "Johannes", "Margarethe", "Sepp")
WIDE = ((1280, 800), (1024, 768))
OVERFLOWS = """() => Array.from(document.querySelectorAll(".edge, .middle"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.className)"""
SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
# How many sizes names have, and amounts.
LETTERS = """() => [".name", ".number"].map((what) =>
  new Set(Array.from(document.querySelectorAll(`.edge ${what}`), (one) => getComputedStyle(one).fontSize)).size)"""
# Whether a panel lies at the left, upper, right, lower edge.
AT_EDGES = """(edge) => {
  const box = edge.getBoundingClientRect();
  const { innerWidth: width } = window;
  const height = document.querySelector(".tablet").clientHeight;
  return [box.left < 20, box.top < 20, width - box.right < 20, height - box.bottom < 20];
}"""


def open_tablet(page_factory, thumb, table, **size):
    """A tablet with the right of a phone, and its page."""
    tablet = Thumb(page_factory(viewport=size, has_touch=True))
    tablet.join(thumb)
    tablet.page.goto(f"{table}tablet/")
    return tablet.page


@pytest.mark.parametrize("names", [SIX, *(pytest.param(SIX[:count], marks=pytest.mark.soak) for count in (4, 5))])
@pytest.mark.parametrize(
    ("width", "height"), [(768, 1024), *(pytest.param(*size, marks=pytest.mark.soak) for size in WIDE)]
)
def test_every_panel_lies_at_an_edge_and_shows_all_it_has(page_factory, names, width, height):
    thumb = Thumb(page_factory(**PHONE))
    table = thumb.start(names=names)
    thumb.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    thumb.save()
    page = open_tablet(page_factory, thumb, table, width=width, height=height)
    expect(page.locator(".edge")).to_have_count(len(names))
    assert page.evaluate(OVERFLOWS) == []
    assert page.evaluate(SIZE) == [width, height]
    assert page.evaluate(LETTERS) == [1, 1]
    for edge in page.locator(".edge").all():
        assert any(edge.evaluate(AT_EDGES))


def test_on_an_upright_phone_all_amounts_end_in_one_line_also_of_who_was_paid_nothing(page_factory):
    thumb = Thumb(page_factory(**PHONE))
    table = thumb.start(names=SIX[:5])
    thumb.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    thumb.save()
    page = open_tablet(page_factory, thumb, table, width=360, height=740)
    expect(page.locator(".edge .change")).to_have_count(4)
    ends = "(totals) => totals.map((total) => Math.round(total.lastElementChild.getBoundingClientRect().right))"
    assert len(set(page.locator(".edge .total").evaluate_all(ends))) == 1
    assert page.evaluate(LETTERS) == [1, 1]


def test_it_follows_the_phones_and_everybody_answers_at_their_own_edge(page_factory):
    thumb = Thumb(page_factory(**PHONE))
    table = thumb.start(names=SIX[:4])
    page = open_tablet(page_factory, thumb, table, width=1280, height=800)
    thumb.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    thumb.save()
    elisabeth, johannes = (page.get_by_role("region", name=name) for name in ("Elisabeth", "Johannes"))
    expect(elisabeth.locator(".number")).to_have_text("15")
    expect(elisabeth.locator(".change")).to_contain_text("+15")
    elisabeth.locator('[value="fits"]').tap()
    expect(elisabeth.locator('[value="fits"]')).to_have_attribute("aria-pressed", "true")
    johannes.locator('[value="disputed"]').tap()
    expect(johannes.locator('[value="disputed"]')).to_have_attribute("aria-pressed", "true")
    expect(elisabeth.locator('[value="fits"]')).to_have_attribute("aria-pressed", "true")
    expect(thumb.page.locator(".ribbon .is-dispute")).to_be_visible()
    page.get_by_role("link", name="Spiel eintragen").tap()
    expect(page.locator("#entry")).to_be_visible()


def test_it_can_be_turned_and_stays_so_when_something_is_new(page_factory):
    thumb = Thumb(page_factory(**PHONE))
    table = thumb.start(names=SIX[:4])
    page = open_tablet(page_factory, thumb, table, width=1280, height=800)
    page.get_by_role("link", name="Drehen").tap()
    expect(page.locator(".at-bottom .name")).to_have_text("Elisabeth")
    thumb.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    thumb.save()
    expect(page.locator(".at-bottom .number")).to_have_text("15")
    expect(page.locator(".at-bottom .name")).to_have_text("Elisabeth")
