"""The page of a tournament, and the next round that is opened there."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import PAYMENTS, note_look
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tournaments.around.day.needs import list_awaiting_errands, list_debts, list_seatless
from tournaments.around.day.page import (
    format_days_left,
    list_duties,
    list_entrant_names,
    list_money_rows,
    list_preparations,
    load_final_places,
    load_round_day,
    say_next,
)
from tournaments.core import view_helpers
from tournaments.core.actions.base import perform_posted
from tournaments.core.acts import ActionRefused, parse_content
from tournaments.hall.setup.actions import OpenRound
from tournaments.hall.setup.overview import load_tournament_page
from tournaments.hall.setup.steps import build_groups
from tournaments.models import Round, Tournament
from tournaments.people.entrants.applications import load_waiting_places


def show_tournament(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a tournament: who needs the reader, the next step, its rounds and tables, all its pages."""
    return _render_page(request, view_helpers.find_own_tournament(request, slug))


def handle_open_round(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Open the next round for entries."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect("tournament", slug=slug)
    try:
        act = perform_posted(request, tournament, OpenRound)
    except ActionRefused as refused:
        return _render_page(request, tournament, refused)
    number = parse_content(act)["round"]
    if number > 1:  # most people are there already
        return redirect("draw", slug=slug, number=number)
    return redirect(f"{reverse('entrants', args=[slug])}?round={number}")


def _render_page(request: HttpRequest, tournament: Tournament, refused: ActionRefused | None = None) -> HttpResponse:
    page, may = load_tournament_page(tournament, get_current_language()), find_rights(request)
    playing = Round.objects.filter(tournament=tournament, started__isnull=False, closed=None).order_by("number").first()
    result = load_final_places(tournament, page.settings)
    if playing is not None:
        playing.tournament = tournament
    day = load_round_day(playing, may) if playing is not None else None
    duties = list(list_duties(tournament, page.settings, may)) if tournament.ended else []
    errands = list_awaiting_errands(tournament, page.waiting, page.behind) if may.has(Right.ENTER) else []
    if not tournament.ended and day is None and may.has(Right.DIRECT):
        errands += list_seatless(tournament)
    debts = () if tournament.ended or (day is not None and day.desk) else tuple(list_debts([tournament], may))
    taken = None if tournament.frozen or tournament.cancelled else load_waiting_places(tournament)
    reads_money = tournament.frozen is not None and may.has(Right.CASH)
    context = {
        "tournament": tournament,
        "seen": page,
        "groups": build_groups(tournament, page.settings, page.rounds, may=may),
        "day": day,
        "days": () if day is None else (day,),
        "errands": errands,
        "debts": debts,
        "next_text": say_next(tournament, page, day, duties),
        "result": result,
        "places": result.places if result is not None else () if day is None else day.shown.leaders,
        "preparations": () if taken is None else tuple(list_preparations(tournament, may, taken)),
        "taken": taken,
        "days_left": format_days_left(tournament.day),
        "names": [] if tournament.frozen else list_entrant_names(tournament),
        "duties": duties,
        "leads": next((duty for duty in duties if not duty.is_done), None),
        "money": list_money_rows(tournament) if reads_money else (),
    }
    if (tournament.ended and may.has(Right.TREASURE)) or (day is not None and day.debts):
        note_look(request, tournament.club_id, PAYMENTS, of=tournament.pk)
    problem, status = (view_helpers.format_problem(refused), 409) if refused is not None else ({}, 200)
    return view_helpers.render_page(request, "tournaments/around/day/tournament.html", {**context, **problem}, status)
