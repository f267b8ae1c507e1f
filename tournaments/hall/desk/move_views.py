"""The page on which players move between the tables of a round."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tarockclub.kit.form_fields import IdField, TextField
from tarockclub.platform.accounts.looks import PAYMENTS, note_look
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import RoundContext
from tournaments.core.table_names import name_table
from tournaments.core.view_helpers import ActionForm, find_own_round, format_problem, get_director, render_page
from tournaments.hall.desk.move_plans import list_for_player, list_for_table, list_for_waiting, load_hall
from tournaments.hall.desk.moves import MoveSeats
from tournaments.hall.desk.overview import load_rows
from tournaments.models import RoundTable


class MovesForm(ActionForm):
    """The moves that were tapped (move_plans.py); `fee_back`: the same, and who has not come gets the fee back."""

    moves = TextField()
    fee_back = TextField()


class ChoiceForm(ActionForm):
    """The player (id) whose places are shown."""

    who = IdField()


def handle_moves(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show what is proposed for free seats, tables and a player; POST makes the moves and leads to the desk."""
    context = find_own_round(request, slug, number)
    if request.method != "POST":
        return _render_page(request, context, {})
    content = MovesForm(request.POST).parse()
    try:
        action = MoveSeats(moves=content["fee_back"] or content["moves"], back=bool(content["fee_back"]))
        action.perform(context.round, content["key"], get_director(request))
    except ActionRefused as refused:
        return _render_page(request, context, format_problem(refused), 409)
    return redirect("desk", slug=slug, number=number)


def _render_page(
    request: HttpRequest, round_context: RoundContext, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    tournament, _settings, round_ = round_context
    is_open = round_.draw_id is not None and round_.closed is None
    rows = load_rows(RoundTable.objects.filter(round=round_), INSIDE) if is_open else ()
    hall, who = load_hall(tournament, round_, rows), ChoiceForm(request.GET).parse()["who"]
    free = {row.number: list_for_table(hall, row.number) for row in rows if row.is_open and row.free}
    context = {
        "tournament": tournament,
        "round": round_,
        "free": [(number, proposals) for number, proposals in free.items() if proposals],
        "busy": [name_table(row.number) for row in rows if row.is_open and row.number not in hall.tables],
        "waiting": list_for_waiting(hall),
        "who": hall.names.get(who or 0),
        "places": list_for_player(hall, who) if who in hall.names else (),
        "tables": [
            (table.row.number, [(entrant, hall.names[entrant]) for entrant in table.present])
            for table in hall.tables.values()
        ],
    }
    if hall.paid:
        note_look(request, tournament.club_id, PAYMENTS, of=tournament.pk)
    return render_page(request, "tournaments/hall/desk/moves.html", context | more, status)
