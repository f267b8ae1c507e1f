"""A free seat is one that nobody present holds: whoever has none gets it before a table has a fifth beside a ghost."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.ledger.book import load_book
from scoring.book.ledger.entries import Outcome
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tests.support.accounts import make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.selectors import load_settings
from tournaments.hall.desk.chips import compute_chips
from tournaments.hall.desk.moves import GoOnWithout
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.draw.history import load_earlier_rounds
from tournaments.hall.draw.late_entries import list_free_tables
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Entrant, Presence, RoundTable
from tournaments.people.entrants.selectors import list_unseated
from tournaments.people.entrants.substitutes import list_seat_holders
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.undo.services import undo

pytestmark = pytest.mark.django_db
NO_SHOW, LEFT = Presence.State.NO_SHOW, Presence.State.LEFT


def leave(round_, table, place, state=NO_SHOW):
    """Somebody at a place has not come, or goes home; their entrant."""
    gone = Entrant.objects.get(
        tournament=round_.tournament_id, person=list_seat_holders(table.game_table)[place].person
    )
    acts.set_state(round_, new_key(), [gone.pk], state)
    return gone


def come_late(of, round_, name="Nachzüglerin"):
    [late] = factories.enter_people(of, name)
    acts.change_entries(round_, new_key(), [late.pk])
    return late


def names(table):
    return [holder.name for holder in list_seat_holders(table.game_table)]


@pytest.mark.heavy_but("no_show-8-2")
@pytest.mark.parametrize(("count", "number"), [(17, 2), (17, 1), (8, 2)])
@pytest.mark.parametrize("state", [NO_SHOW, LEFT])
def test_give_a_seat_takes_the_seat_that_nobody_present_holds(count, number, state):
    """Of 17 players at four tables, of eight at two; also at a table of five, before another one has a fifth."""
    of, round_, tables = running(count)
    gone = leave(round_, tables[number - 1], 0, state)
    late = come_late(of, round_)
    sizes = [len(names(table)) for table in tables]
    key = new_key()
    for _twice in range(2):
        acts.seat_late(round_, key, late.pk)
    assert names(tables[number - 1])[0] == "Nachzüglerin"
    assert [len(names(table)) for table in tables] == sizes
    assert list_unseated(round_) == []
    assert not any(row.gone or row.is_short for row in load_rows(RoundTable.objects.filter(round=round_), INSIDE))
    assert Presence.objects.get(round=round_, entrant=gone).state == state


def test_the_table_that_the_director_chooses_has_its_free_seat_taken_too():
    of, round_, tables = running(8)
    leave(round_, tables[1], 2)
    acts.seat_late(round_, new_key(), come_late(of, round_).pk, 2)
    assert names(tables[1])[2] == "Nachzüglerin"
    assert len(names(tables[1])) == 4


def test_without_a_free_seat_there_is_a_fifth_and_who_comes_after_all_is_seated_elsewhere():
    of, round_, tables = running(8)
    gone = leave(round_, tables[0], 1)
    for name in ("Erste", "Zweite"):
        acts.seat_late(round_, new_key(), come_late(of, round_, name).pk)
    assert names(tables[0])[1] == "Erste"
    assert names(tables[0])[-1] == "Zweite"
    acts.set_state(round_, new_key(), [gone.pk], Presence.State.IN)
    assert list_unseated(round_) == [gone.pk]
    acts.seat_late(round_, new_key(), gone.pk)
    assert names(tables[1])[-1] == gone.person.name


def test_a_free_seat_is_taken_before_the_start_too_any_other_is_swapped_in_the_draw():
    of, round_, tables = factories.whole(8)
    leave(round_, tables[0], 3)
    late = come_late(of, round_)
    with pytest.raises(ActionRefused, match="not_started"):
        acts.substitute(tables[0], new_key(), 0, Newcomer("Ersatz"))
    acts.seat_late(round_, new_key(), late.pk)
    assert names(tables[0])[3] == "Nachzüglerin"
    acts.start_clock(round_, new_key())


def test_it_is_taken_back_as_any_substitute_is():
    of, round_, tables = running(8)
    gone = leave(round_, tables[0], 0)
    late = come_late(of, round_)
    act = acts.seat_late(round_, new_key(), late.pk)
    undo(of.pk, new_key(), act.sequence, Actor(None, "d" * 16, directs=True))
    assert names(tables[0])[0] == gone.person.name
    assert list_unseated(round_) == [late.pk]
    assert Presence.objects.get(round=round_, entrant=gone).state == NO_SHOW


def test_who_has_gone_home_from_another_round_holds_no_free_seat_in_this_one():
    """The rows of several rounds are read together; a no-show of the first round who plays in the second is there."""
    of, first, tables = running(8)
    gone = leave(first, tables[0], 0)
    second = factories.round_(of)
    factories.draw_tables(second)
    rows = load_rows(RoundTable.objects.filter(round__tournament=of), INSIDE)
    assert [row.gone for row in rows] == [1, 0, 0, 0]
    assert gone.person.name in rows[2].names


def test_the_queue_offers_the_free_seat_first_and_keeps_the_short_table_in_sight(director):
    of, round_, tables = running(17, fee=0)
    leave(round_, tables[1], 0)
    late = come_late(of, round_)
    where = {"slug": of.slug, "number": 1}
    queue = director.get(reverse("desk", kwargs=where)).context["needs"]
    [proposal] = [need.proposal for need in queue if need.proposal]
    assert (proposal.table.number, proposal.seat.name) == (2, "Spieler 5")
    assert [need.kind for need in queue] == ["unseated", "short"]
    choices = director.get(reverse("seat_late", kwargs=where)).context["free"]
    assert next((free.table.number, free.seat is not None) for free in choices) == (2, True)
    at_table = director.get(reverse("desk_table", kwargs={**where, "table": 2})).content.decode()
    assert f'name="entrant" value="{late.pk}"' in at_table
    director.post(reverse("seat_late", kwargs=where), {"key": new_key(), "entrant": late.pk, "desk": "1"})
    assert director.get(reverse("desk", kwargs=where)).context["needs"] == ()


def test_the_program_of_another_does_the_same_by_the_api():
    of, round_, tables = running(8)
    leave(round_, tables[1], 1)
    late = come_late(of, round_)
    program = create_program(make_account("director"))
    answer = program.send(
        f"tournaments/{of.slug}/rounds/1/late", {"key": new_key(), "entrant": late.number, "table": 0}
    )
    assert answer.status_code == 200, answer.content
    assert names(tables[1])[1] == "Nachzüglerin"


STAFF = Actor(None, "d" * 16, directs=True)


@share_rows
def left():
    """A round of a five and a four that runs: somebody has left the five."""
    _of, round_, tables = running(9)
    game = GameTable.objects.get(pk=tables[0].game_table_id)
    gone = list_seat_holders(game)[4]
    written = write_change(
        game, factories.new_key(), 0, changes.change_seats(Seating((0, 1, 2, 3))), "geht", sent=["goes"], who=STAFF
    )
    assert written.outcome is Outcome.SAVED, written
    return round_, tables, Entrant.objects.get(person=gone.person)


@pytest.mark.parametrize("number", [1, 2])
def test_who_has_left_is_seated_again_once(left, number):
    round_, tables, entrant = left
    assert list_unseated(round_) == [entrant.pk]
    assert {table.table.number for table in list_free_tables(round_.tournament, round_, entrant.pk)} == {1, 2}
    acts.seat_late(round_, factories.new_key(), entrant.pk, number)
    assert names(tables[number - 1])[-1] == entrant.person.name
    assert list_unseated(round_) == []
    with pytest.raises(ActionRefused, match="seated_already"):
        acts.seat_late(round_, factories.new_key(), entrant.pk)


def test_the_page_offers_him_until_it_is_said_that_he_has_gone_home(left, director):
    round_, _tables, entrant = left
    page = reverse("seat_late", kwargs={"slug": round_.tournament.slug, "number": 1})
    assert director.get(page).context["first"].id == entrant.pk
    acts.set_state(round_, factories.new_key(), [entrant.pk], Presence.State.LEFT)
    assert director.get(page).context["first"] is None


def test_whose_seat_was_taken_over_sits_nowhere_and_who_took_it_over_does():
    _of, round_, tables = running(8)
    acts.substitute(tables[0], factories.new_key(), 1, Newcomer("Ersatz"))
    gone = Entrant.objects.get(person__name="Spieler 2")
    assert list_unseated(round_) == []
    acts.set_state(round_, factories.new_key(), [gone.pk], Presence.State.IN)
    assert list_unseated(round_) == [gone.pk]
    acts.seat_late(round_, factories.new_key(), gone.pk, 2)
    assert names(tables[1])[-1] == "Spieler 2"
    assert names(tables[0])[1] == "Ersatz"


def list_lines(director, round_):
    """The lines of the queue about free seats: kind, table, who would take the seat."""
    where = {"slug": round_.tournament.slug, "number": round_.number}
    queue = director.get(reverse("desk", kwargs=where)).context["needs"]
    return [
        (need.kind, need.table.number, need.player.name if need.player else "")
        for need in queue
        if need.seat is not None
    ]


def tap_line(director, round_, kind):
    """Tap the button of the line of a kind, with the fields of the form that all lines share."""
    where = {"slug": round_.tournament.slug, "number": round_.number}
    html = director.get(reverse("desk", kwargs=where)).content.decode()
    line = re.search(rf'<li id="need-{kind}-\d+"(.*?)</li>', html, re.S)
    assert line is not None
    [(address, name, value)] = re.findall(
        r'<button form="tap" formaction="([^"]+)"\s+name="(\w+)" value="([\w-]+)"', line[1]
    )
    answer = director.post(address, {"key": new_key(), "desk": "1", name: value})
    assert (answer.status_code, answer["Location"]) == (302, reverse("desk", kwargs=where))


def test_a_table_of_five_goes_on_with_four_in_one_tap_and_that_is_taken_back(director):
    of, round_, tables = running(17, fee=0)
    absent = leave(round_, tables[0], 0)
    assert list_lines(director, round_) == [("free", 1, "")]
    late = come_late(of, round_)
    assert list_lines(director, round_) == []  # the seat is offered to who has none
    acts.withdraw(of.pk, new_key(), late.pk)
    before = names(tables[0])
    tap_line(director, round_, "free")
    assert names(tables[0]) == [name for name in before if name != absent.person.name]
    assert list_lines(director, round_) == []
    act = Act.objects.get(tournament=of, kind=Kind.SEAT_CLOSED)
    undo(of.pk, new_key(), act.sequence, STAFF)
    assert names(tables[0]) == before
    assert list_lines(director, round_) == [("free", 1, "")]


def test_a_table_that_goes_on_with_four_keeps_the_time_of_five(director):
    _of, round_, tables = running(9, fee=0, larger_seconds=(3600, 3600))
    [before, of_four] = GameTable.objects.order_by("pk").values_list("clock", flat=True)
    assert before != of_four
    leave(round_, tables[0], 0)
    tap_line(director, round_, "free")
    assert GameTable.objects.values_list("clock", flat=True).get(pk=tables[0].game_table_id) == before


def test_a_hand_played_with_four_keeps_the_seat_closed_and_pays_four(director):
    of, round_, tables = running(17, fee=0)
    leave(round_, tables[0], 1)
    tap_line(director, round_, "free")
    play(round_, 1)
    act = Act.objects.get(tournament=of, kind=Kind.SEAT_CLOSED)
    with pytest.raises(ActionRefused, match="hands_since"):
        undo(of.pk, new_key(), act.sequence, STAFF)
    [row, *_others] = load_rows(RoundTable.objects.filter(round=round_), INSIDE)
    assert (len(row.names), row.hands, row.gone) == (4, 1, 0)
    chips = compute_chips(tables[0].game_table, of)
    assert (len(chips), sum(chips.values())) == (4, 4 * load_settings(of).start)
    assert len(set(chips.values())) > 1


def test_a_table_never_goes_on_with_three_and_no_seat_is_closed_that_somebody_holds():
    _of, round_, tables = running(17, fee=0)
    leave(round_, tables[1], 0)
    with pytest.raises(ActionRefused, match="too_few"):
        GoOnWithout(place=0).perform(tables[1], new_key(), STAFF)
    with pytest.raises(ActionRefused, match="not_free"):
        GoOnWithout(place=0).perform(tables[0], new_key(), STAFF)


def test_who_sits_a_round_out_takes_the_seat_of_the_short_table_in_one_tap(director):
    of, round_, tables = running(8, fee=0)
    [standby] = factories.enter_people(of, "Reserve")
    acts.change_entries(round_, new_key(), [standby.pk])
    acts.set_state(round_, new_key(), [standby.pk], Presence.State.WAITS)
    assert list_lines(director, round_) == []
    with pytest.raises(ActionRefused, match="no_room"):  # a stand-by makes no table of five
        acts.seat_late(round_, new_key(), standby.pk)
    leave(round_, tables[1], 2)
    assert list_lines(director, round_) == [("short", 2, "Reserve")]
    tap_line(director, round_, "short")
    assert names(tables[1])[2] == "Reserve"
    assert Presence.objects.get(round=round_, entrant=standby).state == Presence.State.IN
    assert list_lines(director, round_) == []
    act = Act.objects.get(tournament=of, kind=Kind.SUBSTITUTE)
    undo(of.pk, new_key(), act.sequence, STAFF)
    assert Presence.objects.get(round=round_, entrant=standby).state == Presence.State.WAITS


@pytest.mark.heavy_but("9")
@pytest.mark.parametrize("count", [9, 17])
def test_somebody_of_a_five_moves_to_the_four_that_is_short_before_a_hand_and_back(director, count):
    of, round_, tables = running(count)
    five, four = tables[0], tables[1]
    gone = leave(round_, four, 2)
    before, there = names(five), names(four)
    hoch = before[(five.game_table.first_forehand - 1) % 5]
    forehands = [load_book(table.game_table).now.forehand for table in (five, four)]
    paid = Presence.objects.filter(round=round_).values_list("entrant", "state", "paid", "debt").order_by("entrant")
    fees = list(paid)
    assert list_lines(director, round_) == [("short", 2, "")]
    shown = director.get(reverse("desk", kwargs={"slug": of.slug, "number": 1})).content.decode()
    [mover] = set(before) - {name for name in before if f"{name} kommt von Tisch 1 zu Tisch 2" not in shown}
    tap_line(director, round_, "short")
    assert mover != hoch
    assert names(five) == [name for name in before if name != mover]
    assert names(four) == [*there[:2], mover, there[3]]
    now = [load_book(GameTable.objects.get(pk=table.game_table_id)).now for table in (five, four)]
    assert [len(evening.order) for evening in now] == [4, 4]
    assert now[1].forehand == forehands[1]
    assert now[0].forehand == forehands[0] or before[forehands[0]] == mover
    assert list(paid) == fees
    assert list_lines(director, round_) == []
    seats = Client().get(reverse("seats", args=[of.slug, 1])).content.decode()
    assert re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", seats)).count(mover) == 1
    for number in (1, 2):
        log = director.get(reverse("desk_table", kwargs={"slug": of.slug, "number": 1, "table": number}))
        assert "von Tisch 1 zu Tisch 2" in log.content.decode()
    act = Act.objects.get(tournament=of, kind=Kind.MOVED)
    page = reverse("desk_moves", kwargs={"slug": of.slug, "number": 1})
    assert "Nicht in dieser Liste" not in director.get(page).content.decode()
    RoundTable.objects.filter(pk=five.pk).update(called=act.at)
    assert re.search("gespielt wird:\\s+Tisch 1", director.get(page).content.decode())
    RoundTable.objects.filter(pk=five.pk).update(called=None)
    if count == 17:
        acts.set_state(round_, new_key(), [gone.pk], Presence.State.IN)
        elsewhere = acts.seat_late(round_, new_key(), gone.pk, 3)
        with pytest.raises(ActionRefused, match="followed"):
            undo(of.pk, new_key(), act.sequence, STAFF)
        undo(of.pk, new_key(), elsewhere.sequence, STAFF)
        acts.set_state(round_, new_key(), [gone.pk], NO_SHOW)
    undo(of.pk, new_key(), act.sequence, STAFF)
    assert (names(five), names(four)) == (before, there)
    assert list_lines(director, round_) == [("short", 2, "")]


def test_whoever_moved_before_the_first_hand_plays_ranks_and_has_met_people_at_the_new_table_only(director):
    of, round_, tables = running(9)
    leave(round_, tables[1], 2)
    tap_line(director, round_, "short")
    act = Act.objects.get(tournament=of, kind=Kind.MOVED)
    [[mover, _from, _to]] = parse_content(act)["moves"]
    for number in (1, 2):
        play(round_, number)
    with pytest.raises(ActionRefused, match="hands_since"):
        undo(of.pk, new_key(), act.sequence, STAFF)
    lines = load_standings(load_progress(of), EVERYBODY).list_lines(1)
    person = Entrant.objects.get(pk=mover).person
    assert sorted((line.table, line.player.name == person.name) for line in lines) == [
        *[(1, False)] * 4,
        *[(2, False)] * 3,
        (2, True),
    ]
    places = [sorted(line.place for line in lines if line.table == number) for number in (1, 2)]
    assert places[0] == places[1]  # the same hand at two tables of four
    assert not any(line.seat_of for line in lines)  # a seat of their own, also for the team
    [played] = load_earlier_rounds(of, 2)
    assert [len(table.seats) for table in played] == [4, 4]
    assert [mover in [seat[-1] for seat in table.seats] for table in played] == [False, True]
