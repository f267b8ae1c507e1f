"""The pages themselves: a small screen, taps in a hurry, no script."""

import pytest
from playwright.sync_api import Page, expect

from tests.looks import measures
from tests.looks.look import measure
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.surface import tap_choice
from tests.support.browser import PHONE
from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy
LONG = tuple(f"{word * 40}"[:79] + str(seat) for seat, word in enumerate(("Wolfgangseestraße", "xx", "M W ", "Öß-")))
MANY_HANDS = """
from tests.scoring.support.tables import new_table, play, strike, dreier, trischaken, book_of
table = new_table(names={names!r})
for number in range(30):
    forehand = book_of(table).now.forehand
    play(table, trischaken(forehand) if number % 6 == 5 else dreier(number % 4, kontra=8, result="lost"))
    if number % 10 == 9:
        strike(table, "ein sehr langer Grund, " * 10 + "x" * 60)
print(table.slug)
"""


def rows(page: Page) -> int:
    """Return the number of hands on the written sheet."""
    page.goto(page.url.split("?")[0])
    return page.locator(".written tbody").count()


def test_a_small_phone_never_scrolls_sideways(phone, served, faults):
    faults.expect("404|ERR_ABORTED")  # a page that is missing, previews that nobody waits for
    phone.goto("/evenings/new/")
    assert phone.evaluate(measures.TOO_WIDE) == []
    thumb = Thumb(phone)
    thumb.tap_start(names=LONG)
    slug = served.manage("shell", "-c", MANY_HANDS.format(names=LONG)).split()[-1]
    phone.goto("/")
    assert phone.evaluate(measures.TOO_WIDE) == []
    for address in (phone.url + "nirgends/", phone.url + f"tables/{slug}/"):
        phone.goto(address)
        assert phone.evaluate(measures.TOO_WIDE) == []
    phone.locator(".unfold .more").click()
    expect(phone.locator(".written tbody")).to_have_count(30)
    assert phone.evaluate(measures.TOO_WIDE) == []
    let_in(phone.context, phone.url)
    for contract in ("dreier", "piccolo", "trischaken", "besserrufer"):
        phone.evaluate("localStorage.clear()")  # what was entered for the game before
        phone.goto(f"/tables/{slug}/")
        tap_choice(phone, "p0-contract", contract)
        phone.evaluate("document.querySelectorAll('details:not(.preferences)').forEach((one) => { one.open = true; })")
        assert measure(phone, PHONE["viewport"]["width"], "beyond", "targets") == []


def test_going_back_after_saving_and_saving_again_counts_once(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract="rufer", p0_partner="2", p0_result="won")
    thumb.shows("+1", "−1", "+1", "−1")
    thumb.save()
    phone.go_back()
    phone.go_forward()
    expect(phone.locator("#entry h2")).to_have_text("Spiel 2")
    phone.locator("#save").tap()
    expect(phone.locator("#incomplete")).to_contain_text("Noch nicht gespeichert: Welches Spiel?")
    assert rows(phone) == 1


def test_without_script_an_evening_works_too(page_factory):
    page = page_factory(**PHONE, java_script_enabled=False)
    thumb = Thumb(page)
    thumb.tap_start()
    thumb.choose(p0_contract="rufer", p0_partner="1", p0_result="won")
    thumb.tap(page.locator("button[name=preview]"))
    thumb.shows("+1", "+1", "−1", "−1")
    assert page.locator(".written").count() == 0
    thumb.save()
    thumb.stands_at("1", "1", "−1", "−1")
    # Everything that the script would hide is there; what does not belong to the game is left alone.
    thumb.choose(p0_contract="piccolo", p0_declarer="3", p0_result="lost")
    thumb.save()
    thumb.stands_at("3", "3", "1", "−7")
