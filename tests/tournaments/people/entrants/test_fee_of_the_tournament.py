"""A fee for the whole tournament: everybody owes and pays it once; it covers a seat, and serves one player."""

import contextlib

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.accounts import make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.tournament_fee import DIRECTOR, FEE, debtors, entrant, fees, take_step
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.receipts import load_receipts
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.selectors import load_settings
from tournaments.core.settings import TOURNAMENT
from tournaments.models import Entrant, Presence
from tournaments.people.entrants.fees import list_debtors, list_settled
from tournaments.people.entrants.substitutes import list_seat_holders
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import merge
from tournaments.results.undo.services import undo

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@share_rows
def two_rounds():
    """Four players in two rounds that are open; nobody has paid."""
    of = factories.tournament(rounds=2, fee=FEE, fee_per=TOURNAMENT)
    factories.people(of, 4)
    return of, factories.round_(of), factories.round_(of)


@share_rows
def at_the_table():
    """A table of four in a round that runs, and a second round that is open; Spieler 1 has paid."""
    of, first, (table,) = factories.whole(4, fee=FEE, fee_per=TOURNAMENT)
    acts.pay(first, new_key(), [entrant("Spieler 1")])
    return of, started(first), table


def remember(of):
    """All entries, and who has withdrawn."""
    entries = Presence.objects.filter(round__tournament=of).order_by("round", "entrant")
    away = Entrant.objects.filter(tournament=of, withdrawn__isnull=False).order_by("pk")
    return list(entries.values_list("round", "entrant", "state", "paid", "debt")), list(
        away.values_list("pk", flat=True)
    )


def test_everybody_owes_it_once_in_the_first_round(two_rounds):
    of, first, second = two_rounds
    assert debtors(of) == [(f"Spieler {number}", 1) for number in (1, 2, 3, 4)]
    assert fees(of).due == fees(of, round=first).due == fees(of, round=second).due == 4 * FEE


def test_who_pays_in_the_second_round_owes_nothing_in_the_first(two_rounds):
    of, first, second = two_rounds
    acts.pay(second, new_key(), [entrant("Spieler 1")])
    assert (fees(of).paid, fees(of).payers, fees(of).due) == (FEE, 1, 3 * FEE)
    assert (fees(of, round=first).payers, fees(of, round=first).due) == (1, 3 * FEE)
    again = acts.pay(first, new_key(), [entrant("Spieler 1"), entrant("Spieler 2")])
    assert (fees(of).paid, fees(of).due) == (2 * FEE, 2 * FEE)
    assert f'"paid":[[{entrant("Spieler 2")},{FEE}]]' in again.said.replace(" ", "")
    box = load_cash_box(of)
    assert (box.fee_total, box.payers, box.adds_up) == (2 * FEE, 2, True)


def test_it_is_given_back_where_it_was_paid_and_owed_again(two_rounds):
    of, first, second = two_rounds
    acts.pay(second, new_key(), [entrant("Spieler 1")])
    with pytest.raises(ActionRefused, match="paid_in_round") as refused:
        acts.pay(first, new_key(), [entrant("Spieler 1")], back=True)
    assert refused.value.params == {"round": 2}
    acts.pay(second, new_key(), [entrant("Spieler 1")], back=True)
    assert (fees(of).paid, fees(of).due) == (0, 4 * FEE)


def test_a_decision_holds_for_all_rounds(two_rounds):
    of, first, second = two_rounds
    acts.decide_debt(second, new_key(), entrant("Spieler 1"), "waived")
    assert Presence.objects.get(round=first, entrant=entrant("Spieler 1")).debt == "waived"  # where it is owed
    assert fees(of).due == 3 * FEE
    acts.decide_debt(second, new_key(), entrant("Spieler 1"), "")
    assert fees(of).due == 4 * FEE
    acts.decide_debt(second, new_key(), entrant("Spieler 1"), "moved", payer=entrant("Spieler 2"))
    assert fees(of).due == 3 * FEE
    acts.pay(second, new_key(), [entrant("Spieler 2")])
    with pytest.raises(ActionRefused, match="has_paid_fee"):
        acts.decide_debt(first, new_key(), entrant("Spieler 2"), "waived")


def test_a_fee_waived_for_somebody_who_did_not_come_is_owed_when_they_play_after_all(two_rounds):
    of, first, _second = two_rounds
    acts.set_state(first, new_key(), [entrant("Spieler 1")], "no_show")
    assert ("Spieler 1", 1) in debtors(of)
    acts.decide_debt(first, new_key(), entrant("Spieler 1"), "waived")
    assert ("Spieler 1", 2) in debtors(of)  # entered there, too
    assert fees(of).due == 4 * FEE


