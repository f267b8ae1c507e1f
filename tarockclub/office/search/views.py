"""The page of the search, for the staff and for visitors."""

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import NamedTuple

from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache

from tarockclub.kit.days import format_day
from tarockclub.kit.tables.search import LONGEST, fold_words
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, Person
from tarockclub.office.search.selectors import (
    MOST,
    MOST_HELP,
    Hit,
    HitGroup,
    choose_best,
    describe_hit,
    find_help,
    find_pages,
    find_rules_texts,
    format_tournament_day,
    order_groups,
    read_question,
    search_cash_boxes,
    search_club,
)
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import READING, Right, Rights
from tarockclub.platform.clubs.current_club import find_current_club
from tarockclub.platform.privacy.public_names import filter_people, filter_public_pages
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.publication import load_publication
from tournaments.around.public.front import filter_published, list_front_parts, load_calendar
from tournaments.around.public.front_parts import filter_running
from tournaments.core.editions import FINAL, find_latest_edition, find_standing_address
from tournaments.core.settings import parse_settings
from tournaments.models import Entrant, Presence, Season, SeasonEvent, SeasonResult, Tournament
from tournaments.people.invitations.dates import filter_coming
from tournaments.results.standings.editions import load_standing_editions
from tournaments.seasons.season.settings import parse_season_settings

# The search for visitors: what the club shows to everybody, by the names that stand there, and nothing else.

MOST_PERSONS = 5 * MOST  # with the words in their names, whose public pages are looked for


class PublicParts(NamedTuple):
    """The published parts of a club as queries; empty ones for the others."""

    running: QuerySet[Tournament]
    dates: QuerySet[Tournament]
    results: QuerySet[Tournament]
    seasons: QuerySet[Season]


def search_published(club: Club, typed: str) -> list[HitGroup]:
    """Return what visitors find among the tournaments, seasons and people of a club."""
    words, parts = fold_words(typed), list_front_parts(load_publication(club))
    if not words or not parts:
        return []
    shown = PublicParts(
        filter_running(club) if "now" in parts else Tournament.objects.none(),
        filter_coming(Tournament.objects.filter(club=club)) if "dates" in parts else Tournament.objects.none(),
        filter_published(club) if "results" in parts else Tournament.objects.none(),
        Season.objects.filter(club=club) if "seasons" in parts else Season.objects.none(),
    )
    groups = (
        _find_people(club, shown, words),
        _find_tournaments(shown, words),
        _find_dates_of_clubs(club, words) if club.is_federation and "dates" in parts else HitGroup("", ()),
        _find_seasons(shown, words),
        _find_events(shown, words),
    )
    return order_groups(groups, words)


def _find_tournaments(shown: PublicParts, words: tuple[str, ...]) -> HitGroup:
    addresses: dict[Tournament, Callable[[Tournament], str]] = dict.fromkeys(
        shown.results.order_by("-day", "-pk"), find_standing_address
    )
    addresses |= dict.fromkeys(shown.running, lambda row: reverse("standings", args=[row.slug]))
    addresses |= dict.fromkeys(shown.dates.select_related("invitation"), _build_date_address)
    best, _is_more = choose_best(addresses, words, describe_hit)
    hits = (Hit(row.name, addresses[row](row), format_tournament_day(row)) for row in best)
    return HitGroup(_("Tournaments"), tuple(hits))


def _build_date_address(row: Tournament) -> str:
    invitation = getattr(row, "invitation", None)
    is_invited = invitation is not None and invitation.is_public
    return reverse("invitation", args=[row.slug]) if is_invited else reverse("coming")


def _find_dates_of_clubs(federation: Club, words: tuple[str, ...]) -> HitGroup:
    """Return the tournaments to come of a federation's clubs, as its front page has them."""
    rows = (row for row in load_calendar(federation) if row.address)
    best, _is_more = choose_best(rows, words, lambda row: f"{row.name} {row.club.name}")
    hits = (Hit(row.name, row.address, f"{row.when} · {row.club.name}") for row in best)
    return HitGroup(_("Next dates"), tuple(hits))


def _find_seasons(shown: PublicParts, words: tuple[str, ...]) -> HitGroup:
    best, _is_more = choose_best(shown.seasons.order_by("-made", "-pk"), words, attrgetter("name"))
    hits = (Hit(row.name, reverse("season_standing", args=[row.slug])) for row in best)
    return HitGroup(_("Seasons"), tuple(hits))


def _find_events(shown: PublicParts, words: tuple[str, ...]) -> HitGroup:
    """Return the events of seasons whose results were typed in; others are tournaments."""
    rows = SeasonEvent.objects.filter(season__in=shown.seasons, gone=None, tournament=None, edition__gt=0)
    best, _is_more = choose_best(rows.select_related("season").order_by("-pk"), words, attrgetter("name"))
    hits = (Hit(row.name, reverse("season_standing", args=[row.season.slug]), row.season.name) for row in best)
    return HitGroup(_("Events"), tuple(hits))


