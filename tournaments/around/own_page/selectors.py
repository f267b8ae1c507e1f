"""A person's own page: results, statistics, and the tournaments to come."""

from datetime import timedelta
from typing import NamedTuple

from django.utils.timezone import localdate

from scoring.book.sums.counts import update_counts
from scoring.reports.statistics.filters import StatisticsFilter, list_filter_tables
from scoring.reports.statistics.report import Report
from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.around.own_page.scope import OwnScope, build_own_report, hide_others
from tournaments.models import Entrant
from tournaments.people.entrants.own_codes import build_own_path, compute_code
from tournaments.seasons.season.evenings.person_year import PersonYear, load_person_year
from tournaments.seasons.season.hall_of_fame.cache import load_kept_fame
from tournaments.seasons.season.hall_of_fame.data import build_result_url
from tournaments.seasons.season.hall_of_fame.records import FameEvent

_SECONDS = 30  # for so long a page that is opened again shows the same
_LATE = timedelta(days=1)  # an evening goes on after midnight


class OwnResult(NamedTuple):
    """A person's place in a published result."""

    event: FameEvent
    rank: int  # 0: not ranked
    href: str
    points: int | None = None  # of a season: hundredths


class OwnPage(NamedTuple):
    """The content of a person's own page."""

    report: Report
    results: list[OwnResult]
    has_uncounted: bool  # tournaments under simulated time
    year: PersonYear | None = None  # the running one, where whoever asks may see it


class Reader(NamedTuple):
    """The reader of a person's page, and how much they see."""

    is_staff: bool
    is_person: bool  # by the link
    sees_years: bool  # those of evenings


OwnCall = tuple[Entrant, str, str]  # a tournament to come, with the code for the door and the address
_PAGES: VersionCache[OwnPage] = VersionCache(64, seconds=_SECONDS)


def load_own_page(person: Person, language: str, reader: Reader) -> OwnPage:
    """Return the page of a person for a reader, at most half a minute old."""
    name = (person.club_id, person.pk, person.page_digest, language, reader)
    return _PAGES.load_newest(name, "", lambda: _build_page(person, language, reader))[1]


def _build_page(person: Person, language: str, reader: Reader) -> OwnPage:
    update_counts(person.club)
    tables = list_filter_tables(person.club_id, StatisticsFilter())
    report = build_own_report(OwnScope(person.club_id, tables, language, is_staff=reader.is_staff), person)
    real = Entrant.objects.filter(build_counting_filter(Entrant), person=person)
    trials = real.filter(tournament__lapse=True, tournament__archived=None)
    return OwnPage(
        report if reader.is_staff or reader.is_person else hide_others(report),
        _list_results(person),
        trials.exists(),
        load_person_year(person) if reader.sees_years else None,
    )


def _list_results(person: Person) -> list[OwnResult]:
    """Return the published results with a place of a person, the latest first."""
    results: list[OwnResult] = []
    for result in load_kept_fame(person.club).results:
        place = next((place for place in result.places if place.who == person.pk), None)
        if place is not None:
            results.append(OwnResult(result, place.rank, build_result_url(result), place.points))
    return results


def list_own_coming(person: Person) -> list[OwnCall]:
    """Return where a person takes part, now or soon, with the code for the door and the address; one query."""
    people = Entrant.objects.filter(build_counting_filter(Entrant), person=person, withdrawn=None)
    open_ones = people.filter(tournament__ended=None, tournament__archived=None).select_related("tournament")
    soon = open_ones.filter(tournament__day__gte=localdate(now()) - _LATE).order_by("tournament__day", "pk")
    return [(entrant, compute_code(entrant.tournament, entrant.pk), build_own_path(entrant)) for entrant in soon]
