"""The settlement page: what stands on it, ending and opening again, agreement and cash; German and English."""

import django.test
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.engine.agreement import AgreedPot, Stakes
from scoring.models import Entry, GameTable
from scoring.table.settlement.services import SAME_EVENING, load_agreed
from tarockclub.models import Club
from tests.scoring.support.evenings import end_evening, evening_of, fresh, pagat, play_hands, table_of
from tests.scoring.support.pages import Page, url
from tests.scoring.support.tables import dreier, everything, new_key, rufer
from tests.support.accounts import log_in, make_account
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
TEN_CENTS = Stakes(10)
WITH_POT = Stakes(10, False, AgreedPot("standard", 10, 50, 200))


def get_page(client: django.test.Client, table: GameTable) -> Page:
    """The settlement page."""
    answer = client.get(url("settlement", table))
    assert answer.status_code == 200
    return Page(answer.content.decode())


def post_form(client: django.test.Client, table: GameTable, what: str, **fields: str):
    """Send one of the page's forms from a phone that shows the newest page."""
    usual = {"what": what, "key": new_key(), "seen": str(fresh(table).last_sequence)}
    return client.post(url("settlement", table), {**usual, **fields})


AGREEMENT = {"played_for": "money", "rate": "20", "pot_version": "standard", "pot_stake": "0,10"}


def test_before_the_end_it_is_a_standing_so_far_and_says_who_would_pay(german):
    table = table_of(dreier(0), agreed=TEN_CENTS)
    text = get_page(german, table).text
    assert "Zwischenstand" in text
    assert "Würden wir jetzt aufhören" in text
    assert text.count("€ 0,50") == 3
    assert "Abend beenden" in text


def test_ending_the_evening_shows_the_settlement_and_the_winner(german):
    table = table_of(dreier(2), agreed=TEN_CENTS)
    assert post_form(german, table, "end").status_code == 302
    assert fresh(table).ended is not None
    page = get_page(german, table)
    assert "Abrechnung" in page.texts
    assert "Gewonnen hat\nCilli" in page.text
    assert "Abend wieder öffnen" in page.text
    assert 'name="what" value="agree"' not in page.html
    assert page.inline == []


def test_best_and_worst_hand_are_named_with_number_and_players(german):
    table = table_of(rufer(0), dreier(1), dreier(2, result="lost"))
    text = get_page(german, table).text
    words = " ".join(text.split())
    assert "Das beste Spiel +15 Spiel 2 : Dreier · Berta · gewonnen" in words
    assert "Das schlechteste Spiel −15 Spiel 3 : Dreier · Cilli · verloren" in words


def test_an_evening_without_a_hand_can_be_looked_at_and_ended(german):
    table = evening_of(6, WITH_POT)
    assert "Niemand schuldet jemandem etwas." in get_page(german, table).text
    assert post_form(german, table, "end").status_code == 302
    get_page(german, table)


def test_played_for_points_the_payments_are_in_points(german):
    table = table_of(dreier(0))
    text = get_page(german, table).text
    assert "In Punkten: um Geld ist nichts vereinbart." in text
    assert "Berta\nzahlt\nAnna\n5 Punkte" in text
    assert "€" not in text.replace("(€)", "")


def test_ending_twice_with_one_key_writes_once_and_a_second_phone_is_told(german):
    table = evening_of()
    seen, key = str(fresh(table).last_sequence), new_key()
    assert [post_form(german, table, "end", key=key, seen=seen).status_code for _ in range(3)] == [302, 302, 302]
    late = post_form(german, table, "end", seen=seen)
    assert late.status_code == 412
    assert "Jemand war schneller" in Page(late.content.decode()).text
    assert post_form(german, table, "end").status_code == 409
    assert Entry.objects.filter(table=table, kind="ended").count() == 1


def test_on_the_same_evening_the_players_open_it_again_themselves(german):
    table = evening_of()
    end_evening(table)
    assert 'id="reopen"' in german.get(url("settlement", table)).content.decode()
    assert post_form(german, table, "reopen", reason="doch nicht").status_code == 302
    assert fresh(table).ended is None


def test_the_day_after_only_a_director_of_the_club_opens_an_evening_again(german):
    table = evening_of()
    end_evening(table)
    GameTable.objects.filter(pk=table.pk).update(ended=timezone.now() - SAME_EVENING)
    before = everything(table)
    neighbour = make_account("director", Club.objects.create(name="Nachbarn"))
    strangers = {german: 403, log_in(make_account("secretary")): 403, log_in(neighbour): 403}
    for other, status in strangers.items():
        assert 'id="reopen"' not in other.get(url("settlement", table)).content.decode()
        assert post_form(other, table, "reopen", reason="doch nicht").status_code == status
    assert everything(table) == before
    text = get_page(german, table).text
    assert "kann nur die Leitung den Abend wieder öffnen" in text


