"""A cup of teams: a round was played, the next one is drawn by the standing, somebody is missing, a third is open."""

from typing import Any

from tarockclub.office.demo.day import NAMES, create_made_up
from tarockclub.platform.accounts.actors import Actor
from tests.support.states import frozen_clock
from tests.tournaments.support import acts
from tournaments.core.cash_journal.services import DONATION, EXPENSE, FLOAT
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
    acts.enter(made.pk, "teams-1", [Newcomer(name) for name in NAMES[:12]], (), STAFF)
    entrants = list(Entrant.objects.filter(tournament=made).order_by("number").values_list("pk", flat=True))
    wanted = [TeamDetails(name, tuple(entrants[at] for at in members)) for name, members in TEAMS]
    acts.create_teams(made.pk, "teams-2", wanted, STAFF)
    first = acts.open_round(made, "teams-3", STAFF)
    acts.change_entries(first, "teams-4", entrants, (), STAFF)
    acts.pay(first, "teams-5", entrants, STAFF)
    acts.publish_draw(first, "teams-6", acts.draft(first, "teams-7", STAFF).number, STAFF)
    acts.start_clock(first, "teams-8", STAFF)
    for table in RoundTable.objects.filter(round=first).select_related("round__tournament", "game_table"):
        points = tuple(POINTS[table.number - 1])
        written = (30, -12, -6, -12) if table.number == 1 else points  # kontra counts in the money only
        acts.enter_end_totals(table, f"teams-9-{table.number}", points, (), STAFF, written=written)
    second = acts.open_round(made, "teams-10", STAFF)
    acts.change_entries(second, "teams-11", entrants, (), STAFF)
    acts.draft(second, "teams-12", STAFF, by=STANDING)
    acts.open_round(made, "teams-15", STAFF)  # a change of rounds at which nobody has tapped yet
    details = SeasonDetails("Mannschaftscup 2026", SeasonSettings(teams=True))
    season = create_season("teams-13", made.club, details, STAFF)
    acts.add_tournament(season, "teams-14", made, who=STAFF)
    return {"t_teams": str(made.slug), "season_teams": str(season.slug), **_move_cash(made, entrants[0])}


def _move_cash(tournament: Tournament, entrant: int) -> dict[str, int]:
    """All that moves in a cash box."""
    acts.record_movement(tournament, "cash-1", FLOAT, 5000, "Wechselgeld von daheim", STAFF)
    cards = {"voucher": "2026/118", "party": "Papierhandlung am Platz"}
    expense = acts.record_movement(tournament, "cash-2", EXPENSE, -1890, "Karten, drei Packerl", STAFF, **cards)
    wrong = acts.record_movement(tournament, "cash-3", DONATION, 700, "von einem Gast", STAFF)
    back = acts.reverse_move(tournament, "cash-4", wrong.sequence, "war doppelt", STAFF)
    acts.write_fees_receipt(tournament, "cash-5", entrant, STAFF)
    acts.write_move_receipt(tournament, "cash-6", expense.sequence, "", STAFF)
    acts.count_box(tournament, "cash-7", 9100, 9110, STAFF, "10 Cent fehlen")
    return {"t_cash_move": expense.sequence, "t_cash_back": back.sequence}