def test_a_fee_that_was_waived_twice_is_owed_again_with_one_tap_and_a_repeat_changes_nothing(two_rounds):
    of, first, second = two_rounds
    acts.set_state(first, new_key(), [entrant("Spieler 1")], "no_show")
    key = new_key()
    once = acts.decide_debt(first, key, entrant("Spieler 1"), "waived")
    assert acts.decide_debt(first, key, entrant("Spieler 1"), "waived").pk == once.pk  # owed in the second round now
    acts.decide_debt(second, new_key(), entrant("Spieler 1"), "waived")
    assert "Spieler 1" not in dict(debtors(of))
    before = remember(of)
    act = acts.decide_debt(first, new_key(), entrant("Spieler 1"), "")
    assert ("Spieler 1", 2) in debtors(of)
    undo(of.pk, new_key(), act.sequence, DIRECTOR)
    assert remember(of) == before


def test_who_withdraws_before_the_draw_owes_nothing(two_rounds):
    of, *_rounds = two_rounds
    acts.withdraw(of.pk, new_key(), entrant("Spieler 1"))
    assert fees(of).due == 3 * FEE


def test_a_waived_fee_is_not_owed_again_by_a_withdrawal_nor_by_coming_back(at_the_table):
    of, first, _table = at_the_table
    second = factories.round_(of)
    factories.draw_tables(second)
    acts.decide_debt(first, new_key(), entrant("Spieler 2"), "waived")
    acts.withdraw(of.pk, new_key(), entrant("Spieler 2"))
    assert "Spieler 2" not in dict(debtors(of))
    acts.withdraw(of.pk, new_key(), entrant("Spieler 1"))
    acts.pay(first, new_key(), [entrant("Spieler 1")], back=True)
    assert "Spieler 1" not in dict(debtors(of))


def test_a_withdrawal_before_the_draw_keeps_the_decision_and_its_undoing_each_entry(two_rounds):
    of, first, second = two_rounds
    acts.decide_debt(first, new_key(), entrant("Spieler 1"), "waived")
    acts.set_state(second, new_key(), [entrant("Spieler 1")], "waits")
    before = remember(of)
    act = acts.withdraw(of.pk, new_key(), entrant("Spieler 1"))
    undo(of.pk, new_key(), act.sequence, DIRECTOR)
    assert remember(of) == before
    acts.withdraw(of.pk, new_key(), entrant("Spieler 1"))
    acts.withdraw(of.pk, new_key(), entrant("Spieler 1"), back=True)
    acts.change_entries(second, new_key(), [entrant("Spieler 1")])
    assert "Spieler 1" not in dict(debtors(of))


def test_who_steps_in_for_somebody_who_owes_it_owes_it_too_but_once(at_the_table):
    of, _first, table = at_the_table
    acts.substitute(table, new_key(), 1, Newcomer("Ersatz"))
    acts.change_entries(factories.round_(of, 0), new_key(), [entrant("Ersatz")])
    assert [(name, number) for name, number in debtors(of) if name in ("Ersatz", "Spieler 2")] == [
        ("Ersatz", 1),
        ("Spieler 2", 1),
    ]


def test_who_takes_the_seat_of_a_no_show_owes_the_fee_as_ever(at_the_table):
    of, first, table = at_the_table
    acts.set_state(first, new_key(), [entrant("Spieler 1")], "no_show")
    acts.substitute(table, new_key(), 0, Newcomer("Ersatz"))
    assert ("Ersatz", 1) in debtors(of)


def test_a_debt_of_ones_own_is_not_covered_by_the_seat_of_another(at_the_table):
    of, _first, table = at_the_table
    factories.enter_people(of, "Ersatz")
    acts.change_entries(factories.round_(of, 0), new_key(), [entrant("Ersatz")])
    acts.substitute(table, new_key(), 0, Newcomer("Ersatz"))
    assert [number for name, number in debtors(of) if name == "Ersatz"] == [1]


def test_a_refund_uncovers_the_seat_in_whichever_round_and_its_undoing_covers_it_again(at_the_table):
    of, first, table = at_the_table
    acts.substitute(table, new_key(), 0, Newcomer("Ersatz"))
    back = acts.pay(first, new_key(), [entrant("Spieler 1")], back=True)
    assert ("Ersatz", 1) in debtors(of)
    undo(of.pk, new_key(), back.sequence, DIRECTOR)
    assert "Ersatz" not in dict(debtors(of))
    assert load_cash_box(of).adds_up


def test_a_refund_stays_once_the_fee_was_paid_in_another_round(two_rounds):
    of, first, second = two_rounds
    acts.pay(first, new_key(), [entrant("Spieler 1")])
    back = acts.pay(first, new_key(), [entrant("Spieler 1")], back=True)
    acts.pay(second, new_key(), [entrant("Spieler 1")])
    with pytest.raises(ActionRefused, match="followed"):
        undo(of.pk, new_key(), back.sequence, DIRECTOR)
    assert fees(of).paid == FEE


