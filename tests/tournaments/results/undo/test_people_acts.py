"""Fees and what was decided about them, who is there, withdrawals and substitutes are taken back: all is as before."""

import pytest
from django.urls import reverse

from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import EVERYBODY
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.acts import DIRECTOR, last, take_back
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.settings import Settings
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Entrant, Presence, Tournament
from tournaments.people.entrants.fees import list_debtors
from tournaments.people.entrants.substitutes import list_former_holders, list_seat_holders
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.undo.services import undo

pytestmark = pytest.mark.django_db
SECRETARY = Actor(None, "s" * 16, rights=frozenset({"enter", "treasure"}))


def states(round_):
    rows = Presence.objects.filter(round=round_).order_by("entrant__number")
    return dict(rows.values_list("entrant__person__name", "state"))


def lines(of):
    (standing,) = load_standings(load_progress(Tournament.objects.get(pk=of.pk)), EVERYBODY).rounds
    return {line.player.name: (line.gain // 600, line.before) for line in standing.lines}


# fees and presence


def test_a_fee_on_a_receipt_and_one_that_was_given_back_stay():
    of, first, _tables = factories.whole(4, fee=300)
    one, other, *_rest = of.entrants.order_by("number")
    paid = acts.pay(first, new_key(), [one.pk])
    acts.write_fees_receipt(of, new_key(), one.pk)
    with pytest.raises(ActionRefused, match="followed"):
        undo(of.pk, new_key(), paid.sequence, DIRECTOR)
    paid = acts.pay(first, new_key(), [other.pk])
    acts.pay(first, new_key(), [other.pk], back=True)
    with pytest.raises(ActionRefused, match="followed") as found:
        undo(of.pk, new_key(), paid.sequence, DIRECTOR)
    assert found.value.params["act"].kind == Kind.PAID


def test_somebody_who_was_said_not_to_have_come_is_there_as_he_was():
    _of, first, _tables = factories.whole(8)
    entrant = first.presences.get(entrant__number=1).entrant
    acts.set_state(first, new_key(), [entrant.pk], "waits")
    acts.set_state(first, new_key(), [entrant.pk], "no_show")
    take_back(Kind.PRESENCE, who=SECRETARY)
    assert states(first)["Spieler 1"] == "waits"


def test_what_directors_do_secretaries_do_not_take_back():
    _of, first, tables = factories.whole(8)
    started(first)
    acts.substitute(tables[0], new_key(), 1, Newcomer("Ersatz"), DIRECTOR)
    with pytest.raises(ActionRefused, match="director_only"):
        take_back(Kind.SUBSTITUTE, who=SECRETARY)


# seats


@share_rows
def running():
    of, first, tables = factories.whole(8)
    return of, started(first), tables


def test_who_stepped_out_comes_back_to_his_seat_and_goes_on_with_its_score(running):
    of, first, (table, *_rest) = running
    play(first, 1)  # places 0 and 1 win a point each of places 2 and 3
    acts.substitute(table, new_key(), 1, Newcomer("Ersatz"))
    play(first, 1)
    assert lines(of)["Ersatz"] == (2, ("Spieler 2",))
    assert [(holder.place, holder.name) for holder in list_former_holders(table.game_table)] == [(1, "Spieler 2")]
    acts.substitute(table, new_key(), 1, Newcomer("Spieler 2"))
    play(first, 1)
    assert [holder.name for holder in list_seat_holders(table.game_table)] == [
        "Spieler 1",
        "Spieler 2",
        "Spieler 3",
        "Spieler 4",
    ]
    assert lines(of)["Spieler 2"] == (3, ("Ersatz",))
    assert "Ersatz" not in lines(of)
    assert states(first)["Spieler 2"] == "in"
    with pytest.raises(ActionRefused, match="seated_elsewhere"):  # a seat that was another one's he cannot come back to
        acts.substitute(table, new_key(), 2, Newcomer("Ersatz"))
    acts.substitute(table, new_key(), 1, Newcomer("Ersatz"))
    assert lines(of)["Ersatz"] == (3, ("Spieler 2",))


def test_a_wrong_substitution_is_as_if_it_had_not_been_also_after_a_hand(running):
    of, first, (table, *_rest) = running
    play(first, 1)
    acts.substitute(table, new_key(), 1, Newcomer("Falscher"))
    play(first, 1)
    take_back(Kind.SUBSTITUTE)
    play(first, 1)
    assert lines(of)["Spieler 2"] == (3, ())
    assert "Falscher" not in lines(of)
    assert states(first)["Spieler 2"] == "in"
    assert Entrant.objects.get(person__name="Falscher").withdrawn is not None  # he took part only because of this
    acts.substitute(table, new_key(), 2, Newcomer("Falscher"))
    assert lines(of)["Falscher"] == (-3, ("Spieler 3",))


def test_who_took_part_before_goes_on_doing_so_when_his_substitution_is_taken_back(running):
    of, first, (table, *_rest) = running
    acts.enter(of.pk, new_key(), [Newcomer("Gast")], [first.number])
    acts.substitute(table, new_key(), 1, Newcomer("Gast"))
    take_back(Kind.SUBSTITUTE)
    assert Entrant.objects.get(person__name="Gast").withdrawn is None
    assert states(first)["Gast"] == "in"


def test_substitutions_of_one_seat_are_taken_back_the_last_one_first(running):
    of, _first, (table, *_rest) = running
    first = acts.substitute(table, new_key(), 1, Newcomer("Eins"))
    acts.substitute(table, new_key(), 1, Newcomer("Zwei"))
    with pytest.raises(ActionRefused, match="followed"):
        undo(of.pk, new_key(), first.sequence, DIRECTOR)
    take_back(Kind.SUBSTITUTE)
    undo(of.pk, new_key(), first.sequence, DIRECTOR)
    assert [holder.name for holder in list_seat_holders(table.game_table)][1] == "Spieler 2"


def test_a_late_seat_is_taken_back_as_long_as_nothing_was_played_with_it(running):
    of, first, (table, *_rest) = running
    play(first, 1)
    acts.enter(of.pk, new_key(), [Newcomer("Nachzügler")], [first.number])
    late = Entrant.objects.get(person__name="Nachzügler")
    acts.seat_late(first, new_key(), late.pk, 1)
    take_back(Kind.SEATED_LATE)
    assert len(list_seat_holders(table.game_table)) == 4
    acts.seat_late(first, new_key(), late.pk, 1)
    play(first, 1)
    with pytest.raises(ActionRefused, match="hands_since"):
        take_back(Kind.SEATED_LATE)


# pages


def test_the_line_on_the_desk_takes_back_what_was_done_just_now(running):
    of, *_rest = running
    director = log_in(make_account("director"))
    desk = reverse("desk", args=[of.slug, 1])
    director.post(reverse("desk_clock", args=[of.slug, 1]), {"key": new_key(), "what": "pause"})
    html = director.get(desk).content.decode()
    act = last(Kind.PAUSE)
    assert f"/undo/{act.sequence}/" in html
    assert "noch 10 min" in html
    answer = director.post(
        reverse("undo", args=[of.slug, act.sequence]), {"key": new_key(), "next": desk, "act": [act.sequence]}
    )
    assert (answer.status_code, answer["Location"]) == (302, desk)
    assert f"/undo/{act.sequence}/" not in director.get(desk).content.decode()
    again = director.post(reverse("undo", args=[of.slug, act.sequence]), {"key": new_key()})
    assert again.status_code == 409
    assert "zurückgenommen" in again.content.decode()
    log = director.get(reverse("tournament_log", args=[of.slug])).content.decode()
    assert "zurückgenommen: Pause" in log


@pytest.mark.parametrize("where", ["//evil.example/", "https://evil.example/", "x"])
def test_it_leads_to_pages_of_this_program_only(running, where):
    of, *_rest = running
    director = log_in(make_account("director"))
    director.post(reverse("desk_clock", args=[of.slug, 1]), {"key": new_key(), "what": "pause"})
    address = reverse("undo", args=[of.slug, last(Kind.PAUSE).sequence])
    answer = director.post(address, {"key": new_key(), "next": where})
    assert answer["Location"] == reverse("tournament_log", args=[of.slug])


def test_what_stands_against_it_is_said_on_its_page(running):
    of, first, _tables = running
    director = log_in(make_account("director"))
    play(first, 1)
    html = director.get(reverse("undo", args=[of.slug, last(Kind.START).sequence])).content.decode()
    assert "An Tisch 1" in html
    assert 'name="key"' not in html.split("<main")[1]


def test_a_table_says_what_was_taken_back_there(running):
    of, _first, (table, *_rest) = running
    acts.substitute(table, new_key(), 1, Newcomer("Falscher"))
    take_back(Kind.SUBSTITUTE)
    director = log_in(make_account("director"))
    html = director.get(reverse("desk_table", args=[of.slug, 1, 1])).content.decode()
    assert "zurückgenommen: Falscher spielt für" in html


ABSENT, PLAYER = "Spieler 1", "Spieler 2"


@share_rows
def unpaid():
    """A round of a table that runs; nobody has paid."""
    of, first, (table,) = factories.whole(4, fee=300)
    return of, started(first), table


def entrant(name):
    return Entrant.objects.get(person__name=name).pk


def owes(name):
    return entrant(name) in {debtor for debtor, _round in list_debtors(Presence.objects.all(), Settings())}


def take_last_back(kind):
    act = Act.objects.filter(kind=kind, undone_by=None).latest("sequence")
    return undo(act.tournament_id, new_key(), act.sequence, DIRECTOR)


def test_whose_fee_was_waived_by_mistake_owes_it_again(unpaid):
    _of, first, _table = unpaid
    acts.decide_debt(first, new_key(), entrant(ABSENT), "waived")
    assert not owes(ABSENT)
    take_last_back(Kind.DEBT)
    assert owes(ABSENT)


def test_a_fee_that_was_moved_by_mistake_is_owed_by_who_had_owed_it_and_covers_the_seat_again(unpaid):
    _of, first, table = unpaid
    acts.pay(first, new_key(), [entrant(PLAYER)])
    acts.substitute(table, new_key(), 1, Newcomer("Ersatz"))  # for whom the fee is paid
    acts.decide_debt(first, new_key(), entrant(ABSENT), "moved", payer=entrant("Ersatz"))
    assert (owes(ABSENT), owes("Ersatz")) == (False, True)
    take_last_back(Kind.DEBT)
    assert (owes(ABSENT), owes("Ersatz")) == (True, False)


def test_a_decision_stays_once_who_was_to_pay_has_paid_or_another_one_was_made(unpaid):
    of, first, _table = unpaid
    moved = acts.decide_debt(first, new_key(), entrant(ABSENT), "moved", payer=entrant(PLAYER))
    acts.pay(first, new_key(), [entrant(PLAYER)])
    with pytest.raises(ActionRefused, match="followed"):
        undo(of.pk, new_key(), moved.sequence, DIRECTOR)
    take_last_back(Kind.PAID)
    acts.decide_debt(first, new_key(), entrant(ABSENT), "waived")
    with pytest.raises(ActionRefused, match="followed"):
        undo(of.pk, new_key(), moved.sequence, DIRECTOR)


def test_a_fee_that_was_ticked_by_mistake_leaves_what_had_been_decided_about_it(unpaid):
    of, first, table = unpaid
    acts.pay(first, new_key(), [entrant(PLAYER)])
    acts.substitute(table, new_key(), 1, Newcomer("Ersatz"))
    acts.decide_debt(first, new_key(), entrant(ABSENT), "waived")
    acts.pay(first, new_key(), [entrant("Ersatz"), entrant(ABSENT)])
    take_last_back(Kind.PAID)
    assert (owes("Ersatz"), owes(ABSENT)) == (False, False)
    box = load_cash_box(of)
    assert (box.fee_total, box.adds_up) == (300, True)


def test_a_fee_that_was_given_back_by_mistake_covers_the_seat_again(unpaid):
    of, first, table = unpaid
    acts.pay(first, new_key(), [entrant(PLAYER)])
    acts.substitute(table, new_key(), 1, Newcomer("Ersatz"))
    given = acts.pay(first, new_key(), [entrant(PLAYER)], back=True)
    assert owes("Ersatz")
    acts.pay(first, new_key(), [entrant("Ersatz")])
    with pytest.raises(ActionRefused, match="followed"):  # both would have paid for one seat
        undo(of.pk, new_key(), given.sequence, DIRECTOR)
    take_last_back(Kind.PAID)
    undo(of.pk, new_key(), given.sequence, DIRECTOR)
    assert (owes(PLAYER), owes("Ersatz")) == (False, False)


def test_who_was_in_the_round_only_as_a_substitute_owes_nothing_when_that_is_taken_back(unpaid):
    _of, first, table = unpaid
    acts.set_state(first, new_key(), [entrant(ABSENT)], "no_show")
    acts.substitute(table, new_key(), 0, Newcomer("Ersatz"))
    assert (owes(ABSENT), owes("Ersatz")) == (True, True)
    acts.pay(first, new_key(), [entrant("Ersatz")])
    with pytest.raises(ActionRefused, match="fee_paid"):
        take_last_back(Kind.SUBSTITUTE)
    take_last_back(Kind.PAID)
    take_last_back(Kind.SUBSTITUTE)
    assert (owes(ABSENT), owes("Ersatz")) == (True, False)
    assert not Presence.objects.filter(entrant=entrant("Ersatz")).exists()
    assert Presence.objects.get(entrant=entrant(ABSENT)).state == "no_show"


def test_a_substitute_who_is_to_pay_for_somebody_stays_until_that_is_decided_anew(unpaid):
    _of, first, table = unpaid
    acts.set_state(first, new_key(), [entrant(ABSENT)], "no_show")
    acts.substitute(table, new_key(), 0, Newcomer("Ersatz"))
    acts.decide_debt(first, new_key(), entrant(ABSENT), "moved", payer=entrant("Ersatz"))
    with pytest.raises(ActionRefused, match="followed") as found:
        take_last_back(Kind.SUBSTITUTE)
    assert found.value.params["act"].kind == Kind.DEBT
    acts.decide_debt(first, new_key(), entrant(ABSENT), "")
    take_last_back(Kind.SUBSTITUTE)
    assert owes(ABSENT)
