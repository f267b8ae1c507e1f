"""The morning after: winners, numbers and the best hand of a tournament, a club's evening or its year, to be shared.

Nothing is reckoned here: places are those of the published result, sums those that count in a year. All names are
those that everybody may see, since what is shared goes anywhere; nothing is told while hands are still to be counted.
"""

import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.reports.statistics.filters import (
    EVENINGS,
    Scope,
    StatisticsFilter,
    count_sheet_tables,
    get_year,
    list_filter_tables,
    parse_year,
)
from scoring.reports.statistics.games import build_games_report
from scoring.reports.statistics.players import build_players_report
from scoring.reports.statistics.report import load_report
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.days import format_day, parse_day_or_none
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.current_club import reverse_at_root
from tarockclub.platform.messages.services import RESULT, MessageText, list_ready_channels, queue_messages
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.publication import load_publication
from tarockclub.platform.server.downloads import build_pdf_response
from tarockclub.platform.sharing.picture import Card, CardRow, build_club_card, list_steps, rank_rows
from tarockclub.platform.sharing.responses import render_card_paper, render_share_page
from tournaments.around.hall_of_fame.data import load_kept_fame
from tournaments.around.public.share_views import build_standing_card
from tournaments.core.editions import FINAL, find_standing_address
from tournaments.models import Season, SeasonEvent
from tournaments.results.final_results.result_page import ResultStory, load_result_story
from tournaments.results.standings.cached_page import load_public_page
from tournaments.seasons.season.evenings.days import LONGEST
from tournaments.seasons.season.evenings.shares import EveningTable, Wish, keep_played, list_evening_tables, load_shares
from tournaments.seasons.season.settings import EveningRule
from tournaments.seasons.season.view_helpers import is_open

PODIUM_PLACES, LAST_SHOWN = ("1.", "2.", "3."), 5
MOST_NAMED = 2  # games that were played equally often
Facts = tuple[tuple[str, str], ...]


