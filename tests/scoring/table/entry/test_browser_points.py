"""Hints of the card points are noticed at once, named, and offered; nothing is added or computed by itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb

pytestmark = pytest.mark.heavy

OFFERS = '[data-part="offers"] button'


def open_form(phone: Page, sheet: str = "treffpunkt") -> Thumb:
    """A thumb over the empty form of a new table."""
    thumb = Thumb(phone)
    thumb.start(sheet)
    return thumb


def types(phone: Page, seat: int, points: str) -> None:
    """Type somebody's points in Trischaken."""
    phone.locator(f"[name=p0-points-{seat}]").fill(points)


def four(phone: Page) -> list[str]:
    """The points of all four as they stand in the form."""
    whole = [phone.locator(f"[name=p0-points-{seat}]").input_value() for seat in range(4)]
    blatt = [phone.locator(f"[name=p0-blatt-{seat}]:checked").input_value() for seat in range(4)]
    return [f"{count}/{leaves}" if leaves != "0" else count for count, leaves in zip(whole, blatt, strict=True)]


def names(phone: Page) -> list[str]:
    """Return the names of the hints at each player."""
    return [notice.inner_text() for notice in phone.locator(".of-four .noticed").all()]


def test_the_fourth_players_points_follow_from_three_in_any_order(phone):
    thumb = open_form(phone)
    thumb.count_four()
    for seat, points in ((3, "14/1"), (0, "25"), (2, "10/1")):
        assert names(phone) == ["", "", "", ""]
        types(phone, seat, points)
    assert four(phone)[1] == "20/1"
    assert names(phone) == ["", "Rest", "", ""]
    types(phone, 0, "26")
    assert four(phone)[1] == "19/1"
    types(phone, 0, "60")  # more than there is
    assert four(phone)[1] == ""
    types(phone, 0, "")
    assert (four(phone)[1], names(phone)) == ("", ["", "", "", ""])


def test_points_that_somebody_has_typed_himself_stay_and_are_compared(phone):
    thumb = open_form(phone)
    thumb.count_four()
    for seat, points in enumerate(("20", "20", "15")):
        types(phone, seat, points)
    thumb.shows("−2", "−2", "+2", "+2")
    types(phone, 3, "14")
    thumb.misses("ergeben 69, nicht 70")
    assert names(phone) == ["", "", "", ""]
    types(phone, 0, "21")
    assert four(phone) == ["21", "20", "15", "14"]
    thumb.shows("−2", "−2", "+2", "+2")


def test_who_types_the_fourth_players_points_all_the_same_types_them_over(phone):
    thumb = open_form(phone)
    thumb.count_four()
    for seat, points in enumerate(("20", "20", "15")):
        types(phone, seat, points)
    thumb.tap(phone.locator("[name=p0-points-3]"))
    phone.keyboard.type("15")
    assert four(phone) == ["20", "20", "15", "15"]
    assert names(phone) == ["", "", "", ""]


def test_a_field_that_somebody_is_emptying_is_filled_when_he_leaves_it(phone):
    thumb = open_form(phone)
    thumb.count_four()
    for seat, points in enumerate(("20", "20", "15", "14")):
        types(phone, seat, points)
    types(phone, 3, "")
    assert four(phone)[3] == ""
    phone.locator("[name=p0-points-3]").blur()
    assert four(phone)[3] == "15"
    thumb.shows("−2", "−2", "+2", "+2")


def test_jungfrau_is_one_tap_and_buergermeister_is_named_at_once_also_without_the_network(phone, faults):
    faults.expect("ERR_INTERNET_DISCONNECTED")
    thumb = open_form(phone)
    phone.context.set_offline(True)
    thumb.count_four()
    thumb.touch(phone.locator("[name=p0-points-2]"))
    thumb.touch(phone.locator(".number-pad [data-digit='0']"))
    types(phone, 0, "35/2")
    types(phone, 1, "24")
    assert four(phone) == ["35/2", "24", "0", "10/1"]
    assert names(phone) == ["Bürgermeister", "", "Jungfrau", "Rest"]
    types(phone, 0, "35/1")
    assert names(phone)[0] == ""
    types(phone, 2, "")
    assert four(phone)[2:] == ["", ""]
    expect(phone.locator("#preview")).to_have_text("Wer hat verloren?")
    assert "−" not in phone.locator(".save").inner_text()


