"""A typed number is shown as it is, an average is one of days, a final is none: wherever they stand."""

import json
import re
from datetime import date
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils.translation import override

from tarockclub.platform.publication import change_publication
from tests.scoring.support.exports import opened_values
from tests.scoring.support.tables import dreier, new_key
from tests.support.libreoffice import LibreOffice
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.reckoner.answers import read_page
from tests.tournaments.seasons.season.evenings.year import evening, progress, year
from tests.tournaments.seasons.season.export.test_workbook import agree_with_libreoffice
from tests.tournaments.seasons.season.seasons import at, end_season, person, text_of
from tests.tournaments.support import acts
from tournaments.around.printing.season import load_newest_standing
from tournaments.around.public.front_parts import build_front_standing
from tournaments.models import Season
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.evenings.year import load_person_year
from tournaments.seasons.season.export.services import build_season_file
from tournaments.seasons.season.head import list_marks
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, FINAL, SeasonSettings
from tournaments.seasons.season.standing import EventResult, EventRow
from tournaments.seasons.season.table import SeasonTable, build_current_table

pytestmark = pytest.mark.django_db
THIRDS = {"plays": [{"contract": "trischaken", "declarer": 0, "points": ["20", "20", "20", "10"]}]}
NUMBERS = {"Anna": (120, "1,2"), "Berta": (350, "3,5"), "Cilli": (70, "0,7"), "Dora": (-1250, "−12,5")}


def type_points(of: Season, points: dict[str, int], day: date | None = None, kind: str = DAY) -> None:
    """An event of which points were typed."""
    event = acts.add_event(of, new_key(), f"Getippt {kind}", day, kind=kind)
    rows = [
        PersonResult(Newcomer(name), at * (kind != CARRIED_POINTS), made)
        for at, (name, made) in enumerate(points.items(), 1)
    ]
    acts.write_results(event, new_key(), rows)


@share_rows
def typed_year():
    """A year of thirds by its exact sum, with a day of typed points, which is the last one."""
    of = year(decimals=1)
    change_publication(of.club, {"seasons": True})
    evening(THIRDS, when=(2026, 3, 4, 19))
    type_points(of, {name: made for name, (made, _text) in NUMBERS.items()}, date(2026, 3, 11))
    return of


def list_cells(page: SeasonTable) -> set[str]:
    """Return the texts of a season's cells on page and paper."""
    return {cell.text for line in page.lines for cell in line.cells}


@pytest.mark.parametrize("is_published", [False, True])
def test_a_typed_number_is_shown_as_it_is_while_thirds_that_were_played_stay_exact(typed_year, is_published):
    if is_published:
        end_season(typed_year)
    typed = {text for _made, text in NUMBERS.values()}
    with override("de"):
        kept = load_kept_season(Season.objects.get(pk=typed_year.pk), at_once=True)
        texts = list_cells(load_newest_standing(kept)[0])
        texts = {text.lstrip("+") for text in texts}
        assert typed <= texts
        assert len(texts - typed) == 2  # three lost the same, Dora won it
        assert all(text[-1] in "⅓⅔" or text.endswith("2") for text in texts - typed)
        assert {row["cells"][0].text.lstrip("+") for row in build_front_standing(kept.stand).rows} <= typed
        [_played, cells] = zip(*(row.cells for row in build_current_table(kept.stand, range(4)).ranked), strict=True)
        assert {cell.text.lstrip("+") for cell in cells} == typed
    for name, (_made, text) in NUMBERS.items():
        for page in ("season_player", "season_event"):
            number = person(name).number if page == "season_player" else kept.stand.events[-1].event.number
            assert re.search(rf">\+?{text}<", text_of(Client().get(at(page, typed_year, number=number), follow=True)))
    if not is_published:
        with override("de"):
            year_of_anna = load_person_year(person("Anna"))
        assert year_of_anna is not None
        assert year_of_anna.row.facts[-1] == "+1,2"  # her best day
        assert "+1,2" in repr(year_of_anna.columns)


def reckon(events: list[EventResult], **rule: Any) -> list[tuple[int, int]]:
    """Return everybody's rank and id."""
    standing = compute_standing(SeasonSettings(**rule), events)
    return sorted((line.rank, line.who) for line in standing.lines)


