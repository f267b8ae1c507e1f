"""The looks of the workbook: what stays on the screen, what is on paper, how numbers and struck lines are shown."""

import pytest

from tests.scoring.support.exports import evening_of_five, file_of, open_workbook
from tests.scoring.support.tables import dreier, new_table, play

pytestmark = pytest.mark.django_db


def test_headings_and_the_first_column_stay_on_the_screen():
    book = open_workbook(file_of(evening_of_five()))
    frozen = {sheet.title: sheet.freeze_panes for sheet in book}
    assert frozen == {
        "Schrift": "B4",
        "Schrift (Werte)": "B4",
        "Korrekturen": "A3",
        "Statistik": "B3",
        "Abrechnung": "B5",
        "Hausregeln": "A2",
    }


def test_every_sheet_is_set_up_for_a4_across_with_its_headings_on_every_page():
    table = new_table()
    book = open_workbook(file_of(table))
    for sheet in book:
        setup = sheet.page_setup
        assert (setup.orientation, int(setup.paperSize)) == ("landscape", 9)
        assert (setup.fitToWidth, setup.fitToHeight, sheet.sheet_properties.pageSetUpPr.fitToPage) == (1, 0, True)
        assert sheet.print_title_rows
        foot = sheet.oddFooter
        assert foot.left.text.startswith(f"{table.club.name} – ")
        assert (foot.center.text, foot.right.text) == (None, "&A · &P / &N")
    assert book["Schrift"].print_title_rows == "$2:$3"


def test_amounts_have_a_sign_and_a_real_minus_and_parts_only_where_there_are_any():
    table = new_table()
    play(table, dreier(0))
    whole, parts = open_workbook(file_of(table))["Schrift"], open_workbook(file_of(evening_of_five()))["Schrift"]
    assert whole["H4"].number_format == '+0;"−"0;0'
    assert whole["L4"].number_format == '0;"−"0;0'
    assert parts["H4"].number_format == '+# ?/?;"−"# ?/?;0'
    assert "-" not in whole["H4"].number_format


def test_what_was_struck_out_is_struck_through_in_the_file_and_nothing_else_is():
    sheet = open_workbook(file_of(evening_of_five()))["Schrift"]
    struck = {row[0].row for row in sheet.iter_rows(min_row=4) if any(cell.font.strike for cell in row)}
    assert struck == {9}
    assert sheet["H9"].font.strike
    assert sheet["H9"].value == -10


def test_a_row_is_as_high_as_its_text_is_long():
    table = new_table()
    play(table, dreier(0))
    sheet = open_workbook(file_of(table))["Schrift"]
    assert sheet.row_dimensions[4].height is None
    long = open_workbook(file_of(evening_of_five()))["Schrift"].row_dimensions[12].height
    assert long >= 30


def test_moments_are_written_as_the_reader_writes_them():
    table = evening_of_five()
    assert open_workbook(file_of(table))["Korrekturen"]["A3"].number_format == "dd.mm.yyyy hh:mm"
    assert open_workbook(file_of(table, "en"))["Corrections"]["A3"].number_format == "yyyy-mm-dd hh:mm"
