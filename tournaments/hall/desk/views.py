"""The director's desk: all tables of a round at a glance, its clock, live; counting chips; the desk's forms."""

import uuid
from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string

from scoring.book.access.permissions import find_actor, writers_only
from scoring.book.hooks import build_table_context
from scoring.table.table_page.views import FROM_SCRIPT, TEXT
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.kit.amounts import MOST_CENTS
from tarockclub.kit.form_fields import CentsField, IdField, IdsField, NumberField, TextField, TickField
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import PAYMENTS, note_look
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.server.page_cache import PageCache, build_etag_response
from tournaments.core.actions.base import Buttons
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import RoundContext
from tournaments.core.view_helpers import (
    ActionForm,
    ReasonForm,
    find_own_round,
    format_problem,
    get_director,
    render_page,
)
from tournaments.hall.clock.actions import ACTIONS as CLOCK_ACTIONS
from tournaments.hall.clock.start_question import load_start_question, may_start
from tournaments.hall.clock.views import compute_milliseconds
from tournaments.hall.desk.actions import CONFIRM, CONSEQUENCES, CountChips
from tournaments.hall.desk.overview import build_chips_context, format_pending
from tournaments.hall.desk.page import (
    DeskView,
    build_desk_context,
    build_round_tag,
    find_start_act,
)
from tournaments.hall.desk.questions import say_still_playing
from tournaments.hall.desk.services import agree, close_finished
from tournaments.models import RoundTable

USUAL_MINUTES = 5
CLOCK_BUTTONS = Buttons(*CLOCK_ACTIONS)
PAGE_CACHE = PageCache(seconds=2)


