"""The staff's page of the people whom a tournament invites by the standings of a season, and of their answers."""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.access.links import get_site_address
from scoring.book.access.permissions import find_actor
from tarockclub.kit.form_fields import LONGEST_ID, TextField
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import TOURNAMENT_FILE, note_file
from tarockclub.platform.server.downloads import build_download
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.forms import ActionForm
from tournaments.models import Application, Tournament
from tournaments.people.registration.inviting import AnswerInvitation, InvitePeople, count_answers
from tournaments.seasons.season.invitees.letters import CSV, FORMS, format_for_group, render_invited, render_letters
from tournaments.seasons.season.invitees.selection import InviteesForm, list_invited

_STANDING_CHOICES = ("season", "first", "least")  # with the invitations
_CHOICES = (*_STANDING_CHOICES, "cup")
As = Application.As


class AnswerForm(ActionForm):
    """People to invite, by their numbers with commas; or an answer, with the id of the registration."""

    people = TextField()
    comes = TextField()
    declines = TextField()


def handle_invited(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show who is invited and who is next; POST invites the next ones, or notes an answer."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    sent = AnswerForm(request.POST).parse()
    try:
        if sent["people"]:
            numbers = [parse_whole(text, LONGEST_ID) or 0 for text in sent["people"].split(",")]
            form = _build_form(request, tournament)
            choices = form.cleaned_data if form.is_valid() else {}
            chosen = {name: choices[name] for name in _STANDING_CHOICES if choices.get(name)}
            action = InvitePeople.build_here(tournament, people=numbers, **chosen)
            action.perform(tournament, sent["key"], find_actor(request))
        else:
            _note_answer(request, tournament, sent)
    except ActionRefused as refused:
        return _render_page(request, tournament, 409, **view_helpers.format_problem(refused))
    return redirect(f"{reverse('invited', args=[slug])}?{_build_query(request)}saved=1")


def _build_form(request: HttpRequest, tournament: Tournament) -> InviteesForm:
    return InviteesForm(tournament, {name: request.GET[name] for name in _CHOICES if name in request.GET})


def _build_query(request: HttpRequest) -> str:
    """Return what was chosen, so that the next one to move up stands there after an answer."""
    chosen = {name: request.GET[name] for name in _CHOICES if name in request.GET}
    return f"{urlencode(chosen)}&" if chosen else ""


def _note_answer(request: HttpRequest, tournament: Tournament, sent: dict[str, Any]) -> None:
    number = parse_whole(sent["comes"] or sent["declines"], LONGEST_ID)
    application = get_object_or_404(Application, tournament=tournament, pk=number or 0)
    answer = AnswerInvitation(application=application.pk, comes=bool(sent["comes"]))
    answer.perform(tournament, sent["key"], find_actor(request))


def _render_page(request: HttpRequest, tournament: Tournament, status: int = 200, **more: Any) -> HttpResponse:
    answers = count_answers(tournament)
    form, invited = _build_form(request, tournament), list_invited(tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "next": form.list_next(tournament) if form.is_valid() else None,
        "invited": invited,
        "for_group": format_for_group(tournament, invited) if invited else "",
        "counts": {"open": answers[As.OPEN], "taken": answers[As.TAKEN], "gone": answers[As.GONE]},
        "query": _build_query(request),
        **more,
    }
    return view_helpers.render_page(request, "tournaments/seasons/season/invitees/invited.html", context, status)


def send_invited(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    """Send the invitations as a list, or a letter for each who has not answered yet."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if form not in FORMS:
        raise Http404
    invited, site = list_invited(tournament), get_site_address(request)
    note_file(request, tournament.club_id, TOURNAMENT_FILE, form, of=tournament.pk)
    if form == CSV:
        content: str | bytes | None = render_invited(invited, site, get_current_language())
    else:
        content = render_letters(tournament, invited, site)
    if content is None:
        return redirect("invited", slug=slug)
    title = _("Invitations")
    return build_download(content, f"{title}.{form}", FORMS[form])
