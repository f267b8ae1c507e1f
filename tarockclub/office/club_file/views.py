"""The pages of club files: made and fetched, sent and read in, the set-up by one, and books that were set aside."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

from django import forms
from django.core import signing
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from scoring.models import GameTable, OwnSheet, Seated
from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.models import NAME_LENGTH, Club, SetAsideBook
from tarockclub.office.club_file import services
from tarockclub.office.club_file.contents import FileRefused
from tarockclub.office.club_file.writer import find_made_file, list_made_files, start_file
from tarockclub.platform.accounts.authentication import ask_for_password, require_password_for_file
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import NewPasswordForm, SetupForm
from tarockclub.platform.accounts.permissions import format_wait, get_staff_account, is_set_up
from tarockclub.platform.accounts.rate_limits import (
    MOST_FOR_ONE,
    MOST_FROM_ADDRESS,
    TooMany,
    attempt,
    build_scope,
    get_client_address,
)
from tarockclub.platform.accounts.services import has_setup_code, hash_setup_code
from tarockclub.platform.jobs.runner import MadeFile
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.server.downloads import ZIP, build_download
from tarockclub.platform.server.wsgi.turns import give_turn_back
from tarockclub.platform.server.wsgi.uploads import IntoDataFolder, take_uploads
from tournaments.models import RoundTable, Season, Tournament


class MakeForm(PostedForm):
    """The key of a file to make."""

    key = TextField()


class TakeOverForm(forms.Form):
    """A director of the club in a file, who gets a password."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    login = forms.CharField(label=_("Log-in name of a director of that club"), max_length=NAME_LENGTH, required=False)
    password = forms.CharField(
        label=_("New password"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}), required=False
    )

    def clean(self) -> dict[str, Any]:
        """Demand a password with a log-in name."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("login") and not data.get("password"):
            self.add_error("password", _("Please type a password."))
        return data


class SetupCodeForm(forms.Form):
    """The code that the server has printed."""

    code = SetupForm.base_fields["code"]


class SetupFileForm(NewPasswordForm):
    """A director of the club in a file, who becomes host and gets a password."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    login = forms.CharField(label=_("Log-in name of a director of that club"), max_length=NAME_LENGTH)
    field_order = ("key", "login", "password", "again")