def show_desk(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show all tables of a round."""
    return _render_page(request, find_own_round(request, slug, number), {})


def handle_clock(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Start, pause, go on, give time, end the time: for all tables."""
    context = find_own_round(request, slug, number)
    if request.method == "POST":
        try:
            if request.POST.get("what") == "start" and not request.POST.get("asked") and may_start(context):
                return _render_page(request, context, {"question": load_start_question(context)})
            CLOCK_BUTTONS.press(request, context.round)
        except ActionRefused as refused:
            return _render_page(request, context, CLOCK_BUTTONS.build_refused_context(request, refused), status=409)
    return redirect("desk", slug=slug, number=number)


def handle_close(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Close the tables that have played; those that stay open are named with the reason."""
    context = find_own_round(request, slug, number)
    if request.method != "POST":
        return redirect("desk", slug=slug, number=number)
    try:
        done = close_finished(context.round, ActionForm(request.POST).parse()["key"], get_director(request))
    except ActionRefused as refused:
        return _render_page(request, context, format_problem(refused), status=409)
    if not RoundTable.objects.filter(round=context.round, done=None).exists():  # the result is what comes next
        return redirect("results", slug=slug)
    context.tournament.refresh_from_db(fields=["version"])
    left = [(table, format_pending([why])[0]) for table, why in done.left]
    return _render_page(request, context, {"finished": {"closed": done.closed, "left": left}})


def show_live(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Return the changes on the desk; 304 where the browser has them already."""
    request.META[BY_ITSELF] = True
    context, view = find_own_round(request, slug, number), build_view(request)
    name = _build_cache_key(context, view)
    tag = PAGE_CACHE.choose_tag(name, context.tournament.version, compute_tag(context, view))

    def render() -> str:
        return render_to_string("tournaments/hall/desk/_pieces.html", build_desk_context(context, view))

    response = build_etag_response(request, tag, lambda: PAGE_CACHE.load_body(name, tag, render))
    response["X-Now"] = str(compute_milliseconds())
    return response


def _build_cache_key(context: RoundContext, view: DeskView) -> tuple[int, DeskView, str]:
    return (context.round.pk, view, get_current_language())


def build_view(request: HttpRequest) -> DeskView:
    """Return the rights of the reader at the desk."""
    may = find_rights(request)
    return DeskView(may.has(Right.DIRECT), may.has(Right.TREASURE))


def compute_tag(context: RoundContext, view: DeskView) -> str:
    """Return the tag of the desk's present content."""
    minute = 0 if context.round.closed else int(now().timestamp()) // 60
    rights = f"{'-d' if view.directs else ''}{'-t' if view.treasures else ''}"
    page = f"desk{rights}-{minute}"  # tables become silent, and the gong comes nearer, by themselves
    return build_round_tag(context.round, context.tournament.version, page, get_current_language())


def _render_page(
    request: HttpRequest, round_context: RoundContext, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    view = build_view(request)
    context = {
        **build_desk_context(round_context, view),
        "version": PAGE_CACHE.choose_tag(
            _build_cache_key(round_context, view),
            round_context.tournament.version,
            compute_tag(round_context, view),
            at_once=True,
        ),
        "usual_minutes": USUAL_MINUTES,
        "start_act": find_start_act(round_context),
        **more,
    }
    if any(need.fees for need in context["needs"]):
        note_look(request, round_context.tournament.club_id, PAYMENTS, of=round_context.tournament.pk)
    return render_page(request, "tournaments/hall/desk/desk.html", context, status)


class BackForm(ActionForm):
    """The page that follows an action: the desk, or another one that shows who needs somebody; where it was tapped.

    The desk has what to do about the seat of somebody who has not come.
    """

    desk = TickField()
    no_show = TickField()
    next = TextField()


class ChipsField(CentsField):
    """Counted chips as people type them, in cents; below 0 where somebody owes some."""

    def __init__(self) -> None:
        super().__init__(least=-MOST_CENTS)

    def to_python(self, value: Any) -> Any:
        """Return the cents; refuse what is no amount."""
        cents = super().to_python(value)
        if cents is None:
            raise forms.ValidationError("", code="not_all_counted")
        return cents


class ChipsForm(ActionForm):
    """The counted chips of the players of a table, by sitting."""

    seen = NumberField(otherwise=-1)

    def __init__(self, posted: QueryDict, sittings: Iterable[int]) -> None:
        super().__init__(posted)
        self.sittings = tuple(sittings)
        self.fields |= {f"chips-{sitting}": ChipsField() for sitting in self.sittings}

    def clean(self) -> dict[str, Any]:
        """Gather the chips."""
        data = super().clean() or {}
        return data | {"chips": {sitting: data.get(f"chips-{sitting}") for sitting in self.sittings}}


class AgreedChipsForm(ActionForm):
    """Tables whose chips agree: the ticked ones (`table`), or that whose button was tapped (`one`)."""

    what = TextField()

    def __init__(self, posted: QueryDict) -> None:
        super().__init__(posted)
        self.tables = IdsField().clean(posted.getlist("one") or posted.getlist("table"))
        self.fields |= {f"seen-{table}": IdField(otherwise=0) for table in self.tables}

    def clean(self) -> dict[str, Any]:
        """Gather the last entry shown for each table."""
        data = super().clean() or {}
        return data | {"seen": {table: data[f"seen-{table}"] for table in self.tables}}


class LateHandForm(ReasonForm):
    """The decision about a late hand, or the correction of deals out of turn since a line."""

    what = TextField()
    table = IdField(otherwise=0)
    hand = TextField()
    line = IdField(otherwise=0)
    seen = IdField(otherwise=0)


class BreakUpForm(ReasonForm):
    """The early end of a table: `stands` or `struck`, and the warning that was read."""

    what = TextField()
    confirm = TickField()
    consequences = TickField()

    def clean(self) -> dict[str, Any]:
        """Find the level of the warning that was confirmed."""
        data = super().clean() or {}
        return data | {"aware": next((level for level in (CONSEQUENCES, CONFIRM) if data[level]), "")}


class PresenceForm(ActionForm):
    """Players who have not come (`no_show`) or are here after all (`in`); a place that is closed."""

    no_show = IdsField()
    without = IdField()

    def __init__(self, posted: QueryDict) -> None:
        super().__init__(posted)
        self.fields["in"] = IdsField()


def show_chips(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show all tables of a round with their chips; one tap confirms those of many."""
    context = find_own_round(request, slug, number)
    if request.method != "POST":
        return _render_chips_page(request, context)
    content, by = AgreedChipsForm(request.POST).parse(), get_director(request)
    try:
        if content["what"] == "finished":
            done = close_finished(context.round, content["key"], by)
        else:
            done = agree(context.round, content["key"], content["seen"], by)
    except ActionRefused as refused:
        return _render_chips_page(request, context, status=409, **format_problem(refused))
    left = [(table, format_pending([why])[0]) for table, why in done.left]
    return _render_chips_page(request, context, finished={"closed": done.closed, "left": left})


@writers_only
def handle_table_count(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Let a phone of the table enter the chips of its players, or confirm another phone's count."""
    tables = RoundTable.objects.select_related("round__tournament", "game_table__sheet_version")
    table = get_object_or_404(tables, game_table__slug=slug)
    problem = ""
    if request.method == "POST":
        try:
            _count_chips(request, table)
        except ActionRefused as refused:
            problem = format_refusal(refused)
        if FROM_SCRIPT in request.headers:
            return HttpResponse(problem, status=409 if problem else 204, content_type=TEXT)
        if not problem:
            return redirect("table", slug=slug)
    game = table.game_table
    context = {
        "table": game,
        "around": build_table_context(game, load_table_view(game, INSIDE)),
        "problem": problem,
    }
    return render(request, "tournaments/hall/desk/chips_at_table.html", context, status=409 if problem else 200)


@writers_only
def handle_still_playing(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Let a phone say that its table still plays."""
    tables = RoundTable.objects.select_related("round__tournament", "game_table")
    table = get_object_or_404(tables, game_table__slug=slug)
    say_still_playing(table, find_actor(request, table.game_table))
    return HttpResponse(status=204) if FROM_SCRIPT in request.headers else redirect("table", slug=slug)


def _count_chips(request: HttpRequest, table: RoundTable) -> None:
    sittings = table.game_table.sittings.filter(to_deal=None).values_list("pk", flat=True)
    content = ChipsForm(request.POST, sittings).parse()
    by = find_actor(request, table.game_table)
    CountChips(chips=content["chips"], seen=content["seen"], by_table=True).perform(table, content["key"], by)


def _render_chips_page(
    request: HttpRequest, round_context: RoundContext, status: int = 200, **more: object
) -> HttpResponse:
    context = {**build_chips_context(round_context, tick_all="all" in request.GET), **more}
    return render_page(request, "tournaments/hall/desk/chips.html", context, status)
