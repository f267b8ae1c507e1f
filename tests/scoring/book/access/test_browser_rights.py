"""Links in the browser: a phone replaces one, knows whose it is, and the code of a table is the page."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import PHONE
from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy


def link_of(page):
    """The link that a page of a table's link shows, as an address of this site."""
    address = page.locator("#write .address a").get_attribute("href")
    return str(address)[str(address).index("/t/") :]


def open_link_page(thumb):
    """Go from the table to its code, and on to the page about its link."""
    thumb.tap(thumb.page.get_by_role("link", name="Link und QR-Code"))
    thumb.tap(thumb.page.get_by_role("link", name="Andere Codes"))
    expect(thumb.page.locator("#write img.code")).to_be_visible()


def test_a_hand_that_is_half_entered_when_the_link_is_replaced_is_saved_after_the_new_code(page_factory, faults):
    faults.expect("403")
    first, second = (Thumb(page_factory(**PHONE)) for _ in range(2))
    table = first.start()
    open_link_page(first)
    second.page.goto(link_of(first.page))
    second.tap(second.page.get_by_role("button", name="Ich bin Cilli"))
    second.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    second.shows("−5", "+15", "−5", "−5")
    first.unfold("details.replace")
    first.tap(first.page.get_by_role("button", name="Link jetzt ersetzen"))
    expect(first.page.locator(".saved")).to_contain_text("Dieses Gerät schreibt weiter.")
    expect(second.page.locator("#live [data-part=lost]")).to_be_visible()
    second.tap(second.page.locator("#save"))
    expect(second.page.locator("#waiting li")).to_contain_text("Der Tisch hat einen neuen Code")
    scanner = second.page.context.new_page()  # the camera opens another tab
    scanner.goto(link_of(first.page))
    expect(scanner.locator("#entry")).to_be_visible()  # whose phone it is has been said
    second.stands_at("−5", "15", "−5", "−5")
    expect(second.page.locator("#waiting li")).to_have_count(0)
    first.page.goto(table)
    first.stands_at("−5", "15", "−5", "−5")


def test_the_own_plus_and_minus_follow_and_only_hands_of_others_are_asked_about(page_factory):
    first, second = (Thumb(page_factory(**PHONE)) for _ in range(2))
    table = first.start()
    open_link_page(first)
    second.page.goto(link_of(first.page))
    second.tap(second.page.get_by_role("button", name="Ich bin Berta"))
    second.page.wait_for_url(table)
    first.page.goto(table)
    first.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    first.save()
    chip = second.page.locator(".deal .me")
    expect(chip).to_have_text("Berta")
    expect(second.page.locator(".totals .mine .name")).to_have_text("Berta")
    asked = second.page.locator("form.mark")
    expect(asked).to_be_visible()
    expect(asked.locator("select")).to_be_hidden()
    expect(asked.locator(".as")).to_have_text("als Berta")
    expect(first.page.locator("form.mark")).to_be_hidden()  # of a hand of its own
    second.tap(asked.locator('[value="fits"]'))
    expect(asked).to_be_hidden()
    expect(first.page.locator(".written .fits")).to_have_attribute("title", "stimmt: Berta")
    second.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")  # for somebody else
    second.save()
    expect(asked).to_be_hidden()
    second.tap(chip)
    second.tap(second.page.get_by_role("button", name="Ich bin Dora"))
    second.page.wait_for_url(table)
    expect(chip).to_have_text("Dora")


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
