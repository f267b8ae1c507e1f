"""Registration by players, by a link or on the public page, with its forms; it leads to their own page."""

import re
import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from tarockclub.kit.form_fields import LONGEST_ID, TextField, TickField
from tarockclub.kit.lists.names import fold_name, read_typed_name
from tarockclub.kit.text import clean_name, clean_text, parse_whole
from tarockclub.models import NAME_LENGTH, TOWN_LENGTH
from tarockclub.platform.accounts import rate_limits
from tarockclub.platform.accounts.devices import get_device
from tarockclub.platform.clubs.middleware import enter_found_club
from tarockclub.platform.messages.mail import MailSender
from tarockclub.platform.messages.views import MAIL_LENGTH, build_mail_scopes
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_no_name
from tournaments.core.selectors import find_tournament, load_settings
from tournaments.core.view_helpers import ActionForm
from tournaments.models import Application, Invitation, Tournament
from tournaments.people.entrants.applications import can_move_up, is_full
from tournaments.people.registration import actions
from tournaments.people.registration.actions import Companion, Details

REMARK_LENGTH = 200
MOST_COMPANIONS = 4  # with whoever types, a table of five
_LINES = re.compile("[\r\n;]+")


class CleanCharField(forms.CharField):
    """A line of text as it is stored; refused where it is too long."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned text."""
        return clean_text(str(value or ""))


class NameCharField(CleanCharField):
    """A name as it is stored; empty without a letter or a digit."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned name."""
        return clean_name(str(value or ""))


