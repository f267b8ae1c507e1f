"""A table of a round on the director's desk: its clock, its chips, done, opened again, ended early, corrected."""

import uuid
from collections.abc import Sequence
from itertools import islice
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import Seat, load_seats
from scoring.models import PLACES
from scoring.table.written_sheet.selectors import load_book_and_seats, load_table_view
from tarockclub.kit.preferences import check_own_address
from tarockclub.kit.words import get_current_language
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import Buttons, list_kinds, list_table_numbers, perform_posted
from tournaments.core.actions.sentences import fill_in_act_sentences
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import RoundContext, find_table
from tournaments.core.settings import has_double_round
from tournaments.core.view_helpers import find_own_round, format_problem, get_director, render_page
from tournaments.hall.clock.actions import ACTIONS as CLOCK_ACTIONS
from tournaments.hall.clock.display import UP
from tournaments.hall.clock.table_clocks import CLOCK
from tournaments.hall.desk.actions import BreakTableUp, CloseTable, CountChips, ReopenTable, StillPlaying, find_level
from tournaments.hall.desk.chips import PlayerChips, build_player_chips, find_last_count, list_present_courses
from tournaments.hall.desk.late_hands import (
    TURN_DOWN,
    DecideLateHand,
    MendTurn,
    list_out_of_turn,
    list_turns,
    load_late_hands,
    load_round_late_hands,
)
from tournaments.hall.desk.moves import GoOnWithout
from tournaments.hall.desk.overview import format_pending, list_row_pending, load_rows
from tournaments.hall.desk.views import BackForm, BreakUpForm, ChipsForm, LateHandForm, PresenceForm
from tournaments.hall.rounds import table_capital
from tournaments.models import Act, Entrant, Presence, RoundTable
from tournaments.people.entrants.actions import SetPresence
from tournaments.people.entrants.selectors import format_state, list_unseated_players
from tournaments.people.entrants.substitutes import build_seat_holders, load_free_seats

MOST_LOGGED = 40  # acts at a table


def build_table_context(context: RoundContext, table: RoundTable) -> dict[str, Any]:
    """Build the template context."""
    row = load_rows(RoundTable.objects.filter(pk=table.pk), INSIDE)[0]
    book, seats = load_book_and_seats(table.game_table, INSIDE)
    chips = _build_chips(context, table, book, seats)
    view = load_table_view(table.game_table, INSIDE) if table.game_table.held else None
    late = load_late_hands(table, view) if view is not None and row.late else []
    sits = list_sitters(table, seats)
    has_room = row.is_open and (row.gone or len(row.names) < PLACES) and context.round.closed is None
    return {
        "tournament": context.tournament,
        "settings": context.settings,
        "round": context.round,
        "round_table": table,
        "row": row,
        "sits": sits,
        "has_absent": any(sitter["away"] for sitter in sits),
        "unseated": list_unseated_players(context.round, INSIDE) if has_room else (),
        "is_up": row.face.state == UP,
        "late": late,
        "turns": list_out_of_turn(view.book, view.seats) if view is not None else [],
        "chips": chips,
        "differs": any(chip.difference for chip in chips),
        "pending": format_pending(
            list_row_pending(row, double=has_double_round(context.settings, context.round.number))
        ),
        "level": find_level(table),
        "log": load_table_log(table),
    }


