"""Words can be read as they are: whole on a narrow phone, on a ground that they stand out from."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import WORDS, build_call
from tests.scoring.support.tables import NAMES

pytestmark = pytest.mark.heavy

BROKEN = """() => [...document.querySelectorAll(".premium-strip .chip > *, .contracts span")]
  .filter((one) => one.checkVisibility() && !/\\s/.test(one.innerText.trim()))
  .filter((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return new Set([...text.getClientRects()].map((line) => Math.round(line.top))).size > 1;
  })
  .map((one) => one.innerText)"""
RADL_BY_HAND = """
from scoring.table.corrections.services import write_change
from scoring.table.corrections.changes import set_radl
from scoring.models import GameTable
from tests.scoring.support.tables import dreier, new_key, new_table, play
table = new_table()
play(table, dreier(0))
fresh = GameTable.objects.get(pk=table.pk)
write_change(fresh, new_key(), fresh.last_sequence, set_radl(4), "angesagt", sent={})
print(table.slug)
"""


def test_no_word_of_a_premium_is_broken_on_a_small_phone(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(**{"p0-contract": "solorufer"})
    phone.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert phone.evaluate(BROKEN) == []
    thumb.choose(**{"prem-mondfang-declarer": "announced"})
    assert phone.evaluate(BROKEN) == []


def test_a_radl_by_hand_is_a_line_like_any_other(phone, served):
    slug = served.manage("shell", "-c", RADL_BY_HAND).split()[-1]
    phone.goto(f"/tables/{slug}/")
    line = phone.locator(".written tbody.radl")
    assert "von Hand doppelt gesetzt" in line.inner_text()
    assert line.evaluate("(one) => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_what_waits_on_a_phone_is_said_in_the_words_of_the_saved_hand(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(**{"p0-contract": "solorufer", "p0-declarer": "3", "p0-partner": "1", "p0-result": "won"})
    phone.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
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
