"""Adding participants: one by typing, a pasted list, a file; each previewed before it is written."""

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

from scoring.access.permissions import find_actor
from tarockclub.accounts.permissions import staff_only
from tarockclub.idempotency import is_key
from tarockclub.models import NAME_LENGTH
from tarockclub.server.web.background import run_beside
from tarockclub.server.web.large_bodies import take_large
from tarockclub.text import clean_text
from tournaments import view_helpers
from tournaments.acts import ActionRefused, Kind, parse_content
from tournaments.entrants.round_entries import pay
from tournaments.entrants.services import enter
from tournaments.entrants.views import render_entrants
from tournaments.messages import format_refusal
from tournaments.models import Act, Entrant, Round, Tournament
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import Newcomer, find_similar_people, list_candidates, load_entrant_index
from tournaments.name_lists.choices import MOST_QUESTIONS, encode_rows, list_questions, parse_choices, parse_rows
from tournaments.name_lists.columns import ListPerson
from tournaments.name_lists.file import parse_file_people, parse_text_people
from tournaments.name_lists.name_matching import SAME
from tournaments.name_lists.rows import MOST_SENT, Unreadable
from tournaments.selectors import load_settings
from tournaments.teams.services import build_teams_key, join_teams

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_LIST = 200_000  # characters that are pasted
MOST_NUMBERS = 12  # numbers in a sentence


