"""A hand tried under a club's own house rules, on a phone."""

import pytest
from playwright.sync_api import expect

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy
CHOICES = ({"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "lost"}).items()


def test_what_a_hand_would_pay_appears_while_it_is_tapped_in(phone, served):
    let_in(phone.context, served.url)
    phone.goto("/own-sheets/")
    phone.locator("#name").fill("Zum Probieren")
    phone.get_by_role("button", name="Anlegen").tap()
    phone.get_by_role("link", name="Spiele zum Probieren").tap()
    phone.get_by_role("link", name="Ein Spiel eintippen").tap()
    for name, value in CHOICES:
        phone.locator(f'label:has(input[name="{name}"][value="{value}"])').first.tap()
    expect(phone.locator("#preview")).to_contain_text("−15")
    phone.locator("#save").tap()
    expect(phone.get_by_text("So soll es zahlen")).to_be_visible()
    expect(phone.locator("#preview")).to_contain_text("−15")
