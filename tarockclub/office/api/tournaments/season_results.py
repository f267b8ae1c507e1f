"""Seasons: published standings, the cash box, events changed, the workbook."""

import uuid
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field

from tarockclub.kit.words import get_current_language
from tarockclub.office.api.tournaments.cash import MoveOut
from tarockclub.office.api.tournaments.common import OwnSeason, add_operations
from tarockclub.office.api.tournaments.seasons import LineOut, SubRankingOut, build_kept_response, build_line
from tarockclub.platform.accounts.looks import SEASON_FILE, note_file
from tarockclub.platform.api.authentication import TO_ENTER, TO_TILL, find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out, Whole
from tarockclub.platform.server.downloads import build_download
from tournaments.core.actions.targets import SEASON
from tournaments.core.cash_journal.actions import CountBox, RecordMove, ReverseMove
from tournaments.core.selectors import find_season
from tournaments.core.view_helpers import is_staff
from tournaments.models import Season
from tournaments.results.exports.services import FORMS
from tournaments.seasons.season.cache.progress import KeptEdition, find_kept_edition, load_kept_season
from tournaments.seasons.season.cash.services import load_season_box
from tournaments.seasons.season.editions import SeasonEdition, apply_merges, is_of_teams
from tournaments.seasons.season.events import ChangeEvent
from tournaments.seasons.season.export.services import build_season_file, format_season_file_name
from tournaments.seasons.season.names import load_names
from tournaments.seasons.season.settings import parse_season_settings

part = Part("season-books", "Seasons: published standings, the cash box, the workbook.")
_SEASON = "seasons/{uuid:slug}"


class SeasonEditionRef(Out):
    """A published edition of the standings."""

    number: Number
    at: datetime
    reason: str = Field(description="Reason for another edition.")


class SeasonEditionsOut(Out):
    """All published standings of a season."""

    editions: list[SeasonEditionRef]


class SeasonEditionOut(SeasonEditionRef):
    """Published standings, with today's names."""

    standing: list[LineOut]
    rankings: list[SubRankingOut]


class BoxOut(Out):
    """A cash box in one line; cents."""

    tournament: str = Field(validation_alias="slug", description="Its slug; empty: the season's own box.")
    name: str
    fees: Whole
    prizes: Whole
    donations: Whole
    expenses: Whole
    other: Whole
    balance: Whole
    adds_up: bool


class SeasonCashOut(Out):
    """The money of a season."""

    balance: Whole = Field(validation_alias="own", description="The amount that should be in the season's own box.")
    boxes: list[BoxOut] = Field(validation_alias="parts")
    journal: list[MoveOut] = Field(validation_alias="moves", description="Movements of the season's own box.")


@part.get(f"{_SEASON}/editions")
def list_season_editions(request: HttpRequest, slug: uuid.UUID) -> SeasonEditionsOut:
    """List all published standings, the earliest first."""
    season = find_season(slug)
    kept = load_kept_season(season, at_once=is_staff(request, season))
    return SeasonEditionsOut(editions=[SeasonEditionRef.read(row.edition) for row in kept.editions])


@part.get(f"{_SEASON}/editions/{{int:edition}}", gives=SeasonEditionOut, tagged=True)
def read_season_edition(request: HttpRequest, slug: uuid.UUID, edition: Number) -> HttpResponse:
    """Return published standings."""
    season = find_season(slug)
    kept, found = find_kept_edition(season, edition, at_once=is_staff(request, season))
    if found is None:
        raise Http404
    return build_kept_response(request, kept, f"edition {edition}", lambda: _build_edition(kept.stand.season, found))


def _build_edition(season: Season, found: KeptEdition) -> SeasonEditionOut:
    names = {ranking.number: ranking.name for ranking in parse_season_settings(season.settings).rankings}
    rankings = [
        SubRankingOut.read(sub, name=names.get(sub.number, ""), standing=_list_lines(season, sub.edition))
        for sub in found.subs
    ]
    return SeasonEditionOut.read(found.edition, standing=_list_lines(season, found.edition), rankings=rankings)


def _list_lines(season: Season, edition: SeasonEdition) -> list[LineOut]:
    people, same = load_names(season, [line.who for line in edition.rows], teams=is_of_teams(edition))
    return [build_line(people, line) for line in apply_merges(edition.rows, same)]


@part.get("cash", door=TO_TILL)
def read_season_cash(request: HttpRequest, season: OwnSeason) -> SeasonCashOut:
    """Return the money of a season: of all its tournaments, and the movements of its own box."""
    return SeasonCashOut.read(load_season_box(season))


add_operations(part, RecordMove, ReverseMove, CountBox, targets=(SEASON,))


@part.offer_file(
    "files/{slug:form}",
    kinds=sorted({kind for _ending, kind in FORMS.values()}),
    door=TO_ENTER,
    says="The file.",
)
def read_season_file(request: HttpRequest, season: OwnSeason, form: str) -> HttpResponse:
    """Return a season as a file: xlsx, csv (packed) or json."""
    if form not in FORMS:
        raise Http404
    note_file(request, season.club_id, SEASON_FILE, form, find_author(request), of=season.pk)
    content = build_season_file(season, form, get_current_language())
    return build_download(content, format_season_file_name(season, form), FORMS[form][1])


add_operations(part, ChangeEvent)
