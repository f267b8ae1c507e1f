"""More people: one by typing, a pasted list, a file; each shown before it is written."""

import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import who
from tarockclub.accounts.permissions import staff_only
from tarockclub.idempotency import is_key
from tarockclub.models import NAME_LENGTH
from tarockclub.server.web.background import beside
from tarockclub.server.web.large_bodies import takes_large
from tarockclub.text import cleaned
from tournaments import view_helpers
from tournaments.acts import Kind, Refused, said_by
from tournaments.entrants.round_entries import pay
from tournaments.entrants.services import enter
from tournaments.entrants.views import listed
from tournaments.messages import sentence
from tournaments.models import Act, Entrant, Round, Tournament
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import Newcomer, candidates, known_to, others_like
from tournaments.name_lists.choices import MOST_QUESTIONS, chosen, questions, rows_from, rows_text
from tournaments.name_lists.columns import Read
from tournaments.name_lists.file import people_in_file, people_in_text
from tournaments.name_lists.name_matching import SAME
from tournaments.name_lists.rows import MOST_SENT, Unreadable
from tournaments.selectors import settings_of
from tournaments.teams.services import join_teams, teams_key

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_LIST = 200_000  # characters that are pasted
MOST_TOLD = 12  # numbers in a sentence


@form_methods
@staff_only
def add_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Enter somebody by typing his name; whoever is like him is asked about first."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return redirect("entrants", slug=slug)
    done = _done_with(request, tournament)
    if done is not None:
        return _to_whom(request, tournament, done)
    name = cleaned(request.POST.get("name", ""))
    if not name or len(name) > NAME_LENGTH:
        return listed(request, tournament, request.POST, 400, problem=messages.no_name(name))
    newcomer = _meant(request, tournament, name)
    if newcomer is None:
        like = others_like(known_to(tournament), name)
        others = [(one, messages.WHYS[one.why]) for one in like[:8]]
        asked = {"name": name, "others": others, "inside": "inside" in request.POST}
        return listed(request, tournament, request.POST, 200, question=asked)
    inside = view_helpers.ids_in([request.POST.get("round", "")]) if "inside" in request.POST else []
    try:
        done = enter(tournament.pk, view_helpers.key_in(request), [newcomer], inside, who(request))
    except Refused as refused:
        return listed(request, tournament, request.POST, problem=sentence(refused))
    return _to_whom(request, tournament, done)


def _done_with(request: HttpRequest, tournament: Tournament) -> Act | None:
    """What this form has done already: tapped twice, it would find whom it has entered, and ask about him."""
    key = view_helpers.key_in(request)
    return Act.objects.filter(tournament=tournament, key=key, kind=Kind.ENTERED).first() if is_key(key) else None


def _to_whom(request: HttpRequest, tournament: Tournament, done: Act) -> HttpResponse:
    """To whom was entered."""
    entrant = Entrant.objects.get(pk=said_by(done)["entrants"][0])
    asked = {"round": request.POST.get("round", ""), "q": entrant.number, "added": 1}
    asked |= {"inside": 1} if "inside" in request.POST else {}
    return redirect(f"{reverse('entrants', args=[tournament.slug])}?{urlencode(asked)}#add")


def _meant(request: HttpRequest, tournament: Tournament, name: str) -> Newcomer | None:
    """Who is to be entered; None: that must be asked first."""
    said = view_helpers.ids_in([request.POST.get("person", "")])
    if said:
        return Newcomer(name, person=said[0])
    if "new" in request.POST:
        return Newcomer(name, new=True)
    like = others_like(known_to(tournament), name)
    same = [one for one in like if one.why == SAME and one.number is None]
    if len(like) == len(same) == 1:
        return Newcomer(name, person=same[0].person)
    return None if like else Newcomer(name)


@form_methods
@staff_only
def list_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Paste a list, or choose a file."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return _list(request, tournament)
    text = request.POST.get("text", "")
    try:
        if len(text) > LONGEST_LIST:
            raise Unreadable("too_large")
        found = people_in_text(text)
    except Unreadable as unreadable:
        return _list(request, tournament, unreadable, text=text[:LONGEST_LIST])
    return _preview(request, tournament, found)


@csrf_exempt  # checked below: the check reads the form, which must not happen before all others
@form_methods
@staff_only
@takes_large(MOST_SENT)
def file_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Read a file in, as far as it shall be looked at."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return redirect("read_list", slug=slug)
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_SENT:
        return _list(request, tournament, Unreadable("too_large"), status=413)
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    answer: HttpResponse = _uploaded(request, tournament)
    return answer