def test_what_a_sheet_does_not_know_is_not_named(phone):
    thumb = open_form(phone, "karlsruhe")
    thumb.count_four()
    thumb.touch(phone.locator("[name=p0-points-0]"))
    thumb.touch(phone.locator(".number-pad [data-digit='0']"))
    types(phone, 1, "40")
    assert names(phone) == ["", "", "", ""]


def test_silent_sacks_are_offered_for_the_side_that_has_them_where_the_sheet_lists_them(phone):
    both = ["+ 1. Sack still?", "+ 2. Sack still?"]
    of_points = {"45/1": [], "45/2": both[:1], "56": both, "24/1": ["+ 1. Sack still? (Gegner)"], "24/2": []}
    with_them = ("treffpunkt", "standard", "skoty-trophy")
    for sheet in with_them:
        thumb = open_form(phone, sheet)
        thumb.choose(p0_contract="dreier", p0_declarer="1")
        for points, offered in of_points.items():
            thumb.type_points(points)
            assert phone.locator(OFFERS).all_inner_texts() == (offered if sheet == "treffpunkt" else []), points


def test_an_offer_is_taken_by_one_tap_and_never_by_itself(phone):
    thumb = open_form(phone)
    thumb.choose(p0_contract="dreier", p0_declarer="1")
    thumb.type_points("60")
    thumb.shows("−5", "+15", "−5", "−5")
    thumb.touch(phone.locator(".number-pad [data-digit=done]"))
    sack = phone.locator('[data-chip="sack_1"]')
    expect(sack.locator("small")).to_have_text("still?")
    thumb.touch(sack)
    expect(sack.locator("small")).to_have_text("still")
    thumb.shows("−6", "+18", "−6", "−6")
    expect(phone.locator('[name="prem-sack_1-declarer"]:checked')).to_have_value("silent")
    assert phone.locator(OFFERS).all_inner_texts() == ["+ 2. Sack still?"]
    thumb.choose(prem_sack__2_declarer="announced")
    expect(phone.locator(OFFERS)).to_have_count(0)
    thumb.shows("−8", "+24", "−8", "−8")


def test_absolut_is_offered_from_56_points(phone):
    thumb = open_form(phone, "zwanzigerrufen")
    thumb.choose(p0_contract="normalspiel", p0_declarer="1", p0_partner="2")
    thumb.type_points("56")
    assert phone.locator(OFFERS).all_inner_texts() == ["+ Absolut still?"]
    thumb.tap(phone.locator('[data-play="0"] [data-part=other]'))
    thumb.choose(p0_contract="solo")
    expect(phone.locator(OFFERS)).to_have_count(0)


def test_points_say_who_has_won_and_a_tap_that_says_otherwise_takes_them_back(phone):
    thumb = open_form(phone)
    result = phone.locator('[name="p0-result"]:checked')
    thumb.choose(p0_contract="dreier", p0_declarer="1")
    thumb.type_points("35/1")
    expect(result).to_have_value("lost")
    thumb.type_points("35")
    thumb.choose(p0_blatt="2")
    expect(result).to_have_value("won")
    thumb.shows("−5", "+15", "−5", "−5")
    thumb.choose(p0_result="lost")
    expect(phone.locator("[name=p0-points]")).to_have_value("")
    thumb.shows("+5", "−15", "+5", "+5")


def test_who_has_all_the_points_has_no_blatt_above_them(phone):
    thumb = open_form(phone)
    thumb.choose(p0_contract="dreier", p0_declarer="1")
    leaves = phone.locator(".number-pad [data-blatt]:enabled")
    thumb.type_points("69")
    thumb.tap(leaves.nth(2))
    thumb.type_points("70")
    expect(leaves).to_have_count(1)
    assert phone.locator("[name=p0-blatt]:checked").input_value() == "0"
    thumb.type_points("7")
    expect(leaves).to_have_count(3)
