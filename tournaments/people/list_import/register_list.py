"""A list of people for the register, and what the club keeps of its lists."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tarockclub.kit.form_fields import IdField, PostedForm
from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.people import Purpose
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tournaments.core import view_helpers
from tournaments.models import ListColumns, Spelling
from tournaments.people.list_import.flow import AS_RECOGNISED, ConfirmationForm, ListTarget, build_views
from tournaments.people.list_import.page import KINDS, Preview
from tournaments.people.name_lists.candidates import EntrantIndex, load_club_index
from tournaments.people.name_lists.choices import parse_choices
from tournaments.people.register.services import add_people, find_last_number

REGISTER_KINDS = kinds_of.NAMES | {
    kinds_of.TOWN,
    kinds_of.PLAYER_NUMBER,
    kinds_of.FEDERATION_NUMBER,
    kinds_of.CATEGORIES,
    kinds_of.BIRTH_YEAR,
    kinds_of.EMAIL,
    kinds_of.PHONE,
    kinds_of.CONTACT,
}


class RegisterForm(ConfirmationForm):
    """The confirmed preview, and the last number in the register when it was shown."""

    seen = IdField()


class RegisterList(ListTarget):
    """The club's register."""

    confirmation = RegisterForm

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.account = get_staff_account(request)
        self.club = self.account.club_id

    @property
    def address(self) -> str:
        return reverse("register_list")

    def build_purpose(self, known: frozenset[str]) -> Purpose:
        return Purpose(REGISTER_KINDS, known_names=known)

    def load_index(self) -> EntrantIndex:
        index = load_club_index(self.club, {})
        return index._replace(there=frozenset(index.persons))

    def write(self, preview: Preview, content: dict[str, Any]) -> str:
        if content["seen"] is None:  # no page has sent this
            return self.address
        newcomers = parse_choices(preview.candidates, self.request.POST, numbers=False)
        new = add_people(self.account.club, newcomers, content["seen"], build_author(self.request))
        return f"{self.address}?new={new}"

    def render_list(self, context: dict[str, Any], status: int) -> HttpResponse:
        new = view_helpers.parse_ids([self.request.GET.get("new", "")])
        details = {"new": new[0] if new else None}
        return view_helpers.render_page(
            self.request, "tournaments/people/list_import/register.html", {**details, **context}, status
        )

    def render_preview(self, preview: Preview, context: dict[str, Any], status: int) -> HttpResponse:
        details = {"seen": find_last_number(self.club)}
        return view_helpers.render_page(
            self.request, "tournaments/people/list_import/register_preview.html", {**details, **context}, status
        )


handle_list, handle_file, handle_confirmation = build_views(RegisterList)


class ForgetForm(PostedForm):
    """The columns of a list, or the spelling, that is to be forgotten."""

    columns = IdField()
    spelling = IdField()


def handle_kept(request: HttpRequest) -> HttpResponse:
    """Show what is kept; POST forgets some of it."""
    club = get_staff_account(request).club_id
    columns = ListColumns.objects.filter(club=club).order_by("-pk")
    spellings = Spelling.objects.filter(club=club).select_related("person__merged_into").order_by("name")
    if request.method == "POST":
        content = ForgetForm(request.POST).parse()
        columns.filter(pk=content["columns"]).delete()
        spellings.filter(pk=content["spelling"]).delete()
        return view_helpers.redirect_saved("kept_lists")
    context = {"columns": list(map(_build_columns_row, columns)), "spellings": spellings}
    return view_helpers.render_page(request, "tournaments/people/list_import/kept.html", context)


def _build_columns_row(kept: ListColumns) -> dict[str, Any]:
    pairs = zip(kept.headings.split("\n"), kept.kinds.split(","), strict=False)
    chosen = [(heading or "–", KINDS.get(kind, "–")) for heading, kind in pairs if kind != AS_RECOGNISED]
    return {"pk": kept.pk, "pairs": chosen}
