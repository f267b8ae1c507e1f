"""Seasons in their stages: the two of the demo, one in which nothing counts yet; `make_seasons` says where."""

from typing import Any

from tarockclub.models import Person
from tarockclub.office.demo.day import NAMES
from tarockclub.office.demo.season import KEY
from tarockclub.platform.accounts.persons import load_first_club
from tests.tournaments.support import acts
from tournaments.core.cash_journal.services import EXPENSE, FLOAT
from tournaments.models import Season, SeasonEvent
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import EveningRule, SeasonSettings


def make_seasons() -> dict[str, Any]:
    """Write what the demo has not written; the words for the paths of states."""
    new = create_season("states-season", load_first_club(), SeasonDetails("Wintercup", SeasonSettings()))
    evenings = SeasonSettings(per="season", formula="written", evenings=EveningRule(until="2099-12-31"))
    year = create_season("states-year", load_first_club(), SeasonDetails("Unser Jahr", evenings))
    in_year = EveningRule(until="2099-12-31", in_year=True)
    euros = SeasonSettings(formula="euros", decimals=2, evenings=in_year)
    paid_year = create_season("states-euros", load_first_club(), SeasonDetails("Unser Jahr in Euro", euros))
    running, before = (Season.objects.get(start_key=key) for key in (KEY, f"{KEY}-before"))
    acts.record_movement(running, "states-cash-0", FLOAT, 10000, "Vortrag vom Vorjahr")
    cup = {"voucher": "2026/17", "party": "Graveur am Platz"}
    paid = acts.record_movement(running, "states-cash-1", EXPENSE, -4200, "Wanderpokal", **cup)
    acts.write_move_receipt(running, "states-cash-2", paid.sequence)
    typed = SeasonEvent.objects.filter(season=running, tournament=None, kind="day").earliest("number")
    played = SeasonEvent.objects.get(season=running, tournament__ended__isnull=False)
    return {
        "season": str(running.slug),
        "season_before": str(before.slug),
        "season_new": str(new.slug),
        "season_year": str(year.slug),
        "season_euros": str(paid_year.slug),
        "season_typed": typed.number,
        "season_played": played.number,
        "year_player": Person.objects.get(name="Anna", merged_into=None).number,
        "season_player": Person.objects.get(name=NAMES[0], merged_into=None).number,
    }
