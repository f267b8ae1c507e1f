"""The register: a new name stands everywhere at once, two entries become one where possible, a name is erased."""

import pytest

from scoring.book.ledger.seats import load_seats
from scoring.models import GameTable
from tarockclub.models import Account, Note, Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import (
    find_or_create_person,
    list_person_names,
    load_first_club,
    lock_club,
)
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.scoring.support.tables import new_table
from tests.support.accounts import make_account
from tests.tournaments.support import factories
from tests.tournaments.support.entry_acts import pay, withdraw
from tests.tournaments.support.registration_acts import decide_waiting, open_link
from tournaments.core.acts import ActionRefused
from tournaments.models import Application, Entrant, Presence
from tournaments.people.register.services import merge, rename
from tournaments.people.registration import services

pytestmark = pytest.mark.django_db


def person(name: str) -> Person:
    return Person.objects.get(name=name, merged_into=None)


def table_names(table: GameTable) -> list[str]:
    return [seat.name for seat in load_seats(table)]


def test_a_new_name_stands_at_the_tables_and_phones_notice():
    of, _round, tables = factories.whole(4)
    before, version = tables[0].game_table.news, of.version
    rename(person("Spieler 2"), "Berta")
    assert table_names(tables[0].game_table) == ["Spieler 1", "Berta", "Spieler 3", "Spieler 4"]
    tables[0].game_table.refresh_from_db()
    of.refresh_from_db()
    assert (tables[0].game_table.news, of.version) == (before + 1, version + 1)
    assert "Spieler 2" not in list_person_names(load_first_club())


def test_merged_people_are_shown_under_one_name_and_offered_once():
    table = new_table(names=("Anna Maier", "Berta", "Cilli", "Dora"))
    other = new_table(names=("Maier Anna", "Emil", "Franz", "Georg"))
    merge(person("Anna Maier"), person("Maier Anna"))
    assert table_names(other)[0] == table_names(table)[0] == "Anna Maier"
    assert "Maier Anna" not in list_person_names(load_first_club())
    rename(person("Anna Maier"), "Anna Mair")
    assert table_names(other)[0] == table_names(table)[0] == "Anna Mair"
    assert find_or_create_person(load_first_club(), "Anna Mair").merged_into is None


def test_chains_of_merged_people_end_at_one():
    new_table(names=("A", "B", "C", "D"))
    a, b, c = person("A"), person("B"), person("C")
    emil = find_or_create_person(lock_club(load_first_club()), "Emil")
    fritz = find_or_create_person(lock_club(load_first_club()), "Fritz")
    merge(emil, fritz)
    for _twice in range(2):
        merge(a, emil)
    assert set(Person.objects.filter(merged_into=a).values_list("pk", flat=True)) == {emil.pk, fritz.pk}
    for target, other, why in ((b, fritz, "merged_already"), (a, a, "same_person"), (b, c, "same_table")):
        with pytest.raises(ActionRefused, match=why):
            merge(target, other)


def test_who_sat_at_a_table_with_somebody_is_not_he_nor_who_was_merged_into_him():
    new_table(names=("Anna", "Berta", "Cilli", "Dora"))
    zita = find_or_create_person(lock_club(load_first_club()), "Zita")
    merge(zita, person("Berta"))
    with pytest.raises(ActionRefused, match="same_table"):
        merge(person("Anna"), zita)


def test_nobody_who_may_log_in_is_merged_away():
    account = make_account("director")
    other = find_or_create_person(lock_club(load_first_club()), "Andere")
    with pytest.raises(ActionRefused, match="has_account"):
        merge(other, account.person)
    merge(account.person, other)
    assert Account.objects.get().person.name == account.person.name


def test_somebody_who_has_entered_twice_takes_part_once():
    of = factories.tournament(fee=300)
    anna, twin, *_rest = factories.enter_people(of, "Anna Maier", "Maier Anna", "Cilli", "Dora", "Emil")
    first, second = factories.round_(of, [anna, twin]), factories.round_(of, [twin])
    pay(first, factories.new_key(), [twin.pk])
    merge(anna.person, twin.person)
    entered = Presence.objects.filter(entrant=anna).order_by("round__number").values_list("round__number", "paid")
    assert list(entered) == [(first.number, 300), (second.number, 0)]
    assert not Presence.objects.filter(entrant=twin).exists()
    twin.refresh_from_db()
    assert twin.withdrawn is not None


def test_a_fee_that_was_paid_twice_is_not_lost_in_a_merger():
    of = factories.tournament(fee=300)
    anna, twin = factories.enter_people(of, "Anna Maier", "Maier Anna")
    round_ = factories.round_(of)
    pay(round_, factories.new_key(), [anna.pk, twin.pk])
    with pytest.raises(ActionRefused, match="paid_twice"):
        merge(anna.person, twin.person)
    assert Presence.objects.filter(round=round_, paid=300).count() == 2
    assert Person.objects.get(pk=twin.person_id).merged_into is None


def test_only_one_of_two_who_are_merged_may_have_played_in_a_tournament():
    of = factories.tournament()
    entrants = factories.enter_people(
        of, "Anna Maier", "Berta", "Cilli", "Dora", "Maier Anna", "Emil", "Franz", "Georg", "Mayer Anna"
    )
    factories.draw_tables(factories.round_(of, entrants[:8]))
    anna, twin, late = entrants[0].person, entrants[4].person, entrants[8].person
    with pytest.raises(ActionRefused, match="both_seated"):
        merge(anna, twin)
    with pytest.raises(ActionRefused, match="other_way_round"):
        merge(late, anna)
    merge(anna, late)
    assert Entrant.objects.get(person=late).withdrawn is not None


def test_who_has_not_played_yet_is_entered_as_the_other_one():
    of = factories.tournament()
    (twin,) = factories.enter_people(of, "Maier Anna")
    anna = find_or_create_person(lock_club(load_first_club()), "Anna Maier")
    merge(anna, twin.person)
    assert Entrant.objects.get(pk=twin.pk).person == anna


def test_an_erased_name_is_gone_everywhere_also_as_it_was_typed():
    of = factories.tournament()
    open_link(of.pk, draw_secret())
    applied = services.submit_application(of, factories.new_key(), "Anna Maier")
    decide_waiting(applied, factories.new_key(), Application.As.TAKEN)
    anna = person("Anna Maier")
    assert erase(anna) == f"Spieler {anna.number}"
    assert not Person.objects.filter(name__contains="Maier").exists()
    assert not Note.objects.filter(text__contains="Maier").exists()
    assert list_person_names(load_first_club()) == []
    with pytest.raises(ActionRefused, match="erased"):
        rename(anna, "Wieder Anna")


def test_whoever_was_merged_before_counts_as_the_same_person():
    of = factories.tournament()
    entrants = factories.enter_people(of, "Anna Maier", "B", "C", "D", "Maier Anna", "E", "F", "G")
    factories.draw_tables(factories.round_(of))
    anna = find_or_create_person(lock_club(load_first_club()), "Die richtige Anna")
    merge(anna, entrants[0].person)
    with pytest.raises(ActionRefused, match="both_seated"):
        merge(anna, entrants[4].person)


def test_who_had_withdrawn_under_the_other_name_is_back():
    of = factories.tournament()
    anna, twin = factories.enter_people(of, "Anna Maier", "Maier Anna")
    withdraw(of.pk, factories.new_key(), anna.pk)
    merge(anna.person, twin.person)
    there = dict(Entrant.objects.filter(tournament=of).values_list("pk", "withdrawn"))
    assert there[anna.pk] is None
    assert there[twin.pk] is not None
