"""Heads, reasons and feet of a tournament's workbook: nothing is clipped, one word means one thing."""

import re

import pytest

from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import table_at, tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.exports.exported import book_of, csv_of
from tests.tournaments.results.standings.played_tables import over
from tests.tournaments.support import factories
from tests.tournaments.support.clock_acts import start_clock
from tests.tournaments.support.factories import new_key
from tournaments.people.entrants.substitutes import substitute
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db
NAMES = ("Margarethe Mayrhofer-Schmidhuber", "Reinhard Zauner", "Elfi Wurm", "Johannes Oberhumer", "Eva Fürst")
HEAD_FILL = "00E7E6E0"
BOLD = 1.1  # bold letters of Calibri beside the digits that widths are measured by


@share_rows
def tournament():
    """Two tables, one of five, of people with long names, over."""
    of = factories.tournament()
    factories.enter_people(of, *NAMES)
    factories.people(of, 4)
    first = factories.round_(of)
    one, other = factories.draw_tables(first)
    over(first, (one, (10, -10, 5, -5, 0)), (other, (1, -1, 2, -2)))
    return of


def needed(text: str, width: float) -> int:
    """Return the lines of a bold text in a column so wide, broken at its words; fail where a word is too long."""
    lines, at = 1, 0.0
    for word in text.split():
        assert len(word) * BOLD <= width, f"{word!r} in {width}"
        if at and at + (1 + len(word)) * BOLD > width:
            lines, at = lines + 1, 0.0
        at += (len(word) + bool(at)) * BOLD
    return lines


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_head_is_clipped_and_no_word_of_one_broken(tournament, tmp_path, language):
    found = 0
    for sheet in book_of(tournament, tmp_path, language):
        for row in sheet.iter_rows():
            for cell in row:
                if cell.fill.start_color.rgb != HEAD_FILL or not isinstance(cell.value, str) or "-" in cell.value:
                    continue
                found += 1
                width = sheet.column_dimensions[cell.column_letter].width
                height = sheet.row_dimensions[cell.row].height or 15.0
                assert needed(cell.value, width) * 15 <= height, (sheet.title, cell.value)
    assert found > 60


def test_reasons_of_all_tables_stand_in_one_wide_column(tournament, tmp_path):
    sheet = book_of(tournament, tmp_path, "de")["Schriften Runde 1"]
    columns = {cell.column_letter for row in sheet.iter_rows() for cell in row if cell.value == "Grund"}
    assert len(columns) == 1
    assert sheet.column_dimensions[columns.pop()].width >= 24


def test_the_foot_leaves_the_middle_free(tournament, tmp_path):
    for sheet in book_of(tournament, tmp_path, "de"):
        assert sheet.oddFooter.center.text is None
        assert "&A" in sheet.oddFooter.right.text


def test_a_double_round_is_no_schlussradl_and_a_round_of_deals_no_round(watch, tmp_path):
    drawn = tables_of(1, round_seconds=60, count_chips=False)
    start_clock(drawn, new_key())
    for _deal in range(4):
        play(drawn, 1)
    watch.later(seconds=61)
    play(drawn, 1, phase="play")
    play(drawn, 1, phase="double")
    book = book_of(drawn.tournament, tmp_path, "de")
    words = [str(cell.value) for row in book["Schriften Runde 2"].iter_rows() for cell in row if cell.value is not None]
    assert "Geberrunde 1" in words
    assert "Runde 1" not in words  # the tournament's own stands in the titles alone
    assert "Doppelrunde" in words
    assert not [word for word in words if "Radl" in word or "radl" in word]


def test_heads_of_csv_differ_and_money_has_two_decimals(tournament, tmp_path):
    files = csv_of(tournament, tmp_path, "de")
    for name, (head, *_rows) in files.items():
        assert len(set(head)) == len(head), name
    head, *rows = files["standing_1"]
    at = head.index("Kapital am Ende")
    assert all(re.fullmatch(r"-?\d+,\d\d", row[at]) for row in rows)


def test_a_substitute_makes_no_narrow_reason(tournament, tmp_path):
    """A table with a column more than it has places still has its reasons behind all amounts."""
    fresh = factories.tournament(name="Zweites")
    factories.enter_people(fresh, *NAMES[:4])
    drawn = factories.round_(fresh, 4)
    factories.draw_tables(drawn)
    start_clock(drawn, new_key())
    play(drawn, 1)
    seat = table_at(drawn, 1)
    substitute(seat, new_key(), 0, Newcomer("Kurt Schöller"))
    sheet = book_of(fresh, tmp_path, "de")["Schriften Runde 1"]
    [cell] = [cell for row in sheet.iter_rows() for cell in row if cell.value == "Grund"]
    assert sheet.column_dimensions[cell.column_letter].width >= 24
