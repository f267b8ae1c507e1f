"""The fee of the tournament covers a seat, and serves one player in the rounds that follow, never two."""

import contextlib

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.support import factories
from tests.tournaments.support.entry_acts import change_entries, pay, set_state, substitute
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.tournament_fee import FEE, debtors, entrant, fees, take_step
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.selectors import load_settings
from tournaments.core.settings import TOURNAMENT
from tournaments.models import Entrant, Presence
from tournaments.people.entrants.fees import list_debtors
from tournaments.people.entrants.substitutes import list_seat_holders
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@share_rows
def at_the_table():
    """A table of four in a round that runs, and a second round that is open; Spieler 1 has paid."""
    of, first, (table,) = factories.whole(4, fee=FEE, fee_per=TOURNAMENT)
    pay(first, new_key(), [entrant("Spieler 1")])
    return of, started(first), table


def test_a_substitute_owes_it_once_whom_they_stepped_in_for_plays_again_and_only_then(at_the_table, secretary):
    of, _first, table = at_the_table
    substitute(table, new_key(), 0, Newcomer("Ersatz"))
    second = factories.round_(of, 0)
    change_entries(second, new_key(), [entrant("Ersatz")])
    assert "Ersatz" not in dict(debtors(of))
    act = change_entries(second, new_key(), [entrant("Spieler 1")])
    assert act.kind == Kind.ENTERED
    assert dict(debtors(of))["Ersatz"] == 2
    assert fees(of, round=second).due == FEE
    html = secretary.get(reverse("entrants", args=[of.slug]), {"round": 2}, headers=ENGLISH).content.decode()
    assert f'name="pay" value="{entrant("Ersatz")}"' in html
    set_state(second, new_key(), [entrant("Spieler 1")], "waits")
    assert "Ersatz" not in dict(debtors(of))
    set_state(second, new_key(), [entrant("Spieler 1")], "in")
    pay(second, new_key(), [entrant("Ersatz")])
    assert "Ersatz" not in dict(debtors(of))


def test_one_payment_serves_one_of_those_who_had_the_same_seat(at_the_table):
    of, _first, table = at_the_table
    substitute(table, new_key(), 0, Newcomer("Ersatz"))
    substitute(table, new_key(), 0, Newcomer("Zweiter Ersatz"))
    second = factories.round_(of, 0)
    change_entries(second, new_key(), [entrant("Ersatz"), entrant("Zweiter Ersatz")])
    assert [name for name, _number in debtors(of) if "Ersatz" in name] == ["Zweiter Ersatz"]
    pay(second, new_key(), [entrant("Zweiter Ersatz")])
    assert [name for name, _number in debtors(of) if "Ersatz" in name] == []


def test_who_steps_in_for_a_substitute_who_owes_it_owes_it_too(at_the_table):
    of, _first, table = at_the_table
    substitute(table, new_key(), 0, Newcomer("Ersatz"))
    again = [entrant(name) for name in ("Spieler 1", "Ersatz", "Spieler 2", "Spieler 3")]
    second = factories.round_(of, list(Entrant.objects.filter(pk__in=again)))
    (other,) = factories.draw_tables(second)
    started(second)
    place = next(row.place for row in list_seat_holders(other.game_table) if row.name == "Ersatz")
    substitute(other, new_key(), place, Newcomer("Zweiter Ersatz"))
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
                    substitute(table, new_key(), 0, Newcomer(people[who].person.name, person=people[who].person_id))
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
