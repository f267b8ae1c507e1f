"""The answers of the page to a write that did not go as somebody thought, in German and in English."""

import pytest

from scoring.models import Entry
from scoring.table.settlement.services import request_reopening
from tests.scoring.support.evenings import change_book, end_evening, table_of
from tests.scoring.support.pages import Page, open_table_page, saved, url
from tests.scoring.support.tables import dreier, last_key, new_table, play, strike, totals

pytestmark = pytest.mark.django_db
DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}


def box_of(answer):
    """Everything of an answer from its message to the entry."""
    html = answer.content.decode()
    return Page(html[html.index('<div class="problem"') : html.index('<form id="entry"')])


def test_a_hand_that_is_not_complete_keeps_its_entry_and_says_what_is_missing(german, table):
    answer = saved(german, table, {"p0-contract": "dreier", "p0-declarer": "3", "p0-kontra": "4"})
    page = Page(answer.content.decode())
    assert answer.status_code == 400
    assert "So lässt es sich noch nicht speichern:" in page.text
    assert "Bei Dreier fehlt noch" in page.text
    assert "Zum Tisch" not in page.text  # it would lose the entry
    assert {"p0-contract": "dreier", "p0-declarer": "3", "p0-kontra": "4"}.items() <= page.sent.items()
    assert Entry.objects.count() == 0
    again = german.post(url("save_hand", table), page.fill_form({"p0-result": "won"}))
    assert again.status_code == 302


def test_another_hand_under_a_used_key_is_told_and_can_be_saved_from_there(german, table):
    posted = open_table_page(german, table).fill_form(DREIER)
    german.post(url("save_hand", table), posted)
    strike(table)
    answer = german.post(url("save_hand", table), {**posted, "p0-declarer": "2"})
    page = Page(answer.content.decode())
    assert answer.status_code == 422
    assert "mit anderem Inhalt" in page.text
    assert page.sent["key"] != posted["key"]
    assert totals(table) == [0, 0, 0, 0]
    assert german.post(url("save_hand", table), page.fill_form({})).status_code == 302


def test_a_form_that_does_not_say_what_it_follows_is_told_so(german, table):
    posted = open_table_page(german, table).fill_form(DREIER)
    del posted["previous"]
    answer = german.post(url("save_hand", table), posted)
    assert answer.status_code == 428
    assert "gespeichert wurde nichts" in answer.content.decode()
    assert Entry.objects.count() == 0


def test_the_second_of_two_phones_sees_the_hand_that_is_there_and_what_saving_means_and_keeps_its_entry(german, table):
    posted = open_table_page(german, table).fill_form(DREIER)
    play(table, dreier(3, kontra=2))
    answer = german.post(url("save_hand", table), posted)
    box, page = box_of(answer), Page(answer.content.decode())
    assert answer.status_code == 412
    assert "Jemand war schneller" in page.text
    assert {"Spiel 1:", "5×2 = 10"} <= set(box.texts)
    assert box.texts[box.texts.index("Anna") :][:8] == ["Anna", "−10", "Berta", "−10", "Cilli", "−10", "Dora", "+30"]
    assert "Trotzdem als Spiel 2 speichern" in page.texts
    assert "Speichern" not in page.texts
    assert DREIER.items() <= page.sent.items()
    assert totals(table) == [-10, -10, -10, 30]
    assert german.post(url("save_hand", table), page.fill_form({})).status_code == 302
    assert totals(table) == [-15, 5, -15, 25]


def test_the_late_phone_is_told_of_a_strike(german):
    table = table_of(dreier(3))
    posted = open_table_page(german, table).fill_form(DREIER)
    strike(table, "Falscher Partner")
    answer = german.post(url("save_hand", table), posted)
    box = box_of(answer)
    assert "Spiel 1 ist gestrichen." in box.texts
    assert "Falscher Partner" in box.texts
    assert "Trotzdem als Spiel 1 speichern" in answer.content.decode()


def test_a_late_strike_shows_the_hand_that_is_there_now_and_does_not_rename_saving(german):
    table = table_of(dreier(0))
    seen = last_key(table)
    play(table, dreier(2))
    answer = german.post(url("strike", table), {"key": "k", "previous": seen, "reason": "verzählt"})
    assert answer.status_code == 412
    assert "Gestrichen wurde nichts." in box_of(answer).text
    assert "Spiel 2:" in box_of(answer).texts
    assert "Speichern" in Page(answer.content.decode()).texts


