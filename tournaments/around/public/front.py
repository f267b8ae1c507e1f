"""The front page of a club or a federation for everybody: only the parts that it publishes are read."""

import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.timezone import localtime
from django.utils.translation import ngettext

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.sheet_library import find_readable_rules
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.models import GameTable
from scoring.table.entry.script_data import find_motif, format_worth
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, Publication
from tarockclub.platform.clubs.current_club import list_open_clubs
from tarockclub.platform.clubs.federations import list_member_clubs
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.clubs.scope import enter_club, get_scope
from tarockclub.platform.privacy.public_names import compute_names_sign
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.around.public.dates import MOST_ON_FRONT, load_all_dates, load_dates_of_clubs
from tournaments.around.public.front_parts import (
    ClubSum,
    FrontStanding,
    RunningTournament,
    load_front_standing,
    load_running,
)
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.selectors import load_settings
from tournaments.models import Act, Season, Tournament
from tournaments.people.invitations.dates import DatedTournament, MemberClub, build_member
from tournaments.results.final_results.result_page import (
    LAST_ON_PODIUM,
    Honoured,
    choose_podium,
    format_win,
    list_honoured,
)
from tournaments.results.standings.editions import load_standing_editions


class ListedClub(NamedTuple):
    """A club of a federation or an installation: where and when it plays next, and what it has reached."""

    club: MemberClub
    next: DatedTournament | None
    place: str
    tables: int | None = None  # at which it plays now; None: it does not
    leads: str = ""  # of a federation: who leads its season
    sum: ClubSum | None = None  # of its best two
    is_federation: bool = False


class FederationFront(NamedTuple):
    """The clubs of a federation, and what they have in common; what is not published is empty."""

    clubs: tuple[ListedClub, ...]
    calendar: tuple[DatedTournament, ...]

    @property
    def groups(self) -> list[list[ListedClub]]:
        """The clubs, and the federations apart from them."""
        of_kind = ([club for club in self.clubs if club.is_federation == apart] for apart in (False, True))
        return [group for group in of_kind if group]


def load_federation_front(federation: Club, parts: tuple[str, ...], sums: Iterable[ClubSum]) -> FederationFront:
    """Return what a federation publishes of its clubs."""
    calendar, of_club = load_calendar(federation) if "dates" in parts else (), {row.club: row for row in sums}
    rows = [_list_club(club, calendar)._replace(sum=of_club.get(club.name)) for club in list_member_clubs(federation)]
    return FederationFront(tuple(sorted(rows, key=lambda row: -row.sum.points if row.sum else 0)), calendar)


def _list_club(club: Club, dates: Sequence[DatedTournament], tables: int | None = None, leads: str = "") -> ListedClub:
    member = build_member(club)
    own = [dated for dated in dates if dated.club == member and not dated.news.is_cancelled]
    place = next((dated.place for dated in own if dated.place), "")
    return ListedClub(member, next(iter(own), None), place, tables, leads, is_federation=club.is_federation)


def load_calendar(federation: Club) -> tuple[DatedTournament, ...]:
    """Return the next tournaments of the federation, and of its clubs that show dates to everybody."""
    return load_dates_of_clubs((federation, *list_member_clubs(federation)))


def load_directory_page() -> "FrontPage":
    """Return what the open clubs publish, together."""
    clubs = [link.club for link in list_open_clubs()]
    with enter_club(*(club.pk for club in clubs)):
        publications = list(Publication.objects.filter(club__in=clubs))

        def list_showing(part: str) -> list[Club]:
            showing = {row.club_id for row in publications if getattr(row, part)}
            return [club for club in clubs if club.pk in showing]

        dates, leads = load_dates_of_clubs(clubs, with_evenings=True), _list_leads(list_showing("seasons"))
        running, tables = (
            load_running(*list_showing("now"), of_several=True),
            count_front_tables(*list_showing("evenings")),
        )
        playing = Counter({club.name: tables[club.pk] for club in clubs if club.pk in tables})
        for cup in running:
            playing[cup.club] += cup.tables
        rows = [_list_club(club, dates, playing.get(club.name), leads.get(club.name, "")) for club in clubs]
        return FrontPage(
            settings.INSTALLATION_NAME,
            ("dates",) if list_showing("dates") else (),
            running=running,
            results=load_front_results(*list_showing("results"), of_several=True),
            tables=tables.total(),
            federation=FederationFront(tuple(rows), dates),
            is_directory=True,
        )


def _list_leads(clubs: Iterable[Club]) -> dict[str, str]:
    """Return who leads the newest season of each federation."""
    federations = [club for club in clubs if club.is_federation]
    standings = {club.name: load_front_standing(load_seasons(club)) for club in federations}
    return {name: standing.lead for name, standing in standings.items() if standing is not None}


