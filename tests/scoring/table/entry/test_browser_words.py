"""A hand that waits on a phone is said in the words of the sheet."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import WORDS, build_call
from tests.scoring.support.tables import NAMES

pytestmark = pytest.mark.heavy


def test_what_waits_on_a_phone_is_said_in_the_words_of_the_saved_hand(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(**{"p0-contract": "solorufer", "p0-declarer": "3", "p0-partner": "1", "p0-result": "won"})
    phone.evaluate("document.querySelectorAll('details:not(.preferences)').forEach((one) => { one.open = true; })")
    thumb.choose(**{"p0-kontra": "2", "prem-pagat-declarer": "announced", "prem-trull-defence": "silent"})
    waiting = phone.evaluate(build_call(WORDS, "() => entryWords.said()"))
    assert waiting == "Solorufer · Dora mit Berta · gewonnen · Kontra · Pagat angesagt · Trull still (Gegner)"
    phone.locator("#save").tap()
    expect(phone.locator(".written .remark a").first).to_have_text(waiting)


def test_who_lost_a_trischaken_is_said_in_the_words_of_the_saved_hand(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    forehand = phone.evaluate("JSON.parse(document.getElementById('rules').textContent).forehand")
    loser, other = str(forehand), str((forehand + 2) % 4)
    thumb.choose(**{"p0-contract": "trischaken", f"p0-jungfrau-{other}": other, f"p0-mayor-{loser}": loser})
    waiting = phone.evaluate(build_call(WORDS, "() => entryWords.said()"))
    assert (
        waiting == f"Trischaken · {NAMES[forehand]} verliert (Vorhand, Bürgermeister) · {NAMES[int(other)]} (Jungfrau)"
    )
    phone.locator("#save").tap()
    expect(phone.locator(".written .remark a").first).to_have_text(waiting)