def list_sitters(table: RoundTable, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """Return the players who sit at a table now, by place; `seats`: all of the table."""
    holders = build_seat_holders(seats)
    persons = [holder.person for holder in holders]
    rows = Entrant.objects.filter(tournament=table.round.tournament_id, person__in=persons)
    entrants = dict(rows.values_list("person", "pk"))
    free = load_free_seats([table]).get(table.game_table_id, ())
    away = {seat.place: format_state(seat.state) for seat in free}
    return [
        {
            "entrant": entrants[holder.person],  # id
            "place": holder.place,
            "name": holder.name,
            "away": away.get(holder.place, ""),  # the state of the holder of a free seat, in words
        }
        for holder in holders
        if holder.person in entrants
    ]


def list_counted_sittings(table: RoundTable) -> list[int]:
    """Return the sittings whose chips are counted: those at the table now, by place."""
    return [seat.id for seat in sorted(load_seats(table.game_table, INSIDE)) if seat.until is None]


def _build_chips(context: RoundContext, table: RoundTable, book: Book, seats: Sequence[Seat]) -> list[PlayerChips]:
    names = {seat.id: seat.name for seat in seats}
    count = find_last_count(table)
    is_newest = count is not None and count.sequence == table.game_table.last_sequence
    counted = count.chips if count is not None and is_newest else {}
    courses = table_capital.load_book_courses(table.game_table, book, seats, context.settings)
    return [build_player_chips(course, names[course.stay.id], counted) for course in list_present_courses(courses)]


def load_table_log(table: RoundTable) -> list[Act]:
    """Return the latest acts that concern a table, with their sentences; one query, and a few for names."""
    of_all = Q(table=None) & ~Q(round__started=None) & Q(said__contains=f'"{CLOCK}":')
    of_several = Q(kind__in=list_kinds(lambda cls: cls.spec.tables))
    acts = Act.objects.filter(Q(table=table) | of_several | of_all, round=table.round_id).order_by("-sequence")
    acts = acts.select_related("by", "note", "undoes", "undone_by", "table")
    numbered = ((act, list_table_numbers(act)) for act in acts.iterator())
    reached = (act for act, numbers in numbered if not numbers or table.number in numbers)
    latest = list(islice(reached, MOST_LOGGED))
    fill_in_act_sentences(latest)
    return latest


_END_BUTTONS = Buttons(CloseTable, ReopenTable)
_TABLE_BUTTONS = Buttons(*CLOCK_ACTIONS, StillPlaying)


def show_late_hands(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show all hands of a round that wait for the director."""
    context = find_own_round(request, slug, number)
    if request.method != "POST":
        return _render_late_page(request, context, {})
    table = find_table(context, LateHandForm(request.POST).parse()["table"])
    try:
        decide_from_form(request, table)
    except ActionRefused as refused:
        problem = {**format_problem(refused), "problem_table": table.number}
        return _render_late_page(request, context, problem, status=409)
    return redirect("desk_late", slug=slug, number=number)


def decide_from_form(request: HttpRequest, table: RoundTable) -> None:
    """Decide about the late hand of a form, or correct a deal out of turn; ActionRefused as these."""
    content, by = LateHandForm(request.POST).parse(), get_director(request)
    if content["what"] == MendTurn.get_button():
        perform_posted(request, table, MendTurn)
        return
    reason = content["reason"] if content["what"] == TURN_DOWN else ""  # the form has one ready, for this button only
    decide = DecideLateHand.build(hand=content["hand"], what=content["what"], seen=content["seen"])
    decide.perform(table, content["key"], by, reason)


def _render_late_page(
    request: HttpRequest, round_context: RoundContext, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    tables = load_round_late_hands(round_context.round, get_current_language())
    shown = {"tables": tables, "out_of_turn": list_turns(round_context.round)}
    context = {"tournament": round_context.tournament, "round": round_context.round, **shown, **more}
    return render_page(request, "tournaments/hall/desk/late.html", context, status)


def show_table(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Show everything about one table."""
    context = find_own_round(request, slug, number)
    return _render_page(request, context, find_table(context, table), {})


def handle_clock(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Halt one table, let it go on, give it time, end its time; or note that it plays."""
    return _handle_form(request, slug, number, table, _TABLE_BUTTONS.press)


def count_chips(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Record the chips of the players; where all is right and nothing is open the table is done with it."""
    return _handle_form(request, slug, number, table, _count_chips)


def handle_end(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Close a table, open it again, or end it early."""
    return _handle_form(request, slug, number, table, _end_table)


def handle_late_hand(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Take a hand that came too late, or turn it down."""
    return _handle_form(request, slug, number, table, decide_from_form)


def handle_presence(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Record that a player at the table has not come, or is here; or fill a free seat, or close it."""
    return _handle_form(request, slug, number, table, _set_presence)


def _set_presence(request: HttpRequest, table: RoundTable) -> None:
    content = PresenceForm(request.POST).parse()
    for name, state in (("no_show", Presence.State.NO_SHOW), ("in", Presence.State.IN)):
        if entrants := content[name]:
            SetPresence(entrants=entrants, state=state).perform(table.round, content["key"], get_director(request))
    if content["without"] is not None:
        GoOnWithout(place=content["without"]).perform(table, content["key"], get_director(request))


def _count_chips(request: HttpRequest, table: RoundTable) -> None:
    content, by = ChipsForm(request.POST, list_counted_sittings(table)).parse(), get_director(request)
    CountChips(chips=content["chips"]).perform(table, content["key"], by)
    counted = find_last_count(table)
    if counted is not None and not counted.differs:
        CloseTable().perform(table, f"{content['key']}:done", by)


def _end_table(request: HttpRequest, table: RoundTable) -> None:
    content = BreakUpForm(request.POST).parse()
    if content["what"] not in ("stands", "struck"):
        _END_BUTTONS.press(request, table)
        return
    end = BreakTableUp(counts=content["what"] == "stands", aware=content["aware"])
    end.perform(table, content["key"], get_director(request), content["reason"])


def _handle_form(request: HttpRequest, slug: uuid.UUID, number: int, table: int, do: Any) -> HttpResponse:
    context = find_own_round(request, slug, number)
    round_table = find_table(context, table)
    if request.method == "POST":
        try:
            do(request, round_table)
        except ActionRefused as refused:
            return _render_page(request, context, round_table, _build_refused_context(request, refused), status=409)
        back = BackForm(request.POST).parse()
        if back["desk"] or back["no_show"]:
            return redirect("desk", slug=slug, number=number)
        if back["next"]:
            return redirect(check_own_address(request, back["next"]))
    return redirect("desk_table", slug=slug, number=number, table=table)


def _build_refused_context(request: HttpRequest, refused: ActionRefused) -> dict[str, Any]:
    if refused.code != "must_confirm":
        buttons = (_TABLE_BUTTONS, _END_BUTTONS)
        return {name: value for each in buttons for name, value in each.build_refused_context(request, refused).items()}
    return {"problem": _("Something is still open at this table:"), "open": format_pending(refused.params["pending"])}


def _render_page(
    request: HttpRequest, context: RoundContext, round_table: RoundTable, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render_page(
        request, "tournaments/hall/desk/table.html", {**build_table_context(context, round_table), **more}, status
    )
