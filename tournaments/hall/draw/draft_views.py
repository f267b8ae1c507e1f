"""The director's actions on drafts: enter who stays and draw, swap two, type cards in, publish."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments.core.actions.base import Action, perform_posted
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import RoundContext
from tournaments.core.view_helpers import find_own_round, get_director, parse_ids, redirect_saved, render_page
from tournaments.hall.draw.actions import DrawSeats, MendDraft, PublishDraft, SwapPlayers, TypeCards
from tournaments.hall.draw.forms import (
    CardsForm,
    DraftForm,
    LateEntryForm,
    StayingForm,
    format_card_problem,
    format_cards,
    read_cards,
)
from tournaments.hall.draw.history import is_hoch_dealer
from tournaments.hall.draw.late_entries import SeatLate, list_free_tables
from tournaments.hall.draw.page import list_without_seat
from tournaments.hall.draw.services import find_draft
from tournaments.hall.draw.values import parse_tables
from tournaments.hall.draw.views import Exceptions, enter_staying, redirect_to_draw, run_draw_action
from tournaments.models import Entrant
from tournaments.people.entrants.selectors import list_present


def draw_again(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Enter who stays and take the fees, and draw, or draw again."""

    def do(context: RoundContext) -> None:
        _enter_staying(request, context)
        perform_posted(request, context.round, DrawSeats)

    return run_draw_action(request, slug, number, do)


def handle_swap(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Let two change their seats in a draft of its own."""
    return _press_button(request, slug, number, SwapPlayers)


def handle_mending(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Mend a draft for the present players, as a draft of its own."""
    return _press_button(request, slug, number, MendDraft)


def handle_publishing(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Publish a draft, which lays the tables; where others play by now it is drawn again, and nothing published."""

    def do(context: RoundContext) -> None:
        is_changed = _enter_staying(request, context)
        perform_posted(request, context.round, DrawSeats if is_changed else PublishDraft)

    return run_draw_action(request, slug, number, do)


def _enter_staying(request: HttpRequest, context: RoundContext) -> bool:
    """Do what the taps on those who stay say; return whether others play now."""
    content = StayingForm(request.POST).parse()
    if not content["shown"] or context.round.draw_id is not None:
        return False
    exceptions = Exceptions(parse_ids(content["shown"].split(",")), content["out"], content["owes"])
    return enter_staying(context.round, content["key"], exceptions, get_director(request))


def _press_button(request: HttpRequest, slug: uuid.UUID, number: int, cls: type[Action]) -> HttpResponse:
    return run_draw_action(request, slug, number, lambda context: perform_posted(request, context.round, cls))


def type_cards(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Type in the result of drawing cards: start numbers, a line for each table."""
    context = find_own_round(request, slug, number)
    if request.method != "POST":
        return _render_cards_page(request, context, _format_draft(context, DraftForm(request.GET).parse()["draft"]), [])
    typed = CardsForm(request.POST).parse()
    text = typed["tables"]
    tables, problems = read_cards(text, _load_numbers(context), set(list_present(context.round)))
    if problems:
        return _render_cards_page(request, context, text, [format_card_problem(problem) for problem in problems])
    try:
        TypeCards(tables=tables).perform(context.round, typed["key"], get_director(request), typed["reason"])
    except ActionRefused as refused:
        return _render_cards_page(request, context, text, [format_refusal(refused)])
    return redirect_to_draw(context)


def _load_numbers(context: RoundContext) -> dict[int, int]:
    return dict(Entrant.objects.filter(tournament=context.tournament).values_list("number", "pk"))


def _format_draft(context: RoundContext, number: int) -> str:
    """Format a draft as it would be typed, as a starting point; "" for none."""
    try:
        draft = find_draft(context.round, number)
    except ActionRefused:
        return ""
    number_of = {entrant: number for number, entrant in _load_numbers(context).items()}
    return format_cards(parse_tables(draft, hoch_deals=is_hoch_dealer(context.tournament)), number_of)


def _render_cards_page(
    request: HttpRequest, round_context: RoundContext, text: str, problems: list[str]
) -> HttpResponse:
    context = {
        "tournament": round_context.tournament,
        "round": round_context.round,
        "hoch_deals": is_hoch_dealer(round_context.tournament),
        "text": text,
        "problems": problems,
        "players": len(list_present(round_context.round)),
    }
    return render_page(request, "tournaments/hall/draw/cards.html", context, status=400 if problems else 200)


MOST_OFFERED = 12  # tables that are named; another one can be typed


def show_late_entries(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show the players without a seat, and the tables with room."""
    context = find_own_round(request, slug, number)
    if request.method != "POST":
        return _render_page(request, context, "")
    typed = LateEntryForm(request.POST).parse()
    try:
        asked = LateEntryForm(request.GET).parse()
        carries_fee = typed["carries_fee"] or asked["carries_fee"]
        action = SeatLate(entrant=typed["entrant"], table=typed["table"] or asked["table"], carries_fee=carries_fee)
        action.perform(context.round, typed["key"], get_director(request))
    except ActionRefused as refused:
        return _render_page(request, context, format_refusal(refused), status=409)
    if typed["desk"]:
        return redirect("desk", slug=slug, number=number)
    return redirect_saved("seat_late", slug=slug, number=number)


def _render_page(request: HttpRequest, round_context: RoundContext, problem: str, status: int = 200) -> HttpResponse:
    people = list_without_seat(round_context.tournament, round_context.round)
    free = list_free_tables(round_context.tournament, round_context.round, people[0].id) if people else []
    context = {
        "tournament": round_context.tournament,
        "round": round_context.round,
        "people": people,
        "first": people[0] if people else None,
        "free": free[:MOST_OFFERED],
        "free_fees": any(table.fee for table in free[:MOST_OFFERED]),
        "problem": problem,
    }
    return render_page(request, "tournaments/hall/draw/late.html", context, status=status)
