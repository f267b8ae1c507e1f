"""Pages of the referees: calling them, a ruling with its form, and the register of all rulings."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.book.access.permissions import find_actor, writers_only
from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import format_problems
from scoring.book.table_clock import IN_TIME, PHASES
from scoring.engine.evening.state import Evening
from scoring.models import PLACES
from scoring.table.written_sheet.selectors import TableView, load_table_view
from tarockclub.kit.amounts import explain_readings, parse_typed_points
from tarockclub.kit.form_fields import CleanTextField, NumberField, TextField, TickField
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import RULING, format_refusal
from tournaments.core.selectors import RoundContext, find_table
from tournaments.core.view_helpers import ActionForm, ReasonForm, create_key, find_own_round, find_own_tournament
from tournaments.hall.clock.actions import GoOn
from tournaments.hall.desk.actions import find_level
from tournaments.hall.rulings.actions import (
    DEEDS,
    LONGEST_NAMES,
    LONGEST_TEXT,
    NOTHING,
    RENONCE,
    STRIKE,
    TAKE_BACK,
    TRANSFER,
    CallReferee,
    RecordRuling,
)
from tournaments.hall.rulings.actions import PHASES as RULINGS_PHASES
from tournaments.hall.rulings.selectors import RulingLine, load_register, load_table_rulings, preview_ruling
from tournaments.models import RoundTable, Ruling

ALONE_OPTION, TALON_OPTION = "alone", "talon"


class RulingForm(ActionForm):
    """A ruling, its effect on the book, and the amounts that it moves, by place."""

    text = CleanTextField(LONGEST_TEXT)
    decided_by = CleanTextField(LONGEST_NAMES)
    deed = TextField()
    take_back = TickField()  # tapped on the preview, instead of the deed
    line = NumberField(otherwise=0)
    corrects = NumberField(otherwise=0)
    goes_on = TextField()
    sure = TextField()
    seen = NumberField(otherwise=0)
    phase = TextField()
    contract = TextField()
    declarer = NumberField()
    partner = TextField()
    offender = NumberField()
    confirm = TickField()
    back = TickField()

    def __init__(self, posted: QueryDict, book: Book) -> None:
        super().__init__(posted)
        self.book = book
        self.fields |= {f"amount-{place}": TextField() for place in range(PLACES)}

    def clean(self) -> dict[str, Any]:
        """Put the ruling together; add a sentence for each missing value."""
        data = super().clean() or {}
        if not data["text"]:
            self.add_error(None, _("Please enter what was decided."))
        if not data["decided_by"]:
            self.add_error(None, _("Please enter who decided."))
        values = {name: data[name] for name in ("text", "decided_by", "line", "corrects", "seen")}
        values |= {name: bool(data[name]) for name in ("goes_on", "sure")}
        deed = TAKE_BACK if data["take_back"] else data["deed"]
        deed = values["deed"] = deed if deed in DEEDS else NOTHING
        if deed == STRIKE and not data["line"]:
            self.add_error(None, _("Please say which hand to strike out."))
        if deed == TAKE_BACK and not data["corrects"]:
            self.add_error(None, _("Please say which ruling is taken back."))
        if deed == TRANSFER:
            values["amounts"] = self._find_amounts(data)
        if deed == RENONCE:
            values["phase"] = data["phase"] if data["phase"] in PHASES else IN_TIME
            values["record"] = self._build_renonce(data, self._find_deal(data["line"]))
        return data | {"wanted": RecordRuling(**values)}

    def _find_deal(self, number: int) -> Evening:
        """Return the deal of a Renonce: the named one, else the next one."""
        line = self.book.find_line(number) if number else None
        return self.book.now if line is None else line.before

    def _find_amounts(self, data: dict[str, Any]) -> tuple[int, ...]:
        """Return sixths by place; an empty field is 0."""
        typed = [data[f"amount-{place}"].strip() for place in range(PLACES)]
        amounts = [parse_typed_points(text) if text else 0 for text in typed]
        if None in amounts:
            unclear = next(filter(None, map(explain_readings, typed)), "")
            self.add_error(None, unclear or _("Amounts are points, like 12 or -3,5."))
            return ()
        sixths = tuple(amount or 0 for amount in amounts)
        if not any(sixths):
            self.add_error(None, _("Please say how many points move between the players."))
        return sixths

    def _build_renonce(self, data: dict[str, Any], deal: Evening) -> dict[str, Any] | None:
        """Return the record of a hand that ended by a Renonce, on the seats of its deal."""
        contract, partner = data["contract"], data["partner"]
        offender, declarer = _find_seat(data["offender"], deal), _find_seat(data["declarer"], deal)
        if not contract or offender is None or declarer is None:
            self.add_error(None, _("Please say which game it was, who played it, and who broke the rules."))
            return None
        play: dict[str, Any] = {"contract": contract, "declarer": declarer}
        if partner == TALON_OPTION:
            play["king_in_talon"] = True
        elif partner not in ("", ALONE_OPTION):
            play["partner"] = _find_seat(parse_whole(partner.strip()), deal)
        return {"plays": [play], "renonce": {"seat": offender}}


def _find_seat(place: int | None, deal: Evening) -> int | None:
    """Return the seat of a chosen place; None for nobody, or for a player who does not play in this deal."""
    return deal.active.index(place) if place in deal.active else None


LATEST_LINES = 30
OMITTED_FIELDS = ("csrfmiddlewaretoken", "confirm", "key", "seen", "sure", "back")


@writers_only
def handle_referee_call(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Ask before the referee is called; POST calls one: the clock of the table stops at once."""
    tables = RoundTable.objects.select_related("round__tournament", "game_table")
    table = get_object_or_404(tables, game_table__slug=slug)
    context: dict[str, Any] = {"round_table": table, "table": table.game_table, "key": create_key()}
    if request.method == "POST":
        try:
            CallReferee().perform(table, ActionForm(request.POST).parse()["key"], find_actor(request))
        except ActionRefused as refused:
            return render(
                request,
                "tournaments/hall/rulings/referee.html",
                {**context, "problem": format_refusal(refused, RULING)},
                status=409,
            )
        return redirect("table", slug=slug)
    return render(request, "tournaments/hall/rulings/referee.html", context)


