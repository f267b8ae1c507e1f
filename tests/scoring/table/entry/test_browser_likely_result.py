"""The form asks for what is open: who lost, where the one kontra belongs; a game counts as won until somebody says."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import PREVIEW, Thumb
from tests.scoring.support.scripts import ENTRY, build_call
from tests.scoring.support.surface import tap_choice
from tests.scoring.support.tables import NAMES
from tests.support.browser import IN_FIREFOX_TOO

pytestmark = pytest.mark.heavy
TYPE_POINTS = """(points) => {
  const field = form.elements["p0-points"];
  field.value = points;
  tellField(field);
}"""
COME_BACK = """() => {
  forgetAllBut(/^p0-(?:contract|declarer)$/);
  fill({ "p0-result": "lost" });
  form.dispatchEvent(new CustomEvent("renewed", { detail: {} }));
}"""


@pytest.fixture
def dreier(phone: Page) -> Page:
    """A Dreier of the second player, and nothing said of how it ended."""
    thumb = Thumb(phone)
    thumb.start("treffpunkt")
    thumb.choose(p0_contract="dreier", p0_declarer="1")
    expect_result(phone, "won")
    return phone


def expect_result(phone: Page, value: str) -> None:
    """The form and the button that saves say the same."""
    expect(phone.locator("[name=p0-result]:checked")).to_have_value(value)
    expect(phone.locator("#save")).to_have_text(re.compile(rf"{NAMES[1]}{'[+]' if value == 'won' else '−'}\d+$"))


def test_the_button_says_what_is_paid_only_when_the_hand_can_be_saved_and_the_payout_is_known(dreier):
    dreier.route("**/preview/", lambda _route: None)  # no answer
    dreier.locator('label:has([name="p0-result"][value="lost"])').tap()
    expect(dreier.locator("#save")).to_have_text("Speichernverloren")
    dreier.locator('[data-part="other"]:visible').tap()
    Thumb(dreier).choose(p0_contract="rufer")
    expect(dreier.locator(PREVIEW)).to_have_text("Wer spielt mit?")
    expect(dreier.locator("#entry")).not_to_have_attribute("data-ready", "")


def test_whose_valat_it_is_has_won_the_game(dreier):
    tap_choice(dreier, "prem-valat-defence", "announced")
    expect_result(dreier, "lost")
    expect(dreier.locator("#preview")).not_to_have_class("stale")
    expect(dreier.locator(".problem:visible")).to_have_count(0)
    tap_choice(dreier, "prem-valat-defence", "")
    expect_result(dreier, "won")


def test_what_somebody_has_said_stays_whatever_premiums_follow(dreier):
    dreier.locator('label:has([name="p0-result"][value="lost"])').tap()
    tap_choice(dreier, "prem-trull-declarer", "silent")
    expect_result(dreier, "lost")


def test_what_points_have_said_stays_when_they_are_taken_back(dreier):
    for points in ("20", ""):
        dreier.evaluate(build_call(ENTRY, TYPE_POINTS), points)
        expect_result(dreier, "lost")
    tap_choice(dreier, "prem-trull-declarer", "silent")
    expect_result(dreier, "lost")


def test_the_result_of_a_hand_that_comes_back_into_the_form_was_said(dreier):
    dreier.evaluate(build_call(ENTRY, COME_BACK))
    tap_choice(dreier, "prem-trull-declarer", "silent")
    expect_result(dreier, "lost")


def test_a_renonce_leaves_open_how_the_game_would_have_ended(dreier):
    tap_choice(dreier, "renonce", "1")
    expect(dreier.locator("[name=p0-result]:checked")).to_have_count(0)


ON_GAME = ".key.kontra:not([data-seat])"
VOID = "es zählt kein Kontra"
UNFOLD = "document.querySelectorAll('#entry details').forEach((one) => { one.open = true; })"


def tap_fields(phone, sheet: str, **fields: str) -> Thumb:
    """Unfold the form of an evening that has just begun, and tap what is given."""
    thumb = Thumb(phone)
    thumb.start(sheet)
    thumb.choose(p0_contract=fields.pop("p0_contract"))
    phone.evaluate(UNFOLD)
    thumb.choose(**fields)
    return thumb


@IN_FIREFOX_TOO
def test_a_kontra_on_the_game_goes_along_to_the_valat_that_is_announced(phone):
    thumb = tap_fields(phone, "zwanzigerrufen", p0_contract="solo", p0_declarer="0", p0_result="won", p0_kontra="2")
    thumb.choose(**{"prem-valat-declarer": "announced"})
    expect(phone.locator(ON_GAME)).to_be_disabled()
    expect(phone.locator('[data-chip="valat"]')).to_contain_text("Kontra")
    expect(phone.locator("#preview")).to_contain_text("+144")
    thumb.choose(**{"prem-valat-declarer": "silent"})
    expect(phone.locator(ON_GAME)).to_be_enabled()
    expect(phone.locator("#preview")).to_contain_text("+36")


def test_with_the_king_in_the_talon_of_a_solo_the_kontra_says_that_it_does_not_count(phone):
    thumb = tap_fields(phone, "treffpunkt", p0_contract="solorufer", p0_declarer="0", p0_partner="2", p0_result="won")
    thumb.choose(**{"prem-trull-declarer": "announced"})
    expect(phone.locator(ON_GAME)).not_to_contain_text(VOID)
    expect(phone.locator(".key.rare")).to_be_disabled()
    thumb.choose(p0_kontra="2")
    expect(phone.locator(".key.rare")).to_be_enabled()
    thumb.choose(p0_partner="talon")
    expect(phone.locator(ON_GAME)).to_contain_text(VOID)
    expect(phone.locator(".of-last").last).to_have_text(VOID)
    expect(phone.locator(".key.rare")).to_be_disabled()
    expect(phone.locator("#preview")).to_contain_text("+18")  # 2 + 2 × 2 from each


def open_trischaken(phone: Page, sheet: str) -> Thumb:
    """A thumb over a Trischaken of a new table; Anna is the forehand."""
    thumb = Thumb(phone)
    thumb.start(sheet)
    thumb.choose(p0_contract="trischaken")
    return thumb


def list_offered(phone: Page, kind: str) -> list[int]:
    """The seats that can be tapped in a row."""
    return [seat for seat in range(4) if phone.locator(f"[name=p0-{kind}-{seat}]").is_enabled()]


def test_two_lose_at_the_treffpunkt_or_the_buergermeister_alone(phone):
    thumb = open_trischaken(phone, "treffpunkt")
    thumb.tick("p0-loser-1")
    assert [list_offered(phone, kind) for kind in ("loser", "jungfrau", "mayor")] == [[0, 1, 2, 3], [0, 2, 3], [1]]
    thumb.tick("p0-loser-3")
    thumb.shows("+2", "−2", "+2", "−2")
    assert [list_offered(phone, kind) for kind in ("loser", "jungfrau", "mayor")] == [[1, 3], [0, 2], []]
    expect(phone.locator(".ending[data-kind=mayor] input:enabled")).to_have_count(0)
    thumb.tick("p0-jungfrau-2")
    thumb.shows("0", "−2", "+4", "−2")
    thumb.tick("p0-loser-3")
    thumb.tick("p0-mayor-1")
    thumb.shows("0", "−6", "+6", "0")
    assert list_offered(phone, "loser") == [1]
    thumb.tick("p0-loser-1")  # nobody has lost: nobody is Bürgermeister
    expect(phone.locator("[name=p0-mayor-1]")).not_to_be_checked()


def test_the_buergermeister_has_lost_by_one_tap(phone):
    thumb = open_trischaken(phone, "standard")
    thumb.tick("p0-mayor-2")
    expect(phone.locator("[name=p0-loser-2]")).to_be_checked()
    thumb.save()
    expect(phone.locator(".written .remark a").first).to_have_text("Trischaken · Cilli verliert (Bürgermeister)")


def test_a_jungfrau_tapped_first_leaves_the_question_who_has_lost(phone):
    thumb = open_trischaken(phone, "standard")
    asked, save = phone.locator(".asked b"), phone.locator("#save")
    thumb.tick("p0-jungfrau-1")
    expect(asked).to_have_text("Wer hat verloren?")
    expect(save).to_contain_text("Wer hat verloren?")
    expect(phone.locator(".totals .may")).to_have_count(3)
    thumb.tap(save)
    expect(phone.locator("#incomplete li")).to_have_text("Wer hat verloren?")
    thumb.open_pad("four")  # the other answer, in points
    expect(phone.locator("[name=p0-jungfrau-1]")).not_to_be_checked()
    for seat, points in enumerate(("30", "20", "15")):
        expect(asked).to_have_text("Wer hat verloren?")
        phone.locator(f"[name=p0-points-{seat}]").fill(points)
    expect(asked).to_have_text("Trischaken")


def test_points_are_for_who_ticks_nobody(phone):
    thumb = open_trischaken(phone, "karlsruhe")
    for kind in ("jungfrau", "mayor"):
        expect(phone.locator(f".ending[data-kind={kind}]")).to_have_count(0)
    thumb.count_four()
    for seat, points in enumerate(("30", "20", "15")):
        phone.locator(f"[name=p0-points-{seat}]").fill(points)
    thumb.shows("−2", "−2", "+2", "+2")
    thumb.tick("p0-loser-2")
    thumb.tick("p0-loser-3")
    expect(phone.locator("[name=p0-points-0]")).to_be_hidden()
    thumb.shows("+2", "+2", "−2", "−2")
    thumb.tick("p0-loser-2")
    thumb.tick("p0-loser-3")
    expect(phone.locator("[name=p0-points-0]")).to_have_value("30")
    thumb.shows("−2", "−2", "+2", "+2")
