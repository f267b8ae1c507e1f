"""People are entered with start numbers and play in rounds; fees are paid once and can be given back."""

import pytest

from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.tournaments.support import factories
from tournaments.core.acts import ActionRefused
from tournaments.models import Entrant, Presence
from tournaments.people.entrants.round_entries import change_entries, pay, set_state, withdraw
from tournaments.people.entrants.services import enter
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db


def in_round(round_):
    return set(Presence.objects.filter(round=round_).values_list("entrant__person__name", flat=True))


def test_known_people_are_found_by_name_and_new_ones_are_made():
    known = find_or_create_person(load_first_club(), "Anna")
    of = factories.tournament()
    entrants = factories.enter_people(of, "Berta", "Anna")
    assert [(entrant.number, entrant.person.name) for entrant in entrants] == [(1, "Berta"), (2, "Anna")]
    assert entrants[1].person == known


def test_two_of_one_name_are_two_people_only_where_that_was_said():
    of = factories.tournament()
    enter(of.pk, factories.new_key(), [Newcomer("Anna"), Newcomer("Anna"), Newcomer("Anna", new=True)])
    assert Entrant.objects.filter(tournament=of).count() == 2
    assert Person.objects.filter(name="Anna").count() == 2


def test_the_same_form_twice_enters_nobody_twice():
    of = factories.tournament()
    key = factories.new_key()
    enter(of.pk, key, [Newcomer("Anna", new=True)])
    enter(of.pk, key, [Newcomer("Anna", new=True)])
    assert Entrant.objects.filter(tournament=of).count() == 1


def test_given_start_numbers_are_kept_and_others_come_after_them():
    of = factories.tournament()
    enter(of.pk, factories.new_key(), [Newcomer("Anna"), Newcomer("Berta", number=7), Newcomer("Cilli")])
    numbers = dict(Entrant.objects.filter(tournament=of).values_list("person__name", "number"))
    assert numbers == {"Anna": 8, "Berta": 7, "Cilli": 9}
    with pytest.raises(ActionRefused, match="number_taken"):
        enter(of.pk, factories.new_key(), [Newcomer("Dora", number=7)])


def test_nobody_of_another_club_is_entered():
    from tarockclub.models import Club

    stranger = find_or_create_person(Club.objects.create(name="Nachbarn"), "Fremd")
    of = factories.tournament()
    with pytest.raises(ActionRefused, match="nobody_known"):
        enter(of.pk, factories.new_key(), [Newcomer("Fremd", person=stranger.pk)])


def test_two_thousand_people_are_entered_with_few_queries(django_assert_max_num_queries):
    of = factories.tournament()
    round_ = factories.round_(of)
    with django_assert_max_num_queries(100):
        enter(of.pk, factories.new_key(), [Newcomer(f"Spieler {number}") for number in range(2000)], [round_.number])
    assert Presence.objects.filter(round=round_).count() == 2000


def test_entries_of_a_round_change_until_it_is_drawn():
    of = factories.tournament()
    entrants = factories.people(of, 5)
    round_ = factories.round_(of, entrants[:4])
    change_entries(round_, factories.new_key(), [entrants[4].pk], [entrants[0].pk])
    assert in_round(round_) == {"Spieler 2", "Spieler 3", "Spieler 4", "Spieler 5"}
    factories.draw_tables(round_)
    with pytest.raises(ActionRefused, match="drawn"):
        change_entries(round_, factories.new_key(), gone=[entrants[1].pk])
    change_entries(round_, factories.new_key(), [entrants[0].pk])  # a late entry
    assert len(in_round(round_)) == 5


def test_who_has_paid_is_not_taken_out_before_it_is_given_back():
    of = factories.tournament(fee=300)
    entrants = factories.people(of, 4)
    round_ = factories.round_(of)
    pay(round_, factories.new_key(), [entrants[0].pk])
    with pytest.raises(ActionRefused, match="has_paid"):
        change_entries(round_, factories.new_key(), gone=[entrants[0].pk])
    pay(round_, factories.new_key(), [entrants[0].pk], back=True)
    change_entries(round_, factories.new_key(), gone=[entrants[0].pk])
    assert len(in_round(round_)) == 3


def test_who_withdraws_leaves_the_rounds_to_come_and_may_come_back():
    of = factories.tournament()
    entrants = factories.people(of, 4)
    first = factories.round_(of)
    factories.draw_tables(first)
    second = factories.round_(of)
    withdraw(of.pk, factories.new_key(), entrants[0].pk)
    assert len(in_round(first)) == 4
    assert "Spieler 1" not in in_round(second)
    withdraw(of.pk, factories.new_key(), entrants[0].pk, back=True)
    assert Entrant.objects.get(pk=entrants[0].pk).withdrawn is None


def test_somebody_has_not_come_waits_or_has_left():
    of, round_, _tables = factories.whole(4)
    entrant = Entrant.objects.get(tournament=of, number=1)
    for state in Presence.State:
        set_state(round_, factories.new_key(), [entrant.pk], state)
        assert Presence.objects.get(round=round_, entrant=entrant).state == state
    undrawn = factories.round_(of)
    with pytest.raises(ActionRefused, match="not_drawn"):
        set_state(undrawn, factories.new_key(), [entrant.pk], Presence.State.LEFT)
