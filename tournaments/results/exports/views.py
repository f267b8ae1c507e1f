"""The pages of exports: begin one, see its progress, fetch it; the public standings, for programs; the file of a cup.

That file has the results as ABAKUS and the cups want them back: `cup;day;"number";round;round;round;sum;table;wins`, no
headings. The number is the player's of the cup, the amounts are the written score, the table is the last one, wins are
hands won.
"""

import json
import uuid
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.form_fields import TextField
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import Value
from tarockclub.kit.xlsx.csv_text import BOM, format_csv_line, render_csv
from tarockclub.models import Person
from tarockclub.platform.accounts.looks import TOURNAMENT_FILE, note_file
from tarockclub.platform.jobs.runner import MadeFile
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server import downloads
from tarockclub.platform.server.page_cache import CachedPage, PageCache, build_etag_response
from tournaments.core import view_helpers
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.settings import Settings
from tournaments.core.view_helpers import ActionForm
from tournaments.hall.standing.players import TournamentProgress, load_people, load_progress
from tournaments.hall.standing.standing import RankedLine, load_standings
from tournaments.models import SeasonEvent, Tournament
from tournaments.results.exports import services
from tournaments.results.exports.formats import FORMS
from tournaments.results.standings.cached_page import PACE, PageKey, load_page_key
from tournaments.results.standings.column import build_json_row
from tournaments.results.standings.columns import CAPITAL, CSV, JSON, JSON_OF_ROUND, list_file_columns, list_used
from tournaments.results.standings.editions import (
    RoundFact,
    compute_rows,
    list_round_facts,
    load_standing_editions,
    read_lines,
)

_NUMBER = 2  # the column of the player's number, in quotes: programs must keep its zeros


def render_cup_file(stand: TournamentProgress) -> str:
    """Render everybody's rounds, the best first; a round that somebody did not play is empty."""
    standings = load_standings(stand, EVERYBODY)
    mine: dict[int, list[RoundFact]] = {}
    for fact in list_round_facts(standings):
        mine.setdefault(fact.person, []).append(fact)
    rounds = [standing.round.number for standing in standings.rounds if standing.round.started]
    persons = [total.player.person for total in standings.totals]
    numbers = load_player_numbers(persons)
    begin = [_find_cup(stand.tournament), f"{stand.tournament.day:%d.%m.%Y}"]
    lines = ([*begin, numbers.get(person, ""), *_list_cells(mine.get(person, []), rounds)] for person in persons)
    return BOM + "".join(format_csv_line(line, decimal_comma=True, quoted={_NUMBER}) for line in lines)


def _list_cells(mine: list[RoundFact], rounds: list[int]) -> Iterator[Value]:
    played = {fact.round: fact for fact in mine}
    for number in rounds:
        yield convert_to_number(played[number].written) if number in played else None
    yield convert_to_number(sum(fact.written for fact in mine))
    last = played[max(played)] if played else None
    yield last.table if last is not None else None
    yield sum(fact.won for fact in mine)


def _find_cup(tournament: Tournament) -> str:
    """Return the name of the season in which the tournament counts; its own if there is none, or several."""
    names = SeasonEvent.objects.filter(tournament=tournament, gone=None).values_list("season__name", flat=True)
    seasons = list(names[:2])
    return seasons[0] if len(seasons) == 1 else tournament.name


def load_player_numbers(persons: list[int]) -> dict[int, str]:
    """Return the players' numbers of the cup, of those who have one; of merged persons that of the entry kept."""
    rows = Person.objects.filter(pk__in=persons).values_list("pk", "player_number", "merged_into__player_number")
    return {pk: own or main for pk, own, main in rows if own or main}


class PublicStanding(NamedTuple):
    """A standing that everybody may see."""

    of: int  # number of the round, or FINAL
    published: bool
    lines: tuple[RankedLine, ...]


def list_public_standings(stand: TournamentProgress) -> list[PublicStanding]:
    """Return the standings of the rounds that are drawn, then the one over all rounds."""
    editions = load_standing_editions(stand.tournament)
    standings = load_standings(stand, EVERYBODY) if stand.settings.show_live else None
    people = load_people(stand.tournament, {row.person for edition in editions for row in edition.rows}, EVERYBODY)
    public = []
    for scope in [*(round_.number for round_ in stand.rounds if round_.drawn), FINAL]:
        edition = find_latest_edition(editions, scope)
        if standings is not None:
            published = edition is not None and edition.rows == compute_rows(standings, scope)
            public.append(PublicStanding(scope, published, standings.list_lines(scope)))
        elif edition is not None:
            public.append(PublicStanding(scope, published=True, lines=read_lines(edition.rows, people, scope)))
    return public


def render_json(stand: TournamentProgress, _language: str) -> str:
    """Render the standings as JSON: play money as numbers."""
    built = {shown.of: _build_standing(shown, stand.settings) for shown in list_public_standings(stand)}
    overall = built.pop(FINAL, None)
    rounds = [{"round": scope, **standing} for scope, standing in built.items()]
    about = {"tournament": stand.tournament.name, "day": stand.tournament.day.isoformat()}
    return json.dumps({**about, "rounds": rounds, "overall": overall}, ensure_ascii=False) + "\n"


