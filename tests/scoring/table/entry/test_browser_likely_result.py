"""A game counts as won until somebody says otherwise; what somebody has said stays."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import PREVIEW, Thumb
from tests.scoring.support.scripts import ENTRY, build_call
from tests.scoring.support.surface import tap_choice
from tests.scoring.support.tables import NAMES

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
