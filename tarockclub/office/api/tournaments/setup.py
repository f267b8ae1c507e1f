"""Creation of tournaments, their settings, their rounds; calling the referee to a table."""

import uuid
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from pydantic import Field, create_model

from scoring.book.sheet_library import find_rules, list_readable_ids
from scoring.table.evenings.forms import format_option_clash
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.office.api.scoring.common import WRITER, find_table_actor
from tarockclub.office.api.tournaments.chips import PhoneTable
from tarockclub.office.api.tournaments.common import FAILS, OwnTournament, add_operations
from tarockclub.platform.accounts.person_details import list_club_categories
from tarockclub.platform.api.authentication import TO_DIRECT, TO_READ_TABLES, find_author
from tarockclub.platform.api.errors import ApiError, Mistake, build_input_error
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Day, Done, In, Keyed, KeyOnly, Name, Number, Out, get_key
from tournaments.core.acts import parse_content
from tournaments.core.selectors import has_been_played
from tournaments.core.settings import CUP, SPIELGELD, Settings, freeze_lists, parse_settings
from tournaments.hall.rulings.actions import CallReferee
from tournaments.hall.setup import services
from tournaments.hall.setup.actions import ArchiveTournament, ChooseColumns, OpenRound, PlanRounds
from tournaments.hall.setup.contradictions import find_setting_contradictions, format_contradiction
from tournaments.hall.setup.forms import get_usual_settings
from tournaments.hall.setup.setting_table import BY_NAME
from tournaments.models import Act, Tournament

part = Part("setup", "Creating tournaments, their settings and rounds; calling the referee.")
_SHEET_OF_CUP = _("The format “cup” has no house rules of its own: name them, such as zwanzigerrufen or standard.")


if TYPE_CHECKING:
    SettingsIn = Any  # mypy knows no fields of a table
else:
    SettingsIn = create_model(
        "SettingsIn",
        __base__=In,
        __doc__="Settings of a tournament; omitted ones have the default of its format, or stay unchanged.",
        **{
            name: (BY_NAME[name].json_type | None, Field(default=None, description=BY_NAME[name].about))
            for name in Settings._fields
        },
    )


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
    wanted = parse_tournament(body, get_usual_settings(begun), club.pk)
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
    wanted = parse_tournament(body, parse_settings(tournament.settings), tournament.club_id)
    services.change_tournament_settings(tournament.pk, key, wanted, find_author(request))
    return Done()


def parse_tournament(body: TournamentDecided, before: Settings, club: int) -> services.TournamentDetails:
    """Parse the settings; ApiError where they contradict each other, or name something unknown."""
    name = clean_text(body.name)
    if not name:
        raise build_input_error("name", "missing_field")
    said = {name: freeze_lists(value) for name, value in body.settings.model_dump(exclude_none=True).items()}
    options = said.pop("options", None)
    if "reduced" in said:
        said["reduced"] = _parse_reduced(said["reduced"], before, club)
    settings = before._replace(**said)
    chosen = _parse_options(settings.sheet, options, before, club)
    settings = settings._replace(options=chosen)
    if found := find_setting_contradictions(settings):
        errors = [
            Mistake(f"settings/{contradiction.fields[0]}", contradiction.code, format_contradiction(contradiction))
            for contradiction in found
        ]
        raise ApiError(400, "invalid", errors=errors)
    return services.TournamentDetails(name, body.day, settings)


def _parse_reduced(reduced: dict[str, int], before: Settings, club: int) -> tuple[tuple[str, int], ...]:
    """Parse reduced fees; ApiError for a category that the club does not have."""
    known = {*list_club_categories(Club.objects.get(pk=club)), *(category for category, _cents in before.reduced)}
    folded = {category.casefold() for category in known}
    for category in reduced:
        if category.casefold() not in folded:
            raise build_input_error(f"settings/reduced/{category}", "not_offered")
    return tuple(reduced.items())


def _parse_options(
    sheet: str, options: dict[str, bool] | None, before: Settings, club: int
) -> tuple[tuple[str, bool], ...]:
    rules = find_rules(sheet)
    kept = dict(before.options) if before.sheet == sheet else {}
    if rules is None and sheet == before.sheet and kept | (options or {}) == kept:
        return before.options  # of a federation that was left: its choice stays
    if rules is None or sheet not in (*list_readable_ids(club), before.sheet):
        raise build_input_error("settings/sheet", "not_offered")
    known, excluding = rules.build_sheet().options, rules.build_sheet().find_clash
    for name in options or {}:
        if name not in known:
            raise build_input_error(f"settings/options/{name[:60]}", "unknown_field")
    chosen = {name: option.default for name, option in known.items()} | kept | (options or {})
    if (clash := excluding(chosen)) is not None:
        raise build_input_error(
            f"settings/options/{clash[1].id}", "options_exclude", format_option_clash(clash, get_current_language())
        )
    return tuple((name, chosen[name]) for name in known)


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