def test_opening_again_needs_a_reason_and_an_end(db):
    german = log_in(make_account("director"), headers={"accept-language": "de"})
    table = evening_of()
    assert post_form(german, table, "reopen", reason="doch nicht").status_code == 400
    end_evening(table)
    refused = post_form(german, table, "reopen", reason=" ")
    assert refused.status_code == 400
    assert "Der Grund fehlt." in Page(refused.content.decode()).text
    key, seen = new_key(), str(fresh(table).last_sequence)
    again = [post_form(german, table, "reopen", key=key, seen=seen, reason="Emil kommt noch") for _ in range(2)]
    assert [answer.status_code for answer in again] == [302, 302]
    assert fresh(table).ended is None
    entry = Entry.objects.get(table=table, kind="reopened")
    assert entry.note is not None
    assert entry.note.text == "Emil kommt noch"
    play_hands(table, dreier(0))


def test_what_is_agreed_can_be_changed_and_counts_for_the_whole_evening(german):
    table = table_of(dreier(0), agreed=TEN_CENTS)
    answer = post_form(german, table, "agree", **AGREEMENT, pot="on", pot_cap="5")
    assert answer.status_code == 302
    assert load_agreed(table) == Stakes(20, False, AgreedPot("standard", 10, 0, 500))
    text = get_page(german, table).text
    assert "20 Cent pro Punkt" in text
    assert "ein verlorener Pagat kostet höchstens € 5,00" in text


def test_the_form_shows_what_is_agreed_and_the_same_once_more_is_no_change(german):
    table = evening_of(4, WITH_POT)
    page = get_page(german, table)
    fields = ("played_for", "rate", "pot", "pot_version", "pot_stake", "pot_start", "pot_cap")
    now = {name: page.sent[name] for name in fields}
    assert now == dict(zip(fields, ("money", "10", "on", "standard", "0,10", "0,50", "2,00"), strict=True))
    refused = post_form(german, table, "agree", **now)
    assert refused.status_code == 400
    assert "Daran würde sich nichts ändern." in Page(refused.content.decode()).text


@pytest.mark.parametrize(
    ("changed_field", "message"),
    [
        ({"rate": "NaN"}, "Hier gehören ganze Cent hin, etwa 10."),
        ({"rate": "0"}, "Hier gehören ganze Cent hin, etwa 10."),
        ({"rate": "1,2,3"}, "Hier gehören ganze Cent hin, etwa 10."),
        ({"rate": "-5"}, "Hier gehören ganze Cent hin, etwa 10."),
        ({"rate": "١٠"}, "Hier gehören ganze Cent hin, etwa 10."),
        ({"rate": "9" * 400}, "Hier gehören ganze Cent hin, etwa 10."),
        ({"rate": "10001"}, "Hier gehört ein Betrag von 0,00 bis 100,00 Euro hin."),
        ({"pot_stake": ""}, "Hier gehört ein Betrag in Euro hin, etwa 0,50."),
        ({"pot_stake": "0"}, "Hier gehört ein Betrag von 0,01 bis 100,00 Euro hin."),
        ({"pot_stake": "1e3"}, "Hier gehört ein Betrag in Euro hin, etwa 0,50."),
        ({"pot_stake": "1.234,50"}, "Hier gehört ein Betrag von 0,01 bis 100,00 Euro hin."),
        ({"pot_stake": "1.500"}, "„1.500“ kann 1500 oder 1,5 heißen: bitte eines davon schreiben."),
        ({"pot_start": "Infinity"}, "Hier gehört ein Betrag in Euro hin, etwa 0,50."),
        ({"pot_start": "😀"}, "Hier gehört ein Betrag in Euro hin, etwa 0,50."),
        ({"pot_cap": "99999999"}, "Hier gehört ein Betrag von 0,01 bis 10000,00 Euro hin."),
        ({"pot_cap": "0"}, "Hier gehört ein Betrag von 0,01 bis 10000,00 Euro hin."),
    ],
)
def test_an_amount_that_is_none_is_refused_beside_its_field(german, changed_field, message):
    table = evening_of(4, TEN_CENTS)
    before = everything(table)
    answer = post_form(german, table, "agree", **{**AGREEMENT, "pot": "on", **changed_field})
    page = Page(answer.content.decode())
    assert answer.status_code == 400
    assert message in page.texts
    assert page.sent["rate"] == changed_field.get("rate", "20")
    assert everything(table) == before


