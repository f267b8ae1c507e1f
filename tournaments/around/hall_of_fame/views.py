"""The hall of fame: for the staff, and at a secret address for everybody who has it."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.functional import Promise
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from scoring.book.access.links import build_card
from scoring.book.sheet_library import PlayerNames
from scoring.reports.statistics.games import format_form
from scoring.sheets.house_rules.game_words import list_game_words, list_sheet_texts
from tarockclub.kit.amounts import format_hundredths, format_points
from tarockclub.kit.hash_chain import compute_request_digest
from tarockclub.kit.tables import Column, List
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.middleware import enter_found_club
from tournaments.around.hall_of_fame.data import Fame, build_result_url, load_kept_fame, load_kept_rare_games
from tournaments.around.hall_of_fame.records import (
    BEST_ROUND,
    LARGEST_FIELD,
    LONGEST_SERIES,
    MOST_PLAYED,
    MOST_PODIUMS,
    MOST_TITLES,
    MOST_WINS,
    NOBODY,
    SEASON,
    SEASON_POINTS,
    Career,
    FameEvent,
    Medals,
    Record,
    build_board,
    find_competition,
)
from tournaments.core import view_helpers
from tournaments.seasons.season.data import load_season_people

SECRET_LENGTH = 32  # hexadecimal digits: 128 bits
RECORDS: dict[str, tuple[str, Promise]] = {  # with a sign; "": the titles say it
    MOST_TITLES: ("", _("Most seasons won")),
    MOST_WINS: ("", _("Most tournaments won")),
    MOST_PODIUMS: ("tournaments", _("Most often among the first three")),
    LONGEST_SERIES: ("laurel", _("Longest streak among the first three")),
    MOST_PLAYED: ("evenings", _("Most tournaments played")),
    SEASON_POINTS: ("seasons", _("Most points in a season")),
    BEST_ROUND: ("star", _("Highest written score in a round")),
    LARGEST_FIELD: ("people", _("Largest field")),
}


def _link_person(row: dict[str, Any]) -> str:
    return reverse("person_page", args=[row["number"]])


ALL_TIME = List(  # on paper
    caption=_("All times"),
    columns=(
        Column("name", _("Player"), surnames=True),
        Column("titles", _("Seasons won"), number=True),
        Column("wins", _("Tournaments won"), number=True),
        Column("podiums", _("Among the first three"), number=True),
        Column("played", _("Tournaments played"), number=True),
        Column("series", _("Longest streak"), number=True),
    ),
    sort="-titles",
)


def _build_medal_list(*, staff: bool) -> List:
    """Return the list of medals and points; for the staff it links to everybody's page."""

    return List(
        caption=_("Medals and points"),
        columns=(
            Column("name", _("Player"), surnames=True, link=_link_person if staff else None),
            Column("gold", _("Gold"), number=True),
            Column("silver", _("Silver"), number=True),
            Column("bronze", _("Bronze"), number=True),
            Column("day_gold", _("Day: gold"), number=True),
            Column("day_silver", _("Day: silver"), number=True),
            Column("day_bronze", _("Day: bronze"), number=True),
            Column("finals", _("Finals"), number=True),
            Column("points", _("Points of all years"), show=format_hundredths, number=True),
        ),
        sort="-gold",
        empty=_("No season is over yet."),
    )


MEDALS = {staff: _build_medal_list(staff=staff) for staff in (True, False)}


def show_fame(request: HttpRequest) -> HttpResponse:
    """Show the hall of fame of the user's own club, with its address for everybody."""
    club = get_staff_account(request).club
    card = build_card(request, reverse("fame_for_all", args=[compute_hall_secret(club)]))
    return _render_page(request, club, {"to_watch": card}, staff=True)


