"""A hand that came late, on a phone with script: a tap decides, and the page follows without being loaded anew."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import PATIENCE_MS

pytestmark = pytest.mark.heavy

CARD = ".held-hand"
# A hand of a phone that has not seen what this one has saved: sent as that one would.
LATE = """async ([key, declarer]) => {
  const [seats, sittings] = window.firstSeats;
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const fields = { "p0-contract": "dreier", "p0-declarer": declarer, "p0-result": "won" };
  const answer = await fetch("hands/", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify({ key, previous: "", seats, sittings, fields }),
  });
  return [answer.status, (await answer.json()).held];
}"""
REMEMBER = """() => {
  const seats = document.querySelector("#entry [name=seats]").value.split(",").map(Number);
  window.firstSeats = [seats.slice(0, 5), seats.slice(5)];
}"""


@pytest.fixture
def thumb(phone, faults):
    """A phone whose table has a hand of its own, and one of another phone that came late."""
    faults.expect("412")
    thumb = Thumb(phone)
    thumb.start()
    phone.evaluate(REMEMBER)
    thumb.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")
    thumb.tap(phone.locator("#save"))
    expect(phone.locator(".saved")).to_be_visible(timeout=PATIENCE_MS)
    assert phone.evaluate(LATE, ["late", "2"]) == [412, True]
    expect(phone.locator(CARD)).to_be_visible()
    return thumb


def test_what_is_discarded_goes_and_comes_back_by_a_tap(thumb):
    page = thumb.page
    thumb.unfold(f"{CARD} details")
    thumb.tap(page.locator(f"{CARD} button[value=drop]"))
    expect(page.locator(CARD)).to_have_count(0)
    thumb.unfold("details.held-before")
    decided = page.locator(".held-before li")
    expect(decided).to_contain_text("verworfen: es zählt nicht")
    thumb.tap(decided.locator("button"))
    expect(page.locator(CARD)).to_contain_text("Cilli")
    expect(decided).to_have_count(0)


def test_somebody_who_is_just_entering_a_hand_keeps_it_while_he_decides(thumb):
    page = thumb.page
    thumb.choose(p0_contract="dreier", p0_declarer="3")
    thumb.tap(page.locator(f'{CARD} button[value^="same"]').first)
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator("[name=p0-declarer][value='3']")).to_be_checked()
    expect(page.locator("#live .elsewhere")).to_be_hidden()
