"""Impossible acts on draws, and what happens to people meanwhile."""

import json

import pytest

from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tests.tournaments.support import factories
from tests.tournaments.support.clock_acts import start_clock
from tournaments.core.acts import ActionRefused
from tournaments.hall.draw.history import load_earlier_rounds, load_entrants_by_person
from tournaments.hall.draw.late_entries import seat_late
from tournaments.hall.draw.separations import keep_apart
from tournaments.hall.draw.services import draft, publish, swap
from tournaments.models import Entrant, Presence, Round, RoundTable, Tournament
from tournaments.people.entrants.services import enter
from tournaments.people.entrants.substitutes import substitute
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db


def a_round(count):
    of = factories.tournament()
    factories.people(of, count)
    return factories.round_(of)


def published(round_):
    publish(round_, factories.new_key(), draft(round_, factories.new_key()).number)
    return Round.objects.select_related("draw", "tournament").get(pk=round_.pk)


def ids(of):
    return list(Entrant.objects.filter(tournament=of).order_by("number").values_list("pk", flat=True))


def refusing(code, do):
    with pytest.raises(ActionRefused) as refused:
        do()
    assert refused.value.code == code


def test_only_two_different_people_of_the_tournament_are_kept_apart():
    of = a_round(4).tournament
    first = ids(of)[0]
    refusing("same_person", lambda: keep_apart(of.pk, factories.new_key(), (first, first)))
    refusing("nobody_known", lambda: keep_apart(of.pk, factories.new_key(), (first, 0)))


def test_after_the_final_result_nothing_is_drawn():
    round_ = a_round(8)
    one = draft(round_, factories.new_key())
    Tournament.objects.filter(pk=round_.tournament_id).update(ended=now())
    refusing("ended", lambda: draft(round_, factories.new_key()))
    refusing("ended", lambda: publish(round_, factories.new_key(), one.number))


def test_a_draft_that_does_not_exist_is_neither_changed_nor_published():
    round_ = a_round(8)
    refusing("no_draft", lambda: swap(round_, factories.new_key(), 3, (1, 2)))
    refusing("no_draft", lambda: publish(round_, factories.new_key(), 3))


def test_nobody_is_seated_late_before_the_draw_after_the_round_or_without_entry():
    round_ = a_round(8)
    late = enter(round_.tournament_id, factories.new_key(), [Newcomer("Zu spät")])
    assert late is not None
    entrant = ids(round_.tournament)[-1]
    refusing("not_drawn_yet", lambda: seat_late(round_, factories.new_key(), entrant))
    published(round_)
    refusing("not_entered", lambda: seat_late(round_, factories.new_key(), entrant))
    Round.objects.filter(pk=round_.pk).update(closed=now())
    refusing("closed", lambda: seat_late(round_, factories.new_key(), entrant))


def test_a_table_that_is_done_takes_nobody_more():
    round_ = published(a_round(8))
    RoundTable.objects.filter(round=round_, number=1).update(done=now())
    enter(round_.tournament_id, factories.new_key(), [Newcomer("Zu spät")], rounds=[1])
    refusing("no_room", lambda: seat_late(round_, factories.new_key(), ids(round_.tournament)[-1], 1))
    seat_late(round_, factories.new_key(), ids(round_.tournament)[-1])
    assert len(load_earlier_rounds(round_.tournament, 2)[0][1].seats) == 5


def test_with_a_substitute_both_have_met_the_others_of_the_table():
    round_ = published(a_round(8))
    start_clock(round_, factories.new_key())
    table = RoundTable.objects.get(round=round_, number=1)
    leaves = json.loads(round_.draw.seating)[0][2]
    substitute(table, factories.new_key(), 2, Newcomer("Ersatz"))
    seats = load_earlier_rounds(round_.tournament, 2)[0][0].seats
    assert seats[2] == (leaves, ids(round_.tournament)[-1])


def test_a_person_who_was_merged_into_another_is_that_entrant():
    round_ = published(a_round(4))
    of = round_.tournament
    twice = Person.objects.create(club=of.club, number=900, name="Spieler 1")
    thrice = Person.objects.create(club=of.club, number=901, name="Spieler 1", merged_into=twice)
    stranger = Person.objects.create(club=of.club, number=902, name="Niemand")
    lost = Person.objects.create(club=of.club, number=903, name="Niemand", merged_into=stranger)
    first = Entrant.objects.get(tournament=of, number=1)
    Person.objects.filter(pk=twice.pk).update(merged_into=first.person_id)
    known = load_entrants_by_person(of)
    assert known[twice.pk] == known[thrice.pk] == first.pk
    assert lost.pk not in known


def test_an_evening_of_which_nobody_came_but_one_is_no_meeting():
    round_ = published(a_round(4))
    Presence.objects.filter(round=round_).exclude(entrant__number=1).update(state=Presence.State.NO_SHOW)
    assert load_earlier_rounds(round_.tournament, 2) == ((),)
