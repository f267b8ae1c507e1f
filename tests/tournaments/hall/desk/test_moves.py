"""Players move between the tables of a round in one act; no hand, capital or fee is lost or doubled by it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.audit import verify
from scoring.models import GameTable
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.hall.draw.test_free_seats import LEFT, STAFF, come_late, leave, names
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.selectors import load_settings
from tournaments.hall.desk import moves
from tournaments.hall.desk.chips import compute_chips
from tournaments.hall.desk.move_plans import list_best, list_for_player, list_for_table, list_for_waiting, load_hall
from tournaments.hall.desk.moves import MoveSeats
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.draw.history import load_rounds_by_number
from tournaments.hall.draw.quality import compute_fairness
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Entrant, Presence, RoundTable
from tournaments.people.entrants.fee_actions import list_open_fees
from tournaments.people.entrants.selectors import list_unseated
from tournaments.results.undo.services import undo

pytestmark = pytest.mark.django_db


def load(round_):
    """The hall as the desk plans with it."""
    rows = load_rows(RoundTable.objects.filter(round=round_), INSIDE)
    return load_hall(round_.tournament, round_, rows)


def move(round_, proposal, **more):
    return MoveSeats(moves=proposal.code, **more).perform(round_, new_key(), STAFF)


def read_all(of, round_):
    """Everybody's result in the round with the chips at the tables that play, and who sits where."""
    lines = load_standings(load_progress(of), EVERYBODY).list_lines(1)
    open_tables = RoundTable.objects.filter(round=round_, done=None).order_by("number")
    rows = load_rows(RoundTable.objects.filter(round=round_), INSIDE)
    return (
        {line.player.name: (line.capital, line.written, line.facts.hands) for line in lines},
        {table.number: sum(compute_chips(table.game_table, of).values()) for table in open_tables},
        {row.number: row.names for row in rows if row.is_open},
    )


def test_capital_goes_along_and_hands_stay_when_a_short_table_is_shared_out_and_back():
    of, round_, tables = running(12, fee=0)
    for _hand in range(2):
        play(round_, 1, {"plays": [{"contract": "solo", "declarer": 0, "result": "lost"}]})
    play(round_, 2)
    acts.set_state(round_, new_key(), [leave(round_, tables[0], 3, LEFT).pk], LEFT)
    before = read_all(of, round_)
    [joining] = [proposal for proposal in list_for_table(load(round_), 1) if proposal.kind == "join"]
    act = move(round_, joining)
    after = read_all(of, round_)
    assert after[0] == before[0]
    assert sum(after[1].values()) == sum(before[1].values()) - before[0]["Spieler 4"][0] // 6
    assert sorted(name for there in after[2].values() for name in there) == sorted(
        name for there in before[2].values() for name in there if name != "Spieler 4"
    )
    assert 1 not in after[2]
    seats = re.sub("<[^>]+>", " ", Client().get(reverse("seats", args=[of.slug, 1])).content.decode())
    assert seats.count("Spieler 1 ") <= 1
    moved = Client().get(reverse("table", args=[GameTable.objects.get(pk=tables[0].game_table_id).slug]))
    assert "jetzt an Tisch" in moved.content.decode()
    [ended] = Act.objects.filter(kind=Kind.BROKEN_UP)
    for sequence in (ended.sequence, act.sequence):
        if sequence == ended.sequence:
            with pytest.raises(ActionRefused, match="followed"):
                undo(of.pk, new_key(), sequence, STAFF)
        else:
            undo(of.pk, new_key(), sequence, STAFF)
    assert read_all(of, round_) == before


