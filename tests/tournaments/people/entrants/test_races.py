"""Several laptops at the same moment: a fee is taken once, a name makes one person, a start number is one's own."""

import pytest
from django.db import transaction

from tarockclub.models import Person
from tests.scoring.book.ledger.test_services_races import PHONES, at_once
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import Entrant, Presence, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import merge

pytestmark = pytest.mark.usefixtures("fresh_database")


def test_a_fee_that_many_take_at_once_is_paid_once():
    of = factories.tournament(fee=300)
    (anna,) = factories.enter_people(of, "Anna")
    round_ = factories.round_(of)
    at_once(lambda _laptop: acts.pay(round_, factories.new_key(), [anna.pk]))
    assert Presence.objects.get().paid == 300
    assert sum('"paid":[[' in said for said in of.acts.filter(kind="paid").values_list("said", flat=True)) == 1


def test_a_name_that_many_enter_at_once_is_one_person_with_one_number():
    of = factories.tournament()
    at_once(lambda _laptop: acts.enter(of.pk, factories.new_key(), [Newcomer("Anna")]))
    assert Person.objects.filter(name="Anna").count() == Entrant.objects.count() == 1


def test_many_who_enter_at_once_get_numbers_of_their_own():
    of = factories.tournament()
    at_once(lambda laptop: acts.enter(of.pk, factories.new_key(), [Newcomer(f"Spieler {laptop}")]))
    assert sorted(Entrant.objects.values_list("number", flat=True)) == list(range(1, PHONES + 1))
    of.refresh_from_db()
    assert of.version == 1 + PHONES


def test_one_key_opens_one_round():
    of, key = factories.tournament(rounds=0), factories.new_key()
    assert at_once(lambda _laptop: acts.open_round(of, key).number) == [1] * PHONES


def test_merging_while_others_enter_blocks_nobody():
    of = factories.tournament()
    anna, twin = factories.enter_people(of, "Anna Maier", "Maier Anna")

    def act(laptop: int) -> str:
        try:
            if laptop == 0:
                merge(anna.person, twin.person)
            else:
                acts.enter(of.pk, factories.new_key(), [Newcomer(f"Spieler {laptop}"), Newcomer("Maier Anna")])
        except ActionRefused as refused:
            return refused.code
        return "done"

    assert set(at_once(act)) == {"done"}
    assert Person.objects.get(pk=twin.person_id).merged_into == anna.person
    with transaction.atomic():
        assert Tournament.objects.select_for_update().get(pk=of.pk).version == of.acts.count()


def test_desks_that_tap_at_once_check_in_once_and_take_one_fee():
    of = factories.tournament(fee=300)
    (anna,) = factories.enter_people(of, "Anna")
    round_ = factories.round_(of, 0)

    def tap(_desk: int) -> str:
        try:
            return str(acts.check_in(round_, factories.new_key(), anna.pk, paid=True))
        except ActionRefused as refused:
            return refused.code

    outcomes = at_once(tap)
    assert (outcomes.count("300"), set(outcomes)) == (1, {"300", "here_already"})
    assert load_cash_box(of).balance == 300
