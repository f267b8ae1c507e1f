"""A half-entered hand belongs to its deal and is found again; one that waits is said in the words of the sheet."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from scoring.book.hand_form import move_entry
from scoring.book.ledger.held_hands import parse_seats
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import DEALS, WORDS, build_call
from tests.scoring.support.tables import NAMES
from tests.support.browser import IN_FIREFOX_TOO, PHONE

pytestmark = pytest.mark.heavy
RUFER = {"p0_contract": "rufer", "p0_partner": "2"}


def open_late(first: Thumb, second: Thumb, *hands: str) -> Thumb:
    """The first phone is closed while the second one saves hands; then it opens the table again."""
    address, context = first.page.url, first.page.context
    first.page.close()
    for declarer in hands:
        second.choose(p0_contract="dreier", p0_declarer=declarer, p0_result="won")
        second.save()
    page = context.new_page()
    page.goto(address)
    return Thumb(page)


def ask(page: Page):
    """The question about what was begun in another deal."""
    return page.locator("#draft")


def test_what_was_begun_in_another_deal_is_asked_about_and_taken_over(both):
    first, second = both
    first.choose(**RUFER, p0_result="won")
    again = open_late(first, second, "1", "2")
    expect(ask(again.page)).to_contain_text("Angefangen bei Spiel 1, jetzt ist Spiel 3:")
    expect(ask(again.page).locator("li")).to_have_text(["Rufer", f"{NAMES[0]} mit {NAMES[2]}", "gewonnen"])
    is_empty(again.page)
    again.tap(again.page.get_by_role("button", name="Übernehmen"))
    expect(ask(again.page)).to_be_hidden()
    expect(again.page.locator("[name=p0-contract]:checked")).to_have_value("rufer")
    # Whose partner it was, and how it ended, said the forehand of then.
    expect(again.page.locator("[name=p0-partner]:checked, [name=p0-result]:checked")).to_have_count(0)
    again.choose(p0_partner="3", p0_result="won")
    again.shows("−1", "−1", "+1", "+1")
    again.save()
    expect(again.page.locator("#held")).to_have_count(0)


def test_what_was_begun_in_another_deal_is_discarded(both):
    first, second = both
    first.choose(p0_contract="dreier", p0_declarer="3")
    again = open_late(first, second, "1")
    again.tap(ask(again.page).get_by_role("button", name="Verwerfen"))
    is_empty(again.page)
    is_empty(opened_again(again).page)


# One of each kind of field, and of each seat.
FIELDS = {
    "p0-contract": "rufer", "p0-partner": "2", "p0-result": "won", "p0-points": "40", "p0-kontra": "2",
    "p0-kontra_by": "1", "p1-contract": "piccolo", "p1-declarer": "3", "p1-result": "lost", "p1-kontra-0": "2",
    "prem-pagat-declarer": "announced", "prem-pagat-declarer-by": "0", "renonce": "3", "claim-1": "5",
    "p0-loser-2": "2", "p0-jungfrau-1": "1", "p0-points-3": "12", "p0-blatt-3": "1",
}  # fmt: skip


@pytest.mark.parametrize("names", [NAMES, (*NAMES, "Emil")])
@pytest.mark.parametrize("game", ["rufer", "dreier", "trischaken"])
def test_what_is_entered_goes_along_to_another_deal_as_the_server_moves_it(phone, names, game):
    Thumb(phone).start(names=names)
    seats = [deal["seats"] for deal in json.loads(phone.locator("#entry").get_attribute("data-deals") or "")]
    said = FIELDS | {"p0-contract": game}
    move = build_call(DEALS, "([seats, said]) => seats.map((was) => seats.map((now) => moveFields(said, was, now)))")
    moved = phone.evaluate(move, [seats, said])
    read = [deal for text in seats if (deal := parse_seats(text)) is not None]
    sheet = sheet_of("treffpunkt")
    assert moved == [[move_entry(said, was, now, sheet) for now in read] for was in read]


def test_at_a_table_of_five_everybody_is_found_where_he_sits_now(phone, page_factory):
    first, second = Thumb(phone), Thumb(page_factory(**PHONE))
    first.start(names=(*NAMES, "Emil"))
    second.join(first)
    first.choose(p0_contract="dreier", p0_declarer="2")
    again = open_late(first, second, "1")
    again.tap(ask(again.page).get_by_role("button", name="Übernehmen"))
    expect(again.page.locator("label:has([name=p0-declarer]:checked)")).to_contain_text(NAMES[2])
    expect(again.page.locator("#save")).to_have_text(re.compile("^Speichern"))
    expect(again.page.get_by_text("Jemand war schneller")).to_have_count(0)
    again.choose(p0_result="won")
    again.save()
    expect(again.page.locator("#held")).to_have_count(0)


def test_another_game_and_clear_leave_nothing_behind(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(**RUFER, p0_result="lost")
    thumb.unfold("details.premiums")
    thumb.choose(prem_trull_declarer="silent")
    thumb.unfold('[data-play="0"] [data-part=kontra]')
    thumb.choose(p0_kontra="2")
    thumb.type_points("14/1")
    thumb.unfold("details[data-part=renonce]")
    thumb.choose(renonce="1")
    thumb.tap(phone.locator('[data-play="0"] [data-part=other]'))
    thumb.choose(p0_contract="solorufer")
    fields = phone.evaluate(build_call(WORDS, "() => entryWords.fields()"))
    assert fields == {"p0-contract": "solorufer"}
    thumb.choose(p0_declarer="1")
    thumb.tap(phone.get_by_role("link", name="Leeren"))
    is_empty(phone)
    assert phone.evaluate(build_call(WORDS, "() => entryWords.fields()")) == {}
    expect(phone.get_by_role("link", name="Leeren")).to_be_hidden()
    phone.reload()
    is_empty(phone)


def test_below_a_hand_that_was_saved_everything_is_cleared_too(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(**RUFER, p0_result="won")
    thumb.unfold("details.premiums")
    thumb.choose(prem_pagat_declarer="announced")
    thumb.shows("+3", "−3", "+3", "−3")
    thumb.save()
    expect(phone.locator("[data-part=same] a")).to_be_visible()  # the heading was written anew
    thumb.choose(p0_contract="dreier", p0_declarer="1")
    thumb.tap(phone.get_by_role("link", name="Leeren"))
    is_empty(phone)
    expect(phone.locator("[data-part=same] a")).to_be_visible()
    phone.reload()
    is_empty(phone)


def test_save_without_a_game_asks_which_one_until_somebody_has_read_it_or_taps_on_a_game(phone):
    thumb = Thumb(phone)
    thumb.start()
    phone.locator("#save").tap()
    box = phone.locator("#incomplete")
    expect(box.locator("li")).to_have_text("Noch nicht gespeichert: Welches Spiel?")
    box.get_by_text("klar").tap()
    expect(box).to_be_hidden()
    phone.locator("#save").tap()
    expect(box).to_be_visible()
    thumb.choose(p0_contract="rufer")
    expect(box).to_be_hidden()


NEXT_HAND = "#entry h2"
DECLARER = '[name="p0-declarer"]:checked'


@pytest.fixture
def both(phone, page_factory):
    """Two phones that write at one table."""
    first, second = Thumb(phone), Thumb(page_factory(**PHONE))
    first.start()
    second.join(first)
    return first, second


def enter(thumb: Thumb, declarer: str) -> None:
    """Enter a Dreier that is won."""
    thumb.choose(p0_contract="dreier", p0_declarer=declarer, p0_result="won")


def is_empty(page: Page) -> None:
    """Nothing is entered."""
    expect(page.locator('[name="p0-contract"]:checked')).to_have_count(0)


def opened_again(thumb: Thumb) -> Thumb:
    """The same table on the same phone, in another tab, after this one was closed."""
    page, address = thumb.page.context.new_page(), thumb.page.url
    thumb.page.close()
    page.goto(address)
    return Thumb(page)


@IN_FIREFOX_TOO
def test_what_is_half_entered_is_there_when_the_page_is_opened_again(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract="dreier", p0_declarer="3")
    again = opened_again(thumb)
    expect(again.page.locator(DECLARER)).to_have_value("3")
    again.choose(p0_result="won")
    again.save()
    again.stands_at("−5", "−5", "−5", "15")
    is_empty(opened_again(again).page)


def test_a_hand_stays_what_it_was_while_somebody_looks_up_a_rule(phone, page_factory, faults):
    faults.expect("412")
    first, second = Thumb(phone), Thumb(page_factory(**PHONE))
    first.start(names=(*NAMES, "Emil"))
    second.join(first)
    enter(second, "2")
    second.shows("−5", "−5", "+15", "−5")
    second.tap(second.page.locator("[data-live=links] a[href$='/rules/']"))
    second.page.wait_for_url("**/rules/")
    enter(first, "2")
    first.save()
    second.page.go_back()
    expect(second.page.locator("#draft")).to_contain_text("Angefangen bei Spiel 1, jetzt ist Spiel 2:")
    expect(second.page.locator("#draft")).to_contain_text("Cilli")
    second.tap(second.page.get_by_role("button", name="Verwerfen"))
    is_empty(second.page)
    expect(second.page.locator(".written tbody")).to_have_count(1)


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
