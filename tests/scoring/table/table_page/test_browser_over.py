"""Pages that lead on from the table open over it: nothing below moves or is lost, and no page is loaded."""

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.table.at_rest import list_moved, note_places
from tests.scoring.table.held_hands.test_browser_held import LATE, REMEMBER
from tests.support.browser import PATIENCE_MS, PHONE
from tests.support.network import moods

OVER = "dialog.over-table[open]"
THIRD = {"p0-contract": "dreier", "p0-declarer": "2", "p0-result": "won"}
FIELDS = "() => Object.fromEntries(new FormData(document.getElementById('entry')))"

KNOW_ALL = """() => {
  const { reminders } = JSON.parse(document.getElementById("rules").textContent);
  localStorage.setItem("reminders seen", JSON.stringify(Object.fromEntries(reminders.map(({ text }) => [text, 3]))));
}"""


def begin_third(phone: Page, at_first: str = "() => {}") -> Thumb:
    """A table with two hands, and a third half entered on a phone that notes if its page is loaded anew."""
    thumb = Thumb(phone)
    thumb.start()
    phone.evaluate(at_first)
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
    phone.evaluate("scrollTo(0, 0)")  # who has tapped on the sheet has scrolled down to it
    assert list_moved(phone) == []
    fields = phone.evaluate(FIELDS)
    return {name: fields[name] for name in THIRD} == THIRD


def open_over(phone: Page, link: Locator) -> Locator:
    """Tap on what opens a page over the table."""
    link.tap()
    over = phone.locator(OVER)
    expect(over).to_be_visible(timeout=PATIENCE_MS)
    return over


@pytest.mark.heavy
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


@pytest.mark.heavy_but("close")
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


@pytest.mark.heavy
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


@pytest.mark.heavy
def test_which_hand_a_late_one_is_is_said_over_the_table(phone, faults):
    faults.expect("412")
    thumb = begin_third(phone, REMEMBER)
    assert phone.evaluate(LATE, ["late", "2"]) == [412, True]
    ribbon = phone.locator(".ribbon .is-shown")
    count = ribbon.locator(".next")  # a hand to save goes before questions
    expect(count).to_have_text("1 Frage", timeout=PATIENCE_MS)
    expect(phone.locator("#ribbon.is-fresh")).to_have_count(0)
    count.tap()
    expect(ribbon).to_contain_text("1 spätes Spiel")
    over = open_over(phone, ribbon.get_by_role("link", name="ansehen"))
    expect(over.locator("h2").first).to_have_text("Welches Spiel ist das?")
    over.locator("button[value^=same]").first.tap()
    assert rests(phone)
    thumb.stands_at("10", "10", "−10", "−10")
    expect(phone.locator(".held-hand")).to_have_count(0)


@pytest.mark.heavy
def test_a_hand_that_is_held_is_corrected_over_the_table(phone):
    thumb = begin_third(phone)
    phone.get_by_role("link", name="Spiel 1:").click(button="right")
    over = phone.frame_locator(f"{OVER} iframe")
    expect(phone.locator(f"{OVER} h2").first).to_have_text("Spiel 1 ändern")
    turn_result(over)
    keys, bar = (over.locator(part).bounding_box() for part in (".tray", ".save"))
    assert keys["y"] + keys["height"] <= bar["y"], "all keys are in sight beside what follows"
    over.locator("#save").click()
    assert rests(phone)
    thumb.stands_at("−20", "20", "0", "0")
    expect(phone.locator(".saved")).to_contain_text("Spiel 1 · ")
    expect(phone.locator(".written .reason")).to_contain_text("vertippt")


def turn_result(over: FrameLocator, reason: str = "vertippt") -> None:
    """Let the hand be lost, and say why, as soon as it is shown what follows."""
    over.locator("#entry.surface").wait_for()
    over.locator("label:has([name=p0-result][value=lost])").click()
    over.locator("#preview:not(.stale) [data-part=follows]").wait_for(state="attached")
    over.locator(f'.reasons label:has([value="{reason}"])').click()


