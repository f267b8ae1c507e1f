"""The pages of an evening in German and English, and their answers to a write that did not go as meant."""

import re

import pytest
from django.test import Client as Watcher
from django.urls import reverse

from scoring.models import Entry
from scoring.table.settlement.services import request_reopening
from tests.scoring.support.evenings import change_book, end_evening, table_of
from tests.scoring.support.pages import Page, open_table_page, saved, url
from tests.scoring.support.tables import dreier, everything, last_key, new_table, play, strike, totals, trischaken
from tests.support.accounts import make_account
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
RUFER = {"p0-contract": "rufer", "p0-partner": "2", "p0-result": "won"}
LANGUAGES = ("de", "en")


def test_the_first_page_counts_the_hands_that_stand_and_names_players_in_their_order(german):
    table = new_table(names=("Dora", "Cilli", "Berta", "Anna"))
    play(table, dreier(0))
    play(table, dreier(0))
    strike(table)
    german.force_login(make_account())
    home = Page(german.get("/").content.decode())
    assert "Dora, Cilli, Berta, Anna" in home.text
    assert "1 Spiel" in " ".join(home.texts)


def test_the_page_has_one_heading_above_all_others_for_those_who_enter_and_those_who_watch(german, table):
    for client in (german, Watcher()):
        assert re.findall(r"<h1[^>]*>([^<]*)</h1>", open_table_page(client, table).html) == ["Anna, Berta, Cilli, Dora"]


def test_a_hand_goes_in_and_the_page_shows_what_it_paid(german, table):
    answer = saved(german, table, DREIER)
    assert (answer.status_code, answer["Location"]) == (302, f"{url('table', table)}?saved=1")
    assert totals(table) == [-5, 15, -5, -5]
    page = Page(german.get(answer["Location"]).content.decode())
    assert "Berta bekommt 5 von jedem, zusammen 15" in page.text
    assert "Spiel 1 · Dreier · Berta · gewonnen" in page.text
    assert {"+15", "−5"} <= set(page.texts)


def test_a_form_that_leaves_the_declarer_to_the_forehand_is_answered_alike_when_it_comes_again(german, table):
    rufer = {"key": "one", "previous": "", "p0-contract": "rufer", "p0-partner": "2", "p0-result": "won"}
    first, again = (german.post(url("save_hand", table), rufer) for _ in range(2))
    assert first.status_code == again.status_code == 302
    assert first["Location"] == again["Location"]
    assert Entry.objects.filter(table=table).count() == 1
    other = german.post(url("save_hand", table), {**rufer, "p0-result": "lost"})
    assert other.status_code == 422
    assert Entry.objects.filter(table=table).count() == 1


def test_the_preview_says_what_a_hand_would_pay_and_writes_nothing(german, table):
    before = everything(table)
    answer = german.post(url("preview", table), open_table_page(german, table).fill_form(DREIER))
    piece = Page(answer.content.decode())
    assert answer.status_code == 200
    assert "<html" not in piece.html
    assert piece.texts[:10] == [
        *("Berta bekommt 5 von jedem, zusammen 15", "5 (Dreier)"),
        *("Anna", "−5", "Berta", "+15", "Cilli", "−5", "Dora", "−5"),
    ]
    assert "Dreier gewonnen" in piece.text
    assert everything(table) == before


def test_the_preview_says_what_is_missing(german):
    answer = german.post(url("preview", new_table()), {"p0-contract": "dreier"})
    piece = Page(answer.content.decode())
    assert "Es fehlt: der Spieler." in piece.texts
    assert len(piece.texts) == 2


def test_an_untouched_form_is_no_mistake(german):
    answer = german.post(url("preview", new_table()), {})
    assert "Was wurde gespielt?" in answer.content.decode()
    assert "missing" not in answer.content.decode()


def test_the_preview_of_a_page_that_is_out_of_date_says_so(german, table):
    posted = open_table_page(german, table).fill_form(RUFER)
    play(table, dreier(0))
    answer = german.post(url("preview", table), posted)
    assert "Jemand war schneller" in answer.content.decode()
    assert "+1" not in answer.content.decode()


def test_who_is_alone_with_four_kings_says_so_a_forgotten_partner_is_asked_for(german, table):
    forgotten = {"p0-contract": "rufer", "p0-result": "won"}
    piece = german.post(url("preview", table), open_table_page(german, table).fill_form(forgotten)).content.decode()
    assert "Es fehlt: der Partner" in piece
    assert "+3" not in piece
    answer = saved(german, table, {"p0-contract": "rufer"})
    assert answer.status_code == 400
    assert "Es fehlt: der Partner" in answer.content.decode()
    assert "Bei Rufer fehlt noch" in answer.content.decode()
    assert saved(german, table, {**forgotten, "p0-partner": "alone"}).status_code == 302
    assert totals(table) == [3, -1, -1, -1]


