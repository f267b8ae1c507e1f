"""Drafts and publishing: once for each key, kept for good, what was really played is known; what is refused."""

import json

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from scoring.book.table_clock import CLOCK_DONE, decode_clock
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused, Kind
from tournaments.hall.desk.table_views import load_table_log
from tournaments.hall.draw.history import is_hoch_dealer, load_earlier_rounds, load_entrants_by_person
from tournaments.hall.draw.late_entries import list_free_tables
from tournaments.hall.draw.pairing import draw_tables
from tournaments.hall.draw.values import DrawTable, parse_input, parse_tables
from tournaments.models import Act, Draw, Entrant, Presence, Round, RoundTable, Tournament
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db


def a_round(count, **settings):
    return factories.make_entered_round(count, **settings)[1]


def published(round_, **how):
    one = acts.draft(round_, factories.new_key())
    acts.publish_draw(round_, factories.new_key(), one.number, **how)
    return Round.objects.select_related("draw", "tournament").get(pk=round_.pk)


def seats_of(table: RoundTable) -> list[int]:
    rows = table.game_table.sittings.order_by("place").values_list("seated__person__entrants", flat=True)
    return list(rows)


def test_a_draft_is_made_once_for_its_key_and_can_be_made_again_from_what_it_keeps():
    round_, key = a_round(23), factories.new_key()
    one = acts.draft(round_, key)
    assert acts.draft(round_, key) == one
    assert Draw.objects.filter(round=round_).count() == 1
    again = draw_tables(parse_input(one.made_from, one.seed))
    assert parse_tables(one, hoch_deals=is_hoch_dealer(round_.tournament)) == again
    assert Act.objects.get(key=key).kind == Kind.DRAFT


def test_each_draft_has_another_seed():
    round_ = a_round(16)
    seatings = {acts.draft(round_, factories.new_key()).seating for _ in range(4)}
    assert len(seatings) == 4


def test_publishing_lays_the_tables_once():
    round_, key = a_round(9), factories.new_key()
    one = acts.draft(round_, factories.new_key())
    acts.publish_draw(round_, key, one.number)
    acts.publish_draw(round_, key, one.number)
    tables = list(RoundTable.objects.filter(round=round_).order_by("number"))
    assert [seats_of(table) for table in tables] == json.loads(one.seating)
    dealers = [(table.game_table.first_forehand - 1) % table.game_table.players for table in tables]
    assert dealers == json.loads(one.dealers)
    assert Round.objects.get(pk=round_.pk).draw == one


def count_statements_of_publishing(players):
    _of, round_ = factories.make_entered_round(players)
    number = acts.draft(round_, factories.new_key()).number
    with CaptureQueriesContext(connection) as statements:
        acts.publish_draw(round_, factories.new_key(), number)
    again = acts.draft(round_, factories.new_key()).number
    with CaptureQueriesContext(connection) as others:
        acts.publish_draw(round_, factories.new_key(), again, reason="anders")
    games = GameTable.objects.filter(round_table__round=round_)
    assert games.filter(sittings__total__isnull=False).distinct().count() == players // 4
    assert not games.filter(Q(head=b"") | Q(state="")).exists()
    return len(statements), len(others)


def test_publishing_a_hall_takes_as_many_statements_as_publishing_two_tables():
    few, hall = count_statements_of_publishing(8), count_statements_of_publishing(120)
    # SQLite takes no more than 999 values in a statement: a few are cut in two.
    assert all(large <= small + 4 for small, large in zip(few, hall, strict=True)), (few, hall)


def test_a_draw_by_cards_seats_everybody_once_at_tables_of_four_to_six():
    round_ = a_round(9)
    ids = list(Entrant.objects.order_by("number").values_list("pk", flat=True))
    with pytest.raises(ActionRefused, match="not_everybody_once"):
        acts.type_in(round_, factories.new_key(), [DrawTable(tuple(ids[:4]), 0)])
    with pytest.raises(ActionRefused, match="table_size"):
        acts.type_in(round_, factories.new_key(), [DrawTable(tuple(ids[:3]), 0), DrawTable(tuple(ids[3:]), 0)])
    one = acts.type_in(round_, factories.new_key(), [DrawTable(tuple(ids[:5]), 4), DrawTable(tuple(ids[5:]), 0)])
    acts.publish_draw(round_, factories.new_key(), one.number)
    table = RoundTable.objects.get(round=round_, number=1)
    high = 4
    forehand = (high + 1) % 5 if is_hoch_dealer(round_.tournament) else high
    assert (seats_of(table), table.game_table.first_forehand) == (ids[:5], forehand)