def test_a_payment_is_undone_in_its_round(two_rounds):
    of, _first, second = two_rounds
    act = acts.pay(second, new_key(), [entrant("Spieler 1")])
    undo(of.pk, new_key(), act.sequence, DIRECTOR)
    assert (fees(of).paid, fees(of).due) == (0, 4 * FEE)
    assert load_cash_box(of).adds_up
    assert [move.round for move in load_cash_box(of).journal] == [0, 0]  # the tournament's, not a round's


def test_two_entries_of_one_person_that_have_both_paid_cannot_be_merged(two_rounds):
    of, first, second = two_rounds
    one, other = (Entrant.objects.get(person__name=name) for name in ("Spieler 1", "Spieler 2"))
    acts.pay(first, new_key(), [one.pk])
    acts.pay(second, new_key(), [other.pk])
    with pytest.raises(ActionRefused, match="paid_twice"):
        merge(one.person, other.person)
    acts.pay(second, new_key(), [other.pk], back=True)
    merge(one.person, other.person)
    assert fees(of).due == 2 * FEE


def test_pages_show_it_once(two_rounds, director):
    of, _first, second = two_rounds
    acts.pay(second, new_key(), [entrant("Spieler 1")])
    html = director.get(reverse("entrants", args=[of.slug]), {"round": 1}, headers=ENGLISH).content.decode()
    assert "settled in another round" in html
    assert html.count("still due") == 1
    assert html.count(f'name="pay" value="{entrant("Spieler 1")}"') == 0
    number = Entrant.objects.get(person__name="Spieler 1").number
    html = director.get(reverse("entrant", args=[of.slug, number]), headers=ENGLISH).content.decode()
    assert "entry fee settled in another round" in html
    assert html.count("Has paid") == 0
    html = director.get(reverse("cash_box", args=[of.slug]), headers=ENGLISH).content.decode()
    assert "Entry fees for the tournament (paid by 1)" in html
    acts.write_fees_receipt(of, new_key(), entrant("Spieler 1"))
    [receipt] = load_receipts(of)
    assert "1" not in receipt.lines[0].text
    assert receipt.cents == FEE


def test_the_api_names_it_once(two_rounds):
    of, _first, second = two_rounds
    program = create_program(make_account("director"))
    at = f"tournaments/{of.slug}"
    seen = program.read(f"{at}/entrants").json()["entrants"]
    assert [[round_["owes"] for round_ in row["rounds"]] for row in seen] == [[FEE, 0]] * 4
    sent = {"entrants": [1, 2], "key": new_key()}
    assert program.send(f"{at}/rounds/{second.number}/fees", sent).status_code == 200
    seen = program.read(f"{at}/entrants").json()["entrants"]
    assert [sum(round_["owes"] for round_ in row["rounds"]) for row in seen] == [0, 0, FEE, FEE]


steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["pay", "back", "waived", "owed", "no_show", "in", "waits", "withdraw", "return", "enter", "undo"]
        ),
        st.integers(0, 3),
        st.integers(0, 1),
    ),
    max_size=12,
)


@pytest.mark.heavy
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example is rolled back
@given(steps=steps)
def test_nothing_is_ever_owed_or_paid_twice(two_rounds, steps):
    of, *rounds = two_rounds
    people = list(Entrant.objects.filter(tournament=of).order_by("number").values_list("pk", flat=True))
    with transaction.atomic():
        for what, who, at in steps:
            settled, before, last = list_settled(of), remember(of), of.acts.count()
            take_step(of, rounds[at], what, people[who])
            if what in ("withdraw", "return"):
                assert settled <= list_settled(of)  # what was decided never comes back
            if what in UNDOABLE and before != remember(of):
                _must_be_undone(of, last, before)
            _must_add_up(of, rounds, people)
        transaction.set_rollback(True)


UNDOABLE = ("pay", "back", "waived", "owed", "no_show", "in", "waits", "withdraw", "return")


def _must_be_undone(of, last, before):
    """The undoing of the act after these gives back what was before; the act itself stays."""
    act = of.acts.order_by("sequence")[last]
    with transaction.atomic():
        undo(of.pk, new_key(), act.sequence, DIRECTOR)
        assert remember(of) == before
        transaction.set_rollback(True)