MOST_RESULTS, MOST_SEASONS, MOST_WINNERS, MOST_LATER = 5, 4, 4, 9
MOST_PRICES, MOST_EVENINGS = 6, 2
MOST_SHEETS = 12  # of the last tournaments and evenings that are looked at


_RESULTS: "VersionCache[PublishedResult | None]" = VersionCache(512)


class PublishedResult(NamedTuple):
    """A final result that counts."""

    slug: uuid.UUID
    name: str
    day: date
    at: datetime
    edition: int
    winners: tuple[str, ...]
    players: int
    amount: str = ""  # that decided
    margin: str = ""  # between the winner and whoever is next
    lead: str = ""  # who has won, and by how much
    podium: tuple[Honoured, ...] = ()
    behind: tuple[str, ...] = ()  # who has the second and the third place
    club: str = ""  # where those of several clubs stand together


class FrontPage(NamedTuple):
    """A club's front page, or that of all clubs of an installation; what is not published is empty."""

    club: str  # the name
    shows: tuple[str, ...]  # the parts
    running: tuple[RunningTournament, ...] = ()
    dates: tuple[DatedTournament, ...] = ()
    results: tuple[PublishedResult, ...] = ()
    seasons: tuple[Season, ...] = ()
    sheets: tuple[dict[str, Any], ...] = ()
    tables: int = 0  # evenings that are played now
    federation: FederationFront | None = None  # what a federation shows of its clubs
    standing: FrontStanding | None = None  # the first of a season
    is_directory: bool = False  # of the clubs of an installation; `federation` has them

    @property
    def next_date(self) -> DatedTournament | None:
        """The date of the ticket."""
        # that of a club also where it is cancelled: nobody must come for nothing
        dates = (dated for dated in self._all_dates if self.federation is None or not dated.news.is_cancelled)
        return next(dates, None)

    @property
    def say(self) -> str:
        """The sentence with which several clubs begin: who leads their season, or how many tables are playing."""
        tables = sum(cup.tables for cup in self.running) + self.tables
        if self.federation is None or not (self.is_directory and tables):
            return f"{self.standing.season.name}: {self.standing.lead}" if self.federation and self.standing else ""
        return ngettext("%(tables)d table is playing now.", "%(tables)d tables are playing now.", tables) % {
            "tables": tables
        }

    @property
    def later_dates(self) -> Sequence[DatedTournament]:
        """The dates after it."""
        # among several clubs, each has its next evening beside its name
        later = (dated for dated in self._all_dates if not (self.is_directory and dated.is_evening))
        return [dated for dated in later if dated is not self.next_date][: MOST_LATER - 1]

    @property
    def has_dates(self) -> bool:
        """True if there is more to say of dates than what is on the ticket; of a season that is over nothing comes."""
        is_over = self.standing is not None and self.standing.season.ended is not None
        return "dates" in self.shows and (bool(self.later_dates) or not (self._all_dates or is_over))

    @property
    def _all_dates(self) -> Sequence[DatedTournament]:
        return self.dates if self.federation is None else self.federation.calendar

    @property
    def is_empty(self) -> bool:
        """True if nothing has happened yet, and nothing is to come."""
        lists = (self.running, self.dates, self.results, self.seasons, self.sheets)
        return self.federation is None and not any(lists) and not self.tables


def list_front_parts(publication: Publication) -> tuple[str, ...]:
    """Return the parts that a club publishes."""
    return tuple(part for part in Publication.PARTS if getattr(publication, part))


def load_front_page(club: Club, parts: tuple[str, ...], language: str) -> FrontPage:
    """Return what a club publishes; a few queries for each part."""
    results = load_front_results(club) if "results" in parts else ()
    seasons = load_seasons(club) if "seasons" in parts else ()
    standing = load_front_standing(seasons, of_federation=club.is_federation)
    shows_dates = "dates" in parts and not club.is_federation
    return FrontPage(
        club.name,
        parts,
        running=load_running(club) if "now" in parts else (),
        dates=tuple(load_all_dates(club, MOST_ON_FRONT, MOST_EVENINGS, has_names="seasons" in parts))
        if shows_dates
        else (),
        results=results,
        seasons=seasons,
        sheets=load_sheets(club, language) if "rules" in parts else (),
        tables=count_front_tables(club).total() if "evenings" in parts else 0,
        federation=load_federation_front(club, parts, standing.sums if standing else ())
        if club.is_federation
        else None,
        standing=standing,
    )