def test_another_draw_after_the_published_one_needs_a_reason_and_lays_only_what_is_not_the_same():
    round_ = published(a_round(12))
    before = {table.number: table.game_table_id for table in RoundTable.objects.filter(round=round_)}
    first, second, third = json.loads(round_.draw.seating)
    other = acts.swap(round_, factories.new_key(), round_.draw.number, (first[0], second[0]))
    with pytest.raises(ActionRefused, match="no_reason"):
        acts.publish_draw(round_, factories.new_key(), other.number)
    done = acts.publish_draw(round_, factories.new_key(), other.number, reason="Ehepaar")
    after = {table.number: table.game_table_id for table in RoundTable.objects.filter(round=round_)}
    assert after[3] == before[3]
    assert not {after[1], after[2]} & set(before.values())
    clocks = [decode_clock(GameTable.objects.get(pk=before[number]).clock) for number in (1, 2)]
    assert [clock and clock.stands for clock in clocks] == [CLOCK_DONE, CLOCK_DONE]
    assert done.note is not None
    assert [seats_of(table) for table in RoundTable.objects.filter(round=round_).order_by("number")] == [
        [second[0], *first[1:]],
        [first[0], *second[1:]],
        third,
    ]


def test_nothing_is_drawn_any_more_when_the_round_has_started():
    round_ = published(a_round(8))
    acts.start_clock(round_, factories.new_key())
    for refused in (
        lambda: acts.draft(round_, factories.new_key()),
        lambda: acts.publish_draw(round_, factories.new_key(), 1, reason="nochmals"),
        lambda: acts.swap(round_, factories.new_key(), 1, tuple(json.loads(round_.draw.seating)[0][:2])),
    ):
        with pytest.raises(ActionRefused, match="round_started"):
            refused()


def test_a_draft_with_somebody_who_does_not_play_is_not_published():
    round_ = a_round(9)
    one = acts.draft(round_, factories.new_key())
    gone = Entrant.objects.get(number=3)
    acts.set_state(round_, factories.new_key(), [gone.pk], Presence.State.NO_SHOW)
    with pytest.raises(ActionRefused) as refused:
        acts.publish_draw(round_, factories.new_key(), one.number)
    assert (refused.value.code, refused.value.params) == ("somebody_gone", {"numbers": "3"})


def test_the_next_draw_knows_who_really_sat_together():
    round_ = published(a_round(16))
    second = factories.round_(round_.tournament)
    one = acts.draft(second, factories.new_key())
    met = {frozenset(table) for table in json.loads(round_.draw.seating)}
    rounds = load_earlier_rounds(round_.tournament, 2)
    assert {frozenset(player for seat in table.seats for player in seat) for table in rounds[0]} == met
    for table in json.loads(one.seating):
        assert all(len(set(table) & four) == 1 for four in met)
    wanted = parse_input(one.made_from, one.seed)
    assert wanted.plan == int(round_.draw.seed, 16)
    highs = {table.seats[table.high][0] for table in rounds[0]}
    assert highs == {
        table.seats[table.high] for table in draw_tables(parse_input(round_.draw.made_from, round_.draw.seed))
    }


def test_a_no_show_has_met_nobody():
    round_ = published(a_round(10))
    absent = json.loads(round_.draw.seating)[0][0]
    acts.set_state(round_, factories.new_key(), [absent], Presence.State.NO_SHOW)
    rounds = load_earlier_rounds(round_.tournament, 2)
    assert sorted(len(table.seats) for table in rounds[0]) == [4, 5]
    assert absent not in {player for table in rounds[0] for seat in table.seats for player in seat}


@pytest.mark.parametrize("started", [False, True])
def test_a_late_entrant_is_seated_as_the_fifth_of_a_table_of_four_once(started):
    round_ = published(a_round(9))
    if started:
        acts.start_clock(round_, factories.new_key())
    acts.enter(round_.tournament_id, factories.new_key(), [Newcomer("Zu spät")], rounds=[1])
    late = Entrant.objects.get(person__name="Zu spät")
    four = next(table for table in RoundTable.objects.filter(round=round_) if table.game_table.players == 4)
    assert list_free_tables(round_.tournament, round_, late.pk)[0].table == four
    key = factories.new_key()
    acts.seat_late(round_, key, late.pk)
    acts.seat_late(round_, key, late.pk)
    assert seats_of(four)[-1] == late.pk
    logs = [load_table_log(table) for table in RoundTable.objects.filter(round=round_).order_by("number")]
    there = [number for number, log in enumerate(logs, 1) if any(act.kind == Kind.SEATED_LATE for act in log)]
    assert there == [four.number]
    assert GameTable.objects.get(pk=four.game_table_id).last_sequence == 1
    with pytest.raises(ActionRefused, match="seated_already"):
        acts.seat_late(round_, factories.new_key(), late.pk)
    assert late.pk in {
        person for seat in load_earlier_rounds(round_.tournament, 2)[0][four.number - 1].seats for person in seat
    }


def test_where_everybody_sits_six_there_is_no_room():
    round_ = published(a_round(6))
    acts.enter(round_.tournament_id, factories.new_key(), [Newcomer("Zu spät")], rounds=[1])
    with pytest.raises(ActionRefused, match="no_room"):
        acts.seat_late(round_, factories.new_key(), Entrant.objects.get(person__name="Zu spät").pk)