def test_replacement_capital_is_asked_for_by_what_somebody_has_brought():
    of, round_, tables = running(9)
    solo = {"plays": [{"contract": "solo", "declarer": 0, "result": "lost"}]}
    start = load_settings(of).start
    play(round_, 1, solo)
    loser = min(read_all(of, round_)[0].items(), key=lambda row: row[1][0])
    entrant = Entrant.objects.get(person__name=loser[0])
    [to_four] = [each for each in list_for_player(load(round_), entrant.pk) if each.kind == "move"]
    move(round_, to_four)
    row = next(row for row in load_rows(RoundTable.objects.filter(round=round_), INSIDE) if row.number == 2)
    assert row.names[-1] == loser[0]
    chips = compute_chips(tables[1].game_table, of)
    assert sorted(chips.values()) == sorted([start] * 4 + [loser[1][0] // 6])
    fairness = compute_fairness(list(load_rounds_by_number(of, 2).values()))  # two seats are of one person
    assert fairness is not None
    assert (fairness.best_outs, fairness.outs) == (None, (1, 2))


def test_one_table_becomes_two_with_late_players_and_that_is_taken_back(director):
    of, round_, _tables = running(9, fee=0)
    late = [come_late(of, round_, f"Spät {number}") for number in range(3)]
    before = read_all(of, round_)
    [split] = list_for_waiting(load(round_))
    assert list_best(of, round_, load_rows(RoundTable.objects.filter(round=round_), INSIDE))[0] == split
    page = reverse("desk_moves", kwargs={"slug": of.slug, "number": 1})
    assert split.title in director.get(page).content.decode()
    director.post(page, {"key": new_key(), "moves": split.code})
    third = RoundTable.objects.get(round=round_, number=3)
    assert sorted(names(third))[-3:] == ["Spät 0", "Spät 1", "Spät 2"]
    assert [len(there) for there in read_all(of, round_)[2].values()] == [4, 4, 4]
    assert list_unseated(round_) == []
    act = Act.objects.get(kind=Kind.MOVED)
    desk = director.get(reverse("desk", kwargs={"slug": of.slug, "number": 1})).content.decode()
    assert "Spät 0 sitzt an Tisch 3" in desk
    undo(of.pk, new_key(), act.sequence, STAFF)
    assert read_all(of, round_) == before
    assert list_unseated(round_) == [entrant.pk for entrant in late]
    acts.seat_late(round_, new_key(), late[0].pk)
    director.post(page, {"key": new_key(), "moves": split.code})  # what was shown is not there any more
    assert Act.objects.filter(kind=Kind.MOVED, undone_by=None).count() == 0


def test_two_swap_seats_before_the_start_and_what_was_made_of_another_hall_is_refused():
    of, round_, tables = factories.whole(8)
    one = Entrant.objects.get(person__name=names(tables[0])[1])
    swaps = [each for each in list_for_player(load(round_), one.pk) if each.kind == "swap"]
    swap = next(
        each for each in swaps if each.moves[1].entrant == Entrant.objects.get(person__name=names(tables[1])[2]).pk
    )
    before = [names(table) for table in tables]
    act = move(round_, swap)
    assert names(tables[0])[1] == before[1][2]
    assert names(tables[1])[2] == before[0][1]
    with pytest.raises(ActionRefused, match="cannot_move"):
        move(round_, swap)
    undo(of.pk, new_key(), act.sequence, STAFF)
    assert [names(table) for table in tables] == before


def test_the_fee_of_who_has_not_come_is_given_back_in_the_same_tap():
    of, round_, tables = running(9)
    gone = leave(round_, tables[1], 2)
    acts.pay(round_, new_key(), [gone.pk])
    best = list_for_table(load(round_), 2)[0]
    assert best.fee == (gone.person.name, load_settings(of).fee)
    move(round_, best, back=True)
    assert Presence.objects.get(round=round_, entrant=gone).paid == 0


def test_the_fee_of_who_has_not_come_goes_with_the_seat_and_comes_back_with_it(director):
    of, round_, tables = running(8)
    gone = leave(round_, tables[1], 2)
    acts.pay(round_, new_key(), [gone.pk])
    fee, before = load_settings(of).fee, load_cash_box(of).balance
    late = come_late(of, round_)
    desk = director.get(reverse("desk", kwargs={"slug": of.slug, "number": 1})).content.decode()
    assert "und den bezahlten" in desk
    address = reverse("seat_late", kwargs={"slug": of.slug, "number": 1})
    assert f"{address}?table=2&amp;carries_fee=1" in desk
    director.post(f"{address}?table=2&carries_fee=1", {"key": new_key(), "entrant": late.pk, "desk": "1"})
    paid = Presence.objects.filter(round=round_).values_list("entrant", "paid")
    assert (dict(paid)[gone.pk], dict(paid)[late.pk], load_cash_box(of).balance) == (0, fee, before)
    assert not {row.entrant for row in list_open_fees(of)} & {gone.pk, late.pk}
    act = Act.objects.get(kind=Kind.SUBSTITUTE)
    acts.pay(round_, new_key(), [late.pk], back=True)
    with pytest.raises(ActionRefused, match="cannot_undo"):
        undo(of.pk, new_key(), act.sequence, STAFF)
    undo(of.pk, new_key(), Act.objects.filter(kind=Kind.PAID).latest("sequence").sequence, STAFF)
    undo(of.pk, new_key(), act.sequence, STAFF)
    assert (dict(paid.all())[gone.pk], dict(paid.all())[late.pk], load_cash_box(of).balance) == (fee, 0, before)


@pytest.mark.parametrize("name", ["rebuild_table_clocks", "_end_table", "list_clock_events"])
def test_what_is_cut_off_in_the_middle_has_not_happened_and_the_same_tap_does_it_once(monkeypatch, name):
    """As a kill does it: the transaction is not finished."""
    of, round_, tables = running(12, fee=0)
    play(round_, 1)
    leave(round_, tables[0], 3)
    [joining] = [proposal for proposal in list_for_table(load(round_), 1) if proposal.kind == "join"]
    before, key = read_all(of, round_), new_key()

    def fail(*_arguments):
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(moves, name, fail)
        with pytest.raises(OSError):  # noqa: PT011 -- any
            MoveSeats(moves=joining.code).perform(round_, key, STAFF)
    assert read_all(of, round_) == before
    for _twice in range(2):
        MoveSeats(moves=joining.code).perform(round_, key, STAFF)
    assert sum(len(there) for there in read_all(of, round_)[2].values()) == 11
    assert not verify([table.game_table_id for table in tables])