def _build_standing(shown: PublicStanding, settings: Settings) -> dict[str, Any]:
    columns, by_round = list_file_columns(JSON, settings, shown.of), list_used(JSON_OF_ROUND, settings)
    rows = []
    for line in shown.lines:
        row, played = build_json_row(line, columns), [round_ for round_ in line.rounds if round_ is not None]
        if played and by_round:
            row["rounds"] = [{"round": round_.round, **build_json_row(round_, by_round)} for round_ in played]
        rows.append(row)
    return {"published": shown.published, "rows": rows}


def render_standings_csv(stand: TournamentProgress, language: str) -> str:
    """Render the standings as CSV: one row for everybody and round, then for everybody overall."""
    lines = _list_rows(list_public_standings(stand), stand.settings)
    columns = list_file_columns(CSV, stand.settings, 1)
    heads = [_("Capital or won") if column is CAPITAL else str(column.head) for column in columns]
    return render_csv([[_("Round"), *heads], *lines], language)


def _list_rows(shown: Iterable[PublicStanding], settings: Settings) -> Iterator[list[Any]]:
    for standing in shown:
        columns = list_file_columns(CSV, settings, standing.of)
        label = _("overall") if standing.of == FINAL else standing.of
        for line in standing.lines:
            yield [label, *(column.compute_number(line) for column in columns)]


class ExportForm(ActionForm):
    """The format of an export to begin."""

    form = TextField()


def show_exports(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the possible and the finished exports; a POST begins one."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    content = ExportForm(request.POST).parse()
    try:
        job = services.start_export(tournament, content["key"], content["form"], get_current_language())
    except BusyError:
        problem = _("Two exports are already being created: please wait until one of them is ready.")
        return _render_page(request, tournament, status=409, problem=problem)
    except ValueError:
        problem = _("Something was lost on the way: please try again.")
        return _render_page(request, tournament, status=400, problem=problem)
    return redirect("export_made", slug=slug, key=job.key)


def _render_page(request: HttpRequest, tournament: Tournament, status: int = 200, problem: str = "") -> HttpResponse:
    listed = services.list_exports(tournament)
    workbook = _(
        "For Excel and LibreOffice: standings, registrations, the score sheets of all tables, hands, rulings, "
        "prizes, cash box. If you correct a number there, sums and ranks follow."
    )
    offered = [(form, format_, view_helpers.create_key()) for form, format_ in FORMS.items()]
    context = {"tournament": tournament, "offered": offered, "workbook": workbook, "listed": listed, "problem": problem}
    return view_helpers.render_page(request, "tournaments/results/exports/exports.html", context, status)


def show_export(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Show the progress of an export; once ready, its file."""
    tournament = view_helpers.find_own_tournament(request, slug)
    context: dict[str, Any] = {"tournament": tournament, "job": _find_export(tournament, key)}
    return view_helpers.render_page(request, "tournaments/results/exports/export.html", context)


def show_export_state(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Return the progress of an export, for the script of its page."""
    job = _find_export(view_helpers.find_own_tournament(request, slug), key)
    return JsonResponse({"state": job.state, "done": job.done, "of": job.of})


def send_export_file(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Return the file of an export that is ready."""
    tournament = view_helpers.find_own_tournament(request, slug)
    job = _find_export(tournament, key)
    if not job.is_done:
        raise Http404
    note_file(request, tournament.club_id, TOURNAMENT_FILE, job.form, of=tournament.pk)
    # Whole: the site answers in one piece anyway, and hundred thousand hands are some fifty megabytes.
    return downloads.build_download(job.load_file(), job.name, FORMS[job.form].media_type)


def _find_export(tournament: Tournament, key: uuid.UUID) -> MadeFile:
    """Return an export of this tournament, or 404."""
    export = services.find_export(tournament, str(key))
    if export is None:
        raise Http404
    return export


def send_cup_file(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Send the results as the cups want them: player numbers, rounds and sums."""
    tournament = view_helpers.find_own_tournament(request, slug)
    note_file(request, tournament.club_id, TOURNAMENT_FILE, "cup", of=tournament.pk)
    content = render_cup_file(load_progress(tournament))
    return downloads.build_download(content, f"cup-{tournament.day:%Y-%m-%d}.csv", downloads.CSV)


PAGE_CACHE = PageCache(32, pace=PACE)


def show_standings_json(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all standings that are public as JSON."""
    response = _answer_standings(request, slug, "json")
    response["Content-Type"] = "application/json"
    return response


def show_standings_csv(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all standings that are public as one CSV file, as the German Excel reads it."""
    response = _answer_standings(request, slug, "csv")
    response["Content-Type"] = downloads.CSV
    downloads.name_download(response, "standings.csv")
    return response


def _answer_standings(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    page, stand = load_page_key(request, slug, 0)
    cached = _find_page(page, stand, form)
    return build_etag_response(request, cached.tag, lambda: cached.body)


def _find_page(page: PageKey, stand: TournamentProgress, form: str) -> CachedPage:
    """Return the public standings from the cache; the staff gets the current ones."""
    tag = f'"{stand.sign}.{page.language}.{form}"'
    make = render_json if form == "json" else render_standings_csv
    name = (page.slug, page.language, form)
    return PAGE_CACHE.load_newest(name, tag, lambda: make(stand, page.language), at_once=page.staff)