def test_whoever_entered_after_the_draft_is_not_forgotten_when_it_is_published():
    of, round_ = factories.make_entered_round(8)
    acts.draft(round_, factories.new_key())
    late = factories.people(of, 1)
    acts.change_entries(round_, factories.new_key(), [entrant.pk for entrant in late])
    with pytest.raises(ActionRefused) as refused:
        acts.publish_draw(round_, factories.new_key(), 1)
    assert (refused.value.code, refused.value.params) == ("not_in_draft", {"numbers": "9"})
    acts.publish_draw(round_, factories.new_key(), 1, without=True)
    with pytest.raises(ActionRefused) as unseated:
        acts.start_clock(round_, factories.new_key())
    assert (unseated.value.code, unseated.value.params) == ("unseated", {"numbers": "9"})
    acts.start_clock(round_, factories.new_key(), confirmed=True)


def test_a_table_of_which_something_was_written_stays_where_it_is():
    round_ = published(a_round(12))
    table = RoundTable.objects.select_related("round", "game_table").get(round=round_, number=2)
    acts.enter_end_totals(table, factories.new_key(), (60, -60, 0, 0))
    first, second, third = json.loads(round_.draw.seating)
    other = acts.swap(round_, factories.new_key(), 1, (first[0], second[0]))
    with pytest.raises(ActionRefused) as refused:
        acts.publish_draw(round_, factories.new_key(), other.number, reason="Ehepaar")
    assert (refused.value.code, refused.value.params) == ("tables_written", {"numbers": "2"})
    another = acts.swap(round_, factories.new_key(), 1, (first[0], third[0]))
    with pytest.raises(ActionRefused, match="tables_written"):  # nobody knows any more whether it is the same table
        acts.publish_draw(round_, factories.new_key(), another.number, reason="Ehepaar")
    assert RoundTable.objects.get(round=round_, number=2).game_table == table.game_table


def ids(of):
    return list(Entrant.objects.filter(tournament=of).order_by("number").values_list("pk", flat=True))


def refusing(code, do):
    with pytest.raises(ActionRefused) as refused:
        do()
    assert refused.value.code == code


def test_only_two_different_people_of_the_tournament_are_kept_apart():
    of = a_round(4).tournament
    first = ids(of)[0]
    refusing("same_person", lambda: acts.keep_apart(of, factories.new_key(), (first, first)))
    refusing("nobody_known", lambda: acts.keep_apart(of, factories.new_key(), (first, 0)))


def test_after_the_final_result_nothing_is_drawn():
    round_ = a_round(8)
    one = acts.draft(round_, factories.new_key())
    Tournament.objects.filter(pk=round_.tournament_id).update(ended=now())
    refusing("ended", lambda: acts.draft(round_, factories.new_key()))
    refusing("ended", lambda: acts.publish_draw(round_, factories.new_key(), one.number))


def test_a_draft_that_does_not_exist_is_neither_changed_nor_published():
    round_ = a_round(8)
    refusing("no_draft", lambda: acts.swap(round_, factories.new_key(), 3, (1, 2)))
    refusing("no_draft", lambda: acts.publish_draw(round_, factories.new_key(), 3))


def test_nobody_is_seated_late_before_the_draw_after_the_round_or_without_entry():
    round_ = a_round(8)
    late = acts.enter(round_.tournament_id, factories.new_key(), [Newcomer("Zu spät")])
    assert late is not None
    entrant = ids(round_.tournament)[-1]
    refusing("not_drawn_yet", lambda: acts.seat_late(round_, factories.new_key(), entrant))
    published(round_)
    refusing("not_entered", lambda: acts.seat_late(round_, factories.new_key(), entrant))
    Round.objects.filter(pk=round_.pk).update(closed=now())
    refusing("closed", lambda: acts.seat_late(round_, factories.new_key(), entrant))


def test_a_table_that_is_done_takes_nobody_more():
    round_ = published(a_round(8))
    RoundTable.objects.filter(round=round_, number=1).update(done=now())
    acts.enter(round_.tournament_id, factories.new_key(), [Newcomer("Zu spät")], rounds=[1])
    refusing("no_room", lambda: acts.seat_late(round_, factories.new_key(), ids(round_.tournament)[-1], 1))
    acts.seat_late(round_, factories.new_key(), ids(round_.tournament)[-1])
    (open_table,) = load_earlier_rounds(round_.tournament, 2)[0]  # at the other nobody has played
    assert len(open_table.seats) == 5


def test_with_a_substitute_both_have_met_the_others_of_the_table():
    round_ = published(a_round(8))
    acts.start_clock(round_, factories.new_key())
    table = RoundTable.objects.get(round=round_, number=1)
    leaves = json.loads(round_.draw.seating)[0][2]
    acts.substitute(table, factories.new_key(), 2, Newcomer("Ersatz"))
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
