"""The list of those who take part: who plays in which round, who has paid; one of them; start numbers."""

import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import who
from tarockclub.accounts.permissions import director_only, staff_only
from tarockclub.models import NAME_LENGTH
from tarockclub.text import cleaned
from tournaments import view_helpers
from tournaments.acts import Kind, Refused
from tournaments.entrants import round_entries
from tournaments.entrants.debts import decide_debt
from tournaments.entrants.selectors import offered, places_of, shown
from tournaments.entrants.start_numbers import number_by_name, renumber
from tournaments.entrants.substitutes import list_former_holders, substitute, who_sits
from tournaments.messages import sentence
from tournaments.models import Act, Entrant, Presence, Round, RoundTable, Tournament
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import Newcomer
from tournaments.selectors import round_at, table_at
from tournaments.settings import read

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@form_methods
@staff_only
def entrants_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The list, with what can be done in it."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return listed(request, tournament, request.GET)
    round_ = Round.objects.filter(tournament=tournament, number=_number(request.POST.get("round")) or 0).first()
    if round_ is None:
        raise Http404
    try:
        _do(request, round_)
    except Refused as refused:
        return listed(request, tournament, request.POST, problem=sentence(refused))
    return _back(request, tournament)


def _do(request: HttpRequest, round_: Round) -> None:
    """Keep the ticks, and what was tapped besides."""
    key, by = view_helpers.key_in(request), who(request)
    if "all" in request.POST:
        everybody = Entrant.objects.filter(tournament=round_.tournament_id, withdrawn=None)
        round_entries.change_entries(round_, key, list(everybody.values_list("pk", flat=True)), who=by)
        return
    was, ticked = (set(view_helpers.ids_in(request.POST.getlist(name))) for name in ("was", "in"))
    if was != ticked:
        round_entries.change_entries(round_, f"{key}.ticks", ticked - was, was - ticked, by)
    for name, back in (("pay", False), ("give_back", True)):
        for entrant in view_helpers.ids_in(request.POST.getlist(name)):
            round_entries.pay(round_, key, [entrant], by, back=back)


def listed(request: HttpRequest, tournament: Tournament, asked: Any, status: int = 409, **more: Any) -> HttpResponse:
    """The page of the list; `more` is what stands against something, or a question."""
    typed = cleaned(asked.get("q", "")[:80])
    seen = shown(tournament, _number(asked.get("round")), typed, asked.get("page", "1"))
    context = {
        "tournament": tournament,
        "seen": seen,
        "typed": typed,
        "fee": read(tournament.settings).fee,
        "offered": offered(tournament),
        "may_number": not any(one.draw_id for one in seen.rounds),
        **more,
    }
    return view_helpers.page(request, "entrants/entrants", context, status if more else 200)


def _number(text: str | None) -> int | None:
    found = view_helpers.ids_in([text or ""])
    return found[0] if found else None