@form_methods
@staff_only
def add_entrant(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Enter a person by typing their name; ask first if similar names are known."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect("entrants", slug=slug)
    done = _find_earlier_act(request, tournament)
    if done is not None:
        return _redirect_to_entrant(request, tournament, done)
    name = clean_text(request.POST.get("name", ""))
    if not name or len(name) > NAME_LENGTH:
        return render_entrants(request, tournament, request.POST, 400, problem=messages.format_no_name(name))
    newcomer = _choose_newcomer(request, tournament, name)
    if newcomer is None:
        like = find_similar_people(load_entrant_index(tournament), name)
        others = [(person, messages.WHYS[person.why]) for person in like[:8]]
        asked = {"name": name, "others": others, "inside": "inside" in request.POST}
        return render_entrants(request, tournament, request.POST, 200, question=asked)
    inside = view_helpers.parse_ids([request.POST.get("round", "")]) if "inside" in request.POST else []
    try:
        done = enter(tournament.pk, view_helpers.parse_key(request), [newcomer], inside, find_actor(request))
    except ActionRefused as refused:
        return render_entrants(request, tournament, request.POST, problem=format_refusal(refused))
    return _redirect_to_entrant(request, tournament, done)


def _find_earlier_act(request: HttpRequest, tournament: Tournament) -> Act | None:
    """Return the act of this form if it was tapped before: a second search would find the new entrant as similar."""
    key = view_helpers.parse_key(request)
    return Act.objects.filter(tournament=tournament, key=key, kind=Kind.ENTERED).first() if is_key(key) else None


def _redirect_to_entrant(request: HttpRequest, tournament: Tournament, done: Act) -> HttpResponse:
    """Redirect to the entrant who was entered."""
    entrant = Entrant.objects.get(pk=parse_content(done)["entrants"][0])
    asked = {"round": request.POST.get("round", ""), "q": entrant.number, "added": 1}
    asked |= {"inside": 1} if "inside" in request.POST else {}
    return redirect(f"{reverse('entrants', args=[tournament.slug])}?{urlencode(asked)}#add")


def _choose_newcomer(request: HttpRequest, tournament: Tournament, name: str) -> Newcomer | None:
    """Return the person to be entered; None: a question must be asked first."""
    said = view_helpers.parse_ids([request.POST.get("person", "")])
    if said:
        return Newcomer(name, person=said[0])
    if "new" in request.POST:
        return Newcomer(name, new=True)
    like = find_similar_people(load_entrant_index(tournament), name)
    same = [person for person in like if person.why == SAME and person.number is None]
    if len(like) == len(same) == 1:
        return Newcomer(name, person=same[0].person)
    return None if like else Newcomer(name)


@form_methods
@staff_only
def show_list(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the form for pasting a list or choosing a file."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_list(request, tournament)
    text = request.POST.get("text", "")
    try:
        if len(text) > LONGEST_LIST:
            raise Unreadable("too_large")
        found = parse_text_people(text)
    except Unreadable as unreadable:
        return _render_list(request, tournament, unreadable, text=text[:LONGEST_LIST])
    return _render_preview(request, tournament, found)


@csrf_exempt  # checked below: the check reads the form, which must not happen before all others
@form_methods
@staff_only
@take_large(MOST_SENT)
def upload_file(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Read an uploaded file for a preview."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect("read_list", slug=slug)
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_SENT:
        return _render_list(request, tournament, Unreadable("too_large"), status=413)
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    answer: HttpResponse = _read_upload(request, tournament)
    return answer


@csrf_protect
def _read_upload(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    sent = request.FILES.get("file")
    try:
        if sent is None:
            raise Unreadable("no_file")
        found = run_beside("list", partial(parse_file_people, sent.read()))
    except Unreadable as unreadable:
        return _render_list(request, tournament, unreadable)
    return _render_preview(request, tournament, found)


@form_methods
@staff_only
def confirm_list(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Enter the people of the preview."""
    tournament = view_helpers.find_own_tournament(request, slug)
    rows = parse_rows(request.POST.get("rows", ""))
    if request.method != "POST" or rows is None:
        return redirect("read_list", slug=slug)
    done = _find_earlier_act(request, tournament)
    if done is not None:
        return _redirect_to_entrants(slug, done)
    newcomers = parse_choices(list_candidates(tournament, rows), request.POST, numbers="numbers" in request.POST)
    inside = view_helpers.parse_ids(request.POST.getlist("round"))
    if not newcomers:
        return redirect(f"{reverse('entrants', args=[slug])}?entered=0")
    key = view_helpers.parse_key(request)
    try:
        with transaction.atomic():
            done = enter(tournament.pk, key, newcomers, inside, find_actor(request))
            named = [
                (newcomer.team, entrant)
                for newcomer, entrant in zip(newcomers, parse_content(done)["entrants"], strict=True)
            ]
            join_teams(tournament.pk, key, [pair for pair in named if pair[0]], find_actor(request))
            if "paid" in request.POST:
                _pay_all(request, tournament, newcomers, done)
    except ActionRefused as refused:
        return _render_preview(request, tournament, rows, **view_helpers.format_problem(refused))
    return _redirect_to_entrants(slug, done)


def _pay_all(request: HttpRequest, tournament: Tournament, newcomers: Sequence[Newcomer], done: Act) -> None:
    """Take the fees that the list calls paid, for each round that they were entered into."""
    said = parse_content(done)
    payers = [entrant for newcomer, entrant in zip(newcomers, said["entrants"], strict=True) if newcomer.paid]
    for round_ in Round.objects.filter(tournament=tournament, number__in=said["rounds"]) if payers else ():
        pay(round_, f"{done.key}.paid{round_.number}", payers, find_actor(request))


def _redirect_to_entrants(slug: uuid.UUID, done: Act) -> HttpResponse:
    """Redirect to the list, which shows how many are new in it, and how many took part already."""
    said = parse_content(done)
    new = said.get("new", len(said["entrants"]))
    counts = {"entered": new, "there": len(said["entrants"]) - new} | _count_joined(done)
    return redirect(f"{reverse('entrants', args=[slug])}?{urlencode(counts)}")


def _count_joined(done: Act) -> dict[str, int]:
    """Count the people of the list who have joined a team, and those who could not."""
    joined = Act.objects.filter(tournament=done.tournament_id, key=build_teams_key(done.key), kind=Kind.TEAM).first()
    if joined is None:
        return {}
    said = parse_content(joined)
    return {"joined": said["joined"], "left": len(said["left"])}


def _render_list(
    request: HttpRequest, tournament: Tournament, unreadable: Unreadable | None = None, status: int = 400, **more: Any
) -> HttpResponse:
    said = {"problem": messages.format_unreadable(unreadable)} if unreadable else {}
    context = {"tournament": tournament, "here": reverse("read_list", args=[tournament.slug]), **said, **more}
    return view_helpers.render_page(request, "list_import/list", context, status if unreadable else 200)


def _render_preview(
    request: HttpRequest, tournament: Tournament, rows: Sequence[ListPerson], **more: Any
) -> HttpResponse:
    """Render the preview of a list, before anything is written."""
    found = run_beside("candidates", lambda: list_candidates(tournament, rows))
    if len(list_questions(found)) > MOST_QUESTIONS:
        return _render_list(request, tournament, Unreadable("too_many_questions"))
    opened = list(Round.objects.filter(tournament=tournament, closed=None).order_by("number"))
    context = {
        "tournament": tournament,
        "told": [messages.build_preview_row(candidate) for candidate in found],
        "counts": messages.count_rows(found),
        "rows": encode_rows(rows),
        "has_teams": any(candidate.team for candidate in found) and load_settings(tournament).team_size > 0,
        "payers": sum(row.paid for row in rows) if load_settings(tournament).fee else 0,
        "has_numbers": any(row.number is not None for row in rows),
        "taken": _format_first_numbers([candidate.number for candidate in found if candidate.taken]),
        "rounds": opened,
        "ahead": next((round_.number for round_ in opened if round_.draw_id is None), 0),
        "here": reverse("read_list", args=[tournament.slug]),
        **more,
    }
    return view_helpers.render_page(request, "list_import/preview", context, 409 if more else 200)


def _format_first_numbers(numbers: Sequence[int | None]) -> str:
    """Return the first of many numbers, for a sentence."""
    return ", ".join(map(str, numbers[:MOST_NUMBERS])) + (" …" if len(numbers) > MOST_NUMBERS else "")
