"""The list of all tables: who sat there, found by name, in the same few queries however many there are."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import GameTable, Seated
from tarockclub.models import Club
from tests.scoring.support.evenings import end_evening, evening_of, new_order, play_hands, table_of
from tests.scoring.support.tables import dreier
from tests.support.accounts import log_in, make_account
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.support import acts, factories

pytestmark = pytest.mark.django_db
PAGE = "/evenings/"
ENGLISH = {"accept-language": "en"}


def _rows(client: Client, **query: str) -> list[list[str]]:
    listed = client.get(PAGE, query, headers=ENGLISH).context["list"]
    return [[str(cell.text) for cell in row] for row in listed.rows]


def test_evenings_and_tables_of_tournaments_with_who_sat_there():
    table = table_of(dreier(0), dreier(1))
    new_order(table, (0, 1, 2, 3), substitutes={1: "Gusti"})
    tournament, _round, _tables = factories.whole(4)
    rows = _rows(log_in())
    assert rows[1][1:] == ["Anna, Berta / Gusti, Cilli, Dora", "evening", "Treffpunkt Tarock", "2", "running"]
    assert rows[0][1:3] == ["1 table", "Dreikönigsturnier"]
    assert reverse("tournament", args=[tournament.slug]) in log_in().get(PAGE).content.decode()


def test_a_tournament_is_one_row_however_many_tables_it_has_and_found_by_each_of_its_players():
    tournament, first, tables = factories.whole(12)
    acts.start_clock(first, factories.new_key())
    for number in (1, 3, 3):
        play(first, number)
    archived = factories.whole(8, name="Archivcup")[0]
    acts.set_archived(archived, factories.new_key())
    other = factories.whole(4, name="Zweitcup")[0]
    evening_of()
    client = log_in()
    rows = _rows(client)
    assert [row[1:3] for row in rows[1:]] == [["1 table", "Zweitcup"], ["3 tables", "Dreikönigsturnier"]]
    assert [row[4] for row in rows] == ["0", "0", "3"]
    assert [row[4] for row in _rows(client, sort="-hands")] == ["3", "0", "0"]
    names = [seat.person.name for seat in Seated.objects.filter(sitting__table__in=[row.game_table for row in tables])]
    assert len(names) == 12
    for name in names:
        assert "Dreikönigsturnier" in [row[2] for row in _rows(client, q=name)], name
    addresses = [row[0].href for row in client.get(PAGE).context["list"].rows]
    assert addresses[1:] == [reverse("tournament", args=[held.slug]) for held in (other, tournament)]


def test_an_evening_that_ended_leads_to_its_settlement():
    table = table_of(dreier(0))
    end_evening(table)
    answer = log_in().get(PAGE)
    assert reverse("settlement", args=[table.slug]) in answer.content.decode()
    assert _rows(log_in())[0][-1] == "ended"


def test_an_evening_is_found_by_who_sat_there():
    evening_of()
    evening_of(5)
    assert len(_rows(log_in(), q="anna")) == 2
    assert len(_rows(log_in(), q="EMIL anna")) == 1
    assert _rows(log_in(), q="niemand") == []


def test_another_clubs_tables_are_not_there():
    evening_of()
    client = Client()
    client.force_login(make_account("director", club=Club.objects.create(name="Andere")))
    assert _rows(client) == []


def test_the_number_of_queries_does_not_grow_with_the_tables():
    client = log_in()

    def queries() -> int:
        client.get(PAGE)
        with CaptureQueriesContext(connection) as found:
            client.get(PAGE)
        return len(found)

    for _ in range(4):  # the head of a page names the players of up to three evenings
        play_hands(evening_of(), dreier(0))
    factories.whole(4)
    few = queries()
    for _ in range(4):
        play_hands(evening_of(5), dreier(0))
    factories.whole(8)
    assert queries() == few
    assert GameTable.objects.count() == 11


def test_the_first_page_says_the_hands_of_each_evening_and_reads_none_that_are_added_up():
    client, played = log_in(headers=ENGLISH), evening_of()
    play_hands(played, dreier(0), dreier(1))
    assert "2 hands" in client.get("/").content.decode()
    client.get(PAGE)  # adds them up
    with CaptureQueriesContext(connection) as found:
        assert "2 hands" in client.get("/").content.decode()
    assert not any("scoring_deal" in query["sql"] for query in found)
    play_hands(played, dreier(2))
    assert "3 hands" in client.get("/").content.decode()


def test_the_first_page_takes_as_many_queries_for_many_evenings_as_for_few():
    client = log_in()

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get("/")
        return len(found)

    for _ in range(4):  # the head of a page names the players of up to three evenings
        play_hands(evening_of(), dreier(0))
    end_evening(evening_of())
    few = queries()
    for _ in range(3):
        play_hands(evening_of(5), dreier(0))
        end_evening(evening_of())
    assert queries() == few