def show_register(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all rulings of a tournament for reading and printing."""
    tournament = find_own_tournament(request, slug)
    context = {"tournament": tournament, "rulings": load_register(tournament)}
    return render(request, "tournaments/hall/rulings/register.html", context)


def handle_ruling(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Write a ruling for a table: first the preview, then the ruling itself."""
    context = find_own_round(request, slug, number)
    round_table = find_table(context, table)
    view = load_table_view(round_table.game_table, INSIDE)
    if request.method != "POST":
        return _render_form(request, context, round_table, view, _build_empty_form(context), {})
    form = RulingForm(request.POST, view.book)
    if not form.is_valid():
        problems = {"problems": form.non_field_errors(), "status": 400}
        return _render_form(request, context, round_table, view, form.data, problems)
    content = form.cleaned_data
    if content["back"]:
        return _render_form(request, context, round_table, view, form.data, {})
    if not content["confirm"]:
        return _render_confirmation(request, context, round_table, view, form, {})
    try:
        act = content["wanted"].perform(round_table, content["key"], find_actor(request))
    except ActionRefused as refused:
        view = load_table_view(round_table.game_table, INSIDE)
        complaints = format_problems(refused.params.get("problems", ()))
        return _render_confirmation(
            request,
            context,
            round_table,
            view,
            form,
            {"message": format_refusal(refused), "complaints": complaints, "status": 409},
        )
    response = redirect("desk", slug=slug, number=number)
    response["Location"] += f"?ruled={act.ruling.number}#table-{table}"
    return response


def handle_no_case(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Restart the clock without a ruling: there was nothing to decide."""
    context = find_own_round(request, slug, number)
    round_table = find_table(context, table)
    if request.method == "POST":
        content = ReasonForm(request.POST).parse()
        try:
            GoOn().perform(round_table, content["key"], find_actor(request), content["reason"])
        except ActionRefused as refused:
            view = load_table_view(round_table.game_table, INSIDE)
            return _render_form(
                request,
                context,
                round_table,
                view,
                _build_empty_form(context),
                {"problems": [format_refusal(refused, RULING)], "status": 409},
            )
    return redirect("ruling", slug=slug, number=number, table=table)


def _build_empty_form(context: RoundContext) -> dict[str, str]:
    """Return the values of a new form: the referees of the last ruling are likely those of this one."""
    last = Ruling.objects.filter(tournament=context.tournament).select_related("decided_by").order_by("-number").first()
    return {"decided_by": last.decided_by.text if last is not None else "", "goes_on": "1", "deed": ""}


def _render_form(
    request: HttpRequest,
    round_context: RoundContext,
    table: RoundTable,
    view: TableView,
    posted: Mapping[str, Any],
    more: dict[str, Any],
) -> HttpResponse:
    """Render the form with the typed values."""
    rows = [row for row in view.rows if row.line and row.kind != "strike"][-LATEST_LINES:]
    earlier = load_register(round_context.tournament)
    context = {
        **_build_context(round_context, table, view),
        "posted": posted,
        "deeds": [(deed, words) for deed, words in DEEDS.items() if deed != TAKE_BACK or earlier],
        "lines": [(str(row.line), row) for row in reversed(rows)],
        "amounts": [
            (f"amount-{place}", name, posted.get(f"amount-{place}", "")) for place, name in _list_players(view)
        ],
        "players": [(str(place), name) for place, name in _list_players(view)],
        "contracts": [
            (contract.id, contract.names[get_current_language().startswith("en")])
            for contract in view.book.sheet.contracts.values()
        ],
        "phases": list(RULINGS_PHASES.items()),
        "earlier": earlier,
        **more,
    }
    return render(request, "tournaments/hall/rulings/ruling.html", context, status=more.get("status", 200))


def _render_confirmation(
    request: HttpRequest,
    round_context: RoundContext,
    table: RoundTable,
    view: TableView,
    form: RulingForm,
    more: dict[str, Any],
) -> HttpResponse:
    """Render the preview of the ruling, to be confirmed."""
    ruling: RecordRuling = form.cleaned_data["wanted"]
    foreseen = preview_ruling(ruling, view.book, view.seats, get_current_language())
    context = {
        **_build_context(round_context, table, view),
        "wanted": ruling,
        "deed": DEEDS[ruling.deed],
        "row": next((row for row in view.rows if row.line == ruling.line), None) if ruling.line else None,
        "foreseen": foreseen,
        "corrected": _find_corrected(round_context, ruling),
        "takes_back": ruling.deed == TAKE_BACK,
        "level": find_level(table) if ruling.deed else None,
        "fields": [(name, value) for name, value in form.data.items() if name not in OMITTED_FIELDS],
        "key": form.cleaned_data["key"] or create_key(),
        **more,
    }
    status = more.get("status", 400 if foreseen.problems else 200)
    return render(request, "tournaments/hall/rulings/confirm.html", context, status=status)


def _find_corrected(context: RoundContext, ruling: RecordRuling) -> RulingLine | None:
    """Return the ruling that another one corrects."""
    register = load_register(context.tournament)
    return next((line for line in register if line.number == ruling.corrects), None)


def _build_context(context: RoundContext, table: RoundTable, view: TableView) -> dict[str, Any]:
    return {
        "tournament": context.tournament,
        "round": context.round,
        "round_table": table,
        "table": table.game_table,
        "view": view,
        "rulings": load_table_rulings(table, INSIDE),
        "seen": view.book.table.last_sequence,
        "key": create_key(),
    }


def _list_players(view: TableView) -> list[tuple[int, str]]:
    """Return the players at the table, in playing order."""
    return [(place, view.totals[index].name) for index, place in enumerate(view.now.order)]
