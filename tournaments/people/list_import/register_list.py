"""A list of people for the register."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tarockclub.kit.form_fields import IdField
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.server.apart.pool import run_apart
from tournaments.core import view_helpers
from tournaments.people.list_import.flow import ConfirmationForm, ListTarget, build_views
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import PersonCandidate, load_club_index, match_candidates
from tournaments.people.name_lists.choices import encode_rows, parse_choices, parse_rows
from tournaments.people.name_lists.columns import ListPerson
from tournaments.people.name_lists.file import parse_file_people, parse_text_people
from tournaments.people.register.services import add_people, find_last_number


class RegisterForm(ConfirmationForm):
    """The confirmed preview, and the last number in the register when it was shown."""

    seen = IdField()


class RegisterList(ListTarget[ListPerson]):
    """The club's register."""

    confirmation = RegisterForm

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.account = get_staff_account(request)

    @property
    def address(self) -> str:
        return reverse("register_list")

    def parse_text(self, text: str) -> list[ListPerson]:
        return run_apart(partial(parse_text_people, headed=True), text)

    def parse_file(self, raw: bytes) -> list[ListPerson]:
        return run_apart(partial(parse_file_people, headed=True), raw)

    def parse_confirmed(self, content: dict[str, Any]) -> list[ListPerson] | None:
        return None if content["seen"] is None else parse_rows(content["rows"])

    def match(self, rows: Sequence[ListPerson]) -> list[PersonCandidate]:
        return match_candidates(load_club_index(self.account.club_id, {}), rows)

    def write(self, rows: Sequence[ListPerson], content: dict[str, Any]) -> str:
        newcomers = parse_choices(self.match(rows), self.request.POST, numbers=False)
        new = add_people(self.account.club, newcomers, content["seen"], build_author(self.request))
        return f"{self.address}?new={new}"

    def render_list(self, context: dict[str, Any], status: int) -> HttpResponse:
        new = view_helpers.parse_ids([self.request.GET.get("new", "")])
        more = {"new": new[0] if new else None}
        return view_helpers.render_page(
            self.request, "tournaments/people/list_import/register.html", {**more, **context}, status
        )

    def render_preview(
        self, rows: Sequence[ListPerson], candidates: list[PersonCandidate], context: dict[str, Any], status: int
    ) -> HttpResponse:
        shown = {
            "told": [messages.build_preview_row(candidate) for candidate in candidates],
            "rows": encode_rows(rows),
            "seen": find_last_number(self.account.club_id),
        }
        return view_helpers.render_page(
            self.request, "tournaments/people/list_import/register_preview.html", {**shown, **context}, status
        )


handle_list, handle_file, handle_confirmation = build_views(RegisterList)
