"""A year's workbook in use: a result typed below the others counts everywhere, and its pages can hang on a wall."""

import re
import zipfile
from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest

from tarockclub.kit.xlsx.cells import escape_running_head
from tarockclub.platform.accounts.persons import load_first_club
from tests.scoring.reports.exports.test_export_libreoffice import spoilt
from tests.scoring.support.exports import open_workbook, opened_values
from tests.support.libreoffice import LibreOffice, list_page_sizes, read_pages
from tests.tournaments.seasons.season.evenings.year import year
from tests.tournaments.seasons.season.export.test_workbook import compare
from tests.tournaments.seasons.season.seasons import new_key, season
from tests.tournaments.support import acts
from tournaments.models import Season
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.export.services import build_season_file
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.settings import FORMULA, NUMBER, PLACES

pytestmark = pytest.mark.django_db
PEOPLE = (
    "=Anna *",
    "Berta & <Bert>",
    "Čilli ~?",
    "D'Ora",
    "Émil 😀",
    *(f"Spieler {number}" for number in range(6, 31)),
)
SHEETS = {"de": ("Stand", "Aushang", "Ergebnisse"), "en": ("Standings", "Notice board", "Results")}


def fill(of: Season, *, is_sum: bool = True, days: int = 4) -> Season:
    """A season with these days, each won by another one."""
    for number in range(days):
        event = acts.add_event(of, new_key(), f"Tag {number}", date(2026, 1, 7) + timedelta(weeks=number))
        order = PEOPLE[number:] + PEOPLE[:number]
        points = [100 * (31 - place) if is_sum else None for place in range(1, len(order) + 1)]
        rows = [PersonResult(Newcomer(name), place, points[place - 1]) for place, name in enumerate(order, 1)]
        acts.write_results(event, new_key(), rows)
    return of


def add_row(content: bytes, title: str, cells: dict[str, Any]) -> bytes:
    """A workbook with a row below a table, by its heads, and nothing else changed; no program knows its results."""
    sheet = open_workbook(content)[title]
    number, file = sheet.max_row + 1, BytesIO()
    place = {cell.value: cell.column_letter for cell in sheet[3]}
    row = "".join(
        f'<c r="{place[head]}{number}"><{kind}>{value}</{kind}></c>'
        for head, value in cells.items()
        for kind in ["f" if isinstance(value, str) else "v"]
    )
    part = f"xl/worksheets/sheet{open_workbook(content).sheetnames.index(title) + 1}.xml"
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == part:
                text = text.replace(b"</sheetData>", f'<row r="{number}">{row}</row></sheetData>'.encode())
            new.writestr(name, text)
    return spoilt(file.getvalue())


@pytest.mark.heavy
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", ["best", "sum"])
def test_a_result_typed_below_counts_and_the_wall_sorts_itself(kind, language, libreoffice: LibreOffice):
    rules = {"counting": NUMBER, "best": 2, "decimals": 1, "criteria": (PLACES,)} if kind == "best" else {"decimals": 1}
    of = fill(season(way=FORMULA, **rules), is_sum=kind == "sum")
    content = build_season_file(of, "xlsx", language)
    standing, wall, results = SHEETS[language]
    last = list(opened_values(content)[standing].iter_rows(min_row=4, values_only=True))[-1]
    words = {"de": ("Tag", "Platz", "Nr.", "Punkte"), "en": ("Day", "Place", "No.", "Points")}[language]
    typed = dict(zip(words, (4, 40, last[1], 500), strict=True))
    if kind == "best":
        typed[{"de": "Zählt", "en": "Counts"}[language]] = 1
    found = opened_values(libreoffice.recompute(add_row(content, results, typed)))
    line = next(row for row in found[standing].iter_rows(min_row=4, values_only=True) if row[1] == last[1])
    assert line[0] == 1
    assert line[3] >= 500
    first = next(row for row in found[wall].values if row[0] == 1)
    assert first[1] == last[2]


@pytest.mark.heavy
@pytest.mark.parametrize("colour", ["", "#ffee00"])
def test_its_first_page_says_all_and_no_letter_is_too_small(colour, libreoffice: LibreOffice):
    club = load_first_club()
    club.name, club.colour = "Tarockclub & Söhne", colour
    club.save()
    of = fill(year(name="Unser Jahr 2026", decimals=1, least_days=5))
    content = build_season_file(of, "xlsx", "de")
    compare(content, libreoffice.recompute(spoilt(content)))
    printed = libreoffice.print_pdf(content)
    assert set(list_page_sizes(printed)) == {(595, 842), (842, 595)}
    pages = read_pages(printed)
    wall = pages[0].text
    assert round(min(page.least for page in pages), 1) >= 8
    for text in (club.name, "Unser Jahr 2026", *(name.replace("😀", "").strip() for name in PEOPLE)):
        assert text in wall, text
    assert [page.title for page in pages].count(club.name) == 1
    assert escape_running_head(club.name).count("&") == 2
    assert not re.search(r"#(REF|NAME|VALUE|DIV)", wall)