def test_a_final_is_no_best_day_between_equals():
    """Both have 100: one by a day of 70, one by two of 10 and a final of 80."""
    days = [
        EventResult(1, rows=(EventRow(1, 1, 7000), EventRow(2, 2, 1000))),
        EventResult(2, rows=(EventRow(2, 1, 1000), EventRow(1, 2, 0))),
    ]
    final = EventResult(3, FINAL, rows=(EventRow(2, 1, 8000), EventRow(1, 2, 3000)))
    assert reckon([*days, final], criteria=("best_day",)) == [(1, 1), (2, 2)]
    assert reckon([*days, final], criteria=("best_days",)) == [(1, 1), (2, 2)]


@share_rows
def mixed_year():
    """A year by places of two evenings, of which the better one counts, with a final and carried points."""
    of = year(per="day", formula="players - place + 1", decimals=0, counting="number", best=1, bonus=200)
    change_publication(of.club, {"seasons": True})
    evening(dreier(0), when=(2026, 3, 4, 19))
    evening(dreier(1), when=(2026, 3, 11, 19))
    type_points(of, {"Anna": 9000, "Berta": 5000, "Emil": 700}, date(2026, 12, 31), FINAL)  # Emil was there on no day
    type_points(of, {"Anna": 1000}, kind=CARRIED_POINTS)
    return of


def test_an_average_is_of_all_that_days_have_brought_and_of_nothing_else(mixed_year):
    each = {
        line.who: [got.points for got in line.got if got.kind == DAY] for line in progress(mixed_year).standing.lines
    }
    expected = {who: (sum(made) / len(made) + 200) / 100 for who, made in each.items() if made}
    anna = expected[person("Anna").pk]
    assert read_page(mixed_year, Client()).rows[person("Anna").number].facts["Schnitt"] == anna
    answer = Client().get(f"/api/v1/seasons/{mixed_year.slug}").json()["standing"]
    assert {line["name"]: line["facts"]["average"] for line in answer}["Anna"] == anna
    written = json.loads(build_season_file(mixed_year, "json", "de"))["tables"]["standing"]
    where = [column["id"] for column in written["columns"]].index("average")
    assert next(row[where] for row in written["rows"] if "Anna" in row) == anna
    with override("de"):
        stars = [mark for mark in list_marks(progress(mixed_year)) if mark["icon"] == "star"]
        own = load_person_year(person("Anna"))
        assert own is not None
        assert own.row.facts[0] == f"{anna:.1f}".replace(".", ",")
    assert all(float(mark["amount"].replace(",", ".")) == max(expected.values()) for mark in stars)


@pytest.mark.heavy
def test_libreoffice_comes_to_the_same_averages_and_best_days(mixed_year, libreoffice: LibreOffice):
    agree_with_libreoffice(mixed_year, libreoffice)
    together = year(decimals=1, bonus=50)
    type_points(together, {"Anna": 120, "Emil": -50}, date(2026, 3, 12))
    type_points(together, {"Anna": 300, "Franz": 700}, date(2026, 12, 31), FINAL)
    type_points(together, {"Anna": 1000}, kind=CARRIED_POINTS)
    agree_with_libreoffice(together, libreoffice)


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_two_columns_of_a_year_are_headed_the_same(language):
    of = year(formula="written / days")
    evening(dreier(0), when=(2026, 3, 4, 19))
    with ZipFile(BytesIO(build_season_file(of, "csv", language))) as packed:
        heads = packed.read("standing.csv").decode("utf-8-sig").splitlines()[0].split(";")
    assert len(set(heads)) == len(heads)
    assert {"de": "Spieltage", "en": "Days played"}[language] in heads
    sheets = [sheet for sheet in opened_values(build_season_file(of, "xlsx", language)) if sheet.tables]
    assert len(sheets) == 3
    for sheet in sheets:
        [table] = sheet.tables.values()
        heads = [cell.value for cell in sheet[3]]
        assert [column.name for column in table.tableColumns] == heads
        assert len({head.casefold() for head in heads}) == len(heads)
