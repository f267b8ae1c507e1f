"""The pages of data protection: a person's data, the settings of the club, the public page."""

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import PostedForm, TextField, TextsField
from tarockclub.kit.text import clean_text
from tarockclub.kit.time_source import now
from tarockclub.models import NAME_LENGTH, Account, Job, Person
from tarockclub.office.backups.folder import LONGEST_FOR
from tarockclub.office.privacy import erasing
from tarockclub.office.privacy.data_file.section import MOST_SHOWN, list_looks
from tarockclub.office.privacy.data_file.writer import build_data_file, format_person_file_name, load_purposes
from tarockclub.platform.accounts.authentication import ask_for_password, require_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.looks import PERSON_FILE, PRIVACY, note_file, note_look
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.current_club import find_current_club, list_open_clubs
from tarockclub.platform.clubs.federations import is_in_federation
from tarockclub.platform.privacy.public_names import load_privacy, save_privacy
from tarockclub.platform.server.downloads import ZIP, build_download
from tarockclub.platform.server.installation import find_version
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.models import Entrant
from tournaments.people.register.services import list_merged

LONGEST_CONTACT = 600
MOST_DAYS = 10 * 366


class ErasingForm(PostedForm):
    """The texts out of which a name is taken when a person is erased; `what`: "erase"."""

    what = TextField()
    place = TextsField()


class _DaysField(forms.IntegerField):
    """A number of days."""

    def __init__(self, label: object, *, least: int = 0) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "maxlength": "4", "autocomplete": "off"})
        super().__init__(label=label, min_value=least, max_value=MOST_DAYS, widget=widget)  # type: ignore[arg-type]


class PrivacyForm(forms.Form):
    """The answers of a club about data protection."""

    controller = forms.CharField(
        label=_("Responsible for the data"),
        max_length=2 * NAME_LENGTH,
        required=False,
        help_text=_("The club as it is registered, or the person who runs it. Everybody can read this."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    contact = forms.CharField(
        label=_("Address, telephone, e-mail"),
        max_length=LONGEST_CONTACT,
        required=False,
        widget=forms.Textarea(attrs={"rows": "4"}),
    )
    declined_days = _DaysField(_("Days until the names of declined and unanswered registrations are erased"))
    exports_days = _DaysField(_("Days until finished exports are deleted"), least=1)
    programs_days = _DaysField(_("Days until access of programs that has ended is deleted"))
    remarks_days = _DaysField(_("Days until remarks on hands that came too late are deleted"))

    def clean_controller(self) -> str:
        """Return the cleaned name."""
        return clean_text(self.cleaned_data["controller"])

    def clean_contact(self) -> str:
        """Return the cleaned lines."""
        lines = map(clean_text, self.cleaned_data["contact"].splitlines())
        return "\n".join(line for line in lines if line)


A_DAY = 24 * 3600


def handle_person_privacy(request: HttpRequest, number: int) -> HttpResponse:
    """Show what is kept about a person and what erasing reaches; POST erases."""
    person = _find_person(request, number)
    if person.merged_into is not None:
        return redirect("person_privacy", number=person.merged_into.number)
    if request.method != "POST":
        note_look(request, person.club_id, PRIVACY, about=person.pk)
        return _render_person(request, person)
    form = ErasingForm(request.POST).parse()
    if form["what"] != "erase":
        raise Http404
    if (asked := ask_for_password(request)) is not None:
        return asked
    try:
        erasing.erase(person, build_author(request), set(form["place"]))
    except ActionRefused as refused:
        return _render_person(request, person, **view_helpers.format_problem(refused))
    return view_helpers.redirect_saved("person_privacy", number=number)


@require_password
def send_person_data(request: HttpRequest, number: int) -> HttpResponse:
    """Send everything that is kept about a person."""
    person = _find_person(request, number)
    person = person.merged_into or person
    note_file(request, person.club_id, PERSON_FILE, "zip", about=person.pk)
    return build_download(build_data_file(person), format_person_file_name(person), ZIP)


def handle_club_privacy(request: HttpRequest) -> HttpResponse:
    """Show and change the settings of the club's data protection."""
    club = get_staff_account(request).club
    privacy = load_privacy(club.pk)
    initial = {name: getattr(privacy, name) for name in PrivacyForm.base_fields}
    form = PrivacyForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        save_privacy(club.pk, **form.cleaned_data)
        return redirect(f"{reverse('club_privacy')}?saved=1")
    context = {"form": form, "here": request.path, **_list_periods()}
    status = 400 if form.is_bound else 200
    return render(request, "tarockclub/office/privacy/club_privacy.html", context, status=status)


def show_privacy(request: HttpRequest) -> HttpResponse:
    """Show everybody who is responsible for the data, what is kept how long, and their rights.

    Of the installation where nothing says of which of its clubs: each answers for its own.
    """
    club = find_current_club(request)
    context: dict[str, Any] = {"here": request.path, "version": find_version(), "club": club, **_list_periods()}
    if club is None:
        context |= {"clubs": list_open_clubs(), "contact": settings.INSTALLATION_CONTACT}
    else:
        context |= {"privacy": load_privacy(club.pk), "purposes": load_purposes()}
    return render(request, "tarockclub/office/privacy/privacy.html", context)


def _list_periods() -> dict[str, int]:
    """Return the periods that no setting changes."""
    return {
        "backup_days": LONGEST_FOR.days,
        "session_days": settings.LONGEST_SESSION // A_DAY,
        "session_hours": settings.SESSION_COOKIE_AGE // 3600,
    }


def _find_person(request: HttpRequest, number: int) -> Person:
    return get_object_or_404(Person, club=get_staff_account(request).club_id, number=number)


def _render_person(request: HttpRequest, person: Person, **problem: str) -> HttpResponse:
    person.refresh_from_db()
    context = {**_describe_person(person), **problem}
    return view_helpers.render_page(
        request, "tarockclub/office/privacy/person_privacy.html", context, 409 if problem else 200
    )


def _describe_person(person: Person) -> dict[str, Any]:
    """Return the template context of what erasing a person would do, or has done."""
    mentions = [] if person.erased else erasing.list_mentions(person)
    everybody = [person.pk, *list_merged(person)]
    tournaments = Entrant.objects.filter(person__in=everybody).values_list("tournament", flat=True)
    return {
        "person": person,
        "mentions": [mention for mention in mentions if not mention.text.is_fixed],
        "fixed": [mention for mention in mentions if mention.text.is_fixed],
        "has_account": Account.objects.filter(person__in=everybody, is_active=True).exists(),
        "exports": Job.objects.filter(kind=Job.Kind.EXPORT, arguments__tournament__in=list(tournaments)).exists(),
        "backups_until": localdate((person.erased or now()) + LONGEST_FOR),
        "receipts_until": _find_last_receipt(person),  # after the name was erased
        "looks": list_looks(everybody, most=MOST_SHOWN),
        # whose own register and files are not reached
        "in_federation": person.federation_number and not person.club.is_federation and is_in_federation(person.club),
    }


def _find_last_receipt(person: Person) -> date | None:
    erasures = (content for content in erasing.list_erasures(person.club_id) if content["person"] == person.pk)
    last = max((day for content in erasures for day in content["later"].values()), default=None)
    return date.fromisoformat(last) if last else None