def test_without_script_a_button_shows_the_preview_and_keeps_the_entry(german, table):
    posted = open_table_page(german, table).fill_form(DREIER)
    answer = german.post(url("save_hand", table), {**posted, "preview": "1"})
    page = Page(answer.content.decode())
    assert answer.status_code == 200
    assert "+15" in page.texts
    assert DREIER.items() <= page.sent.items()
    assert page.sent["key"] == posted["key"]
    assert Entry.objects.count() == 0
    assert german.post(url("save_hand", table), page.fill_form({})).status_code == 302


def test_the_last_hand_is_struck_out_and_stays_in_sight(german):
    table = table_of(dreier(0))
    page = open_table_page(german, table)
    posted = {"key": "strike-it", "previous": page.sent["previous"], "reason": " verzählt \x00"}
    without = german.post(url("strike", table), {**posted, "reason": " "})
    assert (without.status_code, totals(table)) == (400, [15, -5, -5, -5])
    answer = german.post(url("strike", table), posted)
    assert answer.status_code == 302
    page = Page(german.get(answer["Location"]).content.decode())
    assert "Spiel 1 ist gestrichen." in page.text
    assert "verzählt" in page.text
    assert totals(table) == [0, 0, 0, 0]
    assert german.post(url("strike", table), posted)["Location"] == answer["Location"]
    assert german.post(url("strike", table), {**posted, "reason": "anders"}).status_code == 422


def test_an_empty_table_offers_no_strike_and_refuses_one(german, table):
    assert "reason" not in open_table_page(german, table).fields
    answer = german.post(url("strike", table), {"key": "k", "previous": "", "reason": "so"})
    assert answer.status_code == 412
    assert "Gestrichen wurde nichts:" in answer.content.decode()


def test_the_sheet_shows_running_totals_the_radl_and_whose_forehand_it_is(german):
    table = table_of(trischaken(0), dreier(2))
    page = open_table_page(german, table)
    assert "Radl: noch 3" in page.text
    spoken = "Noch drei im Radl"
    assert page.text.replace(spoken, "", 1).count("im Radl") == 0, "the badge says it"
    assert "(5×2)" not in page.text
    assert "5×2 = 10" in page.text
    start = page.texts.index("Summe")
    assert page.texts[start + 1 : start + 5] == ["−12", "−12", "32", "−8"]
    assert page.texts[page.texts.index("Cilli") + 2] == "Vorhand"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_switched_and_stays_on_the_page(language):
    other = {"de": "en", "en": "de"}[language]
    german = Client(headers={"accept-language": language})
    table = new_table()
    page = open_table_page(german, table)
    assert page.fields["language"] == {other}
    answer = german.post(reverse("set_language"), {"language": other, "next": page.sent["next"]})
    assert (answer.status_code, answer["Location"]) == (302, url("table", table))
    assert f'<html lang="{other}">' in open_table_page(german, table).html


@pytest.mark.parametrize("name", ["save_hand", "strike"])
def test_the_language_is_switched_back_to_the_table_from_a_page_that_only_takes_posts(german, name, table):
    answer = german.post(url(name, table), {})
    following = Page(answer.content.decode()).sent["next"]
    assert following == url("table", table)
    assert german.get(following).status_code == 200


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
    assert "Als Spiel 2 speichern" in page.texts
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
    assert "Als Spiel 1 speichern" in answer.content.decode()


def test_a_late_strike_shows_the_hand_that_is_there_now_and_does_not_rename_saving(german):
    table = table_of(dreier(0))
    seen = last_key(table)
    play(table, dreier(2))
    answer = german.post(url("strike", table), {"key": "k", "previous": seen, "reason": "verzählt"})
    assert answer.status_code == 412
    assert "Gestrichen wurde nichts:" in box_of(answer).text
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
    assert f'<a class="button primary" href="{url("table", table)}">{"Zum Tisch"}</a>' in box.html


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
    begins = "Jetzt beginnt ein Radl."
    renewed = "Das Radl beginnt von vorn."
    for said, unsaid in ((begins, renewed), (renewed, begins)):
        html = german.get(saved(german, table, {"p0-contract": "trischaken", **points})["Location"]).content.decode()
        box = html[html.index('<section class="saved"') : html.index('<form id="entry"')]
        assert said in box
        assert unsaid not in box
