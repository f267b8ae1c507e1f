"""The list of participants with their rounds and payments; the page of one; start numbers."""

import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import find_actor
from tarockclub.accounts.permissions import director_only, staff_only
from tarockclub.models import NAME_LENGTH
from tarockclub.text import clean_text
from tournaments import view_helpers
from tournaments.acts import ActionRefused, Kind
from tournaments.entrants import round_entries
from tournaments.entrants.debts import decide_debt
from tournaments.entrants.selectors import list_offered_names, list_places, load_entrants_page
from tournaments.entrants.start_numbers import number_by_name, renumber
from tournaments.entrants.substitutes import list_former_holders, list_seat_holders, substitute
from tournaments.messages import format_refusal
from tournaments.models import Act, Entrant, Presence, Round, RoundTable, Tournament
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import Newcomer
from tournaments.selectors import find_round, find_table
from tournaments.settings import parse_settings

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@form_methods
@staff_only
def show_entrants(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the list with its actions."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return render_entrants(request, tournament, request.GET)
    round_ = Round.objects.filter(tournament=tournament, number=_parse_number(request.POST.get("round")) or 0).first()
    if round_ is None:
        raise Http404
    try:
        _handle_ticks(request, round_)
    except ActionRefused as refused:
        return render_entrants(request, tournament, request.POST, problem=format_refusal(refused))
    return _redirect_back(request, tournament)


def _handle_ticks(request: HttpRequest, round_: Round) -> None:
    """Keep the ticks, and carry out the tapped action."""
    key, by = view_helpers.parse_key(request), find_actor(request)
    if "all" in request.POST:
        everybody = Entrant.objects.filter(tournament=round_.tournament_id, withdrawn=None)
        round_entries.change_entries(round_, key, list(everybody.values_list("pk", flat=True)), who=by)
        return
    was, ticked = (set(view_helpers.parse_ids(request.POST.getlist(name))) for name in ("was", "in"))
    if was != ticked:
        round_entries.change_entries(round_, f"{key}.ticks", ticked - was, was - ticked, by)
    for name, back in (("pay", False), ("give_back", True)):
        for entrant in view_helpers.parse_ids(request.POST.getlist(name)):
            round_entries.pay(round_, key, [entrant], by, back=back)


def render_entrants(
    request: HttpRequest, tournament: Tournament, asked: Any, status: int = 409, **more: Any
) -> HttpResponse:
    """Render the page of the list; `more`: the refusal, or a question."""
    typed = clean_text(asked.get("q", "")[:80])
    seen = load_entrants_page(tournament, _parse_number(asked.get("round")), typed, asked.get("page", "1"))
    context = {
        "tournament": tournament,
        "seen": seen,
        "typed": typed,
        "fee": parse_settings(tournament.settings).fee,
        "offered": list_offered_names(tournament),
        "may_number": not any(round_.draw_id for round_ in seen.rounds),
        **more,
    }
    return view_helpers.render_page(request, "entrants/entrants", context, status if more else 200)


def _parse_number(text: str | None) -> int | None:
    found = view_helpers.parse_ids([text or ""])
    return found[0] if found else None


def _redirect_back(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the same part of the list, at the entrant concerned."""
    asked = {name: request.POST.get(name, "") for name in ("round", "q", "page")}
    about = view_helpers.parse_ids(request.POST.getlist("pay") + request.POST.getlist("give_back"))
    query = urlencode({name: value for name, value in asked.items() if value})
    return redirect(f"{reverse('entrants', args=[tournament.slug])}?{query}" + (f"#e{about[0]}" if about else ""))


@form_methods
@staff_only
def show_entrant(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show an entrant: start number, rounds, presence."""
    tournament = view_helpers.find_own_tournament(request, slug)
    entrant = get_object_or_404(Entrant.objects.select_related("person"), tournament=tournament, number=number)
    if request.method == "POST":
        try:
            _handle_action(request, tournament, entrant)
        except ActionRefused as refused:
            return _render_entrant(request, tournament, entrant, problem=format_refusal(refused))
        entrant.refresh_from_db(fields=["number"])
        return view_helpers.redirect_saved("entrant", slug=slug, number=entrant.number)
    return _render_entrant(request, tournament, entrant)


def _handle_action(request: HttpRequest, tournament: Tournament, entrant: Entrant) -> Act:
    """Carry out the action that was tapped on the page of an entrant."""
    key, by, what = view_helpers.parse_key(request), find_actor(request), request.POST.get("what", "")
    own: dict[str, Callable[[], Act]] = {
        "number": lambda: renumber(tournament.pk, key, entrant.pk, _parse_number(request.POST.get("number")) or 0, by),
        "withdraw": lambda: round_entries.withdraw(tournament.pk, key, entrant.pk, by),
        "back": lambda: round_entries.withdraw(tournament.pk, key, entrant.pk, by, back=True),
    }
    if what in own:
        return own[what]()
    round_ = get_object_or_404(Round, tournament=tournament, number=_parse_number(request.POST.get("round")) or 0)
    in_a_round: dict[str, Callable[[], Act]] = {
        "pay": lambda: round_entries.pay(round_, key, [entrant.pk], by),
        "give_back": lambda: round_entries.pay(round_, key, [entrant.pk], by, back=True),
        "out": lambda: round_entries.change_entries(round_, key, gone=[entrant.pk], who=by),
        "waived": lambda: decide_debt(round_, key, entrant.pk, Presence.Debt.WAIVED, by),
        "owed": lambda: decide_debt(round_, key, entrant.pk, Presence.Debt.OPEN, by),
        "moved": lambda: decide_debt(
            round_, key, entrant.pk, Presence.Debt.MOVED, by, payer=_parse_number(request.POST.get("payer"))
        ),
    }
    if what in Presence.State.values:
        return round_entries.set_state(round_, key, [entrant.pk], what, by)
    if what not in in_a_round:
        raise Http404
    return in_a_round[what]()


def _render_entrant(request: HttpRequest, tournament: Tournament, entrant: Entrant, **more: Any) -> HttpResponse:
    drawn = Round.objects.filter(tournament=tournament).exclude(draw=None).exists()
    places = list_places(entrant)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "places": places,
        "has_paid": any(place.paid for place in places),
        "fee": parse_settings(tournament.settings).fee,
        "may_number": not drawn,
        **more,
    }
    return view_helpers.render_page(request, "entrants/entrant", context, 409 if more else 200)


@form_methods
@staff_only
def number_entrants(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Number everybody again in alphabetical order."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method == "POST":
        try:
            number_by_name(tournament.pk, view_helpers.parse_key(request), find_actor(request))
        except ActionRefused as refused:
            return render_entrants(request, tournament, request.GET, problem=format_refusal(refused))
    return redirect("entrants", slug=slug)


@require_http_methods(["GET", "HEAD", "POST"])
@director_only
def show_substitute(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Replace a player; ask about a name similar to a known one before a new person takes part."""
    view_helpers.find_own_tournament(request, slug)
    here = find_table(find_round(slug, number), table)
    if request.method != "POST":
        return _render_page(request, here)
    name, key = clean_text(request.POST.get("name", "")), view_helpers.parse_key(request)
    context = {"typed": name[:NAME_LENGTH], "chosen": request.POST.get("place", "")}
    if not name or len(name) > NAME_LENGTH:
        return _render_page(request, here, {**context, "problem": messages.format_no_name(name)}, 400)
    place = view_helpers.parse_ids([request.POST.get("place", "")])
    person = next(iter(view_helpers.parse_ids([request.POST.get("person", "")])), None)
    newcomer = Newcomer(name, person=person, new="new" in request.POST)
    try:
        substitute(here, key, place[0] if place else -1, newcomer, find_actor(request))
    except ActionRefused as refused:
        if refused.code != "alike":
            return _render_page(request, here, {**context, **view_helpers.format_problem(refused)}, 409)
        others = [(other, messages.WHYS[other.why]) for other in refused.params["question"].others]
        return _render_page(request, here, {**context, "question": {"name": name, "others": others}})
    return redirect(f"{reverse('desk_table', args=[slug, number, table])}?saved=1")


def _render_page(
    request: HttpRequest, here: RoundTable, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    tournament, game = here.round.tournament, here.game_table
    sits = list_seat_holders(game)
    names = {sit.place: sit.name for sit in sits}
    done = Act.objects.filter(table=here, kind=Kind.SUBSTITUTE, undone_by=None).order_by("-sequence")
    context = {
        "tournament": tournament,
        "round": here.round,
        "table": here,
        "sits": sits,
        "back": [(holder, names[holder.place]) for holder in list_former_holders(game)],
        "last": done.first(),
        "offered": list_offered_names(tournament),
    }
    return view_helpers.render_page(request, "entrants/substitute", {**context, **(more or {})}, status)
