"""The invitation as everybody sees it, its date, picture and preview; the director's page, and its form."""

import uuid
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control

from scoring.book.access.links import build_card
from scoring.book.access.permissions import find_actor
from tarockclub.kit.text import clean_text
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.club_look.forms import ACCEPTED
from tarockclub.platform.clubs.current_club import build_address
from tarockclub.platform.server.wsgi.uploads import take_small_file
from tarockclub.platform.sharing.picture import Card, CardRow
from tarockclub.platform.sharing.responses import build_picture_response, build_preview
from tournaments.core import view_helpers
from tournaments.core.actions.base import Buttons
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import DateNews, find_date_news, find_tournament, load_date_news
from tournaments.core.view_helpers import ActionForm, PictureForm
from tournaments.models import Entrant, Invitation, InvitationPicture, Tournament
from tournaments.models.belongings import LINE_LENGTH, PLACE_LENGTH, TEXT_LENGTH
from tournaments.people.entrants.applications import filter_waiting
from tournaments.people.invitations.actions import (
    MOST_PLAYERS,
    CancelTournament,
    ChangeInvitation,
    InvitationDetails,
    MoveTournament,
    PutInvitationPicture,
    read_invitation,
)
from tournaments.people.invitations.page import (
    CalendarDate,
    build_calendar_response,
    find_invitation,
    format_invitation_place,
    format_when,
    list_invitation_facts,
    load_invitation_page,
)

for_good = cache_control(max_age=365 * 24 * 3600, public=True, immutable=True)  # the address has what is in it


def _find_public(slug: uuid.UUID) -> tuple[Tournament, Invitation]:
    """Return a tournament with the invitation that everybody may see; otherwise 404."""
    tournament = find_tournament(slug)
    invitation = find_invitation(tournament)
    if invitation is None:
        raise Http404
    return tournament, invitation