def _find_people(club: Club, shown: PublicParts, words: tuple[str, ...]) -> HitGroup:
    """Return people who agreed to stand under a name, each with their own page, or the newest that names them."""
    rows = filter_people(club).exclude(publicity=Person.Publicity.NUMBER)
    named = EVERYBODY.build_name()  # in the order of what is shown
    people = rows.order_by(named, "number").values_list("pk", "number", named)
    best, _is_more = choose_best(people, words, lambda row: row[2], MOST_PERSONS)
    named_people = {pk: (number, name) for pk, number, name in best}
    own = filter_public_pages(club.pk).filter(pk__in=named_people).values_list("pk", "number")
    pages = {pk: Hit(named_people[pk][1], reverse("person_page", args=[number])) for pk, number in own}
    for person, href, about in _generate_pages(shown, {pk: number for pk, (number, _name) in named_people.items()}):
        pages.setdefault(person, Hit(named_people[person][1], href, about))
    return HitGroup(pgettext("place", "People"), tuple(pages[pk] for pk in named_people if pk in pages)[:MOST])


def _generate_pages(shown: PublicParts, numbers: Mapping[int, int]) -> Iterator[tuple[int, str, str]]:
    """Yield the public pages of people (id to number in the club) as (id, address, where); the newest first."""
    entrants = Entrant.objects.filter(Q(person__in=numbers) | Q(person__merged_into__in=numbers))
    entrants = entrants.select_related("tournament", "person").order_by("-tournament__day", "-tournament__pk")
    playing = Presence.objects.filter(round__started__isnull=False).values("entrant")
    for entrant in entrants.filter(tournament__in=shown.running, pk__in=playing):
        if parse_settings(entrant.tournament.settings).show_live:
            yield _build_player_page(entrant)
    ranked: dict[int, set[int]] = {}
    for entrant in entrants.filter(tournament__in=shown.results):
        if entrant.tournament_id not in ranked:
            ranked[entrant.tournament_id] = _list_ranked(entrant.tournament)
        if entrant.person_id in ranked[entrant.tournament_id]:
            yield _build_player_page(entrant)
    yield from _generate_season_pages(shown.seasons, numbers)


def _build_player_page(entrant: Entrant) -> tuple[int, str, str]:
    tournament, person = entrant.tournament, entrant.person
    address = reverse("tournament_player", args=[tournament.slug, entrant.number])
    return person.merged_into_id or person.pk, address, f"{tournament.name} · {format_day(tournament.day)}"


def _list_ranked(tournament: Tournament) -> set[int]:
    edition = find_latest_edition(load_standing_editions(tournament), FINAL)
    return set() if edition is None else {row.person for row in edition.rows}


def _generate_season_pages(seasons: QuerySet[Season], numbers: Mapping[int, int]) -> Iterator[tuple[int, str, str]]:
    """Yield the pages of people in seasons in which a result of theirs was typed in."""
    rows = SeasonResult.objects.filter(Q(person__in=numbers) | Q(person__merged_into__in=numbers))
    rows = rows.filter(event__season__in=seasons, event__gone=None).select_related("event__season", "person")
    rows = rows.filter(edition=F("event__edition")).order_by("-event__season__made", "-event__season")
    for row in rows:
        season, person = row.event.season, row.person.merged_into_id or row.person.pk
        if not parse_season_settings(season.settings).teams:
            yield person, reverse("season_player", args=[season.slug, numbers[person]]), season.name


SHORTEST = 2  # letters: with one, half of everything is found


@never_cache
def show_search(request: HttpRequest) -> HttpResponse:
    """Show what is found for the typed words, of what the reader may open."""
    typed = clean_text(request.GET.get("q", "")[:LONGEST])
    groups = _search(request, typed) if len("".join(fold_words(typed))) >= SHORTEST else []
    is_question = read_question(fold_words(typed)) != fold_words(typed)
    context = {
        "typed": typed,
        "groups": groups,
        "answer": groups[0].hits[0].answer if groups and is_question else None,
        "is_short": bool(typed) and not groups and len(typed) < SHORTEST,
    }
    return render(request, "tarockclub/office/search/search.html", context)


def _search(request: HttpRequest, typed: str) -> list[HitGroup]:
    """Return what is found; to a question about a price the words that have one first, and little help at the end."""
    may, words, language = find_rights(request), fold_words(typed), get_current_language()
    asked, club = read_question(words), find_current_club(request)
    priced, rules = find_rules_texts(asked, may.club, language, club.pk if club is not None else None)
    if asked != words:  # what does a Pagat pay?
        passages = find_help(" ".join(asked), language)
        groups = [
            priced,
            *_search_club(request, may, " ".join(asked)),
            passages._replace(hits=passages.hits[:MOST_HELP]),
        ]
    else:
        groups = [find_pages(words, may), *_search_club(request, may, typed), priced, rules]
        groups.insert(len(groups) if priced.hits or not rules.hits else -1, find_help(typed, language))
    return [group for group in groups if group.hits]


def _search_club(request: HttpRequest, may: Rights, typed: str) -> list[HitGroup]:
    """Return what is found of a club: all for its staff, else what it publishes, and for a cashier its cash boxes."""
    if may.club is not None and all(map(may.has_for_club, READING)):
        return search_club(may.club, typed)
    boxes = search_cash_boxes(may.club, typed) if may.club is not None and may.has_for_club(Right.CASH) else []
    club = find_current_club(request)
    return boxes if club is None else [*boxes, *search_published(club, typed)]