@pytest.mark.heavy
def test_a_rule_that_was_got_wrong_today_is_said_again_to_whoever_knew_it(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    phone.evaluate(KNOW_ALL)
    thumb.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")
    expect(phone.locator("#reminder")).to_be_hidden()
    thumb.save()
    phone.get_by_role("link", name="Spiel 1:").click(button="right")
    over = phone.frame_locator(f"{OVER} iframe")
    turn_result(over, "Prämie vergessen")
    over.locator("#save").click()
    expect(phone.locator(OVER)).to_have_count(0)
    thumb.choose(p0_contract="dreier")
    expect(phone.locator("#reminder strong")).to_contain_text("Ablegen: nie Könige")
    expect(phone.locator("#reminders p", has_text="Ablegen: nie Könige")).to_contain_text("heute ausgebessert")


@pytest.mark.heavy
def test_a_correction_that_did_not_get_through_stays_and_another_phones_is_told_of(page_factory, faults):
    faults.expect("412|ERR_FAILED")
    phone, second = page_factory(**PHONE), page_factory(**PHONE)
    thumb, other = begin_third(phone), Thumb(second)
    other.join(thumb)
    phone.get_by_role("link", name="Spiel 1:").click(button="right")
    over = phone.frame_locator(f"{OVER} iframe")
    turn_result(over)
    phone.route("**/change/", lambda route: route.abort())
    over.locator("#save").click()
    expect(phone.locator(f"{OVER} .problem")).to_contain_text("Kein Netz")
    phone.unroute("**/change/")
    other.choose(p0_contract="dreier", p0_declarer="3", p0_result="won")
    other.save()
    over.locator("#save").click()
    expect(phone.locator(f"{OVER} .problem")).to_contain_text("Die Schrift hat sich inzwischen geändert")
    phone.locator(OVER).get_by_role("button", name="So übernehmen").click()
    expect(phone.locator(OVER)).to_have_count(0)
    thumb.stands_at("−25", "15", "−5", "15")
    assert {name: value for name, value in phone.evaluate(FIELDS).items() if name in THIRD} == THIRD


@pytest.mark.heavy
def test_a_hand_is_struck_over_the_table_what_follows_first_and_one_key(phone):
    thumb = begin_third(phone)
    over = open_over(phone, phone.get_by_role("link", name="Spiel 1:"))
    over.get_by_role("button", name="Streichen").tap()
    expect(over.locator("h2").first).to_have_text("Das ändert sich")
    expect(over.locator(".moved:visible")).to_contain_text("−15")
    expect(over.locator("button.primary")).to_have_count(1)
    later = over.get_by_role("button", name="In allen späteren Spielen")
    expect(later).to_have_attribute("aria-pressed", "false")
    later.tap()
    expect(later).to_have_attribute("aria-pressed", "true")
    over.locator('label:has([value="nicht gespielt"])').tap()
    apply_change(over)
    expect(phone.locator(OVER)).to_have_count(0)
    thumb.stands_at("−5", "15", "−5", "−5")
    expect(phone.locator(".saved")).to_contain_text("Spiel 1 ist gestrichen")
    assert phone.evaluate("window.isSamePage") is True


def apply_change(over: Locator) -> None:
    """Tap on the one key of what would change."""
    over.get_by_role("button", name="So übernehmen").tap()


@pytest.mark.heavy
def test_a_forgotten_hand_is_inserted_over_the_table(phone):
    thumb = begin_third(phone)
    over = open_over(phone, phone.get_by_role("link", name="Spiel 2:"))
    over.get_by_role("link", name="Vergessenes Spiel davor einfügen").tap()
    inside = over.frame_locator("iframe")
    inside.locator("#entry.surface").wait_for()
    inside.locator("label:has([name=p0-contract][value=dreier])").click()
    inside.locator(".totals > li").nth(3).click()
    inside.locator("#preview:not(.stale) [data-part=follows]").wait_for(state="attached")
    inside.locator('.reasons label:has([value="vergessen"])').click()
    inside.locator("#save").click()
    expect(phone.locator(OVER)).to_have_count(0, timeout=PATIENCE_MS)
    thumb.stands_at("5", "5", "−15", "5")
    assert phone.evaluate("window.isSamePage") is True


@pytest.mark.heavy
def test_a_radl_by_hand_and_new_seats_are_said_over_the_table(phone):
    begin_third(phone)
    beside = phone.locator(".icon-row a[href$='/more/']")
    over = open_over(phone, beside)
    over.get_by_text("Radl: setzen oder beenden").tap()
    over.locator("details[open] button").tap()
    expect(over).to_contain_text("doppelt, noch 4")
    over.locator('label:has([value="vergessen"])').tap()
    apply_change(over)
    expect(phone.locator(".deal .radl")).to_be_visible()
    assert rests(phone), "the Radl is the next deal's, and the hand that is entered is of it"
    over = open_over(phone, beside)
    over.get_by_text("Zwei tauschen ab jetzt die Plätze").tap()
    over.locator("details[open] button").tap()
    apply_change(over)
    expect(phone.locator(".totals .name")).to_have_text(["Berta", "Anna", "Cilli", "Dora"])
    assert phone.evaluate("window.isSamePage") is True
