"""The code of a table is the page: whole above the bar of the places, alone on the screen from the table."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import PHONE
from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy
SIZES = ((320, 640), (360, 740), (740, 360))
# How far it is from the code to the upper edge of what lies below it, and whether all its width is on the screen.
ROOM = """(code) => {
  const box = code.getBoundingClientRect();
  const bar = document.querySelector(".places");
  const floor = bar?.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight;
  return [Math.floor(floor - box.bottom), box.left >= 0 && box.right <= innerWidth, box.width >= 144];
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_code_is_whole_with_three_evenings_open_and_has_the_screen_to_itself_from_the_table(
    page_factory, width, height
):
    thumb = Thumb(page_factory(**{**PHONE, "viewport": {"width": width, "height": height}}))
    page = thumb.page
    for _ in range(2):
        thumb.start()
    table = thumb.start()
    let_in(page.context, page.url)
    page.goto(f"{table}link/")
    code = page.get_by_alt_text("QR-Code zum Mitschreiben")
    room, *rest = code.evaluate(ROOM)
    assert room >= 0
    assert rest == [True, True]
    page.goto(table)
    page.get_by_role("link", name="Link und QR-Code").tap()
    expect(page.locator(".places")).to_be_hidden()
    alone = code.bounding_box()
    room, *rest = code.evaluate(ROOM)
    assert room >= 0
    assert rest == [True, True]
    page.get_by_role("link", name="Andere Codes").tap()
    expect(page.get_by_role("link", name="Für jeden ein eigener Code")).to_be_visible()
    expect(page.locator(".places")).to_be_visible()
    code.tap()
    expect(page.locator(".places")).to_be_hidden()
    assert code.bounding_box() == alone
    page.get_by_role("link", name="Zum Tisch").tap()
    expect(page.locator("#entry")).to_be_visible()
