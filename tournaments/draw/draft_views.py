"""What a director does with drafts: draw again, swap two, type cards in, publish."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tarockclub.accounts.permissions import director_only
from tarockclub.text import parse_reason
from tournaments.acts import Refused
from tournaments.draw.codec import tables_of
from tournaments.draw.history import hoch_deals
from tournaments.draw.interim_standing import WAYS, usual_way
from tournaments.draw.late_entries import free_tables, seat_late
from tournaments.draw.messages import told, told_of
from tournaments.draw.page import without_seat
from tournaments.draw.services import draft, draft_of, mend, publish, swap, type_in
from tournaments.draw.typed_draw import read_cards, written
from tournaments.draw.views import done, draw_page, entrant_in, form_methods, number_in
from tournaments.entrants.selectors import present
from tournaments.models import Entrant
from tournaments.selectors import Found
from tournaments.view_helpers import acting_director, ids_in, key_in, own_round, page, saved

LONGEST_TEXT = 40_000


@form_methods
@director_only
def again(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw, or draw once more."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return redirect("draw", slug=slug, number=number)
    try:
        way = request.POST.get("by", "")
        by = way if way in WAYS else usual_way(found.tournament, found.round)
        draft(found.round, key_in(request), acting_director(request), parse_reason(request.POST), by=by)
    except Refused as refused:
        return draw_page(request, found, refused)
    return done(found)


@form_methods
@director_only
def swapped(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Let two change their seats in a draft of its own."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return redirect("draw", slug=slug, number=number)
    try:
        pair = entrant_in(request, found.tournament, "one"), entrant_in(request, found.tournament, "other")
        of = number_in(request.POST.get("draft", ""))
        swap(found.round, key_in(request), of, pair, acting_director(request), parse_reason(request.POST))
    except Refused as refused:
        return draw_page(request, found, refused)
    return done(found)


@form_methods
@director_only
def mended(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Mend a draft for those who play now, in a draft of its own."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return redirect("draw", slug=slug, number=number)
    try:
        mend(found.round, key_in(request), number_in(request.POST.get("draft", "")), acting_director(request))
    except Refused as refused:
        return draw_page(request, found, refused)
    return done(found)


@form_methods
@director_only
def published(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Publish a draft: the tables are laid."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return redirect("draw", slug=slug, number=number)
    try:
        of = number_in(request.POST.get("draft", ""))
        without = "without" in request.POST
        publish(found.round, key_in(request), of, acting_director(request), parse_reason(request.POST), without=without)
    except Refused as refused:
        return draw_page(request, found, refused)
    return done(found)


@form_methods
@director_only
def by_cards(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Type in what the cards have drawn: start numbers, a line for each table."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return _cards_page(request, found, _as_text(found, number_in(request.GET.get("draft", ""))), [])
    text = request.POST.get("tables", "")[:LONGEST_TEXT]
    read = read_cards(text, _numbers(found), set(present(found.round)))
    if read.wrong:
        return _cards_page(request, found, text, [told(one) for one in read.wrong])
    try:
        type_in(found.round, key_in(request), read.tables, acting_director(request), parse_reason(request.POST))
    except Refused as refused:
        return _cards_page(request, found, text, [told_of(refused)])
    return done(found)


def _numbers(found: Found) -> dict[int, int]:
    return dict(Entrant.objects.filter(tournament=found.tournament).values_list("number", "pk"))


def _as_text(found: Found, number: int) -> str:
    """A draft as it would be typed, to go on from there; nothing for none."""
    try:
        of = draft_of(found.round, number)
    except Refused:
        return ""
    number_of = {entrant: number for number, entrant in _numbers(found).items()}
    return written(tables_of(of, hoch_deals=hoch_deals(found.tournament)), number_of)


def _cards_page(request: HttpRequest, found: Found, text: str, problems: list[str]) -> HttpResponse:
    context = {
        "tournament": found.tournament,
        "round": found.round,
        "hoch_deals": hoch_deals(found.tournament),
        "text": text,
        "problems": problems,
        "players": len(present(found.round)),
    }
    return page(request, "draw/cards", context, status=400 if problems else 200)


OFFERED = 12  # tables that are named; another one can be typed


@form_methods
@director_only
def late(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Who has no seat yet, and where there is room."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return _page(request, found, "")
    try:
        entrant = next(iter(ids_in([request.POST.get("entrant", "")])), 0)
        seat_late(
            found.round, key_in(request), entrant, number_in(request.POST.get("table", "")), acting_director(request)
        )
    except Refused as refused:
        return _page(request, found, told_of(refused), status=409)
    return saved("seat_late", slug=slug, number=number)


def _page(request: HttpRequest, found: Found, problem: str, status: int = 200) -> HttpResponse:
    people = without_seat(found.tournament, found.round)
    free = free_tables(found.tournament, found.round, people[0].id) if people else []
    context = {
        "tournament": found.tournament,
        "round": found.round,
        "people": people,
        "first": people[0] if people else None,
        "free": free[:OFFERED],
        "problem": problem,
    }
    return page(request, "draw/late", context, status=status)