@csrf_protect
def _uploaded(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    sent = request.FILES.get("file")
    try:
        if sent is None:
            raise Unreadable("no_file")
        found = beside("list", partial(people_in_file, sent.read()))
    except Unreadable as unreadable:
        return _list(request, tournament, unreadable)
    return _preview(request, tournament, found)


@form_methods
@staff_only
def confirm_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Enter those who were looked at."""
    tournament = view_helpers.own(request, slug)
    rows = rows_from(request.POST.get("rows", ""))
    if request.method != "POST" or rows is None:
        return redirect("read_list", slug=slug)
    done = _done_with(request, tournament)
    if done is not None:
        return _entered(slug, done)
    newcomers = chosen(candidates(tournament, rows), request.POST, numbers="numbers" in request.POST)
    inside = view_helpers.ids_in(request.POST.getlist("round"))
    if not newcomers:
        return redirect(f"{reverse('entrants', args=[slug])}?entered=0")
    key = view_helpers.key_in(request)
    try:
        with transaction.atomic():
            done = enter(tournament.pk, key, newcomers, inside, who(request))
            named = [(one.team, entrant) for one, entrant in zip(newcomers, said_by(done)["entrants"], strict=True)]
            join_teams(tournament.pk, key, [pair for pair in named if pair[0]], who(request))
            if "paid" in request.POST:
                _pay_all(request, tournament, newcomers, done)
    except Refused as refused:
        return _preview(request, tournament, rows, **view_helpers.problem_of(refused))
    return _entered(slug, done)


def _pay_all(request: HttpRequest, tournament: Tournament, newcomers: Sequence[Newcomer], done: Act) -> None:
    """Take the fees that the list calls paid, for each round that they were entered into."""
    said = said_by(done)
    payers = [entrant for one, entrant in zip(newcomers, said["entrants"], strict=True) if one.paid]
    for round_ in Round.objects.filter(tournament=tournament, number__in=said["rounds"]) if payers else ():
        pay(round_, f"{done.key}.paid{round_.number}", payers, who(request))


def _entered(slug: uuid.UUID, done: Act) -> HttpResponse:
    """To the list, which says how many are new in it, and how many took part already."""
    said = said_by(done)
    new = said.get("new", len(said["entrants"]))
    counts = {"entered": new, "there": len(said["entrants"]) - new} | _of_teams(done)
    return redirect(f"{reverse('entrants', args=[slug])}?{urlencode(counts)}")


def _of_teams(done: Act) -> dict[str, int]:
    """How many of the list have joined a team, and how many could not."""
    joined = Act.objects.filter(tournament=done.tournament_id, key=teams_key(done.key), kind=Kind.TEAM).first()
    if joined is None:
        return {}
    said = said_by(joined)
    return {"joined": said["joined"], "left": len(said["left"])}


def _list(
    request: HttpRequest, tournament: Tournament, unreadable: Unreadable | None = None, status: int = 400, **more: Any
) -> HttpResponse:
    said = {"problem": messages.unreadable(unreadable)} if unreadable else {}
    context = {"tournament": tournament, "here": reverse("read_list", args=[tournament.slug]), **said, **more}
    return view_helpers.page(request, "list_import/list", context, status if unreadable else 200)


def _preview(request: HttpRequest, tournament: Tournament, rows: Sequence[Read], **more: Any) -> HttpResponse:
    """What a list would mean, before anything is written."""
    found = beside("candidates", lambda: candidates(tournament, rows))
    if len(questions(found)) > MOST_QUESTIONS:
        return _list(request, tournament, Unreadable("too_many_questions"))
    opened = list(Round.objects.filter(tournament=tournament, closed=None).order_by("number"))
    context = {
        "tournament": tournament,
        "told": [messages.told(one) for one in found],
        "counts": messages.counts(found),
        "rows": rows_text(rows),
        "has_teams": any(one.team for one in found) and settings_of(tournament).team_size > 0,
        "payers": sum(one.paid for one in rows) if settings_of(tournament).fee else 0,
        "has_numbers": any(one.number is not None for one in rows),
        "taken": _some([one.number for one in found if one.taken]),
        "rounds": opened,
        "ahead": next((one.number for one in opened if one.draw_id is None), 0),
        "here": reverse("read_list", args=[tournament.slug]),
        **more,
    }
    return view_helpers.page(request, "list_import/preview", context, 409 if more else 200)


def _some(numbers: Sequence[int | None]) -> str:
    """The first of many numbers, for a sentence."""
    return ", ".join(map(str, numbers[:MOST_TOLD])) + (" …" if len(numbers) > MOST_TOLD else "")
