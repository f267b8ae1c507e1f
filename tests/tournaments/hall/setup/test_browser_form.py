"""The form of a tournament in a browser: what contradicts is said while it is typed, what was chosen is not offered."""

import pytest
from playwright.sync_api import expect

from tests.support.signed_in import let_in

pytestmark = [pytest.mark.browser, pytest.mark.heavy]


def test_a_tournament_is_prepared_with_what_fits_together(desktop, served):
    let_in(desktop.context, served.url)
    desktop.goto("/tournaments/new/")
    desktop.locator(".format-card a.button[href$='/spielgeld/']").click()
    desktop.locator("#part-money > summary").click()
    desktop.locator("#id_name").fill("Browserturnier")
    # What contradicts is said while typing: the form cannot be sent.
    desktop.locator("#id_stake").fill("60")
    assert not desktop.locator("#id_stake").evaluate("input => input.checkValidity()")
    desktop.locator("#id_stake").fill("1")
    assert desktop.locator("#id_stake").evaluate("input => input.checkValidity()")
    # A criterion that was chosen is not offered twice; switches of other house rules are out of the way.
    second = desktop.locator("#id_round_criteria_1 option[value=unreplaced]")
    assert second.evaluate("option => option.disabled")
    assert desktop.locator("[data-sheet]:visible").count() == 1
    desktop.locator(".tournament-form button.primary").first.click()
    expect(desktop.locator("h1")).to_have_text("Browserturnier")