class ApplicationForm(ActionForm):
    """The name of a player who wants to take part, and what the director should know."""

    name = NameCharField(
        label=_("Your first name and surname"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words", "required": True}),
    )
    town = CleanCharField(
        label=_("Town"),
        required=False,
        max_length=TOWN_LENGTH,
        help_text=_("Tells players of the same name apart; it need not be given."),
        widget=forms.TextInput(attrs={"autocomplete": "address-level2", "autocapitalize": "words"}),
    )
    together = forms.CharField(
        label=_("Together with (first name and surname)"),
        required=False,
        max_length=MOST_COMPANIONS * (NAME_LENGTH + 2),
        help_text=_(
            "This form registers all of you; one of you sends it. A name in each line, at most four. Either all of you "
            "get a place, or nobody does. Leave it empty to come alone."
        ),
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "autocapitalize": "words"}),
    )
    partner = CleanCharField(
        label=_("Partner or team"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    remark = CleanCharField(
        label=_("Remark for the director"),
        required=False,
        max_length=REMARK_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    mail = forms.EmailField(
        label=_("E-mail, if you want to be told"),
        required=False,
        max_length=MAIL_LENGTH,
        help_text=_(
            "About your place, the date, your seat and the result. A mail asks there first; a week after the tournament"
            " the address is deleted."
        ),
        widget=forms.TextInput(attrs={"inputmode": "email", "autocomplete": "email", "autocapitalize": "none"}),
    )
    namesake = TickField()  # somebody else who has the same name
    # Nobody sees it; programs that fill in every field do.
    website = TextField(200)

    def __init__(
        self,
        *args: Any,
        has_teams: bool = True,
        is_change: bool = False,
        is_fixed: bool = False,
        by_staff: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.asks_namesake = False  # somebody of this name is registered
        self.fields["key"].widget = forms.HiddenInput(attrs={"autocomplete": "off"})
        if not has_teams:
            del self.fields["partner"]
        if is_change:
            del self.fields["together"]
        if is_change or MailSender.find_problem():
            del self.fields["mail"]
        if by_staff:  # their own name and address are of no use here
            self.fields["name"].label = _("First name and surname")
            if "together" in self.fields:
                self.fields["together"].help_text = _("A name in each line, at most four: all get a place, or nobody.")
            for field in self.fields.values():
                field.widget.attrs["autocomplete"] = "off"
            if "mail" in self.fields:
                self.fields["mail"].label = _("E-mail, if they want to be told")
                self.fields["mail"].help_text = _(
                    "A mail asks there first; a week after the tournament the address is deleted."
                )
        if is_fixed:  # it has been confirmed under this name
            self.fields["name"].disabled = True

    def clean_name(self) -> str:
        """Refuse no name."""
        name = str(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(format_no_name(name))
        return name

    def clean(self) -> dict[str, Any]:
        """Turn the name, and take a town off it."""
        data = super().clean() or {}
        if "name" not in data or self.fields["name"].disabled:
            return data
        name, town = read_typed_name(data["name"])
        companions = [
            Companion(companion[:NAME_LENGTH], their_town[:TOWN_LENGTH])
            for companion, their_town in map(read_typed_name, _LINES.split(data.get("together", "")))
            if companion
        ]
        folded = [fold_name(companion.name) for companion in companions]
        if fold_name(name) in folded:
            self.add_error("together", _("That is your own name."))
        elif len(set(folded)) < len(folded) or len(folded) > MOST_COMPANIONS:
            self.add_error("together", _("At most four names, each of them once."))
        return data | {"name": name, "town": data.get("town") or town[:TOWN_LENGTH], "companions": companions}

    def list_shown_fields(self) -> list[forms.BoundField]:
        """Return the fields that people see."""
        return [self[name] for name in ("name", "town", "together", "partner", "remark", "mail") if name in self.fields]

    def is_by_a_program(self) -> bool:
        """Return whether the field was filled in that nobody sees."""
        return bool(self.data.get("website"))

    def build_details(self) -> Details:
        """Return what was typed beside the name; only after is_valid()."""
        return Details(*(self.cleaned_data.get(name, "") for name in Details._fields))


class OwnPlaceForm(ActionForm):
    """The buttons of players: they are there, withdraw their registration, answer an invitation, or part."""

    here = TickField()
    part = TickField()
    withdraw = TickField()
    comes = TickField()


class RegistrationForm(ActionForm):
    """The link opened or closed, or an application decided: its id, then perhaps a dot and the id of a person."""

    what = TextField()
    take = TextField()
    decline = TextField()
    withdraw = TextField()
    join = TextField()
    part = TextField()

    def clean(self) -> dict[str, Any]:
        """Find the application and the person."""
        data = super().clean() or {}
        pressed = (data[name] for name in ("take", "decline", "withdraw", "join", "part"))
        application, _dot, person = next(filter(None, pressed), "").partition(".")
        ids = {"application": parse_whole(application, LONGEST_ID) or 0, "person": parse_whole(person, LONGEST_ID)}
        return data | ids | {"is_taken": "take" in self.data, "is_withdrawn": "withdraw" in self.data}


FROM_ONE_ADDRESS = 100  # applications within a quarter of an hour; all phones of an inn may share one address
FOR_ONE_TOURNAMENT = 150  # … from everywhere, on the public page


@never_cache
def handle_application(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the form of a link for one's name, then what has become of it."""
    tournament = actions.find_open_tournament(secret)
    if tournament is None:
        return render(request, "tournaments/people/registration/apply_closed.html", {"here": "/"}, status=404)
    enter_found_club(request, tournament.club_id)
    if tournament.cancelled is not None:
        return _render_closed(request, tournament)
    return _handle_form(request, tournament)


@never_cache
def handle_sign_up(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the form of the public page, then what has become of it; 404 if nobody was invited."""
    tournament = find_tournament(slug)
    invitation = get_object_or_404(Invitation.objects.exclude(registration=""), tournament=tournament, is_public=True)
    if not actions.is_open(tournament, invitation):
        return _render_closed(request, tournament)
    return _handle_form(request, tournament)


def _render_closed(request: HttpRequest, tournament: Tournament, status: int = 200) -> HttpResponse:
    context = {"tournament": tournament, "here": request.path}
    return render(request, "tournaments/people/registration/sign_up_closed.html", context, status=status)


def _handle_form(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    has_teams = load_settings(tournament).team_size > 0
    if request.method != "POST":
        form = ApplicationForm(initial={"key": view_helpers.create_key()}, has_teams=has_teams)
        return _render_form(request, tournament, form)
    form = ApplicationForm(request.POST, has_teams=has_teams)
    if not form.is_valid():
        return _render_form(request, tournament, form, status=400)
    if form.is_by_a_program():  # it learns nothing
        return _render_form(request, tournament, form, is_done=True)
    try:
        applied = submit_application(request, tournament, form)
    except ActionRefused as refused:
        if refused.code == "cancelled":  # while somebody typed
            tournament.refresh_from_db()
            return _render_closed(request, tournament, 409)
        if refused.code == "registered_already":
            form.asks_namesake = True
            return _render_form(request, tournament, form, status=409)
        return _render_form(request, tournament, form, view_helpers.format_problem(refused)["problem"], 409)
    except rate_limits.TooMany as many:
        message = gettext("Too many people are registering from here. Please wait %(minutes)s minutes.")
        return _render_form(request, tournament, form, message % {"minutes": many.minutes}, 429)
    secret = actions.find_own_secret(tournament, applied.key)
    return redirect("own_place", slug=tournament.slug, secret=secret)


def _render_form(
    request: HttpRequest,
    tournament: Tournament,
    form: ApplicationForm,
    problem: str = "",
    status: int = 200,
    *,
    is_done: bool = False,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "invitation": Invitation.objects.filter(tournament=tournament).first(),
        "is_full": is_full(tournament),
        "can_move_up": can_move_up(tournament),
        "form": form,
        "problem": problem,
        "is_done": is_done,
        "is_mine": "mine" in request.GET,
        "here": request.path,
    }
    return render(request, "tournaments/people/registration/apply.html", context, status=status)


def submit_application(
    request: HttpRequest, tournament: Tournament, form: ApplicationForm, *, by_staff: bool = False
) -> Application:
    """Submit an application, counted for the address that it comes from, and for the tournament; mails for all."""
    done: list[Application] = []
    content, mail = form.cleaned_data, form.cleaned_data.get("mail")

    def judge() -> None:
        applied = actions.submit_application(
            tournament,
            content["key"],
            content["name"],
            get_device(request),
            form.build_details(),
            companions=content["companions"],
            by_staff=by_staff,
            must_be_new=not content["namesake"],
        )
        done.append(applied)

    address = rate_limits.build_scope("apply", rate_limits.get_client_address(request), FROM_ONE_ADDRESS)
    everybody = rate_limits.build_scope("apply-for", str(tournament.pk), FOR_ONE_TOURNAMENT)
    scopes = [] if by_staff else [address, everybody]
    rate_limits.attempt([*scopes, *(build_mail_scopes(request, mail) if mail else ())], judge)
    return done[0]
