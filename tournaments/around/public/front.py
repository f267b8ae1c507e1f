"""A club's front page for everybody: only the parts that the club publishes are read."""

import uuid
from collections.abc import Iterable
from datetime import date, datetime
from functools import partial
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.timezone import localdate, localtime

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.sheet_library import find_readable_rules
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, Publication
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.clubs.scope import get_scope
from tarockclub.platform.privacy.public_names import compute_names_sign
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.around.public.federation_front import FederationFront, load_federation_front
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.settings import parse_settings
from tournaments.hall.standing.players import load_people
from tournaments.models import Act, Round, RoundTable, Season, Tournament
from tournaments.people.invitations.page import filter_coming
from tournaments.results.standings.editions import load_standing_editions

MOST_DATES, MOST_RESULTS, MOST_SEASONS, MOST_WINNERS = 6, 5, 4, 4
MOST_SHEETS = 12  # of the last tournaments and evenings that are looked at


_RESULTS: "VersionCache[PublishedResult | None]" = VersionCache(512)


class RunningTournament(NamedTuple):
    """A tournament that is played now."""

    slug: uuid.UUID
    name: str
    round: int  # that is played; 0: none at the moment
    tables: int  # of this round
    is_live: bool  # everybody may see the standings while it is played


class DatedTournament(NamedTuple):
    """A tournament that is still to come."""

    slug: uuid.UUID
    name: str
    day: date
    made: datetime
    is_today: bool
    is_invited: bool = False  # it has an invitation that everybody may see


class PublishedResult(NamedTuple):
    """A final result that counts."""

    slug: uuid.UUID
    name: str
    day: date
    at: datetime
    edition: int
    winners: tuple[str, ...]
    players: int


class FrontPage(NamedTuple):
    """A club's front page; what is not published is empty."""

    club: str
    shows: tuple[str, ...]  # the parts
    running: tuple[RunningTournament, ...] = ()
    dates: tuple[DatedTournament, ...] = ()
    results: tuple[PublishedResult, ...] = ()
    seasons: tuple[Season, ...] = ()
    sheets: tuple[tuple[str, str], ...] = ()  # the word in the address, and the name
    tables: int = 0  # evenings that are played now
    federation: FederationFront | None = None  # what a federation shows of its clubs


def list_front_parts(publication: Publication) -> tuple[str, ...]:
    """Return the parts that a club publishes."""
    return tuple(part for part in Publication.PARTS if getattr(publication, part))


def load_front_page(club: Club, parts: tuple[str, ...], language: str) -> FrontPage:
    """Return what a club publishes; a few queries for each part."""
    return FrontPage(
        club.name,
        parts,
        running=load_running(club) if "now" in parts else (),
        dates=load_dates(club) if "dates" in parts else (),
        results=load_front_results(club) if "results" in parts else (),
        seasons=load_seasons(club) if "seasons" in parts else (),
        sheets=load_sheets(club, language) if "rules" in parts else (),
        tables=count_front_tables(club) if "evenings" in parts else 0,
        federation=load_federation_front(club, parts) if club.is_federation else None,
    )


def load_running(club: Club) -> tuple[RunningTournament, ...]:
    """Return the tournaments that have begun and not ended; two queries."""
    open_ones = filter_running(club)
    playing = Round.objects.filter(tournament__in=open_ones, started__isnull=False, closed=None).order_by("number")
    rounds = dict(playing.values_list("tournament", "number"))
    tables = RoundTable.objects.filter(round__in=playing.values("pk")).values_list("round__tournament", "round__number")
    laid = list(tables)
    return tuple(
        RunningTournament(
            row.slug,
            row.name,
            rounds.get(row.pk, 0),
            laid.count((row.pk, rounds.get(row.pk, 0))),
            parse_settings(row.settings).show_live,
        )
        for row in open_ones.order_by("-day", "-pk")
    )


