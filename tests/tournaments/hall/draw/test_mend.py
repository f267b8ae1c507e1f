"""Tables that are mended when somebody does not come, or comes late."""

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournaments.hall.draw.played_rounds import rounds_of
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.hall.draw.late_entries import mend_tables
from tournaments.hall.draw.pairing import draw_tables
from tournaments.hall.draw.values import DrawInput, DrawTable, compute_sizes
from tournaments.models import Draw, Entrant, Presence, RoundTable


def tables(*seats):
    return [DrawTable(tuple(group), 0) for group in seats]


def mend(players, drawn_before, rounds=(), apart=()):
    return [table.seats for table in mend_tables(DrawInput(tuple(players), 0, rounds, apart), drawn_before)]


FOURS = tables((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))


def test_who_comes_takes_the_seat_of_who_does_not():
    assert mend([*range(1, 12), 13], FOURS) == [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 13)]


def test_from_a_table_of_five_the_one_moves_who_has_met_fewest():
    before = tables((1, 2, 3, 4), (5, 6, 7, 8, 9))
    met = rounds_of([[[1, 5, 6, 7], [2, 8, 3, 9]]])
    assert mend([1, 2, 3, *range(5, 10)], before, met, apart=((5, 1),))[0] == (1, 2, 3, 6)


def test_three_who_are_left_join_others_and_the_last_table_takes_their_place():
    assert mend([1, 2, 3, *range(5, 13)], FOURS) == [(9, 10, 11, 12, 1, 3), (5, 6, 7, 8, 2)]


def test_four_who_come_have_a_table_of_their_own():
    assert mend(range(1, 17), FOURS)[3] == (13, 14, 15, 16)


def test_where_all_tables_are_full_one_more_is_made_and_nobody_sits_with_five_others():
    before = tables((1, 2, 3, 4), (5, 6, 7, 8, 9))
    assert mend([*range(2, 10), 20, 21, 22, 23], before) == [(2, 3, 4, 20), (5, 6, 7, 8), (21, 22, 23, 9)]


def test_a_table_of_six_stays_one_only_where_the_number_needs_it():
    eleven = tables((1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11))
    assert sorted(map(len, mend(range(2, 12), eleven))) == [5, 5]
    assert sorted(map(len, mend([*range(2, 12), 20], eleven))) == [5, 6]


def test_hoch_stays_who_was_it():
    kept = mend_tables(DrawInput((1, 2, 3, 4, 5), 0), [DrawTable((1, 2, 3, 4), 2)])
    assert kept == (DrawTable((1, 2, 3, 4, 5), 2),)
    gone = mend_tables(DrawInput((1, 2, 4, 5), 0), [DrawTable((1, 2, 3, 4), 2)])
    assert gone == (DrawTable((1, 2, 4, 5), 0),)


def test_seven_at_one_table_cannot_be():
    with pytest.raises(ValueError, match="no room"):
        mend_tables(DrawInput(tuple(range(7)), 0), [DrawTable((0, 1, 2, 3), 0)])


@pytest.mark.no_cover
@example(9, set(), 3)
@given(
    st.integers(8, 40).filter(lambda number: bool(compute_sizes(number))),
    st.sets(st.integers(0, 39), max_size=4),
    st.integers(0, 5),
)
def test_everybody_who_plays_has_one_seat_at_a_table_of_four_to_six(number, gone, more):
    before = draw_tables(DrawInput(tuple(range(number)), number))
    players = [player for player in range(number + more) if player not in gone]
    try:
        after = mend_tables(DrawInput(tuple(players), 0), before)
    except ValueError:
        assert len(players) < 12
        return
    assert sorted(player for table in after for player in table.seats) == players
    sixes = [table for table in after if len(table.seats) == 6]
    assert all(4 <= len(table.seats) <= 6 for table in after)
    assert not sixes or 6 in compute_sizes(len(players))
    moved = {player for table in before for player in table.seats if player not in gone} - {
        player
        for table in before
        for other in after
        for player in set(table.seats) & set(other.seats)
        if 2 * len(set(table.seats) & set(other.seats)) >= len(other.seats)
    }
    # Three for each table that is broken up, and three who fill a new table with those who came.
    assert len(moved) <= 3 * len(gone) + 3 * (more > 0)


@pytest.mark.django_db
def test_the_director_mends_a_published_draw_and_only_tables_that_change_are_laid_anew(director):
    of, round_ = factories.make_entered_round(13)
    acts.publish_draw(round_, factories.new_key(), acts.draft(round_, factories.new_key()).number)
    before = {table.number: table.game_table_id for table in RoundTable.objects.filter(round=round_)}
    four = RoundTable.objects.filter(round=round_, game_table__players=4)[0]
    gone = Entrant.objects.get(person__seated__sitting__table=four.game_table, person__seated__sitting__place=1)
    acts.set_state(round_, factories.new_key(), [gone.pk], Presence.State.NO_SHOW)
    to = {name: reverse(name, args=[of.slug, 1]) for name in ("draw", "draw_mend", "draw_publish")}
    assert director.get(to["draw"]).context["draft"]["gone"]
    assert director.post(to["draw_mend"], {"key": factories.new_key(), "draft": "1"}).status_code == 302
    assert Draw.objects.filter(round=round_).count() == 2
    sent = {"key": factories.new_key(), "draft": "2", "reason": "nicht gekommen"}
    assert director.post(to["draw_publish"], sent).status_code == 302
    after = {table.number: table.game_table_id for table in RoundTable.objects.filter(round=round_)}
    assert sorted(table.game_table.players for table in RoundTable.objects.filter(round=round_)) == [4, 4, 4]
    assert sum(after[number] == before[number] for number in after) == 1
    assert Client().get(reverse("seats", args=[of.slug, 1])).status_code == 200


@pytest.mark.django_db
def test_a_draft_is_not_mended_for_more_than_its_tables_can_take():
    of, round_ = factories.make_entered_round(4)
    drawn = acts.draft(round_, factories.new_key())
    acts.change_entries(round_, factories.new_key(), [late.pk for late in factories.people(of, 3)])
    with pytest.raises(ActionRefused, match="cannot_mend"):
        acts.mend_draft(round_, factories.new_key(), drawn.number)
    assert Draw.objects.filter(round=round_).count() == 1
