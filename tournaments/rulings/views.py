"""Pages of the referees: calling them, a ruling, and the register of all rulings."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access.permissions import who, writers_only
from scoring.ledger.messages import sentences
from scoring.written_sheet.selectors import TableView, table_view
from tarockclub.accounts.permissions import director_only, must_be_own, staff_only
from tarockclub.language import language
from tarockclub.text import parse_reason
from tournaments.acts import Refused
from tournaments.clock.services import go_on
from tournaments.desk.corrections import level_of
from tournaments.models import RoundTable, Ruling
from tournaments.rulings.effects import DEEDS as ALL_DEEDS
from tournaments.rulings.effects import Wanted, foresee
from tournaments.rulings.forms import wanted_from
from tournaments.rulings.messages import DEEDS, PHASES, told_of
from tournaments.rulings.referee_call import call_referee
from tournaments.rulings.selectors import register_of, rulings_at
from tournaments.rulings.services import rule
from tournaments.selectors import Found, round_at, table_at, tournament_at

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LATEST_LINES = 30
NOT_SENT_ANEW = ("csrfmiddlewaretoken", "confirm", "key", "seen", "sure", "back")


@form_methods
@writers_only
def call(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Ask whether the referee is called, and call him: the clock of the table stands at once."""
    tables = RoundTable.objects.select_related("round__tournament", "game_table")
    table = get_object_or_404(tables, game_table__slug=slug)
    context: dict[str, Any] = {"round_table": table, "table": table.game_table, "key": str(uuid.uuid4())}
    if request.method == "POST":
        try:
            call_referee(table, request.POST.get("key", ""), who(request))
        except Refused as refused:
            return render(
                request, "tournaments/rulings/referee.html", {**context, "message": told_of(refused)}, status=409
            )
        return redirect("table", slug=slug)
    return render(request, "tournaments/rulings/referee.html", context)


@require_safe
@staff_only
def register(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """All rulings of a tournament, to read and to print."""
    tournament = tournament_at(slug)
    must_be_own(request, tournament.club_id)
    context = {"tournament": tournament, "rulings": register_of(tournament)}
    return render(request, "tournaments/rulings/register.html", context)


@form_methods
@director_only
def ruling(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Write a ruling for a table: first what would follow, then the ruling itself."""
    found = round_at(slug, number)
    must_be_own(request, found.tournament.club_id)
    at = table_at(found, table)
    view = table_view(at.game_table, language())
    if request.method != "POST":
        return _form(request, found, at, view, _empty(found), {})
    posted = request.POST.dict()
    wanted, missing = wanted_from(posted, view.book)
    if missing:
        return _form(request, found, at, view, posted, {"problems": missing, "status": 400})
    if "back" in posted:
        return _form(request, found, at, view, posted, {})
    if "confirm" not in posted:
        return _confirm(request, found, at, view, wanted, {})
    try:
        made = rule(at, posted.get("key", ""), wanted, who(request))
    except Refused as refused:
        view = table_view(at.game_table, language())
        complaints = sentences(refused.params.get("problems", ()))
        return _confirm(
            request, found, at, view, wanted, {"message": told_of(refused), "complaints": complaints, "status": 409}
        )
    response = redirect("desk", slug=slug, number=number)
    response["Location"] += f"?ruled={made.number}#table-{table}"
    return response


@form_methods
@director_only
def no_case(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Let the clock go on without a ruling: there was nothing to decide."""
    found = round_at(slug, number)
    must_be_own(request, found.tournament.club_id)
    at = table_at(found, table)
    if request.method == "POST":
        reason = parse_reason(request.POST)
        try:
            go_on(at, request.POST.get("key", ""), who(request), reason=reason)
        except Refused as refused:
            view = table_view(at.game_table, language())
            return _form(request, found, at, view, _empty(found), {"problems": [told_of(refused)], "status": 409})
    return redirect("ruling", slug=slug, number=number, table=table)


def _empty(found: Found) -> dict[str, str]:
    """A new form: the referees of the last ruling are likely those of this one."""
    last = Ruling.objects.filter(tournament=found.tournament).select_related("decided_by").order_by("-number").first()
    return {"decided_by": last.decided_by.text if last is not None else "", "goes_on": "1", "deed": ""}


def _form(
    request: HttpRequest,
    found: Found,
    table: RoundTable,
    view: TableView,
    posted: Mapping[str, str],
    more: dict[str, Any],
) -> HttpResponse:
    """The form, filled in as it was."""
    rows = [row for row in view.rows if row.line and row.kind != "strike"][-LATEST_LINES:]
    context = {
        **_common(found, table, view),
        "posted": posted,
        "deeds": [(deed, DEEDS[deed]) for deed in ALL_DEEDS],
        "lines": [(str(row.line), row) for row in reversed(rows)],
        "amounts": [(f"amount-{at}", name, posted.get(f"amount-{at}", "")) for at, name in _players(view)],
        "players": [(str(at), name) for at, name in _players(view)],
        "contracts": [(one.id, one.names[language().startswith("en")]) for one in view.book.sheet.contracts.values()],
        "phases": list(PHASES.items()),
        "earlier": register_of(found.tournament),
        **more,
    }
    return render(request, "tournaments/rulings/ruling.html", context, status=more.get("status", 200))


def _confirm(
    request: HttpRequest, found: Found, table: RoundTable, view: TableView, wanted: Wanted, more: dict[str, Any]
) -> HttpResponse:
    """What would follow, and the last tap."""
    foreseen = foresee(wanted, view.book, view.seats, language())
    context = {
        **_common(found, table, view),
        "wanted": wanted,
        "deed": DEEDS[wanted.deed],
        "row": next((row for row in view.rows if row.line == wanted.line), None) if wanted.line else None,
        "foreseen": foreseen,
        "level": level_of(table) if wanted.deed else None,
        "fields": [(name, value) for name, value in request.POST.items() if name not in NOT_SENT_ANEW],
        "key": request.POST.get("key") or str(uuid.uuid4()),
        **more,
    }
    status = more.get("status", 400 if foreseen.problems else 200)
    return render(request, "tournaments/rulings/confirm.html", context, status=status)


def _common(found: Found, table: RoundTable, view: TableView) -> dict[str, Any]:
    return {
        "tournament": found.tournament,
        "round": found.round,
        "round_table": table,
        "table": table.game_table,
        "view": view,
        "rulings": rulings_at(table),
        "seen": view.book.table.last_sequence,
        "key": str(uuid.uuid4()),
    }


def _players(view: TableView) -> list[tuple[int, str]]:
    """Who sits at the table, in playing order."""
    return [(place, view.totals[at].name) for at, place in enumerate(view.now.order)]
