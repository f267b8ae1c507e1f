"""Several laptops at the same moment: a fee is taken once, a name makes one person, a start number is one's own."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils.timezone import localdate

from scoring.book.audit import verify
from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tests.scoring.book.ledger.test_races import PHONES, at_once
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.hall.desk.test_moves import load, move, read_all
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.selectors import load_settings
from tournaments.hall.desk.move_plans import list_for_player
from tournaments.models import Act, Application, Entrant, Presence, Tournament
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import merge
from tournaments.people.registration.actions import Companion, submit_application

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


def test_a_pair_and_others_who_register_at_once_for_the_last_places_get_both_or_neither():
    of = factories.tournament()
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()))
    details = InvitationDetails(is_public=True, registration="auto", most=5)
    acts.change_invitation(of.pk, factories.new_key(), details)
    names = "Adler Bruck Csokor Dvorak Eibl Fuchs Gmeiner Hirsch Igler Jandl Klug Lechner Moser Nestler Oswald Prohaska"

    def sign_up(phone: int) -> None:
        first, second = names.split()[2 * phone : 2 * phone + 2]
        companions = [Companion(f"Otto {second}")] if phone % 2 else []
        here = Tournament.objects.get(pk=of.pk)
        submit_application(here, factories.new_key(), f"Ida {first}", companions=companions)

    assert at_once(sign_up) == [None] * PHONES
    taken = Application.objects.filter(tournament=of, decided_as="taken")
    assert taken.count() == Entrant.objects.filter(tournament=of, withdrawn=None).count()
    assert taken.count() in (4, 5)  # four who come alone leave one place, which is none for a pair
    assert all(taken.filter(pair=pair).count() == 2 for pair in taken.exclude(pair=0).values_list("pair", flat=True))


def test_of_those_who_cancel_move_and_register_at_once_nobody_is_lost_or_taken_too_late():
    of = factories.tournament()
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()) + timedelta(days=9))
    acts.change_invitation(of.pk, factories.new_key(), InvitationDetails(is_public=True, registration="auto"))
    of.refresh_from_db()

    def act(laptop: int) -> str:
        try:
            if laptop < 2:
                acts.cancel(of, factories.new_key())
            elif laptop < 4:
                acts.move(of, factories.new_key(), of.day + timedelta(days=laptop))
            else:
                submit_application(Tournament.objects.get(pk=of.pk), factories.new_key(), f"Ida Anders{laptop}")
        except ActionRefused as refused:
            return refused.code
        return "done"

    answers = at_once(act)
    cancelled = of.acts.get(kind="date", said__contains="cancelled")
    assert sorted(answers[:2]) == ["cancelled", "done"]
    assert set(answers) <= {"cancelled", "done", "registration_closed"}
    assert Application.objects.count() == answers[4:].count("done") == Entrant.objects.count()
    assert not of.acts.filter(kind__in=("applied", "entered", "date"), sequence__gt=cancelled.sequence).exists()


def test_directors_who_move_at_once_while_hands_come_seat_everybody_once_and_lose_nothing():
    of, round_, tables = running(9, fee=0)
    hall = load(round_)
    five = [proposal for entrant in hall.tables[1].present for proposal in list_for_player(hall, entrant)]
    ways = [proposal for proposal in five if proposal.kind == "move"]

    def tap(desk):
        try:
            if desk % 2:
                move(round_, ways[desk % len(ways)])
            else:
                play(round_, 1 + desk // 2 % 2)
        except (ActionRefused, AssertionError):
            return ""  # the hand of another phone was quicker, or the other director
        return "move" if desk % 2 else "hand"

    done = at_once(tap)
    results, chips, seats = read_all(of, round_)
    assert done.count("move") == Act.objects.filter(kind=Kind.MOVED).count() == 1
    everybody = sorted(name for there in seats.values() for name in there)
    assert everybody == sorted(results) == sorted(f"Spieler {number}" for number in range(1, 10))
    assert sum(chips.values()) == 9 * load_settings(of).start
    assert not verify([table.game_table_id for table in tables])
