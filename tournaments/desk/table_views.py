"""A table of a round on the director's desk: its clock, its chips, done, opened again, ended early, corrected."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tarockclub.accounts.permissions import director_only
from tarockclub.language import language
from tarockclub.text import parse_reason
from tournaments.acts import Refused
from tournaments.clock import services
from tournaments.desk import services as desk_services
from tournaments.desk.chips_views import chips_in
from tournaments.desk.corrections import CONFIRM, CONSEQUENCES, begin_correction, level_of
from tournaments.desk.dealing_order import MEND, mend_turn, turns_in
from tournaments.desk.late_hands import TURN_DOWN, decide_late, late_in
from tournaments.desk.messages import open_at
from tournaments.desk.table_page import chips_at, context_of
from tournaments.desk.views import form_methods, hands_in, minutes_in, typed_again
from tournaments.entrants.round_entries import set_state
from tournaments.models import Presence, RoundTable
from tournaments.selectors import Found, table_at
from tournaments.view_helpers import acting_director, ids_in, key_in, own_round, page, problem_of


@form_methods
@director_only
def late_hands(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """All hands of a round that wait for the director."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return _late_page(request, found, {})
    at = table_at(found, _number(request, "table"))
    try:
        decide_posted(request, at)
    except Refused as refused:
        return _late_page(request, found, {**problem_of(refused), "problem_table": at.number}, status=409)
    return redirect("desk_late", slug=slug, number=number)


def decide_posted(request: HttpRequest, at: RoundTable) -> None:
    """Decide about the late hand of a form, or mend a deal out of turn, as it says; Refused as these."""
    posted = request.POST
    what, by = posted.get("what", ""), acting_director(request)
    if what == MEND:
        mend_turn(at, key_in(request), _number(request, "line"), _number(request, "seen"), by)
        return
    reason = parse_reason(request.POST) if what == TURN_DOWN else ""  # the form has one ready, for this button only
    decide_late(at, key_in(request), posted.get("hand", ""), what, _number(request, "seen"), by, reason=reason)


def _number(request: HttpRequest, field: str) -> int:
    return next(iter(ids_in([request.POST.get(field, "")])), 0)


def _late_page(request: HttpRequest, found: Found, more: dict[str, Any], status: int = 200) -> HttpResponse:
    tables = late_in(found.round, language())
    shown = {"tables": tables, "out_of_turn": turns_in(found.round)}
    context = {"tournament": found.tournament, "round": found.round, **shown, **more}
    return page(request, "desk/late", context, status)


@require_safe
@director_only
def table(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Everything about one table."""
    found = own_round(request, slug, number)
    return _page(request, found, table_at(found, table), {})


@form_methods
@director_only
def clock(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Halt one table, let it go on, give it time, end its time."""
    return _acted(request, slug, number, table, _clock)


@form_methods
@director_only
def count_chips(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Write down what lies before the players; where all is right and nothing is open the table is done with it."""
    return _acted(request, slug, number, table, _counted)


@form_methods
@director_only
def done(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """The table is done, opened again, or ended early."""
    return _acted(request, slug, number, table, _ended)


@form_methods
@director_only
def late(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Take a hand that came too late, or turn it down."""
    return _acted(request, slug, number, table, decide_posted)


@form_methods
@director_only
def correct(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Say that the book of a table that is done is corrected, and why; then lead to its sheet."""
    found = own_round(request, slug, number)
    at = table_at(found, table)
    if request.method != "POST":
        return redirect("desk_table", slug=slug, number=number, table=table)
    level = level_of(at)
    try:
        sure = level.name in request.POST
        begin_correction(at, key_in(request), parse_reason(request.POST), acting_director(request), confirmed=sure)
    except Refused as refused:
        return _page(request, found, at, problem_of(refused), status=409)
    return redirect("table", slug=at.game_table.slug)


@form_methods
@director_only
def presence(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Write down that somebody at the table has not come, or is here after all."""
    return _acted(request, slug, number, table, _presence)


def _presence(request: HttpRequest, at: RoundTable) -> None:
    for name, state in (("no_show", Presence.State.NO_SHOW), ("in", Presence.State.IN)):
        if there := ids_in(request.POST.getlist(name)):
            set_state(at.round, key_in(request), there, state, acting_director(request))


def _clock(request: HttpRequest, at: RoundTable) -> None:
    what, key, by, reason = (
        request.POST.get("what", ""),
        key_in(request),
        acting_director(request),
        parse_reason(request.POST),
    )
    if what == "halt":
        services.halt(at, key, by, reason=reason)
    elif what == "go_on":
        services.go_on(at, key, by, reason=reason)
    elif what == "extend":
        seconds, again = minutes_in(request), "again" in request.POST
        services.extend(at.round, key, seconds, by, table=at, again=again, reason=reason)
    elif what == "end":
        services.end_time(at.round, key, by, table=at, reason=reason)
    elif what == "hands":
        confirmed = "confirm" in request.POST
        services.play_hands(at.round, key, hands_in(request), by, table=at, confirmed=confirmed, reason=reason)


def _counted(request: HttpRequest, at: RoundTable) -> None:
    key = key_in(request)
    desk_services.count(at, key, chips_in(request.POST.dict(), chips_at(at)), acting_director(request))
    counted = desk_services.last_count(at)
    if counted is not None and not counted.differs:
        desk_services.close(at, f"{key}:done", acting_director(request))


def _ended(request: HttpRequest, at: RoundTable) -> None:
    what, key, by, reason = (
        request.POST.get("what", ""),
        key_in(request),
        acting_director(request),
        parse_reason(request.POST),
    )
    if what == "done":
        desk_services.close(at, key, by, confirmed="confirm" in request.POST, reason=reason)
    elif what == "reopen":
        desk_services.reopen(at, key, minutes_in(request), reason, by)
    elif what in ("stands", "struck"):
        aware = next((level for level in (CONSEQUENCES, CONFIRM) if level in request.POST), "")
        desk_services.break_up(at, key, reason, by, counts=what == "stands", aware=aware)


def _acted(request: HttpRequest, slug: uuid.UUID, number: int, table: int, do: Any) -> HttpResponse:
    found = own_round(request, slug, number)
    at = table_at(found, table)
    if request.method == "POST":
        try:
            do(request, at)
        except Refused as refused:
            return _page(request, found, at, {**_problem(refused), **typed_again(request)}, status=409)
    return redirect("desk_table", slug=slug, number=number, table=table)


def _problem(refused: Refused) -> dict[str, Any]:
    if refused.code != "must_confirm":
        return problem_of(refused)
    return {"problem": _("Something is still open at this table:"), "open": open_at(refused.params["pending"])}


def _page(request: HttpRequest, found: Found, at: RoundTable, more: dict[str, Any], status: int = 200) -> HttpResponse:
    return page(request, "desk/table", {**context_of(found, at), **more}, status)
