"""A problem of a year never becomes a number: it is named, and missing wherever the day stands."""

import csv
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils.translation import override

from scoring.table.corrections import changes
from scoring.table.settlement.services import request_reopening
from tarockclub.platform.publication import change_publication
from tests.scoring.support.evenings import change_book, end_evening
from tests.scoring.support.exports import opened_values
from tests.scoring.support.tables import dreier, strike
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season.evenings.year import evening, progress, year
from tests.tournaments.seasons.season.seasons import at, day, person, text_of
from tournaments.around.printing.season import load_newest_standing
from tournaments.models import Season
from tournaments.people.register.services import merge
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.evenings.year import load_person_year
from tournaments.seasons.season.export.services import build_season_file
from tournaments.seasons.season.publishing import list_missing

pytestmark = pytest.mark.django_db
SECOND = (2026, 3, 11, 19)
SENTENCE = "Mittwoch, 11. März: Die Formel lässt sich dort nicht ausrechnen."


@share_rows
def zero_year():
    """A year by 30 / written: on the second day Cilli and Emil have written 0; a third day has no result yet."""
    of = year(per="day", formula="30 / written", decimals=2)
    change_publication(of.club, {"seasons": True})
    evening(dreier(0), when=(2026, 3, 4, 19))  # Anna 2, the others −6
    table = evening(when=SECOND, names=("Anna", "Berta", "Cilli", "Emil"), ends=False)
    change_book(table, changes.enter_end_totals((60, -60, 0, 0, 0, 0)), "")
    end_evening(table)
    day(of, name="Kirtag")
    return Season.objects.select_related("club").get(pk=of.pk)


def test_who_has_divided_by_0_has_no_figure_of_that_day_anywhere_and_it_is_named(zero_year):
    stand = progress(zero_year)
    second = next(event.event.number for event in stand.events if event.name == "Mittwoch, 11. März")
    made = {stand.people[line.who].name: (line.points, line.days, len(line.got)) for line in stand.standing.lines}
    assert made == {"Anna": (500, 2, 2), "Berta": (-900, 2, 2), "Cilli": (-600, 1, 1), "Dora": (-600, 1, 1)}
    assert len(list_missing(stand)) == 2  # that day, and the one without a result
    page = text_of(Client().get(at("season_standing", zero_year)))
    assert SENTENCE in page
    assert "Emil" not in page
    answer = Client().get(f"/api/v1/seasons/{zero_year.slug}").json()
    assert [event["note"] for event in answer["events"] if event["number"] == second] == [SENTENCE]
    cilli = next(line for line in answer["standing"] if line["name"] == "Cilli")
    assert [got["event"] for got in cilli["by_event"]] != [second]
    assert cilli["facts"] == {"average": -6, "days": 1, "best": -6}
    with override("de"):
        own = load_person_year(person("Cilli"))
        paper = load_newest_standing(load_kept_season(zero_year, at_once=True))[0]
    assert own is not None
    assert [cell.text for cell in own.row.cells] == ["−6", "–"]
    assert SENTENCE in paper.uncounted
    assert [cell.text for line in paper.lines if line.name == "Cilli" for cell in line.cells] == ["−6", "–"]
    for number, name in ((second, "season_event"), (person("Cilli").number, "season_player")):
        shown = text_of(Client().get(at(name, zero_year, number=number), follow=True))
        assert (SENTENCE if name == "season_player" else "durch 0") in shown
        assert ">–<" in shown


def test_files_leave_the_cell_of_that_day_empty(zero_year):
    with ZipFile(BytesIO(build_season_file(zero_year, "csv", "de"))) as packed:
        tables = [
            list(csv.reader(StringIO(packed.read(name).decode("utf-8-sig")), delimiter=";"))
            for name in ("standing.csv", "results.csv")
        ]
    cross = [list(row) for row in opened_values(build_season_file(zero_year, "xlsx", "de"))["Kreuztabelle"].values]
    assert cross[5][cross[3].index("Cilli")] is None
    for table in tables:
        heads = table[0]
        for row in table[1:]:
            if "Mittwoch, 11. März" in heads and "Cilli" in row:
                assert row[heads.index("Mittwoch, 11. März")] == ""
            if "Mittwoch, 11. März" in row and ("Cilli" in row or "Emil" in row):
                assert row[heads.index("Punkte")] == ""


def test_of_somebody_merged_the_row_that_cannot_be_computed_is_none(zero_year):
    """Emil is Dora: of the second day nothing can be computed, the first one stays."""
    merge(person("Dora"), person("Emil"))
    stand = progress(zero_year)
    made = {stand.people[line.who].name: (line.points, line.days) for line in stand.standing.lines}
    assert made["Dora"] == (-600, 1)
    assert "Emil" not in made


def test_an_evening_whose_only_hand_is_struck_is_no_day_and_nobody_has_a_0():
    of = year()
    table = evening(dreier(0))
    change_book(table, request_reopening(), "verzählt")
    strike(table)
    end_evening(table)
    stand = progress(of)
    assert (stand.standing.lines, [event for event in stand.events if event.rows]) == ((), [])