def test_a_late_form_without_script_is_told_before_it_can_be_saved(german, table):
    posted = open_table_page(german, table).fill_form(DREIER)
    play(table, dreier(3))
    answer = german.post(url("save_hand", table), {**posted, "preview": "1"})
    assert answer.status_code == 412
    assert "Spiel 1:" in box_of(answer).texts


def test_who_was_late_and_incomplete_at_once_is_told_both_one_after_the_other(german, table):
    posted = open_table_page(german, table).fill_form({"p0-contract": "rufer", "p0-result": "won"})
    play(table, dreier(3))
    answer = german.post(url("save_hand", table), posted)
    assert answer.status_code == 412
    again = german.post(url("save_hand", table), Page(answer.content.decode()).fill_form({"p0-result": "won"}))
    assert again.status_code == 400
    assert "der Partner (oder" in again.content.decode()
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("changed", [{"previous": "older"}, {"key": ""}, {"key": "taken"}])
def test_an_answer_that_a_reload_would_send_again_has_a_link_to_the_table(german, changed, table):
    play(table, dreier(0), key="taken")
    posted = {**open_table_page(german, table).fill_form(DREIER), **changed}
    box = box_of(german.post(url("save_hand", table), posted))
    assert f'<a class="button" href="{url("table", table)}">{"Zum Tisch"}</a>' in box.html


@pytest.mark.parametrize("is_late", [False, True])
def test_a_hand_that_comes_after_the_end_stays_in_the_form_and_is_saved_if_the_evening_goes_on(german, is_late, table):
    posted = open_table_page(german, table).fill_form(DREIER)
    if is_late:
        play(table, dreier(3))
    end_evening(table)
    answer = german.post(url("save_hand", table), posted)
    page = Page(answer.content.decode())
    assert answer.status_code == 409
    assert "Dieser Abend ist beendet" in page.text
    assert DREIER.items() <= page.sent.items()
    assert 'id="entry"' not in german.get(url("table", table)).content.decode()
    change_book(table, request_reopening())
    again = german.post(url("save_hand", table), page.fill_form({}))
    assert again.status_code == (412 if is_late else 302)  # that somebody was quicker he has not been told yet


def test_a_retry_of_a_hand_that_was_struck_out_meanwhile_says_that_it_does_not_count(german):
    table = table_of(dreier(0))
    posted = open_table_page(german, table).fill_form(DREIER)
    first = german.post(url("save_hand", table), posted)
    strike(table, "Falscher Partner")
    play(table, dreier(2))
    again = german.post(url("save_hand", table), posted)
    assert again["Location"] == first["Location"]
    html = german.get(again["Location"]).content.decode()
    box = Page(html[html.index('<section class="saved problem"') : html.index('<form id="entry"')])
    assert "Spiel 2 wurde inzwischen gestrichen und zählt nicht." in box.text
    assert "Falscher Partner" in box.text


def test_a_form_that_comes_back_has_no_key_of_a_struck_hand(german, table):
    posted = open_table_page(german, table).fill_form(DREIER)
    german.post(url("save_hand", table), posted)
    strike(table)
    page = Page(german.post(url("save_hand", table), {**posted, "preview": "1", "previous": ""}).content.decode())
    assert page.sent["key"] != posted["key"]
    assert german.post(url("save_hand", table), page.fill_form({})).status_code == 302


def test_what_was_saved_is_shown_with_the_way_it_came_about(german):
    table = new_table("skoty")
    answer = german.get(saved(german, table, {**DREIER, "p0-declarer": "0", "p0-kontra": "8"})["Location"])
    html = answer.content.decode()
    box = Page(html[html.index('<section class="saved"') : html.index('<form id="entry"')])
    assert "Anna bekommt 40 von jedem, zusammen 120" in box.text
    assert "Dreier · Anna · gewonnen · Subkontra" in box.text
    assert html.count('id="streichen"') == 1
    assert "Rückgängig" in box.text


def test_a_saved_trischaken_that_starts_a_radl_says_so(german):
    points = {f"p0-points-{seat}": value for seat, value in enumerate(("20", "20", "15", "15"))}
    table = new_table()
    begins = "Mit dem nächsten Spiel beginnt ein Radl."
    renewed = "Das Radl beginnt von vorn."
    for said, unsaid in ((begins, renewed), (renewed, begins)):
        html = german.get(saved(german, table, {"p0-contract": "trischaken", **points})["Location"]).content.decode()
        box = html[html.index('<section class="saved"') : html.index('<form id="entry"')]
        assert said in box
        assert unsaid not in box