@never_cache
def show_public_fame(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the hall of fame to everyone with its address; it is read-only and links to public pages only."""
    club = find_hall_club(secret)
    if club is None:
        raise Http404
    enter_found_club(request, club.pk)
    return _render_page(request, club, {}, staff=False)


def compute_hall_secret(club: Club) -> str:
    """Return the secret part of the address; it is derived from the program's key and stored nowhere."""
    return compute_request_digest(["hall of fame", club.pk])[:SECRET_LENGTH]


def find_hall_club(secret: str) -> Club | None:
    """Return the club of a secret address; None if there is none."""
    clubs = Club.objects.order_by("pk")
    return next((club for club in clubs if constant_time_compare(compute_hall_secret(club), secret)), None)


MOST_TITLED, MOST_SIGNS, MOST_NAMES = 10, 16, 3
YEAR_DIGITS = 4


def _render_page(request: HttpRequest, club: Club, more: dict[str, Any], *, staff: bool) -> HttpResponse:
    fame, until = load_kept_fame(club, at_once=staff), request.GET.get("until", "")
    board = build_board(fame.results, parse_whole(until, YEAR_DIGITS) or 0)
    context = {
        "lead": _format_lead(fame),
        "figures": _list_figures(fame),
        "board": board,
        "years": [
            (year.year, [[build_winner(won, fame) for won in cell] for cell in year.cells]) for year in board.years
        ],
        "titled": _list_titled(fame),
        "records": [row for row in (format_record(record, fame) for record in fame.records) if row[0]],
        "rare": _list_rare(club),
        "medals": MEDALS[staff].build_page(request, list_medals(fame)) if club.is_federation else None,
        **more,
    }
    return view_helpers.render_page(request, "tournaments/around/hall_of_fame/fame.html", context)


def _list_titles(fame: Fame) -> list[tuple[int, Career]]:
    """Return the number of titles of everybody who has one, most first."""
    careers = [(row.titles + row.wins, row) for row in fame.careers if row.titles + row.wins]
    return sorted(careers, key=lambda pair: -pair[0])


def _format_lead(fame: Fame) -> tuple[str, str]:
    """Return who has most titles, and how many people have one at all."""
    titles = _list_titles(fame)
    if not titles:
        return "", ""
    most = titles[0][0]
    names = fame.list_names(career.who for many, career in titles if many == most)
    words = {"name": names[0], "titles": most, "names": ", ".join(names)}
    sentence = ngettext("%(name)s has %(titles)d title.", "%(name)s has %(titles)d titles.", most)
    if len(names) > MOST_NAMES:
        sentence = ""
    elif len(names) > 1:
        sentence = ngettext("%(names)s have %(titles)d title each.", "%(names)s have %(titles)d titles each.", most)
    elif len(titles) > 1:
        words |= {"ahead": most - titles[1][0], "second": fame.list_names([titles[1][1].who])[0]}
        sentence = gettext("%(name)s has %(titles)d titles, %(ahead)d more than %(second)s.")
        if most > 2 * titles[1][0]:
            sentence = gettext("%(name)s has %(titles)d titles, more than twice as many as %(second)s.")
    since = min((won.day.year for won in fame.results if won.day is not None), default=0)
    people = ngettext(
        "%(people)d person has won something since %(year)d.",
        "%(people)d people have won something since %(year)d.",
        len(titles),
    )
    return sentence % words, people % {"people": len(titles), "year": since} if since else ""


def _list_figures(fame: Fame) -> list[tuple[str, int]]:
    years = {won.day.year for won in fame.results if won.day is not None}
    seasons = sum(won.what == SEASON for won in fame.results)
    figures = (
        (gettext("Years"), len(years)),
        (gettext("Tournaments"), len(fame.results) - seasons),
        (gettext("Seasons"), seasons),
    )
    return [figure for figure in figures if figure[1]]


def _list_titled(fame: Fame) -> list[dict[str, Any]]:
    """Return who has most titles, each with as many signs, unless these are too many."""
    rows = []
    for many, career in _list_titles(fame)[:MOST_TITLED]:
        person, are_few = fame.people[career.who], many <= MOST_SIGNS
        signs = range(career.titles * are_few), range(career.wins * are_few)
        rows.append({"name": person.name, "number": person.number, "titles": many, "signs": signs, "career": career})
    return rows


def _list_rare(club: Club) -> dict[str, Any]:
    """Return what seldom succeeds: how often, its name, its page, and whose was the last one, in which year."""
    rare, language = load_kept_rare_games(club), get_current_language()
    people, current = load_season_people(game.who for game in rare.games if game.who)
    words = {word.anchor: word.name for word in list_game_words(list_sheet_texts(None, language), language)}
    names, rows = PlayerNames(language), []
    for game in rare.games:
        name, href = (
            names.name_item(game.item),
            reverse("game_word", args=[game.anchor]) if game.anchor in words else "",
        )
        form = "" if game.announced is None else format_form(game.announced)
        last = people[current[game.who]].name if game.who else ""
        rows.append((game.times, name, form, href, localdate(game.last).year, last))
    return {"games": rows, "hands": rare.hands}


def list_careers(fame: Fame) -> list[dict[str, Any]]:
    """Return everybody's achievements, with names and numbers in the register."""
    return _add_names(fame.careers, fame)


def list_medals(fame: Fame) -> list[dict[str, Any]]:
    """Return everybody's medals, with names and numbers in the register."""
    return _add_names(fame.medals, fame)


def _add_names(rows: Iterable[Career | Medals], fame: Fame) -> list[dict[str, Any]]:
    people = fame.people
    return [row._asdict() | {"name": people[row.who].name, "number": people[row.who].number} for row in rows]


def build_winner(won: FameEvent, fame: Fame) -> dict[str, Any]:
    """Build the row of a result: day, name, what recurs of that, winners, address."""
    winners = ", ".join(fame.list_names(won.winners)) or "–"
    names = {"name": won.name, "competition": find_competition(won)[1], "winners": winners}
    return {"day": won.day, "href": build_result_url(won), **names}


def format_record(record: Record, fame: Fame) -> tuple[str, str, str, str]:
    """Return the sign of a record, what it is about, its amount, and who holds it."""
    formats: dict[str, Callable[[int], str]] = {SEASON_POINTS: format_hundredths, BEST_ROUND: format_points}
    shown = formats.get(record.what, str)
    holders = ", ".join(_format_holder(who, won, fame) for who, won in record.holders)
    sign, name = RECORDS[record.what]
    return sign, str(name), shown(record.amount), holders


def _format_holder(who: int, won: FameEvent | None, fame: Fame) -> str:
    if who == NOBODY:
        return won.name if won is not None else ""
    name = fame.people[who].name
    return name if won is None else f"{name} ({won.name})"
