"""The host's pages about all clubs of the installation."""

import re

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.book.access.links import build_card
from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.kit.tables import Column, List
from tarockclub.models import HOST_LENGTH, SLUG_LENGTH, Club
from tarockclub.office.hosting import services
from tarockclub.office.hosting.founding import create_founding_path
from tarockclub.office.hosting.services import list_hosted_clubs
from tarockclub.platform.accounts.authentication import require_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import LoginField, NameField
from tarockclub.platform.clubs.current_club import WELL_FORMED, build_club_address, choose_slug

_HOST = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+")
_PLAIN = {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}


class SlugField(forms.CharField):
    """The word in a club's addresses."""

    def __init__(self, *, required: bool) -> None:
        super().__init__(
            label=_("Word in the address"),
            max_length=SLUG_LENGTH,
            required=required,
            help_text=_("Small letters, digits and hyphens. The pages are then at /c/word/."),
            widget=forms.TextInput(attrs=_PLAIN),
        )

    def clean(self, value: object) -> str:
        """Return the word as it stands in addresses."""
        word = str(super().clean(value)).lower()
        if word and not WELL_FORMED.fullmatch(word):
            raise forms.ValidationError(_("Only small letters from a to z, digits, and hyphens between them."))
        return word


class FoundForm(forms.Form):
    """A new club and its first director."""

    name = NameField(label=_("Name of the club"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    slug = SlugField(required=False)
    is_federation = forms.BooleanField(label=_("It is a federation, to which clubs can belong"), required=False)
    director = NameField(label=_("First director"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    login = LoginField()


class HostedClubForm(forms.Form):
    """The name and the addresses of a club."""

    name = NameField(label=_("Name of the club"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    slug = SlugField(required=True)
    host_name = forms.CharField(
        label=_("Own host name"),
        max_length=HOST_LENGTH,
        required=False,
        help_text=_("For example tarock.example.org; it must lead to this server. Empty: none."),
        widget=forms.TextInput(attrs=_PLAIN),
    )

    def clean_host_name(self) -> str:
        """Return the name in small letters; refuse addresses and ports."""
        host = str(self.cleaned_data["host_name"]).lower()
        if host and (not _HOST.fullmatch(host) or not re.search("[a-z]", host)):
            raise forms.ValidationError(_("Only the name, without https:// and without a path."))
        return host


class StateForm(PostedForm):
    """The act on a club: "archive" or "reopen"."""

    what = TextField()


CLUBS = List(
    caption=gettext_lazy("Clubs"),
    columns=(
        Column(
            "name",
            gettext_lazy("Name"),
            of="club__name",
            words=True,
            link=lambda row: reverse("hosted_club", kwargs={"number": row.club.pk}),
        ),
        Column("href", gettext_lazy("Address"), sorts=False, aside=True),
        Column("accounts", gettext_lazy("Accounts"), number=True),
        Column(
            "active",
            gettext_lazy("Last activity"),
            show=lambda at: date_format(localtime(at), "SHORT_DATE_FORMAT"),
            latest=True,
        ),
        Column(
            "state",
            gettext_lazy("State"),
            of=lambda row: row.club.archived is None,
            show=lambda is_open: gettext("open") if is_open else gettext("archived"),
        ),
    ),
    sort="name",
    empty="",
)


def show_clubs(request: HttpRequest) -> HttpResponse:
    """Show all clubs, also the archived ones."""
    return render(
        request, "tarockclub/office/hosting/clubs.html", {"list": CLUBS.build_page(request, list_hosted_clubs())}
    )


@require_password
def handle_founding(request: HttpRequest) -> HttpResponse:
    """Found a club; its first director's password is shown once. Or show a link by which somebody else founds one."""
    is_invitation = "invite" in request.POST
    card = build_card(request, create_founding_path()) if is_invitation else None
    form = FoundForm(request.POST if request.method == "POST" and not is_invitation else None)
    if form.is_valid():
        data = form.cleaned_data
        director = services.FirstDirector(data["director"], data["login"])
        try:
            founded = services.found_club(
                data["name"], data["slug"], director, build_author(request), is_federation=data["is_federation"]
            )
        except services.AddressTaken:
            form.add_error("slug", gettext("Another club has this word already: please choose another one."))
        else:
            address = request.build_absolute_uri(build_club_address(founded.club))
            return render(request, "tarockclub/office/hosting/founded.html", {"founded": founded, "address": address})
    status = 400 if form.is_bound else 200
    return render(
        request,
        "tarockclub/office/hosting/found.html",
        {"form": form, "card": card, "here": request.path},
        status=status,
    )


@require_password
def handle_hosted_club(request: HttpRequest, number: int) -> HttpResponse:
    """Show and change a club's name and addresses."""
    club = get_object_or_404(Club, pk=number)
    initial = {"name": club.name, "slug": club.slug or choose_slug(club.name), "host_name": club.host_name}
    form = HostedClubForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.change_club(club, data["name"], data["slug"], data["host_name"], build_author(request))
        except services.AddressTaken:
            form.add_error(None, gettext("Another club has this word or host name already: please choose another one."))
        else:
            return redirect(f"{reverse('hosted_club', args=[number])}?saved=1")
    return _render_club(request, club, form, 400 if form.is_bound else 200)


@require_password
def handle_state(request: HttpRequest, number: int) -> HttpResponse:
    """Archive a club, or open it again."""
    club = get_object_or_404(Club, pk=number)
    what = StateForm(request.POST).parse()["what"]
    if what not in ("archive", "reopen"):
        raise Http404
    try:
        if what == "archive":
            services.archive_club(club, build_author(request))
        else:
            services.reopen_club(club, build_author(request))
    except services.LastOpenClub:
        initial = {"name": club.name, "slug": club.slug, "host_name": club.host_name}
        form = HostedClubForm(initial=initial)
        problem = gettext("This club stays open: it is the only open one, or the club of a host.")
        return _render_club(request, club, form, 409, problem)
    return redirect(f"{reverse('hosted_club', args=[number])}?saved=1")


def _render_club(
    request: HttpRequest, club: Club, form: HostedClubForm, status: int, problem: str = ""
) -> HttpResponse:
    context = {
        "form": form,
        "hosted": club,
        "address": build_club_address(club),
        "problem": problem,
        "here": reverse("hosted_club", args=[club.pk]),
    }
    return render(request, "tarockclub/office/hosting/club.html", context, status=status)
