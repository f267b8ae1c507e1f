"""A workbook with a cover: table objects, names, marks, charts, paper stand in the file; printed pages are kept."""

import io
import zipfile
from datetime import date
from io import BytesIO

from PIL import Image

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.xlsx.cells import (
    COUNT,
    DAY,
    EURO,
    GREY,
    LINES_CHART,
    TITLE,
    Cell,
    CellMark,
    Cover,
    Extras,
    SheetChart,
    WorkbookPage,
    build_text_cell,
    build_value_cell,
)
from tests.scoring.support.exports import open_workbook
from tests.support.libreoffice import PRINTED_PAGES, keep_pages
from tournaments.results.exports.formats import Workbook

COVER = Cover("=Jahr", "Club & Co", "Jänner bis März", "de", "Tarockclub 9", "#123456", "Stand")
TABLE = FileTable(
    "days",
    "Was's",
    (
        Column("day", "Tag", lambda row: row[0], DAY, 16),
        Column("cents", "Betrag", lambda row: row[1], kind=EURO),
        Column("twice", "tag", lambda row: row[1], kind=COUNT, formula=lambda at: f"2*{at.find_cell('cents')}"),
    ),
    note="Eine Zeile je Tag.",
    prefix="T",
    extras=Extras(names={"Least": "$B$4"}, marks=(CellMark("A:C", GREY, "$B4<0"),), columns=2),
)
NUMBERS = "'W'!$A$2:$B$2"
CHART = SheetChart(LINES_CHART, "Rennen", "A3", NUMBERS, (("'W'!$A$1", NUMBERS),), (10, 5), has_days=True)
WALL = WorkbookPage(
    "W",
    (10, 10),
    ((build_text_cell("Jahr", TITLE),), (build_value_cell(date(2026, 1, 7), DAY), Cell(2.0))),
    extras=Extras(charts=(CHART,), sparks=(("B1", NUMBERS),), is_one_page=True, breaks=(), has_grid=False),
)


def make_book() -> bytes:
    """A book with a page for the wall and a table of three days."""
    book = Workbook("Jahr", foot="Jahr", english=False, cover=COVER)
    book.add_page(WALL)
    table = book.open(TABLE)
    table.write([(date(2026, 1, 7), 1250), (date(2026, 1, 14), -100), (date(2026, 1, 21), 0)])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_table_object_has_the_headings_of_its_sheet_and_nothing_stands_beneath_it():
    sheet = open_workbook(make_book())["Was's"]
    [table] = sheet.tables.values()
    assert (table.name, table.ref, sheet.max_row) == ("Tab_Was_s", "A3:C6", 6)
    assert (
        [column.name for column in table.tableColumns]
        == [cell.value for cell in sheet[3]]
        == ["Tag", "Betrag", "tag (2)"]
    )
    assert [sheet[f"A{row}"].value for row in (1, 2)] == ["Jahr – Was's", "Eine Zeile je Tag."]


def test_names_leave_room_for_a_thousand_rows_below():
    names = open_workbook(make_book()).defined_names
    assert {name: names[name].attr_text for name in names} == {
        "T_Tag": "'Was''s'!$A$4:$A$2000",
        "T_Betrag": "'Was''s'!$B$4:$B$2000",
        "T_tag_2": "'Was''s'!$C$4:$C$2000",
        "Least": "'Was''s'!$B$4",
    }


def test_days_are_days_and_euros_have_a_minus():
    sheet = open_workbook(make_book())["Was's"]
    assert (sheet["A4"].value.date(), sheet["A4"].number_format) == (date(2026, 1, 7), "[$-C07]ddd, d. mmm")
    assert (sheet["B5"].value, sheet["B5"].number_format.split(";")[1]) == (-1, '"−"#,##0.00 "€"')
    assert sheet["A3"].fill.fgColor.rgb[-6:] == "123456"


def test_the_book_says_what_it_is_and_no_program_has_to_reckon():
    book = open_workbook(make_book())
    about = book.properties
    said = about.title, about.creator, about.subject, about.language, about.description, about.keywords
    assert said == ("=Jahr", "Club & Co", "Jänner bis März", "de", "Tarockclub 9", "tarockclub:Stand")
    assert (book.calculation.fullCalcOnLoad, book.calculation.calcId) == (False, 191029)


def test_charts_small_columns_marks_and_paper_are_there():
    content = make_book()
    wall, table = open_workbook(content)
    assert (len(wall._charts), wall.page_setup.orientation, wall.page_setup.fitToHeight) == (1, "portrait", 1)
    assert table.print_area == "'Was''s'!$A$1:$B$6"
    assert [str(area.sqref) for area in table.conditional_formatting] == ["A4:C2000"]
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        sheet = files.read("xl/worksheets/sheet1.xml").decode()
    assert "<xm:sqref>B1</xm:sqref>" in sheet
    assert sheet.endswith("</extLst></worksheet>")


def test_printed_pages_are_kept_as_pictures_in_a_folder_that_somebody_names(tmp_path, monkeypatch):
    pages, pdf = [Image.new("RGB", (595, 842), colour) for colour in ("red", "white")], BytesIO()
    pages[0].save(pdf, "PDF", save_all=True, append_images=pages[1:])
    monkeypatch.delenv(PRINTED_PAGES, raising=False)
    keep_pages(pdf.getvalue())
    folder = tmp_path / "pages"
    assert not folder.exists()
    monkeypatch.setenv(PRINTED_PAGES, str(folder))
    keep_pages(pdf.getvalue())
    keep_pages(pdf.getvalue())  # a second workbook of the same test
    name = "test_printed_pages_are_kept_as_pictures_in_a_folder_that_somebody_names"
    assert [file.name for file in sorted(folder.iterdir())] == [f"{name}.{number:03}.png" for number in (1, 2, 3, 4)]
    with Image.open(folder / f"{name}.001.png") as first:
        colours = first.convert("RGB").resize((1, 1)).tobytes()
    assert colours[0] > 250 > 5 > max(colours[1:])
