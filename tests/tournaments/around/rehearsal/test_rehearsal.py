"""A rehearsal: a copy with robots, faults and all; it counts nowhere, and is gone without a trace."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from scoring.book.audit import verify
from scoring.book.ledger.seats import find_game_table, list_recent_names
from scoring.book.sheet_library import list_offered_sheets
from scoring.models import Entry, GameTable, HeldHand, Mark
from scoring.reports.statistics.filters import StatisticsFilter, list_filter_tables
from tarockclub.kit.time_source import now, pretend_time
from tarockclub.models import Job, LogEntry, Note, Person
from tarockclub.office.club_file.contents import list_models, select_rows
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.clubs.ownership import list_tournament_models
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tests.scoring.support.evenings import evening_of
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.own_page.results import OwnAccess, list_own_calls
from tournaments.around.rehearsal import robots
from tournaments.around.rehearsal.robots import RobotFault, plan_faults, play_robot_turn
from tournaments.around.rehearsal.services import LONGEST_REHEARSAL, begin_rehearsal, end_old_rehearsals, end_rehearsal
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.selectors import load_settings
from tournaments.hall.desk.overview import load_rows
from tournaments.models import Act, Presence, Round, RoundTable, Tournament
from tournaments.people.entrants.own_codes import compute_code
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.selectors import search_people

pytestmark = pytest.mark.django_db


def create_prepared(people=17, **settings):
    """A tournament with people, before its first round."""
    of = factories.tournament(**settings)
    factories.people(of, people)
    return Tournament.everything.get(pk=of.pk)


def create_rehearsed(people=17, **settings):
    """The rehearsal of such a tournament, its first round."""
    made = begin_rehearsal(create_prepared(people, **settings), new_key())
    return made, Round.objects.select_related("tournament").get(tournament=made)


def count_rows():
    """The number of rows of each model that a rehearsal may write; those of jobs and of the log left out."""
    left_out = {Job, LogEntry}
    models: list[Any] = [*(model for model, _path in list_tournament_models()), Note, Person]
    return {model._meta.label: model._default_manager.count() for model in models if model not in left_out}


def let_play(made, begun, since, until):
    """Let the robots take a turn every four seconds, in pretended time."""
    for second in range(since, until, 4):
        with pretend_time(begun + timedelta(seconds=second)):
            play_robot_turn(Tournament.everything.get(pk=made.pk))


def rows(round_):
    return load_rows(RoundTable.objects.filter(round=round_), INSIDE)


def test_one_tap_copies_people_teams_walls_and_draws_and_the_same_tap_is_the_same_rehearsal():
    of = create_prepared(9, fee=300)
    key = new_key()
    made = begin_rehearsal(of, key)
    assert begin_rehearsal(of, key).pk == made.pk
    for wrong in ("", "x" * 65, "a\0"):  # the next one asks the database for what it cannot keep
        with pytest.raises(ActionRefused, match="no_key"):
            begin_rehearsal(of, wrong)
    assert made.name == "Probe: Dreikönigsturnier"
    assert load_settings(made).round_seconds == 180  # of half an hour
    assert list(made.entrants.values_list("number", "person")) == list(of.entrants.values_list("number", "person"))
    round_ = Round.objects.get(tournament=made)
    assert RoundTable.objects.filter(round=round_).count() == 2
    assert Presence.objects.filter(round=round_).count() == 9  # eight have a seat, one came late
    assert Presence.objects.filter(round=round_, paid=300).count() == 6
    with pytest.raises(ActionRefused, match="rehearsal_runs"):
        begin_rehearsal(of, new_key())


@pytest.mark.parametrize(
    ("people", "spoil", "why"),
    [(3, None, "too_few_entrants"), (8, {"frozen": "now"}, "begun_already"), (8, {"archived": "now"}, "begun_already")],
)
def test_only_a_prepared_tournament_with_a_table_full_of_people_is_rehearsed(people, spoil, why):
    of = create_prepared(people)
    if spoil:
        Tournament.objects.filter(pk=of.pk).update(**dict.fromkeys(spoil, now()))
    with pytest.raises(ActionRefused, match=why):
        begin_rehearsal(Tournament.objects.get(pk=of.pk), new_key())


@pytest.mark.heavy
def test_robots_play_a_whole_round_with_all_faults_while_the_director_answers():
    made, round_ = create_rehearsed(21)
    begun = now()
    with pretend_time(begun):
        acts.start_clock(round_, new_key(), confirmed=True)
    faults = {fault: table for table, fault in plan_faults(round_, [1, 2, 3, 4, 5], load_settings(made))}
    assert faults == {RobotFault.NO_SHOW: 1, RobotFault.DISPUTE: 2, RobotFault.LATE_HAND: 3, RobotFault.WRONG_CHIPS: 4}
    let_play(made, begun, 0, 60)
    there = {row.number: row for row in rows(round_)}
    assert there[1].called  # it waits for the director
    assert not there[1].hands
    assert there[2].disputed == 1
    assert all(2 <= there[number].hands <= 8 for number in (2, 3, 4, 5))
    let_play(made, begun, 60, 420)
    at_end = {row.number: row for row in rows(round_)}
    assert at_end[5].doubles == len(at_end[5].names)
    assert (at_end[5].is_confirmed, at_end[5].differs) == (True, False)
    assert (at_end[2].doubles, at_end[2].counted) == (len(at_end[2].names), False)  # the dispute comes first
    assert (at_end[3].late, at_end[3].doubles) == (1, 0)  # it waits for the decision
    assert (at_end[4].differs, at_end[4].is_confirmed) == (True, False)
    assert HeldHand.objects.filter(table__round_table__round=round_).count() == 1
    assert Mark.objects.filter(table__round_table__round=round_).count() == 1
    before = Entry.objects.count()
    with pretend_time(begun + timedelta(seconds=440)):
        play_robot_turn(made)  # nothing is due any more
    assert Entry.objects.count() == before


def test_a_turn_that_comes_twice_in_the_same_moment_plays_each_hand_once():
    made, round_ = create_rehearsed(8)
    begun = now()
    with pretend_time(begun):
        acts.start_clock(round_, new_key(), confirmed=True)
    let_play(made, begun, 0, 40)
    with pretend_time(begun + timedelta(seconds=40)):
        play_robot_turn(made)
        there = Entry.objects.count()
        play_robot_turn(made)  # it may dispute what the first one has entered
    assert Entry.objects.count() == there


@pytest.mark.heavy
def test_nothing_is_left_of_it():
    of, director = create_prepared(9), log_in(make_account("director"))
    before = count_rows()
    made = begin_rehearsal(of, new_key())
    round_ = Round.objects.select_related("tournament").get(tournament=made)
    begun = now()
    with pretend_time(begun):
        acts.start_clock(round_, new_key(), confirmed=True)
    let_play(made, begun, 0, 300)
    table = RoundTable.objects.select_related("round", "game_table").get(round=round_, number=2)
    with pretend_time(begun + timedelta(seconds=300)):
        acts.break_up(table, new_key(), "Der Wirt sperrt zu", counts=False, aware="confirm")
    director.post(reverse("table_cards", args=[made.slug, 1]), {"first": "1", "last": "2"})  # links of its tables
    during = count_rows()
    assert verify() == []
    assert all(during[name] > before[name] for name in ("scoring.Entry", "scoring.AccessToken", "tarockclub.Note"))
    assert end_rehearsal(made)
    assert not end_rehearsal(made)
    assert count_rows() == before
    assert verify() == []


def test_a_real_tournament_is_never_deleted_this_way_nor_made_a_rehearsal():
    of = create_prepared(4)
    assert not end_rehearsal(of)
    for write in (
        lambda: Tournament.objects.filter(pk=of.pk).update(rehearsal_of=of),
        lambda: Tournament.objects.filter(pk=of.pk)._raw_delete("default"),
        lambda: Act.objects.filter(tournament=of)._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            write()


def test_it_counts_nowhere_and_is_listed_nowhere(secretary):
    made, round_ = create_rehearsed(8)
    with pretend_time(now()):
        acts.start_clock(round_, new_key(), confirmed=True)
    let_play(made, now(), 0, 60)
    club = load_first_club()
    assert Entry.objects.exists()
    for word in ("", "tournaments"):
        assert not list_filter_tables(club.pk, StatisticsFilter(of=word)).exists()
    for page in ("tournaments", "home", "everything"):
        assert "Probe:" not in secretary.get(reverse(page)).content.decode()
    for model in list_models():
        path = dict(list_tournament_models()).get(model)
        if path is not None:
            key = f"{path}__rehearsal_of" if path else "rehearsal_of"
            assert not select_rows(model, club.pk).exclude(**{key: None}).exists(), model
    assert select_rows(GameTable, club.pk).count() == 0


def test_its_people_and_house_rules_are_where_they_were():
    evening_of(4, sheet="skoty")  # of Anna, Berta, Cilli, Dora, in the order of their places
    of = create_prepared(8)
    Tournament.objects.filter(pk=of.pk).update(day=localdate())
    of.refresh_from_db()
    made = begin_rehearsal(of, new_key())
    club = load_first_club()
    assert RoundTable.objects.filter(round__tournament=made).count() == 2
    entrant = of.entrants.select_related("person").get(number=1)
    own = OwnAccess(EVERYBODY, is_person=True, sees_years=False)
    assert [code for _entrant, code, _href in list_own_calls(entrant.person, own)] == [compute_code(of, entrant)]
    register = search_people(club.pk, "")
    assert list_recent_names(register, 4) == ["Anna", "Berta", "Cilli", "Dora"]
    assert list_offered_sheets(club.pk)[0].id == "skoty"


@pytest.mark.heavy
def test_it_is_marked_on_desk_wall_phone_and_paper(director):
    made, round_ = create_rehearsed(8)
    table = RoundTable.objects.select_related("game_table").get(round=round_, number=1)
    for address in (
        reverse("desk", args=[made.slug, 1]),
        reverse("projector", args=[made.slug]),
        reverse("table", args=[table.game_table.slug]),
        reverse("standings", args=[made.slug]),
    ):
        assert 'class="counts-nowhere"' in director.get(address).content.decode(), address
    for paper in ("seats-by-name", "table-cards", "written-sheets"):
        found = director.get(reverse("round_paper", args=[made.slug, 1, paper]))
        assert all("Probe – zählt nicht" in page.text for page in look_at(found.content)), paper


def test_nobody_gets_into_the_register_by_it():
    made, _round = create_rehearsed(8)
    people = Person.objects.count()
    with pytest.raises(ActionRefused, match="nobody_new"):
        acts.enter(made.pk, new_key(), [Newcomer("Wer Ganz Neuer")])
    assert Person.objects.count() == people


def test_it_ends_by_itself_after_a_day_and_by_one_tap_twice(monkeypatch, director):
    sent = []

    def send_robots(rehearsal):
        sent.append(rehearsal.pk)
        return True

    monkeypatch.setattr("tournaments.around.rehearsal.views.send_robots", send_robots)
    of = create_prepared(8)
    answer = director.post(reverse("rehearsal", args=[of.slug]), {"key": new_key(), "what": "begin"})
    made = Tournament.everything.get(rehearsal_of=of)
    assert (answer["Location"], sent) == (reverse("desk", args=[made.slug, 1]), [made.pk])
    page = director.get(reverse("rehearsal", args=[made.slug])).content.decode()
    assert "Runde 1, Tisch 1:" in page
    with pretend_time(now() + LONGEST_REHEARSAL - timedelta(minutes=1)):
        assert end_old_rehearsals() == 0
    for _tap in range(2):
        tap = director.post(reverse("rehearsal", args=[of.slug]), {"what": "end", "rehearsal": str(made.slug)})
        assert tap["Location"] == reverse("tournament", args=[of.slug])
    assert Client().get(reverse("standings", args=[made.slug])).status_code == 404
    begin_rehearsal(of, new_key())
    with pretend_time(now() + LONGEST_REHEARSAL + timedelta(minutes=1)):
        assert end_old_rehearsals() == 1


def test_robots_have_one_job_for_each_rehearsal_and_their_number_is_bounded(monkeypatch):
    monkeypatch.setattr(robots, "start_runner", lambda kind: None)
    made, _round = create_rehearsed(8)
    assert robots.send_robots(made)
    assert robots.send_robots(made)
    assert Job.objects.filter(kind=Job.Kind.REHEARSE).count() == 1
    Job.objects.update(about="rehearsal 0")
    monkeypatch.setattr(robots, "MOST_ROBOTS", 1)
    assert not robots.send_robots(made)
    assert Act.objects.filter(tournament=made, kind=Kind.MADE).count() == 1
    assert {find_game_table(table.slug).club_id for table in GameTable.objects.all()} == {made.club_id}
