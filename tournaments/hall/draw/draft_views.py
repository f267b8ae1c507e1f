"""The director's actions on drafts: draw again, swap two, type cards in, publish."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tarockclub.platform.accounts.permissions import director_only
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import DRAW, format_refusal
from tournaments.core.selectors import RoundContext
from tournaments.core.view_helpers import find_own_round, get_director, redirect_saved, render_page
from tournaments.hall.draw.codec import parse_tables
from tournaments.hall.draw.forms import CardsForm, DraftForm, DrawForm, DrawPublicationForm, LateEntryForm, SwapForm
from tournaments.hall.draw.history import is_hoch_dealer
from tournaments.hall.draw.interim_standing import WAYS, find_usual_way
from tournaments.hall.draw.late_entries import list_free_tables, seat_late
from tournaments.hall.draw.messages import format_card_problem
from tournaments.hall.draw.page import list_without_seat
from tournaments.hall.draw.services import draft, find_draft, mend, publish, swap, type_in
from tournaments.hall.draw.typed_draw import format_cards, read_cards
from tournaments.hall.draw.views import form_methods, redirect_to_draw, run_draw_action
from tournaments.models import Entrant
from tournaments.people.entrants.selectors import list_present


@form_methods
@director_only
def draw_again(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw, or draw again."""

    def do(round_context: RoundContext) -> object:
        said = DrawForm(request.POST).parse()
        by = said["by"] if said["by"] in WAYS else find_usual_way(round_context.tournament, round_context.round)
        return draft(round_context.round, said["key"], get_director(request), said["reason"], by=by)

    return run_draw_action(request, slug, number, do)


@form_methods
@director_only
def handle_swap(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Let two change their seats in a draft of its own."""

    def do(round_context: RoundContext) -> object:
        said = SwapForm(request.POST, round_context.tournament).parse()
        return swap(
            round_context.round, said["key"], said["draft"], said["pair"], get_director(request), said["reason"]
        )

    return run_draw_action(request, slug, number, do)


@form_methods
@director_only
def handle_mending(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Mend a draft for the present players, as a draft of its own."""

    def do(round_context: RoundContext) -> object:
        said = DraftForm(request.POST).parse()
        return mend(round_context.round, said["key"], said["draft"], get_director(request))

    return run_draw_action(request, slug, number, do)


@form_methods
@director_only
def handle_publishing(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Publish a draft, which lays the tables."""

    def do(round_context: RoundContext) -> object:
        said, by = DrawPublicationForm(request.POST).parse(), get_director(request)
        return publish(round_context.round, said["key"], said["draft"], by, said["reason"], without=said["without"])

    return run_draw_action(request, slug, number, do)


@form_methods
@director_only
def type_cards(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Type in the result of drawing cards: start numbers, a line for each table."""
    found = find_own_round(request, slug, number)
    if request.method != "POST":
        return _render_cards_page(request, found, _format_draft(found, DraftForm(request.GET).parse()["draft"]), [])
    said = CardsForm(request.POST).parse()
    text = said["tables"]
    read = read_cards(text, _load_numbers(found), set(list_present(found.round)))
    if read.wrong:
        return _render_cards_page(request, found, text, [format_card_problem(problem) for problem in read.wrong])
    try:
        type_in(found.round, said["key"], read.tables, get_director(request), said["reason"])
    except ActionRefused as refused:
        return _render_cards_page(request, found, text, [format_refusal(refused, DRAW)])
    return redirect_to_draw(found)


def _load_numbers(round_context: RoundContext) -> dict[int, int]:
    return dict(Entrant.objects.filter(tournament=round_context.tournament).values_list("number", "pk"))


def _format_draft(round_context: RoundContext, number: int) -> str:
    """Format a draft as it would be typed, as a starting point; "" for none."""
    try:
        of = find_draft(round_context.round, number)
    except ActionRefused:
        return ""
    number_of = {entrant: number for number, entrant in _load_numbers(round_context).items()}
    return format_cards(parse_tables(of, hoch_deals=is_hoch_dealer(round_context.tournament)), number_of)


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


@form_methods
@director_only
def show_late_entries(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show the players without a seat, and the tables with room."""
    found = find_own_round(request, slug, number)
    if request.method != "POST":
        return _render_page(request, found, "")
    said = LateEntryForm(request.POST).parse()
    try:
        seat_late(found.round, said["key"], said["entrant"], said["table"], get_director(request))
    except ActionRefused as refused:
        return _render_page(request, found, format_refusal(refused, DRAW), status=409)
    if said["desk"]:
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
        "problem": problem,
    }
    return render_page(request, "tournaments/hall/draw/late.html", context, status=status)
