"""A typed number is shown as it is, and a final is no best day: wherever they stand."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from tarockclub.platform.publication import change_publication
from tests.scoring.support.tables import new_key
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.seasons.season.seasons import at, end_season, person, text_of
from tests.tournaments.support import acts
from tournaments.around.printing.season import load_newest_standing
from tournaments.around.public.front_parts import build_front_standing
from tournaments.models import Season
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.evenings.page import build_year
from tournaments.seasons.season.evenings.year import load_person_year
from tournaments.seasons.season.page import SeasonPage
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, FINAL, SeasonSettings
from tournaments.seasons.season.standing import EventResult, EventRow

pytestmark = pytest.mark.django_db
THIRDS = {"plays": [{"contract": "trischaken", "declarer": 0, "points": ["20", "20", "20", "10"]}]}
TYPED = {"Anna": (120, "1,2"), "Berta": (350, "3,5"), "Cilli": (70, "0,7"), "Dora": (-1250, "−12,5")}


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
    type_points(of, {name: made for name, (made, _text) in TYPED.items()}, date(2026, 3, 11))
    return of


def list_cells(page: SeasonPage) -> set[str]:
    """Return the texts of a season's cells on page and paper."""
    return {cell.text for line in page.lines for cell in line.cells}


@pytest.mark.parametrize("is_published", [False, True])
def test_a_typed_number_is_shown_as_it_is_while_thirds_that_were_played_stay_exact(typed_year, is_published):
    if is_published:
        end_season(typed_year)
    typed = {text for _made, text in TYPED.values()}
    with override("de"):
        kept = load_kept_season(Season.objects.get(pk=typed_year.pk), at_once=True)
        texts = list_cells(load_newest_standing(kept)[0])
        assert typed <= texts
        assert len(texts - typed) == 2  # three lost the same, Dora won it
        assert all(text[-1] in "⅓⅔" or text.endswith("2") for text in texts - typed)
        assert {row["last"].lstrip("+") for row in build_front_standing(kept.stand).rows} <= typed
        [cells, _played] = zip(*(row.cells for row in build_year(kept.stand, range(4)).ranked), strict=True)
        assert {cell.text.lstrip("+") for cell in cells} == typed
    for name, (_made, text) in TYPED.items():
        for page in ("season_player", "season_event"):
            number = person(name).number if page == "season_player" else kept.stand.events[-1].event.number
            assert f">{text}<" in text_of(Client().get(at(page, typed_year, number=number)))
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
