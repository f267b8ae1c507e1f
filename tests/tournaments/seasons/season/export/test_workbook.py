"""A season's workbook says what its page says, and its formulas come to the same; text never becomes a formula."""

import csv
import io
import json
import zipfile
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.scoring.reports.exports.test_export_libreoffice import spoilt
from tests.scoring.support.exports import open_workbook, opened_values
from tests.soak import IS_SOAK
from tests.support.accounts import log_in
from tests.support.libreoffice import LibreOffice
from tests.tournaments.results.exports.test_libreoffice import close, rows_of
from tests.tournaments.seasons.season.seasons import NAMES
from tests.tournaments.seasons.season.test_made_points import publish_rounds
from tests.tournaments.seasons.season.test_standing import settings as any_settings
from tests.tournaments.support import acts, factories
from tournaments.core.cash_journal.services import EXPENSE, INCOME
from tournaments.models import Season, SeasonEvent, SeasonResult
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import merge
from tournaments.results.exports.formats import CSV, FORMS, JSON, XLSX
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.export.services import build_season_file
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import BETTER, FINAL_ALONE, FORMULA, NUMBER, PLACES, TABLE, SeasonSettings

pytestmark = pytest.mark.django_db
CUP = SeasonSettings(
    way=TABLE, table=(22300, 19800, 18000), rest=1000, counting=NUMBER, best=2, decimals=1, criteria=(PLACES, "lot")
)
DAYS = ("1 1 3 4 5", "2 1 3 - 4", "3 2 1 4 -", "1 2 3 4 5")


def season_of(rules: SeasonSettings, *, days: tuple[str, ...] = DAYS, final: str = "", name: str = "=Cup") -> Season:
    """A season with these places at its days, player by player; "-": was not there."""
    season = create_season(str(uuid4()), load_first_club(), SeasonDetails(name, rules))
    for number, places in enumerate(days, 1):
        add(season, places, f"Tag {number}", SeasonEvent.Kind.DAY)
    if final:
        add(season, final, "Finale", SeasonEvent.Kind.FINAL)
    return season


def add(season: Season, places: str, name: str, kind: str) -> SeasonEvent:
    """An event with these places."""
    event = acts.add_event(season, str(uuid4()), name, kind=kind)
    found = [(f"+Spieler {at}", int(place)) for at, place in enumerate(places.split(), 1) if place != "-"]
    if found:
        acts.write_results(event, str(uuid4()), [PersonResult(Newcomer(who), place) for who, place in found])
    return event


def book(season: Season) -> Any:
    return opened_values(build_season_file(season, XLSX, "en"))


def test_the_standing_is_that_of_the_page():
    season = season_of(CUP)
    stand = load_season_progress(season)
    expected = [(line.rank, stand.people[line.who].name, line.points / 100) for line in stand.standing.lines]
    rows = rows_of(book(season)["Standings"])[3:]
    assert [(row[0], row[2], row[3]) for row in rows] == expected


def test_every_result_stands_there_with_what_it_brought():
    rows = rows_of(book(season_of(CUP))["Results"])[3:]
    assert len(rows) == 18
    assert [[row[0], *row[2:7]] for row in rows[:3]] == [
        [1, "Tag 1", 1, 1, "+Spieler 1", 210.5],
        [1, "Tag 1", 1, 2, "+Spieler 2", 210.5],
        [1, "Tag 1", 3, 3, "+Spieler 3", 180],
    ]


def test_text_is_text_and_formulas_are_only_ours():
    found = open_workbook(build_season_file(season_of(CUP, name="=1+1"), XLSX, "en"))
    cells = [cell for sheet in found for row in sheet.iter_rows() for cell in row]
    names = [cell for cell in cells if isinstance(cell.value, str) and cell.value.startswith(("+Spieler", "=1+1"))]
    assert names
    assert all(cell.data_type == "s" or cell.data_type == "inlineStr" for cell in names)
    text = build_season_file(season_of(CUP), CSV, "de")
    with zipfile.ZipFile(io.BytesIO(text)) as files:
        rows = list(csv.reader(io.StringIO(files.read("standing.csv").decode("utf-8-sig")), delimiter=";"))
    assert {row[2][:2] for row in rows[1:]} == {"'+"}


def test_csv_and_json_have_the_same_rows():
    season = season_of(CUP)
    found = json.loads(build_season_file(season, JSON, "en"))
    assert set(found["tables"]) == {*("standing", "events", "results", "places", "cash", "cash_moves", "settings")}
    values = rows_of(book(season)["Standings"])[3:]
    assert [row[:4] for row in found["tables"]["standing"]["rows"]] == [row[:4] for row in values]


def test_the_cash_box_stands_there_to_the_cent():
    season = season_of(CUP)
    acts.record_movement(season, str(uuid4()), INCOME, 12345, "Spende vom Wirt")
    acts.record_movement(season, str(uuid4()), EXPENSE, -45, "Bleistift")
    found = json.loads(build_season_file(season, JSON, "en"))["tables"]
    assert [row[2:4] for row in found["cash_moves"]["rows"]] == [[123.45, 123.45], [-0.45, 123.0]]
    assert found["cash"]["rows"][-1][1:] == [0, 0, 0, -0.45, 123.45, 123.0]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_given_to_the_staff_by_its_name(form):
    season = season_of(CUP, name="Cup 2026/27: Wien")
    answer = log_in().get(reverse("season_file", args=[season.slug, form]))
    assert answer.status_code == 200
    assert f'filename="Cup 2026 27 Wien{FORMS[form].ending}"' in answer["Content-Disposition"]


