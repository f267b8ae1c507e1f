"""A club's year on paper and as files: all its days, on as many pages as it takes."""

import json
from datetime import date, datetime, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from tarockclub.models import Person
from tests.scoring.support.tables import dreier
from tests.support.pdf import look_at
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season.evenings.year import evening, year
from tournaments.around.printing.season import MANY, load_season_paper, render_season_standing
from tournaments.models import Season
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.export.services import build_season_file

pytestmark = pytest.mark.django_db
EVENINGS = 31  # two lists of MANY days, and one of the rest


@share_rows
def long_year():
    """A year of so many evenings: Anna wins each third one."""
    cup = year(least_third=True)
    for at in range(EVENINGS):
        day = date(2026, 1, 7) + timedelta(weeks=at)
        evening(dreier(at % 3), when=(day.year, day.month, day.day, 19))
    return Season.objects.select_related("club").get(pk=cup.pk)


@pytest.mark.heavy
def test_the_paper_has_every_date_across_with_the_names_again_beside_them(long_year):
    with override("de"):
        pages = look_at(load_season_paper(long_year, at_once=True))
    words = " ".join(page.text for page in pages).replace("\n", " ")
    wall, *across = pages
    assert wall.width < wall.height
    assert all(page.width > page.height for page in across)
    assert all(name in wall.words for name in ("Anna", "Berta", "Cilli", "Dora", "Schnitt", "Verlauf"))
    period = "Abende von 1. Jänner 2026 bis 31. Dezember 2026"
    assert [page.text for page in pages if period not in page.text] == []
    assert all("Punkte" in page.words for page in pages)  # a sum on each
    days = [date(2026, 1, 7) + timedelta(weeks=at) for at in range(EVENINGS)]
    assert all(f"{day.day}.{day.month}." in words for day in days)
    assert words.count("Anna") == -(-EVENINGS // MANY) + 2  # on the wall, too, and at the end of the line
    assert "Das Rennen" in words
    assert long_year.club.name in words


def test_the_race_on_paper_has_any_name_and_is_no_markup(long_year):
    names = ("W" * 80, "<b>fett</b>", "Huber &amp; Söhne", "محمد علي 😀")
    for person, name in zip(Person.objects.order_by("pk"), names, strict=False):
        Person.objects.filter(pk=person.pk).update(name=name, shown_as=name)
    with override("en"):
        pages = look_at(render_season_standing(load_kept_season(long_year, at_once=True)))
    words = " ".join(page.text for page in pages)
    assert "<b>fett</b>" in words
    assert "Huber &amp; Söhne" in words.partition("The race")[2]


def test_the_workbook_computes_the_same_again_from_its_sheet_of_results(long_year):
    book = load_workbook(BytesIO(build_season_file(long_year, "xlsx", "de")))
    standing = book["Stand"]
    rows = [row for row in standing.iter_rows(values_only=True) if row and "Anna" in row]
    assert len(rows) == 1
    assert any(isinstance(cell, str) and cell.startswith("=") for cell in rows[0])
    days = [row[1] for row in book["Tage"].iter_rows(min_row=4, values_only=True)]
    assert (days[0], len(days)) == (datetime(2026, 1, 7), EVENINGS)  # noqa: DTZ001 -- cells know no time zones


def test_the_other_files_have_every_evening(long_year):
    with ZipFile(BytesIO(build_season_file(long_year, "csv", "de"))) as tables:
        text = "\n".join(tables.read(name).decode() for name in tables.namelist())
    assert "Mittwoch, 7. Jänner" in text
    written = json.dumps(json.loads(build_season_file(long_year, "json", "de")), ensure_ascii=False)
    assert "Mittwoch, 7. Jänner" in written
