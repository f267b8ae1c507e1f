"""The made-up tournaments of `make demo`."""

from datetime import timedelta

import pytest

from scoring.book.table_clock import AWAITS_REFEREE, PHASES, decode_clock
from scoring.models import Entry, GameTable, Mark
from tarockclub.kit.time_source import now, pretend_time
from tarockclub.office.demo.installation import enter_tournaments
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tests.support.shared_rows import share_rows
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Presence, Round, RoundTable, Ruling, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]


def standings(tournament):
    """Return the standings of a tournament."""
    return load_standings(load_progress(Tournament.objects.select_related("club").get(pk=tournament.pk)), EVERYBODY)


def count_all():
    """Count the rows of everything."""
    return [model.objects.count() for model in (Tournament, Act, GameTable, Entry, Mark)]


@share_rows
def demo():
    """The tournaments that the command enters."""
    return enter_tournaments()


def test_the_tournament_that_is_over_shows_all_that_can_happen(demo):
    over = demo.over
    assert over.ended is not None
    assert over.ended < now() - timedelta(hours=1)
    kinds = set(Act.objects.filter(tournament=over).values_list("kind", flat=True))
    assert {"seated_late", "pause", "resume", "called", "ruling", "substitute", "counted", "done", "result"} <= kinds
    assert {"prize", "choice", "paid"} <= kinds
    entries = Entry.objects.filter(table__round_table__round__tournament=over)
    assert set(entries.filter(kind="hand").values_list("phase", flat=True)) == set(PHASES)
    assert {"transfer", "seating", "last_round"} <= set(entries.values_list("kind", flat=True))
    assert Ruling.objects.filter(tournament=over).count() == 1
    assert [len(round_.lines) for round_ in standings(over).rounds] == [23, 23, 23]
    assert any(line.replaced for line in standings(over).rounds[0].lines)
    assert any(line.before for line in standings(over).rounds[1].lines)
    assert not Presence.objects.filter(round__tournament=over, paid=0, state=Presence.State.IN).exclude(
        entrant__person__name="Zenzi Obermoos"
    )


def test_the_other_one_is_in_full_swing_by_the_real_time(demo):
    tables = GameTable.objects.filter(round_table__round__tournament=demo.running).order_by("round_table__number")
    clocks = [clock for table in tables if (clock := decode_clock(table.clock)) is not None]
    assert [clock.stands for clock in clocks] == [AWAITS_REFEREE if at == 5 else "" for at in range(1, 9)]
    left = [clock.compute_left(now()) / 60_000 for clock in clocks if not clock.stands]
    assert all(12 < minutes <= 18 for minutes in left)  # some have gone by since it was entered
    assert all(table.entries.filter(kind="hand").exists() for table in tables)
    assert any(line.replaced for line in standings(demo.running).rounds[0].lines)
    assert Mark.objects.filter(kind="disputed").count() == 1


def test_the_cup_of_today_has_two_rounds_behind_it_and_a_table_at_its_last_hand(demo):
    rounds = Round.objects.filter(tournament=demo.cup).order_by("number")
    assert [(round_.closed is not None, round_.tables.count()) for round_ in rounds] == [
        (True, 2),
        (True, 2),
        (False, 2),
    ]
    rows = load_rows(RoundTable.objects.filter(round=rounds[2]), INSIDE)
    assert sorted(row.progress.left for row in rows) == [1, 9]
    assert sorted(row.progress.most for row in rows) == [16, 20]  # at a table of five each deals four times, too
    assert len(standings(demo.cup).totals) == 9


def test_entered_once_more_nothing_changes_until_the_time_is_over(demo):
    before = count_all()
    assert enter_tournaments() == demo
    assert count_all() == before
    with pretend_time(now() + timedelta(hours=1)):
        again = enter_tournaments()
    assert again.over == demo.over
    assert again.running != demo.running