@pytest.mark.parametrize("sheet", ["treffpunkt", "skoty"])
def test_a_donation_box_is_offered_only_where_money_and_written_score_can_differ(german, sheet):
    table = evening_of(4, TEN_CENTS, sheet)
    assert ("donation" in get_page(german, table).fields) == (sheet == "skoty")
    post_form(german, table, "agree", **AGREEMENT, donation="on")
    assert load_agreed(table) == Stakes(20, sheet == "skoty")


def test_cash_by_hand_goes_into_the_pot_and_out_again_but_never_more_than_there_is(german):
    table = evening_of(5, WITH_POT)
    assert post_form(german, table, "cash", place="4", way="into", amount="1,50").status_code == 302
    key, seen = new_key(), str(fresh(table).last_sequence)
    out = {"place": "1", "way": "from", "amount": "1,50", "key": key, "seen": seen}
    assert [post_form(german, table, "cash", **out).status_code for _ in range(2)] == [302, 302]
    refused = post_form(german, table, "cash", place="1", way="from", amount="0,01")
    assert refused.status_code == 400
    assert "So viel ist nicht in der Pagatkassa." in Page(refused.content.decode()).text
    assert Entry.objects.filter(table=table, kind="cash").count() == 2


@pytest.mark.parametrize(
    "fields",
    [{"place": "4"}, {"place": "x"}, {"place": ""}, {"amount": ""}, {"amount": "0"}, {"amount": "viel"}, {"way": "up"}],
)
def test_cash_that_nobody_could_have_sent_writes_nothing(german, fields):
    table = evening_of(4, WITH_POT)
    before = everything(table)
    assert post_form(german, table, "cash", **{"place": "0", "way": "into", "amount": "1", **fields}).status_code == 400
    assert everything(table) == before


def test_without_a_pagatkassa_there_is_no_cash(german):
    table = evening_of()
    assert 'id="cash"' not in get_page(german, table).html
    answer = post_form(german, table, "cash", place="0", way="into", amount="1")
    assert answer.status_code == 400
    assert "An diesem Tisch gibt es keine Pagatkassa." in Page(answer.content.decode()).text


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"what": ""}, 428),
        ({"what": "burn"}, 428),
        ({"seen": ""}, 428),
        ({"seen": "-1"}, 428),
        ({"seen": "9" * 30}, 428),
        ({"seen": "7"}, 412),
        ({"key": ""}, 400),
        ({"key": "x" * 65}, 400),
        ({"key": "a\x00"}, 400),
    ],
)
def test_a_form_that_lacks_what_the_page_had_writes_nothing(german, fields, status):
    table = evening_of()
    before = everything(table)
    answer = post_form(german, table, **{"what": "end", **fields})
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    assert everything(table) == before


def test_the_pot_is_told_line_by_line_and_its_odd_cents_are_drawn_by_the_hash_of_the_end(german):
    table = table_of(dreier(0), players=5, agreed=Stakes(0, False, AgreedPot("standard", 10)))
    changed_by_one = post_form(german, table, "cash", place="0", way="into", amount="0,02")
    assert changed_by_one.status_code == 302
    before = get_page(german, table).text
    assert "Es sind\n€ 0,12\ndrin" in before or "Es sind € 0,12 drin" in before
    assert "werden am Ende des Abends verlost" in before
    table = end_evening(table)
    entry = Entry.objects.get(table=table, kind="ended")
    text = get_page(german, table).text
    assert f"Los {int.from_bytes(bytes(entry.hash)[:4])}" in text
    assert f"Eintrag {entry.sequence}" in text
    assert "2 Cent gingen nicht auf" in text


def test_names_that_could_be_markup_stay_text_everywhere(german):
    table = evening_of(4, WITH_POT)
    person = table.sittings.get(place=0).seated.get().person
    person.name = "<b>Anna</b> & 😀"
    person.save()
    play_hands(table, pagat(rufer(0)))
    page = get_page(german, table)
    assert "<b>Anna</b> & 😀" in page.texts
    assert "<b>Anna</b>" not in page.html


def queries(client: Client, table: GameTable) -> int:
    """Return how often the page asks the database."""
    with CaptureQueriesContext(connection) as found:
        get_page(client, table)
    return len(found)


def test_the_number_of_queries_does_not_grow_with_the_evening(german):
    table = table_of(dreier(0), players=5, agreed=WITH_POT)
    queries(german, table)  # whose table it is, is looked up once
    few = queries(german, table)
    play_hands(table, *(pagat(rufer(0)) for _ in range(8)))
    assert queries(german, table) == few <= 6


def test_equal_scores_share_the_rank_and_the_victory(german):
    table = table_of(rufer(0), agreed=TEN_CENTS)
    page = get_page(german, end_evening(table))
    assert "Gemeinsam gewonnen haben\nAnna und Cilli" in page.text
    assert page.texts.count("1.") == 2
    assert page.texts.count("3.") == 2
