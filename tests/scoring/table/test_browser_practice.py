"""The practice table on a phone: the surface of the table page, the next tap in words, hand after hand."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.surface import find_card, tap_choice

pytestmark = pytest.mark.heavy


def test_a_beginner_is_led_through_a_hand_and_sees_why_it_pays(phone):
    phone.goto("/")
    phone.get_by_role("link", name="Übungstisch").tap()
    phone.get_by_role("link", name="Treffpunkt Tarock").tap()
    tip = phone.locator("#preview .tip")
    expect(tip).to_contain_text("Tippe auf das Spiel")
    tap_choice(phone, "p0-contract", "rufer")
    expect(tip).to_contain_text("Anna hat die Vorhand")
    find_card(phone, "2").tap()
    expect(tip).to_contain_text("Es gilt als gewonnen")
    expect(phone.locator(".totals li").nth(2).locator(".pays")).to_have_text("+1")
    phone.locator("#save").tap()
    expect(phone.locator(".practised")).to_contain_text("Rufer gewonnen")
    expect(phone.locator(".totals .number")).to_have_text(["1", "−1", "1", "−1"])
    tap_choice(phone, "p0-contract", "dreier")
    expect(tip).to_contain_text("Wer hat gespielt")
    phone.locator('[data-part="clear"] a').tap()
    expect(tip).to_contain_text("Tippe auf das Spiel")
    tap_choice(phone, "p0-contract", "dreier")
    find_card(phone, "3").tap()
    tap_choice(phone, "p0-result", "lost")
    phone.locator("#save").tap()
    expect(phone.locator(".totals .number")).to_have_text(["6", "4", "6", "−16"])
