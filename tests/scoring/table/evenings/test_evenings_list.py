"""The list of all tables: who sat there, found by name, in the same few queries however many there are."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.book.ledger.book import load_book
from scoring.book.ledger.seats import load_seats
from scoring.book.sums.counts import update_counts
from scoring.engine.agreement import Stakes
from scoring.models import GameTable, Seated, TableCount
from scoring.table.evenings.days import DayRow, PlayedDay
from scoring.table.settlement.services import compute_settlement
from tarockclub.kit.time_source import pretend_time
from tarockclub.models import Club, Person
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import SIX, end_evening, evening_of, fresh, new_order, play_hands, table_of
from tests.scoring.support.tables import dreier
from tests.support.accounts import log_in, make_account
from tests.tournaments.around.public import conftest as cups
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.seasons.season.evenings.year import evening
from tests.tournaments.support import acts, factories
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGE = "/evenings/"
ENGLISH = {"accept-language": "en"}


def _days(client: Client, **query: str) -> list[PlayedDay]:
    days: list[PlayedDay] = client.get(PAGE, query, headers=ENGLISH).context["days"]
    return days


def _rows(client: Client, **query: str) -> list[DayRow]:
    return [row for day in _days(client, **query) for row in day.rows]


def test_evenings_and_tables_of_tournaments_with_who_sat_there():
    table = table_of(dreier(0), dreier(1))
    new_order(table, (0, 1, 2, 3), substitutes={1: "Gusti"})
    tournament, _round, _tables = factories.whole(4)
    held, table_row = sorted(_rows(log_in()), key=lambda row: row.tournament is None)
    names = [table_row.winners, *(tally.name for tally in table_row.rest)]
    assert sorted(", ".join(names).split(", ")) == ["Anna", "Berta / Gusti", "Cilli", "Dora"]
    assert (table_row.rules, table_row.hands, table_row.goes_on) == ("Treffpunkt Tarock", 2, True)
    assert held.tournament is not None
    assert (held.tournament.name, held.tournament.tables, held.people) == ("Dreikönigsturnier", 1, 4)
    assert reverse("tournament", args=[tournament.slug]) in log_in().get(PAGE).content.decode()


def test_the_winners_come_first_and_all_have_the_totals_of_the_settlement():
    table = table_of(dreier(0), dreier(1))
    new_order(table, (0, 1, 2, 3), substitutes={1: "Gusti"})
    play_hands(table, dreier(3))
    end_evening(table)
    [row] = _rows(log_in())
    settled = compute_settlement(load_book(fresh(table)), load_seats(table, INSIDE), Stakes(), b"")
    assert row.winners == ", ".join(settled.winners)
    assert row.written == settled.ranked[0].owed.written
    rest = [(account.name, account.owed.written) for account in settled.ranked if not account.wins]
    assert [(tally.name, tally.written) for tally in row.rest] == rest
    assert sum(tally.written for tally in row.rest) + row.written * len(settled.winners) == 0


def test_who_won_the_same_is_named_together_and_without_a_hand_nobody_has_won():
    evening_of()
    [row] = _rows(log_in())
    assert (row.winners, row.written, row.rest) == ("Anna, Berta, Cilli, Dora", None, ())


def test_tables_of_a_day_stand_together_the_newest_day_first_and_a_night_belongs_to_its_evening():
    evening(dreier(0))
    evening(dreier(1), names=SIX[:5], when=(2026, 3, 5, 1))
    evening(when=(2026, 3, 11, 19))
    days = _days(log_in())
    assert [(str(day.day), len(day.rows), day.people, day.hands) for day in days] == [
        ("2026-03-11", 1, 4, 0),
        ("2026-03-04", 2, 5, 2),
    ]


def test_a_page_has_whole_days():
    for month in range(1, 8):
        for day in (1, 15):
            evening(when=(2026, month, day, 19), ends=False)
    assert [len(_days(log_in(), page=page)) for page in ("1", "2")] == [12, 2]


@pytest.fixture
def this() -> Iterator[int]:
    """This year, in its summer."""
    with pretend_time(datetime(2026, 7, 1, 12, tzinfo=UTC)):
        yield 2026


def test_beside_the_newest_days_stand_the_best_evenings_and_who_was_there_most_often(this: int):
    for month in (2, 3, 4):
        evening(dreier(0), when=(this, month, 4, 19))
    evening(dreier(0), dreier(0), when=(this - 1, 4, 4, 19))
    answer = log_in().get(PAGE, headers=ENGLISH)
    year = answer.context["year"]
    assert year.facts == "3 evenings this year."
    assert [best.name for best in year.bests][:1] == ["Anna"]
    assert all(best.day.year == this for best in year.bests)
    assert {(guest.name, guest.amount) for guest in year.most_often} == {
        (name, 3) for name in ("Anna", "Berta", "Cilli", "Dora")
    }
    assert reverse("person_page", args=[Person.objects.get(name="Anna").number]) in answer.content.decode()
    assert "Last time" in year.latest
    assert log_in().get(PAGE, {"q": "anna"}).context["year"] is None


def test_the_calendar_of_the_year_says_how_many_were_there_and_what_comes(this: int):
    evening(dreier(0), when=(this, 1, 1, 19))
    evening(dreier(0), names=(*SIX[4:], "Gusti", "Hans"), when=(this, 1, 1, 20))
    evening(dreier(0), when=(this, 1, 31, 19))
    evening(when=(this, 1, 15, 19), ends=False)  # nobody has played
    held = date(this, 5, 5)
    Tournament.objects.filter(pk=factories.whole(8)[0].pk).update(day=held)
    coming = date(this, 12, 31)
    Tournament.objects.filter(pk=factories.tournament(name="Silvester").pk).update(day=coming)
    answer = log_in().get(PAGE, headers=ENGLISH)
    months = answer.context["year"].months
    assert [month.day.month for month in months] == list(range(1, 13))
    marks = {mark.day: mark for month in months for mark in month.marks}
    assert [(mark.place, mark.people, mark.is_full) for mark in months[0].marks if not mark.is_tournament] == [
        (15, 8, True),
        (90, 4, False),
    ]
    assert [(marks[day].is_tournament, marks[day].people) for day in (held, coming)] == [(True, 8), (True, 0)]
    assert "31 December: coming;" in " ".join(answer.content.decode().split())
    assert "1 January: 8;" in " ".join(answer.content.decode().split())


def test_somebody_who_was_merged_is_there_once_an_evening(this: int):
    evening(dreier(0), when=(this, 1, 4, 19))
    anna, berta = (Person.objects.get(name=name) for name in ("Anna", "Berta"))
    Person.objects.filter(pk=berta.pk).update(merged_into=anna)
    most = log_in().get(PAGE).context["year"].most_often
    assert sorted((guest.name, guest.amount) for guest in most) == [("Anna", 1), ("Cilli", 1), ("Dora", 1)]


def test_the_winner_of_a_tournament_stands_in_its_row_once_its_result_is_published():
    of = cups.play("Cup", SIX[:4], ended=True).tournament
    assert [row.result for row in _rows(log_in())] == [None]
    cups.publish(of, 1)
    cups.publish(of)
    [row] = _rows(log_in())
    assert row.result is not None
    assert set(row.result.winners) < set(SIX)
    assert row.result.amount


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
    rows = [row for row in _rows(client) if row.tournament]
    facts = {(row.tournament.name, row.tournament.tables, row.people, row.hands) for row in rows if row.tournament}
    assert facts == {("Zweitcup", 1, 4, 0), ("Dreikönigsturnier", 3, 12, 3)}
    names = [seat.person.name for seat in Seated.objects.filter(sitting__table__in=[row.game_table for row in tables])]
    assert len(names) == 12
    for name in names:
        assert "Dreikönigsturnier" in [row.tournament.name for row in _rows(client, q=name) if row.tournament], name
    assert {row.href for row in rows} == {reverse("tournament", args=[held.slug]) for held in (other, tournament)}


def test_an_evening_that_ended_leads_to_its_settlement():
    table = table_of(dreier(0))
    end_evening(table)
    answer = log_in().get(PAGE)
    assert reverse("settlement", args=[table.slug]) in answer.content.decode()
    assert not _rows(log_in())[0].goes_on


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


def test_pages_say_the_hands_of_each_evening_and_count_only_what_is_not_added_up():
    client, played = log_in(headers=ENGLISH), evening_of()
    play_hands(played, dreier(0), dreier(1))
    assert "2 hands" in client.get("/").content.decode()
    assert [row.hands for row in _rows(client)] == [2]
    update_counts(played.club)
    TableCount.objects.update(hands=99)  # shows who reads it
    assert "99 hands" in client.get("/").content.decode()
    assert [row.hands for row in _rows(client)] == [99]
    play_hands(played, dreier(2))
    assert "3 hands" in client.get("/").content.decode()
    assert [row.hands for row in _rows(client)] == [3]


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
    assert queries() == few <= 18