def show_podium(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Share a tournament that is over: podium, numbers, the hand of the day; 404 as long as it is not published."""
    stand, shown = load_public_page(slug, FINAL)
    if shown is None or shown.edition is None or shown.has_changed:
        raise Http404
    tournament, story = stand.tournament, load_result_story(stand, shown.edition)
    card = build_standing_card(tournament, FINAL, shown, is_live=stand.settings.show_live)
    rows = tuple(row for row in card.rows if row.place in PODIUM_PLACES)
    best = next((CardRow(f"{hand.words}, {hand.amount}", "", hand.heading) for hand in story.hands), None)
    chosen = StatisticsFilter(of=f"t-{slug}")
    games = _load_games(tournament.club, chosen)
    hands = _count_hands(tournament.club, chosen) if games is not None else ""
    card = card._replace(
        about=" · ".join((_("Podium"), format_day(tournament.day))),
        rows=rows,
        more=0,
        story=story.lead,
        best=best,
        facts=(
            (_("Numbers"), " · ".join(filter(None, (story.facts, hands)))),
            *_list_story_facts(story),
            *(games[0] if games is not None else ()),
        ),
    )
    address, kind = find_standing_address(tournament), _("The morning after")
    head = {"kind": kind, "paper": reverse("paper", args=[slug, "result"]), "tournament": tournament}
    return render_share_page(request, card, address, list_steps(rows), for_website=True, **head)


def _list_story_facts(story: ResultStory) -> Iterator[tuple[str, str]]:
    """Yield the hands after that of the day, and the longest way up."""
    for hand in story.hands[1:]:
        yield hand.heading, f"{hand.words}, {hand.amount}"
    for rise in story.rises[:1]:
        way = _("from place %(before)s after round %(round)s to place %(now)s") % rise._asdict()
        yield _("Comeback of the day"), f"{rise.player.name}, {way}"


def _count_hands(club: Club, chosen: StatisticsFilter) -> str:
    tables = count_sheet_tables(list_filter_tables(club.pk, chosen)).values()
    hands = sum(table.hands for table in tables)
    return ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands} if hands else ""


def _load_games(club: Club, chosen: StatisticsFilter) -> tuple[Facts, Scope] | None:
    """Return the games that were played most often and most seldom; None while hands are still to be counted."""
    report, scope, left = load_report(club, chosen, build_games_report, get_current_language(), reader=EVERYBODY)
    if report is None or left:
        return None
    counts = Counter({row.name: row.own.hands for row in report.sections[0].rows})
    most, least = max(counts.values(), default=0), min(counts.values(), default=0)
    ends = ((_("Played most"), most), (_("Rarest game"), least)) if most > least else ()
    named = ((head, [name for name in counts if counts[name] == hands], hands) for head, hands in ends)
    facts = ((head, f"{', '.join(names)} ({hands} ×)") for head, names, hands in named if len(names) <= MOST_NAMED)
    return tuple(facts), scope


def show_period(request: HttpRequest, period: str) -> HttpResponse:
    """Share an evening of the club, all its tables together, or (`2026`) a year."""
    club, day, year = get_staff_account(request).club, parse_day_or_none(period), parse_year(period)
    publication, path = load_publication(club), ""
    if year is not None:
        card, title, kind = _load_year_card(club, year), period, _("Looking back")
        path = reverse("front") if publication.results else ""
    elif day is not None:
        played, sums = _load_evening(club, day)
        counted = _find_counting_season(club, day)
        if request.method == "POST":
            _tell_players(day, sums, "" if counted is None else reverse_at_root("season_standing", counted.slug))
            return redirect(f"{request.path}?saved=1")
        card, title, kind = _build_evening_card(club, day, played, sums), format_day(day), _("The morning after")
        path = reverse("season_standing", args=[counted.slug]) if counted is not None else ""
    else:
        raise Http404
    if card is not None and "paper" in request.GET:
        return build_pdf_response(render_card_paper(club, card), f"{card.title} {period}")
    shown = card or Card(title, "", ())  # it waits
    tells = day is not None and bool(list_ready_channels())
    head: dict[str, Any] = {"kind": kind, "paper": "?paper=1", "waits": card is None, "tells": tells}
    return render_share_page(request, shown, path, for_website=True, **head)


def _load_evening(club: Club, day: date) -> tuple[list[EveningTable], Mapping[int, int]]:
    """Return the tables of an evening as it counts in a year, and everybody's sum in sixths, by person (id).

    404 if nobody has played; no sums as long as somebody plays.
    """
    tables = list_evening_tables(club.pk, EveningRule(day.isoformat(), day.isoformat()))
    played, sums = keep_played(tables), Counter[int]()
    if any(not table.was_ended and table.started > now() - LONGEST for table in tables):
        return played, sums
    if not played:
        raise Http404
    for shares in load_shares(played, Wish(hands=False, euros=False)).values():
        sums.update({person: share.written for person, share in shares.items()})
    return played, sums


def _find_counting_season(club: Club, day: date) -> Season | None:
    """Return the season for which an evening counts and that everybody may see."""
    events = SeasonEvent.objects.filter(season__club=club, evenings=True, gone=None, day=day)
    seasons = (event.season for event in events.select_related("season__club").order_by("pk"))
    return next(filter(is_open, seasons), None)


@transaction.atomic
def _tell_players(day: date, sums: Mapping[int, int], path: str) -> None:
    """Tell those who have played on an evening which place they have, each the own; once."""

    def build(person: int) -> MessageText:
        rank = 1 + sum(other > sums[person] for other in sums.values())
        words = {"day": format_day(day), "rank": rank}
        sentence = _("The result of the tarock evening on %(day)s: you are on place %(rank)s.") % words
        return MessageText(_("Tarock evening on %(day)s") % words, sentence, path)

    queue_messages(sums, RESULT, f"evening {day}", build)


def _build_evening_card(club: Club, day: date, played: Sequence[EveningTable], sums: Mapping[int, int]) -> Card | None:
    """Return an evening to be shared; None as long as somebody plays, or hands are still to be counted."""
    chosen = StatisticsFilter(day, day, of=EVENINGS)
    games = _load_games(club, chosen) if sums else None
    if games is None:
        return None
    people = Person.objects.filter(pk__in=sums).order_by("pk")
    numbers = (
        ngettext("%(people)s person", "%(people)s people", len(sums)) % {"people": len(sums)},
        ngettext("%(tables)s table", "%(tables)s tables", len(played)) % {"tables": len(played)},
        _count_hands(club, chosen),
    )
    return build_club_card(
        club,
        _("Tarock evening"),
        " · ".join(filter(None, (date_format(day, "l, j. F Y"), *numbers))),
        rank_rows((EVERYBODY.name_person(person), sums[person.pk], None) for person in people),
        best=_find_best(games[1], _("Hand of the day")),
        facts=games[0],
    )


def _find_best(scope: Scope, words: str) -> CardRow | None:
    """Return the hand that was worth most; `words`: for that."""
    plays = scope.plays.filter(best__gt=0).order_by("-best", "table", "best_line")
    peak = plays.select_related("person").first()
    if peak is None:
        return None
    name = f"{scope.names.name_item(peak.contract)} · {EVERYBODY.name_person(peak.person)}"
    return CardRow(name, format_signed_points(peak.best), words)


def _load_year_card(club: Club, year: int) -> Card | None:
    """Return a year as the club's statistics have it, and who has won what in it; 404 if nobody has played."""
    games = _load_games(club, StatisticsFilter(*get_year(year)))
    if games is None:
        return None
    report = build_players_report(games[1])
    people = report.sections[0].rows
    if not people:
        raise Http404
    fame = load_kept_fame(club)
    won = [event for event in fame.results if event.day is not None and event.day.year == year and event.winners]
    won.sort(key=lambda event: event.day or date.min)
    most = max(row.tables for row in people)
    often = ", ".join(row.name for row in people if row.tables == most)
    words = ngettext("%(tables)s table", "%(tables)s tables", most) % {"tables": most}
    ranked = rank_rows((row.name, row.all.written, None) for row in people)
    return build_club_card(
        club,
        _("The year %(year)s") % {"year": year},
        " · ".join(f"{number.text} {number.label}" for number in report.numbers if not number.kind),
        (row for row in ranked if int(row.place[:-1]) <= LAST_SHOWN),
        best=_find_best(games[1], _("Best hand")),
        facts=(
            *((event.name, ", ".join(fame.people[who].name for who in event.winners)) for event in won),
            (_("Most often there"), f"{often} ({words})"),
            *games[0],
        ),
    )