def _back(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the same part of the list, at whom it was about."""
    asked = {name: request.POST.get(name, "") for name in ("round", "q", "page")}
    about = view_helpers.ids_in(request.POST.getlist("pay") + request.POST.getlist("give_back"))
    query = urlencode({name: value for name, value in asked.items() if value})
    return redirect(f"{reverse('entrants', args=[tournament.slug])}?{query}" + (f"#e{about[0]}" if about else ""))


@form_methods
@staff_only
def entrant_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """One of them: his start number, his rounds, whether he is there."""
    tournament = view_helpers.own(request, slug)
    entrant = get_object_or_404(Entrant.objects.select_related("person"), tournament=tournament, number=number)
    if request.method == "POST":
        try:
            _done(request, tournament, entrant)
        except Refused as refused:
            return _one(request, tournament, entrant, problem=sentence(refused))
        entrant.refresh_from_db(fields=["number"])
        return view_helpers.saved("entrant", slug=slug, number=entrant.number)
    return _one(request, tournament, entrant)


def _done(request: HttpRequest, tournament: Tournament, entrant: Entrant) -> Act:
    """What was tapped on the page of one of them."""
    key, by, what = view_helpers.key_in(request), who(request), request.POST.get("what", "")
    own: dict[str, Callable[[], Act]] = {
        "number": lambda: renumber(tournament.pk, key, entrant.pk, _number(request.POST.get("number")) or 0, by),
        "withdraw": lambda: round_entries.withdraw(tournament.pk, key, entrant.pk, by),
        "back": lambda: round_entries.withdraw(tournament.pk, key, entrant.pk, by, back=True),
    }
    if what in own:
        return own[what]()
    round_ = get_object_or_404(Round, tournament=tournament, number=_number(request.POST.get("round")) or 0)
    in_a_round: dict[str, Callable[[], Act]] = {
        "pay": lambda: round_entries.pay(round_, key, [entrant.pk], by),
        "give_back": lambda: round_entries.pay(round_, key, [entrant.pk], by, back=True),
        "out": lambda: round_entries.change_entries(round_, key, gone=[entrant.pk], who=by),
        "waived": lambda: decide_debt(round_, key, entrant.pk, Presence.Debt.WAIVED, by),
        "owed": lambda: decide_debt(round_, key, entrant.pk, Presence.Debt.OPEN, by),
        "moved": lambda: decide_debt(
            round_, key, entrant.pk, Presence.Debt.MOVED, by, payer=_number(request.POST.get("payer"))
        ),
    }
    if what in Presence.State.values:
        return round_entries.set_state(round_, key, [entrant.pk], what, by)
    if what not in in_a_round:
        raise Http404
    return in_a_round[what]()


def _one(request: HttpRequest, tournament: Tournament, entrant: Entrant, **more: Any) -> HttpResponse:
    drawn = Round.objects.filter(tournament=tournament).exclude(draw=None).exists()
    places = places_of(entrant)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "places": places,
        "has_paid": any(one.paid for one in places),
        "fee": read(tournament.settings).fee,
        "may_number": not drawn,
        **more,
    }
    return view_helpers.page(request, "entrants/entrant", context, 409 if more else 200)


@form_methods
@staff_only
def numbers_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Number everybody anew in order of the alphabet."""
    tournament = view_helpers.own(request, slug)
    if request.method == "POST":
        try:
            number_by_name(tournament.pk, view_helpers.key_in(request), who(request))
        except Refused as refused:
            return listed(request, tournament, request.GET, problem=sentence(refused))
    return redirect("entrants", slug=slug)


@require_http_methods(["GET", "HEAD", "POST"])
@director_only
def substitute_page(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Who goes, who comes; a name that is like somebody's is asked about before anybody new takes part."""
    view_helpers.own(request, slug)
    here = table_at(round_at(slug, number), table)
    if request.method != "POST":
        return _page(request, here)
    name, key = cleaned(request.POST.get("name", "")), view_helpers.key_in(request)
    context = {"typed": name[:NAME_LENGTH], "chosen": request.POST.get("place", "")}
    if not name or len(name) > NAME_LENGTH:
        return _page(request, here, {**context, "problem": messages.no_name(name)}, 400)
    place = view_helpers.ids_in([request.POST.get("place", "")])
    person = next(iter(view_helpers.ids_in([request.POST.get("person", "")])), None)
    newcomer = Newcomer(name, person=person, new="new" in request.POST)
    try:
        substitute(here, key, place[0] if place else -1, newcomer, who(request))
    except Refused as refused:
        if refused.code != "alike":
            return _page(request, here, {**context, **view_helpers.problem_of(refused)}, 409)
        others = [(one, messages.WHYS[one.why]) for one in refused.params["question"].others]
        return _page(request, here, {**context, "question": {"name": name, "others": others}})
    return redirect(f"{reverse('desk_table', args=[slug, number, table])}?saved=1")


def _page(
    request: HttpRequest, here: RoundTable, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    tournament, game = here.round.tournament, here.game_table
    sits = who_sits(game)
    names = {one.place: one.name for one in sits}
    done = Act.objects.filter(table=here, kind=Kind.SUBSTITUTE, undone_by=None).order_by("-sequence")
    context = {
        "tournament": tournament,
        "round": here.round,
        "table": here,
        "sits": sits,
        "back": [(one, names[one.place]) for one in list_former_holders(game)],
        "last": done.first(),
        "offered": offered(tournament),
    }
    return view_helpers.page(request, "entrants/substitute", {**context, **(more or {})}, status)
