"""The form says where the one kontra belongs, where none counts, and asks a lone declarer for no partner's kontra."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import IN_FIREFOX_TOO

pytestmark = pytest.mark.heavy

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