class NotBegun(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised with a sentence for a file that is not read in."""


@require_password_for_file
@take_uploads(IntoDataFolder)
def handle_taking_over(request: HttpRequest) -> HttpResponse:
    """Take a club over from a file, as another club of this installation."""
    form = TakeOverForm(request.POST if request.method == "POST" else None)
    if (key := begin_new_club(request, form)) is not None:
        return redirect("taking_over", key=key)
    return render(
        request, "tarockclub/office/club_file/take_over.html", {"form": form}, status=400 if form.is_bound else 200
    )


def _find_import(key: uuid.UUID) -> services.Import:
    club_import = services.find_import(str(key))
    if club_import is None:
        raise Http404
    return club_import


def begin_new_club(request: HttpRequest, form: TakeOverForm | SetupFileForm) -> str | None:
    """Begin to make a club of the uploaded file; return its key, or None while the form says what is missing."""
    if not form.is_valid():
        return None
    try:
        return _receive_file(request, form.cleaned_data).key
    except NotBegun as problem:
        form.add_error(None, str(problem))
        return None


def show_taking_over(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show how far a club is that is taken over."""
    club_import = _find_import(key)
    club = club_import.outcome.get(services.CLUB)
    links = {"next": reverse("hosted_club", args=[club]) if club else "", "again": reverse("take_club_over")}
    return render_import(request, club_import, links | {"state": reverse("taking_over_state", args=[key])})


def show_taking_over_state(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return the progress of a club that is taken over."""
    return build_state(_find_import(key))


def _receive_file(request: HttpRequest, values: Mapping[str, Any]) -> services.Import:
    """Store the uploaded file and begin to read it, without keeping others waiting; raise NotBegun."""
    sent = request.FILES.get("file")
    if sent is None:
        raise NotBegun(gettext("Choose the file of a club first."))
    path = Path(str(sent.file.name))  # type: ignore[union-attr]
    director = services.hash_password(values["login"], values["password"])
    try:
        with give_turn_back():
            return services.begin_import(path, str(values["key"]), build_author(request), director)
    except FileRefused as refused:
        raise NotBegun(str(refused)) from refused
    except BusyError as busy:
        raise NotBegun(gettext("A file is being read already: please wait until it is ready.")) from busy
    except ValueError as lost:
        raise NotBegun(gettext("Something was lost on the way: please try again.")) from lost


def build_state(job: services.Import) -> JsonResponse:
    """Return the progress of a file."""
    return JsonResponse({"state": job.state, "done": job.done, "of": job.of})


def render_import(
    request: HttpRequest, job: services.Import, links: dict[str, str], *, is_setup: bool = False
) -> HttpResponse:
    """Return the page of a file on its way in; `links`: to its state, onwards, to send it again."""
    context = {"job": job, "links": links, "here": request.path, "is_setup": is_setup}
    if job.state == services.REFUSED:
        context["refusal"] = job.problem
    return render(request, "tarockclub/office/club_file/import.html", context)


_SALT = "tarockclub.setup_file"
_VALID = 3600  # seconds in which the file is to be sent
_KNOWN_SECONDS = 24 * 3600  # in which its page is found


@never_cache
def handle_setup_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code printed by the server; with it the file may be sent."""
    if is_set_up():
        return redirect("log_in")
    form = SetupCodeForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _render(request, "setup_code", form)
    digest = hash_setup_code(form.cleaned_data["code"])
    scopes = [
        build_scope("setup", get_client_address(request), MOST_FOR_ONE),
        build_scope("setup", "everywhere", MOST_FROM_ADDRESS),
    ]
    try:
        is_valid = attempt(scopes, lambda: True if has_setup_code(digest) else None)
    except TooMany as refused:
        form.add_error(None, format_wait(refused))
        return _render(request, "setup_code", form, 429)
    if is_valid is None:
        form.add_error(
            "code", gettext("This code is not valid (any more). Please check where the program was started.")
        )
        return _render(request, "setup_code", form)
    return redirect("setup_file", token=signing.dumps(digest, salt=_SALT))


def require_token(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Open a page to whoever knew the code, as long as nobody has set the program up."""

    @wraps(view)
    def guard(request: HttpRequest, token: str) -> HttpResponse:
        if is_set_up():
            return redirect("log_in")
        if not has_setup_code(_read_token(token, _VALID)):
            return redirect("setup_code")
        return view(request, token)

    return guard


@never_cache
@require_token
@take_uploads(IntoDataFolder)
def handle_setup_file(request: HttpRequest, token: str) -> HttpResponse:
    """Take the file, and begin to make it the club of this installation."""
    form = SetupFileForm(request.POST if request.method == "POST" else None)
    if (key := begin_new_club(request, form)) is not None:
        return redirect("setup_import", token=token, key=key)
    return _render(request, "setup_file", form)


@never_cache
def show_setup_import(request: HttpRequest, token: str, key: uuid.UUID) -> HttpResponse:
    """Show how far the club is; then it can be logged in."""
    club_import = _find_setup_import(token, key)
    links = {"state": reverse("setup_import_state", args=[token, key]), "next": reverse("log_in")}
    return render_import(request, club_import, links | {"again": reverse("setup_code")}, is_setup=True)


@never_cache
def show_setup_import_state(request: HttpRequest, token: str, key: uuid.UUID) -> HttpResponse:
    """Return the progress of the club."""
    return build_state(_find_setup_import(token, key))


def _find_setup_import(token: str, key: uuid.UUID) -> services.Import:
    club_import = services.find_import(str(key)) if _read_token(token, _KNOWN_SECONDS) else None
    if club_import is None:
        raise Http404
    return club_import


def _read_token(token: str, seconds: int) -> str:
    """Return the hash of the code that somebody knew; "" for another token."""
    try:
        return str(signing.loads(token, salt=_SALT, max_age=seconds))
    except signing.BadSignature:
        return ""


def _render(request: HttpRequest, page: str, form: Form, status: int | None = None) -> HttpResponse:
    status = status or (400 if form.is_bound else 200)
    return render(request, f"tarockclub/office/club_file/{page}.html", {"form": form}, status=status)


# The books that an earlier version of the program set aside, where two installations had continued one differently.


def list_set_aside(club: Club) -> list[tuple[SetAsideBook, str]]:
    """Return the books of a club that do not count, the latest first, and what each is of ("": what is not here)."""
    books = list(SetAsideBook.objects.filter(club=club).defer("text").order_by("-pk"))
    if not books:
        return []
    names = _name_owners(club) | _name_tables(club, [book.slug for book in books])
    return [(book, names.get(book.slug, "")) for book in books]


def _name_owners(club: Club) -> dict[uuid.UUID, str]:
    """Return the names of tournaments, seasons and sheets by the keys under which they were set aside."""
    names: dict[uuid.UUID, str] = {}
    for model in (Tournament, Season):
        names |= dict(model._default_manager.filter(club=club).values_list("slug", "name"))
    sheets = OwnSheet.objects.filter(club=club).values_list("sheet", flat=True)
    return names | {uuid.uuid5(uuid.NAMESPACE_OID, sheet): sheet for sheet in sheets}


def _name_tables(club: Club, slugs: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
    """Return of tables of a tournament which one they were, of others who sat there."""
    tables = dict(GameTable.objects.filter(club=club, slug__in=list(slugs)).values_list("pk", "slug"))
    people: dict[uuid.UUID, list[str]] = {}
    seats = Seated.objects.filter(sitting__table__in=tables).order_by("sitting__place")
    for table, name in seats.values_list("sitting__table", "person__name"):
        if name not in people.setdefault(tables[table], []):
            people[tables[table]].append(name)
    names = {slug: ", ".join(players) for slug, players in people.items()}
    places = RoundTable.objects.filter(game_table__in=tables).select_related("round__tournament")
    return names | {
        tables[place.game_table_id]: f"{place.round.tournament.name} · {place.round.number}/{place.number}"
        for place in places
        if place.game_table_id is not None
    }


def handle_club_file(request: HttpRequest) -> HttpResponse:
    """Show the files of the club; a POST begins one."""
    if request.method != "POST":
        return _render_page(request)
    try:
        file = start_file(_get_club(request), MakeForm(request.POST).parse()["key"])
    except BusyError:
        problem = gettext("Two files are already being created: please wait until one of them is ready.")
        return _render_page(request, problem=problem, status=409)
    except ValueError:
        return _render_page(request, problem=gettext("Something was lost on the way: please try again."), status=400)
    return redirect("club_file_made", key=file.key)


def show_made_file(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show the progress of a file; once ready, the file."""
    context = {"job": _find_file(request, key), "here": request.path}
    return render(request, "tarockclub/office/club_file/made.html", context)


def show_file_state(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return the progress of a file, for the script of its page."""
    file = _find_file(request, key)
    return JsonResponse({"state": file.state, "done": file.done, "of": file.of})


def send_club_file(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return a file that is ready; it contains everything that the club has."""
    file = _find_file(request, key)
    if not file.is_done:
        raise Http404
    if (asked := ask_for_password(request, back=request.path)) is not None:
        return asked
    if request.method == "GET":
        record_event(_get_club(request).pk, Kind.CLUB_WRITTEN, build_author(request))
    return build_download(file.load_file(), file.name, ZIP)


def send_set_aside_book(request: HttpRequest, number: int) -> HttpResponse:
    """Return a book that did not count, as text."""
    book = get_object_or_404(SetAsideBook, pk=number, club=_get_club(request))
    return build_download(book.text, f"{book.slug.hex[:8]}-{book.side}.jsonl", "application/jsonl; charset=utf-8")


def _get_club(request: HttpRequest) -> Club:
    return get_staff_account(request).club


def _find_file(request: HttpRequest, key: uuid.UUID) -> MadeFile:
    file = find_made_file(_get_club(request), str(key))
    if file is None:
        raise Http404
    return file


def _render_page(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Return the page of club files."""
    club = _get_club(request)
    context: dict[str, Any] = {
        "club": club,
        "key": uuid.uuid4(),
        "files": list_made_files(club),
        "books": list_set_aside(club),
        "problem": problem,
    }
    return render(request, "tarockclub/office/club_file/club_file.html", context, status=status)
