"""Creation of tournaments, their settings, their rounds; calling the referee to a table."""

import uuid
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.text import clean_text
from tarockclub.office.api.scoring.common import WRITER, find_table_actor
from tarockclub.office.api.tournaments.chips import PhoneTable
from tarockclub.office.api.tournaments.common import FAILS, OwnTournament, add_operations
from tarockclub.platform.api.authentication import TO_DIRECT, TO_READ_TABLES, find_author
from tarockclub.platform.api.errors import ApiError, Mistake, build_input_error
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Day, Done, Keyed, KeyOnly, Name, Number, Out, get_key
from tournaments.core.acts import parse_content
from tournaments.core.selectors import has_been_played
from tournaments.core.settings import CUP, SPIELGELD, Settings, parse_settings
from tournaments.hall.rulings.actions import CallReferee
from tournaments.hall.setup import services
from tournaments.hall.setup.actions import ArchiveTournament, ChooseColumns, OpenRound, PlanRounds
from tournaments.hall.setup.forms import get_usual_settings
from tournaments.hall.setup.settings_body import SettingsIn, merge_settings
from tournaments.models import Act, Tournament

part = Part("setup", "Creating tournaments, their settings and rounds; calling the referee.")
_SHEET_OF_CUP = _("The format “cup” has no house rules of its own: name them, such as zwanzigerrufen or standard.")


class TournamentDecided(Keyed):
    """The properties of a tournament."""

    name: Name
    day: Day
    settings: SettingsIn = SettingsIn()


class Made(Out):
    """A tournament that was created."""

    slug: uuid.UUID


class SettingsSeen(Out):
    """The settings of a tournament."""

    frozen: bool = Field(description="The first round has started: they can no longer be changed.")
    settings: dict[str, Any] = Field(description="All settings, as in SettingsIn.")


class OpenedRound(Out):
    """A round that was opened."""

    number: Number


@part.post("tournaments", door=TO_DIRECT, fails=FAILS)
def make_tournament(request: HttpRequest, club: OwnClub, body: TournamentDecided) -> Made:
    """Prepare a tournament"""
    key = get_key(request, body)
    begun = body.settings.format or SPIELGELD
    if begun == CUP and body.settings.sheet is None:
        raise ApiError(400, "invalid", errors=[Mistake("settings/sheet", "missing_field", str(_SHEET_OF_CUP))])
    wanted = _parse_tournament(body, get_usual_settings(begun), club.pk)
    made = services.create_tournament(key, club, *wanted, who=find_author(request))
    return Made.read(made)


class Archived(Out):
    """The result of archiving."""

    deleted: bool = Field(description="Nothing had been played: the tournament is deleted.")


@part.get("settings", door=TO_READ_TABLES)
def read_settings(request: HttpRequest, tournament: OwnTournament) -> SettingsSeen:
    """Return the settings of a tournament"""
    settings = parse_settings(tournament.settings)
    shown = settings._asdict() | {"options": dict(settings.options), "reduced": dict(settings.reduced)}
    return SettingsSeen(frozen=tournament.frozen is not None, settings=shown)


@part.post("settings", door=TO_DIRECT)
def change_settings(request: HttpRequest, tournament: OwnTournament, body: TournamentDecided) -> Done:
    """Change the settings of a tournament

    Omitted settings stay unchanged. Possible until the first round starts.
    """
    key = get_key(request, body)
    wanted = _parse_tournament(body, parse_settings(tournament.settings), tournament.club_id)
    services.change_tournament_settings(tournament.pk, key, wanted, find_author(request))
    return Done()


def _parse_tournament(body: TournamentDecided, before: Settings, club: int) -> services.TournamentDetails:
    """Parse a tournament; ApiError where its settings contradict each other, or name something unknown."""
    name = clean_text(body.name)
    if not name:
        raise build_input_error("name", "missing_field")
    return services.TournamentDetails(name, body.day, merge_settings(body.settings, before, club))


def _build_opened(_tournament: Tournament, act: Act) -> OpenedRound:
    return OpenedRound(number=parse_content(act)["round"])


add_operations(part, OpenRound, answer=_build_opened)
add_operations(part, PlanRounds, ChooseColumns)


def _build_archived(tournament: Tournament, act: Act) -> Archived:
    return Archived(deleted=parse_content(act)["archived"] and not has_been_played(tournament))


add_operations(part, ArchiveTournament, answer=_build_archived)


@part.post("referee", door=WRITER)
def call_the_referee(request: HttpRequest, table: PhoneTable, body: KeyOnly) -> Done:
    """Call the referee to a tournament table

    Its clock stops at once.
    """
    CallReferee().perform(table, get_key(request, body), find_table_actor(request))
    return Done()
