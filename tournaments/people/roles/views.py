"""The page of who helps in a tournament, its form, and the first page of those who have a role there only."""

import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tarockclub.models import Account
from tarockclub.platform.accounts.authentication import require_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import build_role_choices
from tarockclub.platform.accounts.permissions import find_rights, format_role, get_staff_account
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core import view_helpers
from tournaments.models import Season, Tournament
from tournaments.people.roles.selectors import (
    give_role,
    list_cash_boxes,
    list_helpers,
    list_own_roles,
    list_role_candidates,
    list_staff,
)


class RoleForm(forms.Form):
    """An account and its role; with `ends`, the role is taken away."""

    field_class = "setting"
    account = forms.TypedChoiceField(label=_("Who"), coerce=int)
    role = forms.ChoiceField(label=_("Role in this tournament"), choices=build_role_choices(), widget=forms.RadioSelect)

    def __init__(self, candidates: list[Account], *given: Any, ends: bool = False, **options: Any) -> None:
        super().__init__(*given, **options)
        self.fields["account"].choices = [(other.pk, INSIDE.name_person(other.person)) for other in candidates]  # type: ignore[attr-defined]
        self.fields["role"].required = not ends


@require_password
def handle_roles(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show who helps in a tournament; POST gives a role, or takes one away."""
    tournament = view_helpers.find_own_tournament(request, slug)
    candidates = list_role_candidates(tournament)
    if request.method != "POST":
        return _render_page(request, tournament, candidates, RoleForm(candidates))
    ends = "end" in request.POST
    form = RoleForm(candidates, request.POST, ends=ends)
    if not form.is_valid():
        return _render_page(request, tournament, candidates, form, 400)
    content = form.cleaned_data
    other = next(account for account in candidates if account.pk == content["account"])
    give_role(tournament, other, "" if ends else content["role"], build_author(request))
    return view_helpers.redirect_saved("tournament_roles", slug=slug)


def _render_page(
    request: HttpRequest, tournament: Tournament, candidates: list[Account], form: RoleForm, status: int = 200
) -> HttpResponse:
    helpers = list_helpers(tournament)
    context = {
        "tournament": tournament,
        "helpers": [(row, format_role(row.role)) for row in helpers],
        "staff": [(account.person.name, format_role(account.role)) for account in list_staff(tournament)],
        "form": form if candidates else None,
        "makes_accounts": find_rights(request).has_for_club(Right.DIRECT),
    }
    return view_helpers.render_page(request, "tournaments/people/roles/roles.html", context, status)


def show_helpers_page(request: HttpRequest) -> HttpResponse:
    """Show somebody without the evenings of the club the tournaments with a role there, or all cash boxes."""
    account = get_staff_account(request)
    context: dict[str, Any] = {"roles": list_own_roles(account)}
    if find_rights(request).has_for_club(Right.CASH):
        context |= {
            "keeps_cash": True,
            "boxes": list_cash_boxes(account.club_id),
            "seasons": Season.objects.filter(club=account.club_id).order_by("-made", "-pk"),
            "archived": list_cash_boxes(account.club_id, archived=True),
        }
    return view_helpers.render_page(request, "tournaments/people/roles/helper.html", context)
