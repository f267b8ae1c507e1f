"""A value that a column folds over the lines of books comes to a round and to all rounds without any row knowing it."""

import csv
import io
import subprocess
import sys
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.evening.course import Seating
from scoring.table.corrections.changes import change_seats
from tests.support.paths import ROOT
from tests.support.server import build_environment
from tests.tournaments.results.standings.played_tables import (
    finish_table,
    play_hand,
    publish_results,
    running,
    solo,
    standings,
    started,
    tried,
)
from tests.tournaments.support import factories
from tournaments.core.rules import line_facts
from tournaments.core.rules.line_facts import Accumulator, LineFacts, SeatLine, merge_facts, register_accumulator
from tournaments.core.settings import CUP, HANDS_WON, build_default_settings
from tournaments.models import Entrant, RoundTable, Tournament
from tournaments.results.standings import columns
from tournaments.results.standings.column import StandingColumn
from tournaments.results.standings.editions import load_standing_editions, read_lines

pytestmark = pytest.mark.django_db
CUP_SETTINGS = {**build_default_settings(CUP)._asdict(), "rounds": 0, "columns": (HANDS_WON,)}


class Series(NamedTuple):
    """The hands that somebody has won one after the other: those just now, and the most."""

    running: int = 0
    longest: int = 0


def add_line(series: Series, line: SeatLine) -> Series:
    if not line.is_hand:
        return series
    running = series.running + 1 if line.amount > 0 else 0
    return Series(running, max(series.longest, running))


def merge(before: Series, after: Series) -> Series:
    return Series(after.running, max(before.longest, after.longest))


SERIES = Accumulator("series", Series(), add_line, merge)


def find_longest(line: Any) -> int | None:
    series = line.facts.get(SERIES)
    return None if series is None else series.longest


@pytest.fixture(autouse=True)
def _declared(monkeypatch):
    """The column, chosen instead of the hands won."""
    monkeypatch.setattr(line_facts, "ACCUMULATORS", {})
    column = StandingColumn("longest", "Longest series", find_longest, is_optional=True)
    monkeypatch.setitem(columns.CHOICE, HANDS_WON, (column,))
    register_accumulator(SERIES)


def list_longest(lines: Any) -> list[int | None]:
    """The value of everybody, by start number."""
    return [find_longest(line) for line in sorted(lines, key=lambda line: line.player.number)]


def play_hands(table: RoundTable, *winners: int) -> None:
    """Play hands that these places win, each alone against the others."""
    for winner in winners:
        play_hand(table, solo(winner))


def read(of: Tournament, page: str, *args: object) -> str:
    return Client(headers={"accept-language": "en"}).get(reverse(page, args=[of.slug, *args])).content.decode()


def test_it_stands_in_a_round_and_goes_on_where_the_book_has_grown():
    of, _first, [table] = running(4, **CUP_SETTINGS)
    play_hands(table, 0, 0, 1)
    assert list_longest(standings(of).rounds[0].lines) == [2, 1, 0, 0]
    play_hands(table, 1, 1, 0)
    assert list_longest(standings(of).rounds[0].lines) == [2, 3, 0, 0]


def test_over_all_rounds_and_on_pages_and_in_files():
    of, _first, [table] = running(4, **CUP_SETTINGS)
    play_hands(table, 0, 0, 1)
    finish_table(table)
    publish_results(of, 1)
    second = factories.round_(of, 4)
    [table] = factories.draw_tables(second)
    started(second)
    play_hands(table, 2, 2, 2, 0)
    found = standings(of)
    assert [list_longest(standing.lines) for standing in found.rounds] == [[2, 1, 0, 0], [1, 0, 3, 0]]
    assert list_longest(found.totals) == [2, 1, 3, 0]
    for page, args in (("standings", []), ("round_standings", [2])):
        assert "Longest series" in read(of, page, *args).replace("\u00ad", "")
    rows = csv.DictReader(io.StringIO(read(of, "standings_csv").removeprefix("\ufeff")), delimiter=";")
    assert [row["Longest series"] for row in rows if row["Round"] == "overall" and row["Name"] == "Spieler 3"] == ["3"]


def test_who_leaves_and_comes_back_has_the_value_of_both_sittings():
    of, _first, [table] = running(5, **CUP_SETTINGS)
    play_hands(table, 2, 1)  # of five one deals, and the others are counted from there: the fourth place wins both
    tried(table, change_seats(Seating((0, 1, 2, 4))), "goes")
    play_hands(table, 2)
    person = Entrant.objects.get(tournament=of, number=4).person_id
    tried(table, change_seats(Seating((0, 1, 2, 3, 4), came=((3, person),))), "comes")
    play_hands(table, 3)
    [standing] = standings(of).rounds
    [back] = [line for line in standing.lines if line.player.number == 4]
    assert back.facts.get(SERIES) == Series(1, 2)


def test_published_lines_have_none_and_their_page_leaves_the_column_out():
    of, _first, [table] = running(4, **CUP_SETTINGS)
    play_hands(table, 0)
    finish_table(table)
    publish_results(of, 1)
    [edition] = load_standing_editions(of)
    assert list_longest(read_lines(edition.rows, standings(of).people, 1)) == [None] * 4
    assert "Longest series" not in read(of, "edition", 1, 1)


def test_a_value_is_known_of_several_parts_only_if_it_is_known_of_each():
    known = LineFacts(hands=2, values=((SERIES.id, Series(1, 2)),))
    assert merge_facts([known, known]).get(SERIES) == Series(1, 2)
    assert merge_facts([known, LineFacts(hands=3)]) == LineFacts(hands=5)


def test_two_columns_cannot_fold_different_values_under_one_name():
    assert register_accumulator(SERIES) is SERIES
    with pytest.raises(ValueError, match="series"):
        register_accumulator(Accumulator("series", 0, lambda most, line: max(most, line.amount), max))


def test_columns_are_known_before_any_book_is_read(tmp_path):
    """Otherwise a book that was read earlier would have no value for them."""
    code = (
        "import django, sys; django.setup(); from tournaments.core.rules import line_facts; line_facts.begin_facts();"
        "print('tournaments.results.standings.columns' in sys.modules)"
    )
    variables = build_environment(tmp_path, DJANGO_SETTINGS_MODULE="tarockclub.settings")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=variables, capture_output=True, check=True)
    assert done.stdout.split() == [b"True"]
