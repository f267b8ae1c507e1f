"""The director's pages of the programs that may use the API: creating, listing and ending their tokens."""

import uuid

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column, List
from tarockclub.kit.time_source import now
from tarockclub.models import Account, ApiToken
from tarockclub.platform.accounts import api_tokens
from tarockclub.platform.accounts.authentication import require_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import NameField
from tarockclub.platform.accounts.permissions import ROLE_NAMES, get_staff_account

LIFETIMES = ((2, gettext_lazy("two days")), (30, gettext_lazy("30 days")), (365, gettext_lazy("a year")))


class TokenForm(forms.Form):
    """The name, role and lifetime of a program's token."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    client = NameField(
        label=gettext_lazy("Name of the program"),
        help_text=gettext_lazy("A name by which you will recognise it, such as “Display in the hall”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Rights"), choices=tuple(ROLE_NAMES.items()), initial=Account.Role.WATCHER
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), choices=LIFETIMES, coerce=int, initial=30)


def _format_state(token: ApiToken) -> str:
    if token.ended is not None:
        return _("ended")
    return _("expired") if token.expires <= now() else _("valid")


def _format_end(token: ApiToken) -> str | None:
    return None if token.ended is not None else _("End")


def _get_end_address(token: ApiToken) -> str:
    return "" if token.ended is not None else reverse("end_api_token", args=[token.pk])


CLIENTS = List(
    caption=gettext_lazy("Programs"),
    columns=(
        Column("client", gettext_lazy("Program"), words=True),
        Column("role", gettext_lazy("Rights"), show=lambda role: ROLE_NAMES[Account.Role(role)]),
        Column("by", gettext_lazy("For"), of="account__person__name", words=True),
        Column("expires", gettext_lazy("Valid until"), show=format_day, latest=True),
        Column("used", gettext_lazy("Last used"), show=format_day, latest=True),
        Column("state", gettext_lazy("State"), of=_format_state, sorts=False),
        Column("end", gettext_lazy("End"), of=_format_end, link=_get_end_address, sorts=False, hidden=True),
    ),
    sort="-expires",
    empty=gettext_lazy("No program may use the API yet."),
)


def show_clients(request: HttpRequest) -> HttpResponse:
    """Show the programs that may use the API for the club."""
    listed = ApiToken.objects.filter(account__club=get_staff_account(request).club).select_related("account__person")
    return render(
        request, "tarockclub/platform/api/clients.html", {"list": CLIENTS.build_page(request, listed.order_by("pk"))}
    )


@never_cache
@require_password
def handle_new_client(request: HttpRequest) -> HttpResponse:
    """Create a token; its secret is shown here and never again."""
    fresh = {"key": str(uuid.uuid4())}
    if request.method != "POST":
        return render(request, "tarockclub/platform/api/new_client.html", {"form": TokenForm(initial=fresh)})
    form = TokenForm(request.POST)
    status = 400
    if form.is_valid():
        data, who = form.cleaned_data, build_author(request)
        try:
            pair = api_tokens.create_token(
                get_staff_account(request), data["client"], data["role"], data["days"], data["key"], who
            )
        except api_tokens.OtherToken:
            form.add_error(None, _("This page has already created another token: please send it again."))
            status = 422
        else:
            return render(request, "tarockclub/platform/api/made_client.html", {"token": pair[0], "secret": pair[1]})
    form.data = {name: form.data[name] for name in form.data} | fresh
    return render(request, "tarockclub/platform/api/new_client.html", {"form": form}, status=status)


def handle_client_end(request: HttpRequest, number: int) -> HttpResponse:
    """Confirm and perform the end of a token."""
    token = get_object_or_404(ApiToken, pk=number, account__club=get_staff_account(request).club)
    if request.method == "POST":
        api_tokens.end_token(token, build_author(request))
        return redirect(f"{reverse('api_tokens')}?saved=1")
    return render(request, "tarockclub/platform/api/end_client.html", {"token": token})