def _must_add_up(of, rounds, people):
    owing = list_debtors(Presence.objects.filter(round__tournament=of), load_settings(of))
    assert len({who for who, _round in owing}) == len(owing)
    for who in people:
        paid = list(Presence.objects.filter(entrant=who, paid__gt=0).values_list("paid", flat=True))
        assert paid in ([], [FEE])
        assert not (paid and who in dict(owing))
    assert fees(of).due == FEE * len(owing)
    assert fees(of).paid == FEE * fees(of).payers
    for round_ in rounds:
        there = set(Presence.objects.filter(round=round_).values_list("entrant", flat=True))
        assert fees(of, round=round_).due <= FEE * len(there & set(dict(owing)))
    assert load_cash_box(of).adds_up


def test_a_substitute_owes_it_once_whom_they_stepped_in_for_plays_again_and_only_then(at_the_table, secretary):
    of, _first, table = at_the_table
    acts.substitute(table, new_key(), 0, Newcomer("Ersatz"))
    second = factories.round_(of, 0)
    acts.change_entries(second, new_key(), [entrant("Ersatz")])
    assert "Ersatz" not in dict(debtors(of))
    act = acts.change_entries(second, new_key(), [entrant("Spieler 1")])
    assert act.kind == Kind.ENTERED
    assert dict(debtors(of))["Ersatz"] == 2
    assert fees(of, round=second).due == FEE
    html = secretary.get(reverse("entrants", args=[of.slug]), {"round": 2}, headers=ENGLISH).content.decode()
    assert f'name="pay" value="{entrant("Ersatz")}"' in html
    acts.set_state(second, new_key(), [entrant("Spieler 1")], "waits")
    assert "Ersatz" not in dict(debtors(of))
    acts.set_state(second, new_key(), [entrant("Spieler 1")], "in")
    acts.pay(second, new_key(), [entrant("Ersatz")])
    assert "Ersatz" not in dict(debtors(of))


def test_one_payment_serves_one_of_those_who_had_the_same_seat(at_the_table):
    of, _first, table = at_the_table
    acts.substitute(table, new_key(), 0, Newcomer("Ersatz"))
    acts.substitute(table, new_key(), 0, Newcomer("Zweiter Ersatz"))
    second = factories.round_(of, 0)
    acts.change_entries(second, new_key(), [entrant("Ersatz"), entrant("Zweiter Ersatz")])
    assert [name for name, _number in debtors(of) if "Ersatz" in name] == ["Zweiter Ersatz"]
    acts.pay(second, new_key(), [entrant("Zweiter Ersatz")])
    assert [name for name, _number in debtors(of) if "Ersatz" in name] == []


def test_who_steps_in_for_a_substitute_who_owes_it_owes_it_too(at_the_table):
    of, _first, table = at_the_table
    acts.substitute(table, new_key(), 0, Newcomer("Ersatz"))
    again = [entrant(name) for name in ("Spieler 1", "Ersatz", "Spieler 2", "Spieler 3")]
    second = factories.round_(of, list(Entrant.objects.filter(pk__in=again)))
    (other,) = factories.draw_tables(second)
    started(second)
    place = next(row.place for row in list_seat_holders(other.game_table) if row.name == "Ersatz")
    acts.substitute(other, new_key(), place, Newcomer("Zweiter Ersatz"))
    assert ("Zweiter Ersatz", 2) in debtors(of)


seats = st.lists(
    st.tuples(
        st.sampled_from(["substitute", "enter", "waits", "in", "withdraw", "return", "pay", "back", "no_show", "undo"]),
        st.integers(0, 6),
        st.booleans(),
    ),
    max_size=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=seats)
def test_one_payment_never_settles_two_who_play_in_a_later_round(at_the_table, steps):
    of, first, table = at_the_table
    with transaction.atomic():
        people = [
            *Entrant.objects.filter(tournament=of),
            *factories.enter_people(of, "Ersatz A", "Ersatz B", "Ersatz C"),
        ]
        second = factories.round_(of, 0)
        for what, who, later in steps:
            if what == "substitute":
                with contextlib.suppress(ActionRefused):
                    acts.substitute(
                        table, new_key(), 0, Newcomer(people[who].person.name, person=people[who].person_id)
                    )
            else:
                take_step(of, second if later or what == "enter" else first, what, people[who].pk)
            _must_serve_one_each(of, second)
        transaction.set_rollback(True)


def _must_serve_one_each(of, second):
    """Nobody decides here: so many who play in the second round owe nothing, so many have paid."""
    entries = Presence.objects.filter(round__tournament=of)
    playing = set(entries.filter(round=second, state="in", entrant__withdrawn=None).values_list("entrant", flat=True))
    owing = set(dict(list_debtors(entries, load_settings(of))))
    covered = playing - owing - set(entries.filter(debt="waived").values_list("entrant", flat=True))
    assert len(covered) <= entries.filter(paid__gt=0).count()
