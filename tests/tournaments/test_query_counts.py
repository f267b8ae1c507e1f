"""Pages ask the database as often for much as for little: for a club with three times as many people and acts."""

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.models import Club
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tests.support.accounts import log_in, make_account
from tests.support.clients import count_queries
from tests.support.shared_rows import share_rows
from tests.tournaments.results.conftest import _nothing_kept
from tests.tournaments.results.standings.played_tables import normal, play_hand, running
from tests.tournaments.results.team_standings.test_standing import paired
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.cash_journal.services import DONATION
from tournaments.core.settings import CUP, build_default_settings
from tournaments.models import RoundTable, Season, Tournament
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.registration.actions import Details, submit_application

__all__ = ["_nothing_kept"]
pytestmark = pytest.mark.django_db
SETTINGS = build_default_settings(CUP)._replace(rounds=0, team_size=2, donation=True, kontra=1)._asdict()
OF_TOURNAMENT = (
    *("tournament", "entrants", "teams", "door", "registration", "cash_box", "cash_receipts", "donations"),
    *("tournament_log", "projector", "standings", "team_standings", "results", "prizes", "rulings"),
)
OF_ROUND = (
    "desk",
    "desk_chips",
    "draw",
    "seats",
    "seat_late",
    "quick_round",
    "round_standings",
    "round_team_standings",
)
OF_TABLE = ("desk_table", "quick_table", "ruling", "substitute")
OF_SEASON = ("season", "season_standing", "season_events", "season_cash", "season_file")
OF_CLUB = ("tournaments", "seasons", "register", "hall_of_fame", "club", "club_log")
MOST = 45  # queries of a page, and of a file
MOST_OF_DAY = 60  # a tournament's page is its desk, its standings and its cash box in one


def make(many: int) -> tuple[Client, Tournament, Season]:
    """A club: two tables for each of so many, with teams, people who wait, movements of cash; seasons with days."""
    club = Club.objects.create(name=f"Club {many}", slug=f"club-{many}")
    of, first, tables = running(8 * many, club=club, **SETTINGS)
    acts.change_invitation(of.pk, new_key(), InvitationDetails(is_public=True, registration="ask", most=1))
    paired(of, *((2 * at + 1, 2 * at + 2) for at in range(many)))
    for table in tables:
        for _hand in range(many):
            play_hand(table, normal(0, 1))
    season = seasons.season(club)
    for at in range(many):
        helper = make_account(club=club, login=f"hilft-{many}-{at}").person_id
        for kind in Kind:
            record_event(club.pk, kind, Actor(helper), helper)
        submit_application(of, new_key(), f"Wartet {at}", "", Details("Wels", f"P {at}", "Ja"), by_staff=True)
        over = seasons.season(club, f"Vorbei {at}")
        for cup in (over, season):
            seasons.day(cup, *(f"Spieler {number}" for number in range(many + at)))
            seasons.play_tournament(cup, *(f"Spieler {number}" for number in range(many)))
        seasons.end_season(over)
        for owner in (of, season):
            done = acts.record_movement(owner, new_key(), DONATION, 500, "so", voucher="7", party="Gast")
            acts.write_move_receipt(owner, new_key(), done.sequence)
    acts.add_tournament(season, new_key(), of)
    acts.change_entries(first, new_key(), [late.pk for late in factories.people(of, many)])
    return log_in(make_account("director", club, login=f"leitung-{many}")), of, season


@share_rows
def pair() -> list[tuple[Client, Tournament, Season]]:
    """A small club and a large one."""
    return [make(1), make(3)]


@pytest.mark.heavy_but("seasons")
@pytest.mark.parametrize("page", [*OF_TOURNAMENT, *OF_ROUND, *OF_TABLE, *OF_SEASON, *OF_CLUB, "table"])
def test_a_page_asks_as_often_for_much_as_for_little(pair, page: str):
    counts = []
    for director, of, season in pair:
        owner = season if page in OF_SEASON else of
        where = [] if page in OF_CLUB else [owner.slug, *[1] * ((page in OF_ROUND) + 2 * (page in OF_TABLE))]
        if page == "table":
            where = [RoundTable.objects.get(round__tournament=of, number=1).game_table.slug]
        address = reverse(page, args=[*where, *["json"] * (page == "season_file")])
        director.get(address)  # whose it is and which step it has reached is looked up once
        counts.append(count_queries(director, address))
    assert counts[0] == counts[1] <= (MOST_OF_DAY if page == "tournament" else MOST)