def filter_running(club: Club) -> QuerySet[Tournament]:
    """Return the query for the tournaments that have begun and not ended."""
    return Tournament.objects.filter(club=club, archived=None, ended=None, frozen__isnull=False)


def load_dates(club: Club) -> tuple[DatedTournament, ...]:
    """Return the next tournaments; one query."""
    today = localdate(now())
    rows = filter_coming(Tournament.objects.filter(club=club))
    columns = ("slug", "name", "day", "made", "invitation__is_public")
    return tuple(
        DatedTournament(slug, name, day, created, day == today, bool(is_public))
        for slug, name, day, created, is_public in rows.values_list(*columns)[:MOST_DATES]
    )


def load_front_results(club: Club) -> tuple[PublishedResult, ...]:
    """Return the final results that were published last and count."""
    rows = filter_published(club).order_by("-day", "-ended")[:MOST_RESULTS]
    return tuple(result for result in load_kept_results(club, rows) if result is not None)


def filter_published(club: Club) -> QuerySet[Tournament]:
    """Return the query for the tournaments with a published final result."""
    final = Act.objects.filter(tournament=OuterRef("pk"), kind="result", round=None, undone_by=None)
    return Tournament.objects.filter(Exists(final), club=club, archived=None, ended__isnull=False)


def load_kept_results(club: Club, rows: Iterable[Tournament]) -> list[PublishedResult | None]:
    """Return the final results of tournaments of a club that count; each is read once for each version of it."""
    rows = list(rows)
    last = Act.objects.filter(tournament__in=rows, sequence=F("tournament__version"))
    acts = dict(last.values_list("tournament", "key"))  # in a restored backup they differ
    names, language = compute_names_sign(club.pk), get_current_language()
    return [
        _RESULTS.load_newest(
            (row.pk, get_scope(), language),
            f"{row.version} {acts.get(row.pk)} {row.day} {row.name} {names}",
            partial(load_published_result, row),
        )[1]
        for row in rows
    ]


def load_published_result(row: Tournament) -> PublishedResult | None:
    """Return the final result of a tournament that counts; None without one."""
    edition = find_latest_edition(load_standing_editions(row), FINAL)
    if edition is None:
        return None
    first = [line.person for line in edition.rows if line.rank == 1][:MOST_WINNERS]
    people = load_people(row, first)
    winners = tuple(people.get_player(person).name for person in first)
    return PublishedResult(row.slug, row.name, row.day, edition.at, edition.number, winners, len(edition.rows))


def load_seasons(club: Club) -> tuple[Season, ...]:
    """Return the newest seasons; one query."""
    return tuple(Season.objects.filter(club=club).order_by("-made", "-pk")[:MOST_SEASONS])


def load_sheets(club: Club, language: str) -> tuple[tuple[str, str], ...]:
    """Return the house rules of the last tournaments and tables, each once, as far as everybody may read them."""
    cups = Tournament.objects.filter(club=club, archived=None).select_related("sheet_version").order_by("-day", "-pk")
    real = GameTable.objects.filter(build_counting_filter(GameTable), club=club, archived=None)
    tables = real.select_related("sheet_version").order_by("-pk")
    versions = [row.sheet_version for row in cups[:MOST_SHEETS]] + [row.sheet_version for row in tables[:MOST_SHEETS]]
    names: dict[str, str] = {}
    for version in versions:
        if version.sheet not in names and find_readable_rules(version.sheet, None) is not None:
            sheet = parse_sheet(version)
            names[version.sheet] = sheet.name_en if language.startswith("en") else sheet.name
    return tuple(names.items())


def count_front_tables(club: Club) -> int:
    """Count the evenings that have begun today and go on."""
    midnight = localtime(now()).replace(hour=0, minute=0, second=0, microsecond=0)
    return GameTable.objects.filter(
        club=club, clock="", archived=None, ended=None, started__gte=midnight, last_sequence__gt=0
    ).count()
