"""The log as one list: lines of the club, tournaments and seasons by time, paged, searched, picked, bounded."""

import uuid
from datetime import datetime, timedelta
from typing import get_args

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tarockclub.kit.time_source import pretend_time
from tarockclub.models import Club, ClubLog, LogEntry
from tarockclub.office.audit_log import reading
from tarockclub.office.audit_log.api import About
from tarockclub.office.audit_log.names import GROUPS
from tarockclub.office.audit_log.reading import Position, read_all, read_page
from tarockclub.office.audit_log.selectors import MOST_PICKED, WHOLES, LogFilter, list_log_sources
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind as Event
from tarockclub.platform.accounts.club_log import record_event
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.tarockclub.office.audit_log.conftest import list_shown_lines
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts, factories
from tournaments.around.rehearsal.services import begin_rehearsal
from tournaments.core.acts import Kind
from tournaments.core.cash_journal.services import FLOAT
from tournaments.models import Act, Season, SeasonAct, Tournament
from tournaments.people.roles.selectors import give_role

pytestmark = pytest.mark.django_db
PAGE = "/club/log/"
ENGLISH = {"accept-language": "en"}
SUNDAY = datetime(2026, 3, 1, 14, tzinfo=timezone.get_default_timezone())


@share_rows
def anna():
    """A director whose club has done something in two tournaments and a season, by turns and at the same moments."""
    with pretend_time(SUNDAY - timedelta(days=1)):
        account = make_account("director", login="anna")
    who = Actor(person=account.person_id)
    with pretend_time(SUNDAY):
        first, second, cup = (
            factories.tournament(name="Herbstcup"),
            factories.tournament(name="Osterturnier"),
            seasons.season(),
        )
    for number in range(12):
        with pretend_time(SUNDAY + timedelta(minutes=number // 3)):
            acts.record_movement(first, factories.new_key(), FLOAT, 100 + number, f"erste {number}", who)
            record_event(account.club_id, Event.LOG_IN, who)
            acts.record_movement(
                (second, cup)[number % 2], factories.new_key(), FLOAT, 100 + number, "Wechselgeld", who
            )
    return account


def list_all(club, **wanted):
    return list(read_all(list_log_sources(club, LogFilter(**wanted))))


def read_in_pages(club, most, **wanted):
    """Return the lines page by page."""
    lines, before = [], None
    while True:
        page = read_page(list_log_sources(club, LogFilter(**wanted)), before, most)
        assert len(page.lines) == most or page.next is None
        lines += page.lines
        if page.next is None:
            return lines
        before = Position.parse(str(page.next))


def count_rows():
    return sum(model.objects.count() for model in (LogEntry, Act, SeasonAct))


@pytest.mark.heavy
def test_pages_have_each_line_once_the_latest_first_and_each_chain_in_its_order(anna):
    lines = list_all(anna.club_id)
    assert len(lines) == len({(type(line.row), line.row.pk) for line in lines}) == count_rows()
    assert [line.at for line in lines] == sorted((line.at for line in lines), reverse=True)
    for chain in {(type(line.row), line.slug) for line in lines}:
        numbers = [line.sequence for line in lines if (type(line.row), line.slug) == chain]
        assert numbers == list(range(len(numbers), 0, -1))
    for most in (1, 2, 3, 5, 7, len(lines), 50):
        assert read_in_pages(anna.club_id, most) == lines
    for owner in (*Tournament.objects.all(), *Season.objects.all()):
        own = [line for line in lines if line.slug == str(owner.slug)]
        assert own
        assert read_in_pages(anna.club_id, 2, owner=owner) == own


def test_what_it_is_about_picks_the_club_a_group_the_tournaments_or_the_seasons(anna):
    club = anna.club_id
    models = {about: {type(line.row) for line in list_all(club, about=about)} for about in WHOLES}
    assert models == {"club": {LogEntry}, "tournaments": {Act}, "seasons": {SeasonAct}}
    assert {line.row.kind for line in list_all(club, about="log_ins")} == {Event.LOG_IN}
    assert {line.row.kind for line in list_all(club, about="accounts")} == {Event.ACCOUNT_MADE}
    assert set(get_args(About)) == {"", *WHOLES, *GROUPS}


def test_another_club_has_its_own(anna):
    factories.tournament(Club.objects.create(name="Nachbarn"), "Anderswo")
    other = Club.objects.get(name="Nachbarn")
    assert [line.about for line in list_all(other.pk)] == ["Anderswo"]
    assert "Anderswo" not in {line.about for line in list_all(anna.club_id)}
    assert list_all(anna.club_id, owner=Tournament.objects.get(club=other)) == []


@pytest.mark.heavy
def test_a_page_reads_no_more_than_it_shows_however_much_there_is(anna):
    """50 tournaments with 200 acts each, and as many entries: as many queries and rows as with a few."""
    log, day = ClubLog.objects.get(club=anna.club_id), SUNDAY - timedelta(days=900)
    LogEntry.objects.bulk_create(
        LogEntry(log=log, sequence=1000 + number, kind=Event.LOG_IN, said="{}", at=day + timedelta(minutes=number))
        for number in range(10_000)
    )
    for number in range(50):
        made = factories.tournament(name=f"Turnier {number}")
        Act.objects.bulk_create(
            Act(
                tournament=made,
                sequence=10 + at,
                key=factories.new_key(),
                kind=Kind.EXTEND,
                said='{"seconds":60}',
                at=day + timedelta(days=10 * number, minutes=at),
            )
            for at in range(200)
        )
    with CaptureQueriesContext(connection) as queries:
        page = read_page(list_log_sources(anna.club_id, LogFilter()), None, 50)
    assert len(page.lines) == 50
    assert len(queries) <= 70
    middle = Position(day + timedelta(days=255), 1, 0, 0)
    with CaptureQueriesContext(connection) as queries:
        page = read_page(list_log_sources(anna.club_id, LogFilter(about="tournaments")), middle, 50)
    assert {line.about for line in page.lines} == {"Turnier 25"}
    assert len(queries) <= 8
    assert not [query for query in queries if "COUNT(" in query["sql"]]


def test_a_search_stops_after_so_many_lines_says_how_far_it_was_and_goes_on(anna, monkeypatch):
    monkeypatch.setattr(reading, "MOST_READ", 10)
    monkeypatch.setattr(reading, "_BATCH", 4)
    client, address, found, pages = log_in(anna), "?q=erste+2", [], 0
    while address:
        answer = client.get(PAGE + address, headers=ENGLISH)
        found += [line.reason for line in list_shown_lines(answer)]
        address, pages = answer.context["older"], pages + 1
        assert ("Searched back to 1 March 2026" in answer.content.decode()) == bool(address)
    assert found == ["erste 2"]
    assert pages == -(-count_rows() // 10)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("herbstcup 1.03", 1),  # the tournament and the amount
        ("osterturnier anna", 6),
        ("WECHSELGELD", 12),
        ("€1.05", 2),
        ("logged in", 12),
        ("nirgends", 0),
        ("%", 0),
    ],
)
def test_any_word_of_a_line_is_found(anna, typed, found):
    answer = log_in(anna).get(PAGE, {"q": typed}, headers=ENGLISH)
    said = [line.text for line in list_shown_lines(answer)]
    assert len(said) == found, said


def test_a_table_is_found_by_its_number():
    of, first, _tables = factories.whole(8)
    acts.start_clock(first, factories.new_key())
    table = first.tables.get(number=2)
    acts.halt(table, factories.new_key())
    client = log_in(make_account("secretary"))
    answer = client.get(reverse("tournament_log", args=[of.slug]), {"q": "table 2"}, headers=ENGLISH)
    assert [line.place for line in list_shown_lines(answer)] == ["round 1, table 2"]
    answer = client.get(reverse("tournament_log", args=[of.slug]), {"q": "Tisch 2"}, headers={"accept-language": "de"})
    assert [line.place for line in list_shown_lines(answer)] == ["Runde 1, Tisch 2"]


def test_who_may_see_a_tournament_sees_its_lines_and_no_others(anna):
    first = Tournament.objects.get(name="Herbstcup")
    helper = make_account("", login="helfer")
    give_role(first, helper, "referee")
    for account in (helper, make_account("secretary", login="sekretaer")):
        client, address = log_in(account), reverse("tournament_log", args=[first.slug])
        query = {"about": str(Season.objects.get().slug), "from": ""}
        answer = client.get(address, query, headers=ENGLISH)
        assert {line.about for line in list_all(anna.club_id, owner=first)} == {"Herbstcup"}
        assert len(answer.context["list"].rows) == Act.objects.filter(tournament=first).count()
        page = answer.content.decode()
        assert "Osterturnier" not in page
        assert "As a spreadsheet" not in page
        assert 'id="about"' not in page
        assert client.get(PAGE).status_code == 403
        assert client.get(f"{PAGE}file/csv/").status_code == 403
    assert "As a spreadsheet" in log_in(anna).get(address, headers=ENGLISH).content.decode()


def test_the_season_has_a_log_with_sentences(anna):
    cup = Season.objects.get()
    client = log_in(make_account("watcher", login="kiebitz"))
    answer = client.get(reverse("season_log", args=[cup.slug]), headers=ENGLISH)
    rows = [[line.text, line.by, line.reason] for line in list_shown_lines(answer)]
    assert rows[0] == ["€1.11 put into the cash box · Change money", "Anna", "Wechselgeld"]
    assert rows[-1][0] == "the season was created"
    assert reverse("season_log", args=[cup.slug]) in client.get(reverse("season", args=[cup.slug])).content.decode()


def test_one_tournament_picked_in_the_whole_log_can_be_undone_as_on_its_own_page(anna):
    of, first, _tables = factories.whole(4)
    acts.pay(first, factories.new_key(), [of.entrants.get(number=1).pk])
    client = log_in(anna)
    own = client.get(reverse("tournament_log", args=[of.slug]), headers=ENGLISH)
    picked = client.get(PAGE, {"about": str(of.slug)}, headers=ENGLISH)
    assert list_shown_lines(own)[0].text == list_shown_lines(picked)[0].text
    undo = reverse("undo", args=[of.slug, Act.objects.filter(tournament=of).count()])
    assert undo in own.content.decode()
    assert undo in picked.content.decode()
    assert undo not in client.get(PAGE, headers=ENGLISH).content.decode()


def test_a_line_leads_to_the_log_of_its_tournament_alone_also_of_one_that_was_deleted(anna):
    first = Tournament.objects.get(name="Herbstcup")
    Tournament.objects.filter(pk=first.pk).update(archived=SUNDAY)
    client = log_in(anna)
    assert f'href="?about={first.slug}"' in client.get(PAGE, {"q": "Herbstcup"}, headers=ENGLISH).content.decode()
    answer = client.get(PAGE, {"about": str(first.slug)}, headers=ENGLISH)
    assert len(answer.context["list"].rows) == Act.objects.filter(tournament=first).count()
    assert answer.context["wanted"].subject == str(first.slug)


def test_a_rehearsal_has_a_log_of_its_own_and_is_not_in_that_of_all(anna):
    made = begin_rehearsal(factories.whole(8)[0], factories.new_key())
    assert str(made.slug) not in {line.slug for line in list_all(anna.club_id)}
    answer = log_in(anna).get(reverse("tournament_log", args=[made.slug]), headers=ENGLISH)
    assert answer.context["list"].rows


def test_the_latest_tournaments_can_be_picked_and_an_older_one_that_is_picked_is_there(anna):
    old = Tournament.objects.get(name="Herbstcup")
    Tournament.objects.filter(pk=old.pk).update(day="1999-01-01")
    for number in range(MOST_PICKED):
        factories.tournament(name=f"T{number}")
    client = log_in(anna)
    assert str(old.slug) not in client.get(f"{PAGE}?about=tournaments").content.decode().split("</form>")[0]
    page = client.get(PAGE, {"about": str(old.slug)}, headers=ENGLISH).content.decode()
    assert f'<option value="{old.slug}" selected>Herbstcup, 1/1/1999</option>' in " ".join(page.split())


@pytest.mark.parametrize("page", ["3", "x", "1.2.3", "99999999999999999.1.1.1", "1.1.1.1\n", "١.1.1.1", "-1.1.1.1"])
def test_what_is_no_position_begins_at_the_latest_and_none_is_too_far(anna, page):
    answer = log_in(anna).get(PAGE, {"page": page})
    assert answer.status_code == 200
    assert len(answer.context["list"].rows) == count_rows()


def test_the_days_are_those_of_the_club(anna):
    client = log_in(anna)
    for until, number in (("2026-02-27", 0), ("2026-02-28", 1), ("2026-03-01", count_rows())):
        assert len(client.get(PAGE, {"to": until}).context["list"].rows) == number


def test_a_file_has_what_is_picked_of_a_tournament_with_its_tables(anna):
    first = Tournament.objects.get(name="Herbstcup")
    before = LogEntry.objects.count()
    answer = log_in(anna).get(f"{PAGE}file/csv/", {"about": str(first.slug), "q": "erste"}, headers=ENGLISH)
    rows = answer.content.decode("utf-8-sig").splitlines()
    assert len(rows) == 13
    assert "Herbstcup" in rows[1]
    assert LogEntry.objects.count() == before + 1


def test_programs_read_the_same_in_pages(anna, monkeypatch):
    monkeypatch.setattr("tarockclub.office.audit_log.api._PAGE", 7)
    program = create_program(anna)
    found, before = [], ""
    while True:
        answer = program.read(f"club/log?before={before}").json()
        found += [(line["slug"], line["sequence"]) for line in answer["lines"]]
        if not (before := answer["next"]):
            break
    assert found == [(line.slug, line.sequence) for line in list_all(anna.club_id)]
    first, cup = Tournament.objects.get(name="Herbstcup"), Season.objects.get()
    own = program.read(f"tournaments/{first.slug}/log?q=erste").json()["lines"]
    assert own == program.read(f"club/log?of={first.slug}&q=erste").json()["lines"]
    assert {line["by"] for line in own} == {"Anna"}
    assert program.read(f"club/log?of={cup.slug}").json()["lines"][0]["reason"] == "Wechselgeld"
    assert program.read("club/log?group=log_ins&since=2026-03-02").json()["lines"] == []
    assert program.read(f"club/log?of={uuid.uuid4()}").status_code == 404
    for wrong in ("group=nonsense", "before=7", "before=x"):
        assert program.read(f"club/log?{wrong}").status_code == 400


def test_a_page_ends_where_a_row_ends_so_that_its_number_is_that_of_the_whole_run(anna):
    who, of = Actor(person=anna.person_id), Tournament.objects.get(name="Herbstcup")
    with pretend_time(SUNDAY + timedelta(hours=1)):
        for _time in range(7):
            record_event(anna.club_id, Event.LOG_IN, who)
    with pretend_time(SUNDAY + timedelta(hours=2)):
        acts.record_movement(of, factories.new_key(), FLOAT, 500, "Reihe", who)
    sources = list_log_sources(anna.club_id, LogFilter())
    page = read_page(sources, None, 4, with_runs=True)
    assert [line.reason for line in page.lines] == ["Reihe", *[""] * 7]
    assert [len(row.lines) for _day, rows in reading.group_by_day(page.lines) for row in rows] == [1, 7]
    assert len(read_page(sources, None, 4).lines) == 4  # of programs
    rest = read_page(sources, page.next, 1000)
    whole = read_page(sources, None, 1000)
    assert [line.hash for line in (*page.lines, *rest.lines)] == [line.hash for line in whole.lines]
