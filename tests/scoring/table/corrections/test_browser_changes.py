"""A scorekeeper changes his mind: what the first game had does not stay silently with the second."""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.surface import find_card
from tests.support.browser import IN_FIREFOX_TOO, PATIENCE_MS

pytestmark = pytest.mark.heavy

ALWAYS_SENT = ("csrfmiddlewaretoken", "key", "previous", "seats")


def read_form(page: Page) -> dict[str, str]:
    """Return the fields that somebody tapped or typed, as the form would send them."""
    sent = page.evaluate("Object.fromEntries(new FormData(document.getElementById('entry')))")
    return {name: value for name, value in sent.items() if value != nothing(name) and name not in ALWAYS_SENT}


def nothing(name: str) -> str:
    """Return the value that a field sends if nobody has touched it."""
    return "1" if "-kontra" in name and "kontra_by" not in name else "0" if "-blatt" in name else ""


def another(thumb: Thumb, contract: str) -> None:
    """Choose another game after the first."""
    thumb.tap(thumb.page.locator('[data-play="0"] [data-part=other]'))
    thumb.choose(p0_contract=contract)


def test_the_bird_that_a_game_brought_goes_with_it(phone):
    thumb = Thumb(phone)
    thumb.start("steindl")
    thumb.choose(p0_contract="uhurufer")
    assert read_form(phone) == {"p0-contract": "uhurufer", "prem-uhu-declarer": "announced"}
    thumb.choose(p0_declarer="1", p0_partner="2", p0_result="won", prem_uhu_declarer_kontra="2")
    another(thumb, "kakadurufer")
    same = {"p0-contract": "kakadurufer", "p0-declarer": "1"}
    assert read_form(phone) == {**same, "prem-kakadu-declarer": "announced"}
    thumb.choose(p0_partner="2", p0_result="won")
    thumb.shows("−7", "+7", "+7", "−7")
    another(thumb, "uhurufer")
    assert read_form(phone) == {**same, "p0-contract": "uhurufer", "prem-uhu-declarer": "announced"}


def test_a_needed_bird_that_was_tapped_is_asked_again(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract="besserrufer", p0_declarer="2", p0_partner="0", prem_uhu_declarer="announced")
    another(thumb, "solobesser")
    assert read_form(phone) == {"p0-contract": "solobesser", "p0-declarer": "2"}


def test_what_the_new_game_does_not_ask_is_not_there_again_with_a_third(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    thumb.unfold("details.premiums")
    thumb.choose(prem_pagat_declarer="announced", prem_pagat_declarer_kontra="2")
    thumb.type_points("50")
    another(thumb, "farbendreier")
    assert read_form(phone) == {"p0-contract": "farbendreier", "p0-declarer": "1", "p0-result": "won"}
    another(thumb, "trischaken")
    assert read_form(phone) == {"p0-contract": "trischaken"}
    another(thumb, "dreier")
    assert read_form(phone) == {"p0-contract": "dreier"}


@pytest.mark.parametrize(("first", "second"), [("rufer", "solorufer"), ("solorufer", "rufer")])
def test_partner_and_result_of_another_declarer_are_asked_again(phone, first, second):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract=first)
    if first == "solorufer":
        thumb.choose(p0_declarer="3")
    thumb.choose(p0_partner="2", p0_result="won")
    another(thumb, second)
    assert read_form(phone) == {"p0-contract": second}


@IN_FIREFOX_TOO
def test_in_a_hand_that_is_corrected_what_stays_with_the_new_game_is_in_sight(phone):
    thumb = Thumb(phone)
    thumb.start()
    enter_dreier(thumb)
    thumb.save()
    phone.goto(f"{phone.get_by_role('link', name='Spiel 1:').get_attribute('href')}hand/")
    another(thumb, "solodreier")
    assert read_form(phone)["prem-pagat-declarer"] == "silent"
    expect(phone.locator('[data-chip="pagat"][aria-pressed=true]')).to_be_visible()


def test_the_enter_key_of_a_phone_leads_to_the_next_field_and_does_not_save(phone):
    thumb = Thumb(phone)
    table = thumb.start()
    thumb.count_four()
    points = phone.locator("[name=p0-points-0]")
    points.tap()
    for seat in range(3):  # the fourth player's follow
        expect(phone.locator(f"[name=p0-points-{seat}]")).to_be_focused()
        phone.keyboard.type("20" if seat < 2 else "15")
        phone.keyboard.press("Enter")
    thumb.shows("−2", "−2", "+2", "+2")
    expect(phone.locator("#save")).to_be_focused()
    assert phone.url == table
    phone.keyboard.press("Enter")
    expect(phone.locator(".saved")).to_be_visible(timeout=PATIENCE_MS)


def test_the_enter_key_on_a_card_does_not_save(phone):
    thumb = Thumb(phone)
    table = thumb.start()
    thumb.choose(p0_contract="rufer", p0_partner="2", p0_result="won")
    phone.locator("[name=p0-result][value=won]").press("Enter")
    thumb.shows("+1", "−1", "+1", "−1")
    assert phone.url == table
    assert phone.locator(".written").count() == 0


def test_a_second_game_can_be_taken_back(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract="piccolo", p0_declarer="2", p0_result="won")
    thumb.unfold('details[data-play="1"]')
    thumb.choose(p1_contract="zwiccolo", p1_declarer="0", p1_result="lost")
    thumb.unfold('[data-play="1"] details[data-part=kontra]')
    thumb.choose(p1_kontra_3="2")
    thumb.shows("−10", "0", "+8", "+2")
    thumb.tap(find_card(phone, "0"))  # who has lost it is not its player any more
    thumb.shows("−2", "−2", "+6", "−2")
    assert read_form(phone) == {"p0-contract": "piccolo", "p0-declarer": "2", "p0-result": "won"}
    thumb.choose(p1_contract="zwiccolo")
    assert read_form(phone)["p1-contract"] == "zwiccolo"
    assert not {"p1-declarer", "p1-result", "p1-kontra-3"} & set(read_form(phone))


def test_who_revoked_claims_nothing(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract="dreier", p0_declarer="0")
    thumb.unfold("details[data-part=renonce]")
    for offender in range(4):
        thumb.choose(renonce=str(offender))
        thumb.open_pad("claims")
        seen = [phone.locator(f"#claim-{seat}").is_visible() for seat in range(4)]
        assert seen == [seat != offender for seat in range(4)]


DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won", "prem-pagat-declarer": "silent"}


def enter_dreier(thumb: Thumb) -> None:
    """Enter a Dreier of the second player with a silent Pagat."""
    thumb.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    thumb.unfold("details.premiums")
    thumb.choose(prem_pagat_declarer="silent")
    thumb.shows("−6", "+18", "−6", "−6")
    assert read_form(thumb.page) == DREIER


def test_who_comes_back_to_a_hand_that_was_not_saved_finds_it_again(phone):
    thumb = Thumb(phone)
    thumb.start()
    enter_dreier(thumb)
    thumb.tap(phone.locator(".home"))
    phone.wait_for_url(lambda url: "tables" not in url)
    phone.go_back()
    thumb.shows("−6", "+18", "−6", "−6")
    assert read_form(phone) == DREIER
    expect(phone.locator('[data-chip="pagat"]')).to_have_attribute("aria-pressed", "true")
    thumb.save()
    thumb.stands_at("−6", "18", "−6", "−6")