def load_front_results(*clubs: Club, most: int = MOST_RESULTS, of_several: bool = False) -> tuple[PublishedResult, ...]:
    """Return the final results that were published last and count; `of_several`: each with its club."""
    rows = list(filter_published(*clubs).order_by("-day", "-ended")[:most])
    names = {club.pk: club.name for club in clubs if of_several}
    results = zip(rows, load_kept_results(rows), strict=True)
    return tuple(result._replace(club=names.get(row.club_id, "")) for row, result in results if result is not None)


def filter_published(*clubs: Club) -> QuerySet[Tournament]:
    """Return the query for the tournaments with a published final result."""
    final = Act.objects.filter(tournament=OuterRef("pk"), kind="result", round=None, undone_by=None)
    return Tournament.objects.filter(Exists(final), club__in=clubs, archived=None, ended__isnull=False)


def load_kept_results(rows: Iterable[Tournament]) -> list[PublishedResult | None]:
    """Return the final results of tournaments that count; each is read once for each version of it."""
    rows = list(rows)
    last = Act.objects.filter(tournament__in=rows, sequence=F("tournament__version"))
    acts = dict(last.values_list("tournament", "key"))  # in a restored backup they differ
    names = {club: compute_names_sign(club) for club in {row.club_id for row in rows}}
    results = []
    for row in rows:
        name = row.pk, get_scope(), get_current_language()
        version = f"{row.version} {acts.get(row.pk)} {row.day} {row.name} {names[row.club_id]}"
        result = _RESULTS.load_newest(name, version, partial(load_published_result, row))[1]
        results.append(result)
    return results


def load_published_result(row: Tournament) -> PublishedResult | None:
    """Return the final result of a tournament that counts; None without one."""
    edition = find_latest_edition(load_standing_editions(row), FINAL)
    if edition is None:
        return None
    groups = list_honoured(row, load_settings(row), FINAL, edition.rows)
    first = groups[0] if groups else ()
    return PublishedResult(
        row.slug,
        row.name,
        row.day,
        edition.at,
        edition.number,
        tuple(winner.name for winner in first[:MOST_WINNERS]),
        len(edition.rows),
        amount=first[0].amount if first else "",
        margin=first[0].margin if len(first) == 1 else "",
        lead=format_win(groups),
        podium=choose_podium(groups),
        behind=tuple(person.name for group in groups[1:] for person in group if person.rank <= LAST_ON_PODIUM),
    )


def load_seasons(club: Club) -> tuple[Season, ...]:
    """Return the newest seasons; one query."""
    return tuple(Season.objects.filter(club=club).select_related("club").order_by("-made", "-pk")[:MOST_SEASONS])


def load_sheets(club: Club, language: str) -> tuple[dict[str, Any], ...]:
    """Return the house rules of the last tournaments and tables, each once, as far as everybody may read them."""
    cups = Tournament.objects.filter(club=club, archived=None).select_related("sheet_version").order_by("-day", "-pk")
    real = GameTable.objects.filter(build_counting_filter(GameTable), club=club, archived=None)
    tables = real.select_related("sheet_version").order_by("-pk")
    versions = [row.sheet_version for row in cups[:MOST_SHEETS]] + [row.sheet_version for row in tables[:MOST_SHEETS]]
    sheets: dict[str, dict[str, Any]] = {}
    for version in versions:
        if version.sheet not in sheets and find_readable_rules(version.sheet, None) is not None:
            sheet, english = parse_sheet(version), language.startswith("en")
            sheets[version.sheet] = {
                "word": version.sheet,  # in the address
                "name": sheet.names[english],
                "prices": _list_prices(sheet, english),  # the sign of a game, its name, its value
            }
    return tuple(sorted(sheets.values(), key=lambda row: row["word"] in BUILT_IN))  # the club's own first


def _list_prices(sheet: Sheet, english: bool) -> tuple[tuple[str, str, str], ...]:
    """Return the first game with each sign and its value, as far as there is room."""
    games: dict[str, Contract] = {}
    for contract in sheet.contracts.values():
        games.setdefault(find_motif(contract), contract)
    shown = list(games.items())[:MOST_PRICES]
    return tuple((sign, game.name_en if english else game.name, format_worth(game)) for sign, game in shown)


def count_front_tables(*clubs: Club) -> Counter[int]:
    """Count the evenings that have begun today and go on, by club (id); one query."""
    midnight = localtime(now()).replace(hour=0, minute=0, second=0, microsecond=0)
    tables = GameTable.objects.filter(clock="", archived=None, ended=None, started__gte=midnight, last_sequence__gt=0)
    return Counter(tables.filter(club__in=clubs).values_list("club", flat=True))