def agree_with_libreoffice(season: Season, libreoffice: LibreOffice, language: str = "en") -> None:
    """Compare each result that a season's workbook has stored with what its formula comes to."""
    content = build_season_file(season, XLSX, language)
    compare(content, libreoffice.recompute(spoilt(content)))


def compare(content: bytes, reckoned: bytes) -> None:
    """Compare the stored results of all formulas with reckoned ones."""
    formulas, stored, found = open_workbook(content), opened_values(content), opened_values(reckoned)
    many, wrong = 0, []
    for sheet in formulas:
        for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
            value, other = (book[sheet.title][cell.coordinate].value for book in (stored, found))
            many += 1
            if not close("" if other is None else other, "" if value is None else value):
                wrong.append((sheet.title, cell.coordinate, value, other, cell.value))
    assert many
    assert not wrong, (len(wrong), many, wrong[:5])


@pytest.mark.heavy
@pytest.mark.parametrize(
    "rules",
    [
        CUP,
        CUP._replace(ties=BETTER, decimals=0),
        CUP._replace(final=FINAL_ALONE, taken=50, factor=150, least_days=3),
        CUP._replace(way=FORMULA, formula="(players - place + 1) / 3", decimals=2),
        CUP._replace(counting="half", days=5, criteria=("best_days", "final_points", "final_place")),
        CUP._replace(final_table=(1000, 525), final_formula="2 - place", absent="1 - players"),
    ],
    ids=["table", "better", "alone", "formula", "half", "own final"],
)
def test_libreoffice_comes_to_the_same(rules, libreoffice: LibreOffice):
    season = season_of(rules, final="2 1 3 - -")
    carried = add(season, "-", "Vorjahr", SeasonEvent.Kind.CARRIED)
    acts.write_results(
        carried, str(uuid4()), [PersonResult(Newcomer("+Spieler 5"), 0, 12345), PersonResult(Newcomer("Gast"), 0, -50)]
    )
    acts.record_movement(season, str(uuid4()), INCOME, 12345, "Spende vom Wirt")
    acts.record_movement(season, str(uuid4()), EXPENSE, -45, "Bleistift")
    merge(
        find_or_create_person(load_first_club(), "+Spieler 4"), find_or_create_person(load_first_club(), "+Spieler 3")
    )
    assert SeasonResult.objects.filter(person__merged_into__isnull=False).exists()
    agree_with_libreoffice(season, libreoffice)


VIENNA = "max(0, min(written, 50 + written / 2, 200))"
FACTS = f"{VIENNA} + floor(won / hands * 10) ^ 2 - (if firsts >= 1 and place != 2 then 1 else -1)"


@pytest.mark.heavy
@pytest.mark.parametrize(
    "rules",
    [
        CUP._replace(way=FORMULA, formula=FACTS, bonus=250, counting="worst"),
        CUP._replace(way=FORMULA, per="round", formula="ceil(capital / 7) + 4 / table_place + round(-hands / 6)"),
        CUP._replace(per="round", ties=BETTER),
        CUP._replace(way=FORMULA, per="season", formula="written * 60 / hands + won / most_hands", bonus=250),
    ],
    ids=["day", "round", "table", "season"],
)
def test_libreoffice_comes_to_the_same_from_all_that_is_kept_of_the_rounds(rules, libreoffice: LibreOffice):
    season = create_season(str(uuid4()), load_first_club(), SeasonDetails("Cup", rules))
    cup = factories.tournament()
    factories.enter_people(cup, *NAMES)
    publish_rounds(cup)
    acts.add_tournament(season, str(uuid4()), cup, "day")
    event = acts.add_event(season, str(uuid4()), "Kirtag")
    acts.write_results(
        event, str(uuid4()), [PersonResult(Newcomer("Anna"), 1, 4250), PersonResult(Newcomer("Bert"), 2, 300)]
    )
    assert not load_season_progress(season).standing.problems
    _title, _note, head, *rows = open_workbook(build_season_file(season, XLSX, "en"))["Results"].iter_rows()
    heads = [cell.value for cell in head]
    cells = [row[heads.index("Points")] for row in rows]
    assert sum(cell.data_type == "f" for cell in cells) == len(NAMES)
    agree_with_libreoffice(season, libreoffice)


@pytest.mark.heavy
@settings(max_examples=4 if IS_SOAK else 1, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), rules=any_settings)
def test_libreoffice_comes_to_the_same_for_any_season(libreoffice: LibreOffice, data, rules):
    days = data.draw(
        st.lists(st.lists(st.sampled_from("-1234"), min_size=6, max_size=6).map(" ".join), min_size=1, max_size=5)
    )
    agree_with_libreoffice(season_of(rules, days=tuple(days), final="1 2 - - 3 3"), libreoffice)