def show_invitation(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show an invitation."""
    tournament, invitation = _find_public(slug)
    page = load_invitation_page(tournament, invitation)
    picture = reverse("invitation_card", args=[slug, "wide"])
    about = " · ".join(filter(None, (page["date"].news.text, page["when"], format_invitation_place(invitation))))
    preview = build_preview(request, tournament.name, about, picture)
    context = {**page, "tournament": tournament, "preview": preview, "here": request.path}
    response = render(request, "tournaments/people/invitations/invitation.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def serve_date(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the date of a tournament for somebody's own calendar."""
    tournament, invitation = _find_public(slug)
    date = build_date(request, tournament, invitation, load_date_news([tournament])[tournament.pk])
    return build_calendar_response(tournament.name, [date], is_file=True)


def build_date(
    request: HttpRequest, tournament: Tournament, invitation: Invitation | None, news: DateNews
) -> CalendarDate:
    """Return a tournament as calendars show it; without an invitation its name and day."""
    address = reverse("home") if invitation is None else reverse("invitation", args=[tournament.slug])
    date = CalendarDate(
        *(tournament.slug, tournament.name, tournament.day, build_address(request, address)),
        about="\n".join(filter(None, (news.text, news.reason))),
        sequence=news.sequence,
        is_cancelled=news.is_cancelled,
    )
    if invitation is None:
        return date
    about = "\n".join(filter(None, (date.about, invitation.remarks)))
    return date._replace(starts=invitation.starts, place=format_invitation_place(invitation), about=about)


def serve_card(request: HttpRequest, slug: uuid.UUID, shape: str) -> HttpResponse:
    """Serve the picture that previews of an invitation show."""
    tournament, invitation = _find_public(slug)
    facts = list_invitation_facts(tournament, invitation)
    rows = tuple(CardRow(label, text) for label, text in facts if label != _("Inn"))
    news, when = find_date_news(tournament), format_when(tournament, invitation, "D, j. F Y")
    about = " · ".join(filter(None, (news.text, when, invitation.place)))
    return build_picture_response(request, Card(tournament.name, about, rows, tournament.club.name), shape)


def serve_invitation_picture(request: HttpRequest, slug: uuid.UUID, digest: str) -> HttpResponse:
    """Serve the picture of an invitation."""
    _tournament, invitation = _find_public(slug)
    picture = get_object_or_404(InvitationPicture, invitation=invitation, invitation__picture=digest)
    return for_good(lambda _request: HttpResponse(bytes(picture.png), content_type="image/png"))(request)


def clean_lines(text: str) -> str:
    """Return a text of several lines, each cleaned.

    >>> clean_lines(" Bitte  pünktlich! ")
    'Bitte pünktlich!'
    """
    return "\n".join(clean_text(line) for line in text.splitlines()).strip()


class _LineField(forms.CharField):
    def __init__(self, label: Any, most: int = LINE_LENGTH, **options: Any) -> None:
        super().__init__(label=label, required=False, max_length=most, **options)

    def to_python(self, value: Any) -> Any:
        return clean_text(str(value or ""))


class _LinesField(_LineField):
    def to_python(self, value: Any) -> Any:
        return clean_lines(str(value or ""))


class InvitationForm(ActionForm):
    """All that an invitation says."""

    is_public = forms.BooleanField(
        label=gettext_lazy("Everybody may see this invitation (page, calendar, announcement)"), required=False
    )
    starts = forms.TimeField(
        label=gettext_lazy("Begins at"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    place = _LineField(gettext_lazy("Inn"), PLACE_LENGTH)
    address = _LineField(gettext_lazy("Address of the inn"))
    counts_for = _LineField(gettext_lazy("Counts for"), help_text=gettext_lazy("For example: Vienna cup 2026"))
    contact = _LineField(
        gettext_lazy("Questions to"), help_text=gettext_lazy("Name, telephone or e-mail: everybody sees it.")
    )
    remarks = _LinesField(
        gettext_lazy("Remarks"),
        TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Food, mode, prizes …"),
    )
    registration = forms.ChoiceField(
        label=gettext_lazy("Registration on the public page"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("", gettext_lazy("no registration")),
            (Invitation.Registration.ASK.value, gettext_lazy("the staff confirms each of them")),
            (Invitation.Registration.AUTO.value, gettext_lazy("confirms itself where the name is clear")),
        ],
    )
    closes = forms.DateTimeField(
        label=gettext_lazy("Entries close"),
        required=False,
        help_text=gettext_lazy("Empty: with the first round."),
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    most = forms.IntegerField(
        label=gettext_lazy("Number of places"),
        required=False,
        min_value=0,
        max_value=MOST_PLAYERS,
        help_text=gettext_lazy("0: any number. Further ones wait, and move up by themselves."),
    )
    lists_players = forms.BooleanField(
        label=gettext_lazy("Everybody may see who takes part (names as on public pages; please ask your players)"),
        required=False,
    )
    template = _LineField(
        gettext_lazy("Keep as a template under the name"),
        NAME_LENGTH,
        help_text=gettext_lazy("Empty: this tournament is no template."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].widget = forms.HiddenInput(attrs={"autocomplete": "off"})

    def clean_most(self) -> int:
        """Return 0 where nothing was typed."""
        return int(self.cleaned_data["most"] or 0)

    def build_details(self) -> InvitationDetails:
        """Return the form's values; only after is_valid()."""
        return InvitationDetails(*(self.cleaned_data[name] for name in InvitationDetails._fields))


def handle_invitation(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the form of an invitation, and change it."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _render_page(request, tournament, {"form": form}, 400)
    try:
        change = ChangeInvitation(details=form.build_details())
        change.perform(tournament, form.cleaned_data["key"], find_actor(request))
    except ActionRefused as refused:
        return _render_page(request, tournament, {"form": form, **view_helpers.format_problem(refused)}, 409)
    return view_helpers.redirect_saved("edit_invitation", slug=slug)


@take_small_file
def handle_picture(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Take the picture of an invitation, or take it away."""
    tournament = view_helpers.find_own_tournament(request, slug)
    form = PictureForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_page(request, tournament, {"picture_form": form}, 400)
    upload = PutInvitationPicture(png=form.cleaned_data["picture"])
    upload.perform(tournament, view_helpers.create_key(), find_actor(request))
    return redirect(f"{reverse('edit_invitation', args=[tournament.slug])}#picture")


DATE_BUTTONS = Buttons(CancelTournament, MoveTournament)


def handle_date(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show whether a tournament takes place, and when; cancel it, or move it to another day."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_date(request, tournament)
    try:
        DATE_BUTTONS.press(request, tournament)
    except ActionRefused as refused:
        return _render_date(request, tournament, 409, **DATE_BUTTONS.build_refused_context(request, refused))
    return view_helpers.redirect_saved("date", slug=slug)


def _render_date(request: HttpRequest, tournament: Tournament, status: int = 200, **more: Any) -> HttpResponse:
    people = Entrant.objects.filter(tournament=tournament, withdrawn=None).count() + filter_waiting(tournament).count()
    context = {"tournament": tournament, "people": people, **more}
    return view_helpers.render_page(request, "tournaments/people/invitations/date.html", context, status)


def _render_page(
    request: HttpRequest, tournament: Tournament, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    invitation = Invitation.objects.filter(tournament=tournament).first()
    values = read_invitation(tournament)._asdict() | {"key": view_helpers.create_key()}
    is_public = invitation is not None and invitation.is_public
    context = {
        "tournament": tournament,
        "invitation": invitation,
        "form": InvitationForm(initial=values),
        "card": build_card(request, reverse("invitation", args=[tournament.slug])) if is_public else None,
        "accepted": ACCEPTED,
        "picture_form": PictureForm(),
        **(more or {}),
    }
    return view_helpers.render_page(request, "tournaments/people/invitations/edit.html", context, status)
