"""An evening on a phone, from four names to a hand that is struck out."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.surface import find_control
from tests.support.browser import PHONE

pytestmark = pytest.mark.heavy

MOST_TAPS = 5
LONGEST = ("Maximilian", "Anna-Katharina", "Bernadette", "Hans-Joachim")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_plain_rufer_takes_at_most_five_taps_and_never_a_finger_to_scroll(page_factory, motion):
    phone = page_factory(**PHONE, reduced_motion=motion)
    thumb = Thumb(phone)
    thumb.start("standard", LONGEST)
    for number, (partner, result) in enumerate((("2", "won"), ("0", "won")), 1):
        thumb.taps = 0
        if number > 1:  # below the answer to the first
            find_control(phone, "p0-contract", "rufer").scroll_into_view_if_needed()
        thumb.touch(find_control(phone, "p0-contract", "rufer"))
        expect(phone.locator("#preview")).to_have_text("Noch offen: Partner")
        thumb.touch(find_control(phone, "p0-partner", partner))
        thumb.touch(find_control(phone, "p0-result", result))
        expect(phone.locator(".totals .pays:is(.won, .lost)").first).to_be_visible()
        thumb.touch(phone.locator("#save"))
        phone.wait_for_url(f"**/?saved={number}")
        assert thumb.taps <= MOST_TAPS
    thumb.stands_at("2", "0", "0", "−2")


def test_what_is_asked_next_comes_into_sight(phone):
    thumb = Thumb(phone)
    thumb.start("treffpunkt", LONGEST)
    thumb.touch(find_control(phone, "p0-contract", "besserrufer"))
    thumb.touch(find_control(phone, "p0-declarer", "3"))
    thumb.touch(find_control(phone, "p0-partner", "0"))
    thumb.touch(find_control(phone, "p0-result", "won"))
    thumb.misses("Welcher Vogel ist angesagt?")
    first = phone.locator(".premium-strip .chip[data-chip]:visible").evaluate_all(
        "(chips) => chips.filter((chip) => chip.style.order === '0').map((chip) => chip.dataset.chip)"
    )
    assert first == ["pagat", "uhu", "kakadu", "quapil"]
    thumb.choose(prem_uhu_declarer="announced")
    thumb.shows("+6", "−6", "−6", "+6")
    thumb.touch(phone.locator("#save"))
    phone.wait_for_url("**/?saved=1")


def test_the_premiums_of_the_other_side_are_behind_a_switch_and_those_that_a_game_needs_stand_first(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract="besserrufer", p0_declarer="3", p0_partner="0", p0_result="won")
    thumb.choose(prem_uhu_defence="announced")
    thumb.choose(prem_trull_declarer="silent", prem_pagat_declarer="announced")
    thumb.shows("+1", "−1", "−1", "+1")  # 2, the Pagat 2 and the Trull 1, less the Uhu of the others
    left = {name: phone.locator(f"[data-chip={name}]").bounding_box() for name in ("pagat", "uhu", "trull")}
    assert all(left.values())
    assert left["uhu"]["y"] <= left["trull"]["y"]
    expect(phone.locator("[data-chip=uhu] small")).to_have_text("(Gegner)")
    thumb.tap(phone.locator('[data-play="0"] [data-part=other]'))
    thumb.choose(p0_contract="dreier")
    expect(phone.locator("[data-chip=trull]")).to_be_visible()
    names = phone.locator(".premium-strip .chip[data-chip] > span").all_inner_texts()
    assert names[:3] == ["Pagat", "König Ultimo", "Könige"]


def test_exactly_half_is_asked_beside_the_button_that_saves(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    for name, value in (("p0-contract", "dreier"), ("p0-declarer", "0"), ("p0-result", "lost")):
        thumb.touch(find_control(phone, name, value))
    thumb.shows("−15", "+5", "+5", "+5")
    before = phone.evaluate("scrollY")
    thumb.touch(phone.locator('label:has([name="p0-equal"])'))
    expect(phone.locator("#preview")).to_contain_text("beginnt ein Radl")
    assert phone.evaluate("scrollY") == before
    thumb.touch(phone.locator("#save"))
    phone.wait_for_url("**/?saved=1")


def test_an_evening_goes_in_hand_by_hand(phone):
    thumb = Thumb(phone)
    thumb.start()
    with_kontra(phone, thumb)
    beside_each_other(phone, thumb)
    everybody_for_himself(phone, thumb)
    made_good(phone, thumb)
    given_up(phone, thumb)
    with_a_bird_and_struck_out(phone, thumb)


def with_kontra(phone, thumb):
    # A Dreier won (5), its announced Pagat lost with kontra (2×2).
    thumb.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    thumb.shows("−5", "+15", "−5", "−5")
    thumb.unfold("details.premiums")
    thumb.choose(prem_pagat_declarer="announced", prem_pagat_declarer_kontra="2")
    thumb.choose(prem_pagat_declarer_lost="on")
    thumb.shows("−1", "+3", "−1", "−1")
    expect(phone.locator("#preview .formula")).to_have_text("5−(2×2) = 1")
    thumb.save()
    thumb.stands_at("−1", "3", "−1", "−1")

    # A Piccolo won (2), with the kontra of Dora alone.
    thumb.choose(p0_contract="piccolo", p0_declarer="2", p0_result="won")
    thumb.unfold('[data-play="0"] details[data-part=kontra]')
    thumb.choose(p0_kontra_3="2")
    thumb.shows("−2", "−2", "+8", "−4")
    thumb.save()
    thumb.stands_at("−3", "1", "7", "−5")


def beside_each_other(phone, thumb):
    # A Piccolo won and a Zwiccolo lost side by side (2 each).
    thumb.choose(p0_contract="piccolo", p0_declarer="0", p0_result="won")
    thumb.unfold('details[data-play="1"]')
    thumb.choose(p1_contract="zwiccolo")
    expect(phone.locator('[name="p1-declarer"][value="0"]')).to_be_disabled()
    thumb.choose(p1_declarer="1", p1_result="lost")
    thumb.shows("+8", "−8", "0", "0")
    thumb.save()
    thumb.stands_at("5", "−7", "7", "−5")


def everybody_for_himself(phone, thumb):
    # A Trischaken: 20, 20, 15 and 15 points; a Radl begins.
    thumb.count_four()
    for seat, points in enumerate(("20", "19", "15", "15")):
        phone.locator(f"[name=p0-points-{seat}]").fill(points)
    thumb.misses("ergeben 69, nicht 70")
    phone.locator("[name=p0-points-1]").fill("20")
    thumb.shows("−2", "−2", "+2", "+2")
    thumb.save()
    thumb.stands_at("3", "−9", "9", "−3")
    expect(phone.locator(".radl")).to_have_text("Radl: noch 4")


def made_good(phone, thumb):
    # A Renonce of Berta in Anna's Dreier (5, in the Radl 10), and Cilli claims 3 more.
    thumb.choose(p0_contract="dreier", p0_declarer="0")
    thumb.unfold("details[data-part=renonce]")
    thumb.choose(renonce="1")
    phone.locator("#claim-2").fill("3")
    thumb.shows("+30", "−53", "+13", "+10")
    thumb.save()
    thumb.stands_at("33", "−62", "22", "7")


def given_up(phone, thumb):
    # A Rufer of the forehand Berta with the king in the talon, conceded (1, in the Radl 2).
    conceded = phone.locator('label:has(input[name="p0-result"][value="conceded"])')
    thumb.choose(p0_contract="rufer", p0_partner="0")
    expect(conceded).to_be_hidden()
    thumb.choose(p0_partner="talon", p0_result="conceded")
    thumb.shows("+2", "−6", "+2", "+2")
    thumb.save()
    thumb.stands_at("35", "−68", "24", "9")


def with_a_bird_and_struck_out(phone, thumb):
    # A Besserrufer needs its bird (2 and an Uhu for 4, in the Radl 12).
    thumb.choose(p0_contract="besserrufer", p0_declarer="2", p0_partner="0", p0_result="won")
    thumb.misses("Welcher Vogel ist angesagt?")
    thumb.choose(prem_uhu_declarer="announced")
    thumb.shows("+12", "−12", "+12", "−12")
    thumb.save()
    thumb.stands_at("47", "−80", "36", "−3")

    # Struck out again, with a reason.
    thumb.unfold("details.strike")
    phone.locator("#reason").fill("Uhu war still")
    thumb.tap(phone.locator("button.danger"))
    expect(phone.locator(".saved")).to_contain_text("Spiel 7 ist gestrichen.")
    thumb.stands_at("35", "−68", "24", "9")
    expect(phone.locator(".written .strike .reason")).to_contain_text("Uhu war still")
    expect(phone.locator(".written .strike del").first).to_contain_text("Besserrufer")
    expect(phone.locator("#entry h2")).to_have_text("Spiel 7")
    expect(phone.locator(".radl")).to_have_text("Radl: noch 2")
    expect(phone.locator(".totals .forehand .name")).to_have_text("Cilli")


def test_exactly_half_is_one_tap_and_begins_a_radl(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    equal = phone.locator('label:has([name="p0-equal"])')
    thumb.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")
    expect(equal).to_be_hidden()
    thumb.choose(p0_result="lost")
    expect(equal).to_be_visible()
    thumb.tick("p0-equal")
    thumb.shows("−15", "+5", "+5", "+5")
    expect(phone.locator("#preview")).to_contain_text("beginnt ein Radl")
    thumb.save()
    expect(phone.locator(".radl")).to_have_text("Radl: noch 4")


def test_what_the_sheet_does_not_allow_is_not_in_sight(phone):
    thumb = Thumb(phone)
    thumb.start("skoty-trophy")
    cards = phone.locator(".contracts:visible label:visible")
    expect(phone.locator(".premium-strip")).to_be_hidden()
    phone.locator(".more-games").tap()
    assert cards.count() == 20  # a Zwiccolo only beside a Piccolo
    thumb.choose(p0_contract="farbendreier", p0_declarer="1")
    assert cards.count() == 1
    thumb.unfold("details.premiums")
    premiums = phone.locator(".premium-strip .chip[data-chip]:visible > span")
    expect(premiums).to_have_text(["Könige", "1. Sack", "2. Sack", "Valat"])
    thumb.unfold('[data-play="0"] details[data-part=kontra]')
    kontra = phone.locator(".game > .kontra")
    for word in ("Kontra", "Rekontra", "Kontra"):  # and none again
        thumb.tap(kontra)
        expect(kontra).to_have_text(word)
    expect(kontra).to_have_attribute("aria-pressed", "false")
    expect(phone.locator('details[data-play="1"]')).to_be_hidden()
    thumb.tap(phone.locator('[data-play="0"] [data-part=other]'))
    assert cards.count() == 20  # a Zwiccolo only beside a Piccolo
    thumb.count_four()
    for part in ("declarer", "partner", "result", "kontra"):
        expect(phone.locator(f'[data-play="0"] [data-part={part}]').first).to_be_hidden()
    expect(phone.locator("details.premiums")).to_be_hidden()
