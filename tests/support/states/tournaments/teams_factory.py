"""A cup of teams: a round was played, the next one is drawn by the standing, somebody is missing."""

from typing import Any

from tarockclub.office.demo.day import NAMES, create_made_up
from tarockclub.platform.accounts.actors import Actor
from tests.support.states import frozen_clock
from tests.tournaments.support.cash_acts import (
    count_box,
    record_movement,
    take_back,
    write_fees_receipt,
    write_move_receipt,
)
from tests.tournaments.support.clock_acts import start_clock
from tests.tournaments.support.draw_acts import draft, publish_draw
from tests.tournaments.support.entry_acts import change_entries, enter, pay
from tests.tournaments.support.paper_acts import enter_end_totals
from tests.tournaments.support.season_acts import add_tournament
from tests.tournaments.support.setup_acts import open_round
from tests.tournaments.support.team_acts import create_teams
from tournaments.core.cash_journal.journal import DONATION, EXPENSE, FLOAT
from tournaments.core.settings import CUP, STANDING, build_default_settings
from tournaments.models import Entrant, RoundTable, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.teams.services import TeamDetails
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

STAFF = Actor(directs=True)
TEAMS = (("Die Herzdamen", (0, 1)), ("", (2, 3)), ("Stammtisch zur Linde", (4, 5)), ("Pagatjäger", (6,)))
POINTS = ((54, -12, -30, -12), (60, 6, -18, -48), (24, 12, -6, -30))


def make_teams() -> dict[str, Any]:
    """Write it; the words for the paths of states."""
    settings = build_default_settings(CUP)._replace(team_size=2, seating=STANDING, fee=500, donation=True)
    made = create_made_up("states-teams", "Mannschaftscup", frozen_clock.NOW.date(), settings)
    enter(made.pk, "teams-1", [Newcomer(name) for name in NAMES[:12]], (), STAFF)
    entrants = list(Entrant.objects.filter(tournament=made).order_by("number").values_list("pk", flat=True))
    wanted = [TeamDetails(name, tuple(entrants[at] for at in members)) for name, members in TEAMS]
    create_teams(made.pk, "teams-2", wanted, STAFF)
    first = open_round(made, "teams-3", STAFF)
    change_entries(first, "teams-4", entrants, (), STAFF)
    pay(first, "teams-5", entrants, STAFF)
    publish_draw(first, "teams-6", draft(first, "teams-7", STAFF).number, STAFF)
    start_clock(first, "teams-8", STAFF)
    for table in RoundTable.objects.filter(round=first).select_related("round__tournament", "game_table"):
        points = tuple(POINTS[table.number - 1])
        written = (30, -12, -6, -12) if table.number == 1 else points  # kontra counts in the money only
        enter_end_totals(table, f"teams-9-{table.number}", points, (), STAFF, written=written)
    second = open_round(made, "teams-10", STAFF)
    change_entries(second, "teams-11", entrants, (), STAFF)
    draft(second, "teams-12", STAFF, by=STANDING)
    details = SeasonDetails("Mannschaftscup 2026", SeasonSettings(teams=True))
    season = create_season("teams-13", made.club, details, STAFF)
    add_tournament(season, "teams-14", made, who=STAFF)
    return {"t_teams": str(made.slug), "season_teams": str(season.slug), **_move_cash(made, entrants[0])}


def _move_cash(tournament: Tournament, entrant: int) -> dict[str, int]:
    """All that moves in a cash box."""
    record_movement(tournament, "cash-1", FLOAT, 5000, "Wechselgeld von daheim", STAFF)
    cards = {"voucher": "2026/118", "party": "Papierhandlung am Platz"}
    expense = record_movement(tournament, "cash-2", EXPENSE, -1890, "Karten, drei Packerl", STAFF, **cards)
    wrong = record_movement(tournament, "cash-3", DONATION, 700, "von einem Gast", STAFF)
    back = take_back(tournament, "cash-4", wrong.sequence, "war doppelt", STAFF)
    write_fees_receipt(tournament, "cash-5", entrant, STAFF)
    write_move_receipt(tournament, "cash-6", expense.sequence, "", STAFF)
    count_box(tournament, "cash-7", 9100, 9110, STAFF, "10 Cent fehlen")
    return {"t_cash_move": expense.sequence, "t_cash_back": back.sequence}
