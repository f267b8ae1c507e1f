"""A figure beside the points is written once, and stands wherever the lines of a year stand."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils.translation import gettext_lazy, override
from openpyxl import load_workbook

from tests.scoring.support.tables import dreier
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.seasons.season.seasons import text_of
from tournaments.around.printing import season as papers
from tournaments.models import Season
from tournaments.seasons.season import line_facts
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.export.services import build_season_file
from tournaments.seasons.season.line_facts import LINE_FACTS, LineFact

pytestmark = pytest.mark.django_db
LOST = LineFact(
    "lost",
    gettext_lazy("Verlorene Tage"),
    lambda line: sum(got.points < 0 for got in line.got),
    lambda _settings, days, _plus: f"{days} verloren",
)


@share_rows
def short_year():
    """A year of two evenings: Anna wins both, the others lose."""
    cup = year()
    for day in (7, 14):
        evening(dreier(0), when=(2026, 1, day, 19))
    return Season.objects.select_related("club").get(pk=cup.pk)


@pytest.fixture
def lost(monkeypatch):
    """One further figure: the days that somebody has lost."""
    monkeypatch.setattr(line_facts, "LINE_FACTS", (*LINE_FACTS, LOST))


def test_a_further_figure_stands_on_page_and_paper_in_each_file_and_in_the_api(short_year, lost, monkeypatch):
    texts: list[str] = []

    def keep(_kind, _title, plain, **_rest):
        texts.append(repr(plain))
        return b""

    monkeypatch.setattr(papers, "render_paper", keep)
    account = make_account("director")
    client, program = log_in(account), create_program(account)
    page = text_of(client.get(reverse("season_standing", args=[short_year.slug])))
    with override("de"):
        papers.render_season_standing(load_kept_season(short_year, at_once=True))
        book = load_workbook(BytesIO(build_season_file(short_year, "xlsx", "de")))
        rows = json.loads(build_season_file(short_year, "json", "de"))["tables"]["standing"]
        packed = ZipFile(BytesIO(build_season_file(short_year, "csv", "de")))
    api = program.read(f"seasons/{short_year.slug}").json()["standing"]
    assert page.count("2 verloren") == texts[0].count("2 verloren") == 3
    assert "Verlorene Tage" in page
    assert "Verlorene Tage" in texts[0]
    table = next(sheet for sheet in book if sheet.title == "Stand")
    assert "Verlorene Tage" in [cell.value for row in table.iter_rows(max_row=6) for cell in row]
    at = [column["id"] for column in rows["columns"]].index("lost")
    assert sorted(row[at] for row in rows["rows"]) == [0, 2, 2, 2]
    assert any("Verlorene Tage" in packed.read(name).decode("utf-8-sig") for name in packed.namelist())
    assert sorted(line["facts"]["lost"] for line in api) == [0, 2, 2, 2]


def test_average_and_best_day_are_what_a_reader_would_reckon(short_year):
    program = create_program(make_account("director"))
    lines = {line["name"]: line for line in program.read(f"seasons/{short_year.slug}").json()["standing"]}
    anna = lines["Anna"]
    each = [got["points"] for got in anna["by_event"]]
    assert anna["facts"] == {"average": sum(each) / len(each) / 100, "days": 2, "best": max(each) / 100}
