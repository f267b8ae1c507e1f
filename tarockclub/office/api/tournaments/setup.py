"""Creation of tournaments, and their rounds."""

import uuid

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.text import clean_text
from tarockclub.office.api.tournaments.common import FAILS, add_operations
from tarockclub.platform.api.authentication import TO_DIRECT, find_author
from tarockclub.platform.api.errors import build_input_error
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Day, Keyed, Name, Number, Out, get_key
from tournaments.core.acts import parse_content
from tournaments.core.selectors import has_been_played
from tournaments.core.settings import CUP, SPIELGELD
from tournaments.hall.setup import services
from tournaments.hall.setup.actions import ArchiveTournament, ChooseColumns, OpenRound, PlanRounds
from tournaments.hall.setup.contradictions import SettingsIn, merge_settings
from tournaments.hall.setup.forms import get_usual_settings
from tournaments.models import Act, Tournament

part = Part("setup", "Creating tournaments, and their rounds.")
_SHEET_OF_CUP = _("The format “cup” has no house rules of its own: name them, such as zwanzigerrufen or standard.")


class TournamentDecided(Keyed):
    """The properties of a tournament."""

    name: Name
    day: Day
    settings: SettingsIn = SettingsIn()


class Made(Out):
    """A tournament that was created."""

    slug: uuid.UUID


class OpenedRound(Out):
    """A round that was opened."""

    number: Number


class Archived(Out):
    """The result of archiving."""

    deleted: bool = Field(description="Nothing had been played: the tournament is deleted.")


@part.post("tournaments", door=TO_DIRECT, fails=FAILS)
def make_tournament(request: HttpRequest, club: OwnClub, body: TournamentDecided) -> Made:
    """Prepare a tournament"""
    key, name = get_key(request, body), clean_text(body.name)
    begun = body.settings.format or SPIELGELD
    if begun == CUP and body.settings.sheet is None:
        raise build_input_error("settings/sheet", "missing_field", str(_SHEET_OF_CUP))
    if not name:
        raise build_input_error("name", "missing_field")
    settings = merge_settings(body.settings, get_usual_settings(begun), club.pk)
    return Made.read(services.create_tournament(key, club, name, body.day, settings, find_author(request)))


def _build_opened(_tournament: Tournament, act: Act) -> OpenedRound:
    return OpenedRound(number=parse_content(act)["round"])


def _build_archived(tournament: Tournament, act: Act) -> Archived:
    return Archived(deleted=parse_content(act)["archived"] and not has_been_played(tournament))


add_operations(part, OpenRound, answer=_build_opened)
add_operations(part, PlanRounds, ChooseColumns)
add_operations(part, ArchiveTournament, answer=_build_archived)
