"""Pages that lead on from the table open over it: nothing below moves or is lost, and no page is loaded."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.table.at_rest import list_moved, note_places
from tests.support.browser import PATIENCE_MS
from tests.support.network import moods

pytestmark = pytest.mark.heavy

OVER = "dialog.over-table[open]"
THIRD = {"p0-contract": "dreier", "p0-declarer": "2", "p0-result": "won"}
FIELDS = "() => Object.fromEntries(new FormData(document.getElementById('entry')))"


def begin_third(phone: Page) -> Thumb:
    """A table with two hands, and a third half entered on a phone that notes if its page is loaded anew."""
    thumb = Thumb(phone)
    thumb.start()
    for declarer in ("0", "1"):
        thumb.choose(p0_contract="dreier", p0_declarer=declarer, p0_result="won")
        thumb.save()
    thumb.choose(p0_contract="dreier", p0_declarer="2")
    thumb.shows("−5", "−5", "+15", "−5")
    phone.wait_for_function("() => document.querySelector('dialog.over-table') !== null")  # what comes later is there
    phone.evaluate("window.isSamePage = true")
    note_places(phone)
    return thumb


def rests(phone: Page) -> bool:
    """Tell if the page is the same, nothing on it has moved, and the half entered hand is still there."""
    expect(phone.locator(OVER)).to_have_count(0, timeout=PATIENCE_MS)
    assert phone.evaluate("window.isSamePage") is True
    assert list_moved(phone) == []
    fields = phone.evaluate(FIELDS)
    return {name: fields[name] for name in THIRD} == THIRD


def open_over(phone: Page, link: Locator) -> Locator:
    """Tap on what opens a page over the table."""
    link.tap()
    over = phone.locator(OVER)
    expect(over).to_be_visible(timeout=PATIENCE_MS)
    return over


def test_whose_phone_it_is_is_asked_over_the_table_and_said_there(phone):
    begin_third(phone)
    me = phone.locator(".deal .me")
    over = open_over(phone, me)
    expect(over.locator("h2").first).to_have_text("Wer sitzt hier?")
    over.get_by_role("button", name="Ich bin Berta").tap()
    expect(me).to_have_text("Berta")
    assert rests(phone)
    expect(phone.locator("form.undo")).to_be_attached()  # of the hand before, which can still be taken back
    expect(phone.locator(".totals .mine .name")).to_have_text("Berta")
    expect(me).to_be_focused()
    open_over(phone, me).get_by_role("button", name="Es gehört keinem von uns").tap()
    expect(me).to_have_text("Wer bist du?")
    assert rests(phone)


@pytest.mark.parametrize("way", ["Escape", "back", "close"])
def test_what_is_open_goes_by_the_key_by_back_and_by_its_own_close(phone, way):
    begin_third(phone)
    me = phone.locator(".deal .me")
    over = open_over(phone, me)
    length = phone.evaluate("history.length")
    if way == "back":
        phone.go_back()
    elif way == "close":
        over.get_by_role("button", name="Schließen").tap()
    else:
        phone.keyboard.press("Escape")
    assert rests(phone)
    expect(me).to_be_focused()
    open_over(phone, me)
    assert phone.evaluate("history.length") == length, "what was opened and closed leaves nothing to go back to"


def test_without_the_network_nothing_is_lost_and_the_same_can_be_tapped_again(inn_phone, network):
    phone = inn_phone
    begin_third(phone)
    me = phone.locator(".deal .me")
    network.mood = moods.OFF
    over = open_over(phone, me)
    expect(over.locator(".problem")).to_contain_text("Kein Netz")
    phone.keyboard.press("Escape")
    assert rests(phone)
    network.mood = moods.GOOD
    over = open_over(phone, me)
    network.mood = moods.OFF
    berta = over.get_by_role("button", name="Ich bin Berta")
    berta.tap()
    expect(over.locator(".problem")).to_contain_text("Kein Netz", timeout=PATIENCE_MS)
    network.mood = moods.GOOD
    berta.tap()
    expect(me).to_have_text("Berta", timeout=PATIENCE_MS)
    assert rests(phone)
