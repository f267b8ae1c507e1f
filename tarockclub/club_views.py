"""The director's pages: the club's name, and who may log in."""

from django import forms
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tarockclub import accounts
from tarockclub.access import director_only, staff_of
from tarockclub.confirming import confirmed
from tarockclub.forms import AccountForm, ClubForm, NewPasswordForm, RightsForm
from tarockclub.lists import Column, List
from tarockclub.models import Account

form_methods = require_http_methods(["GET", "HEAD", "POST"])
ROLES = {Account.Role.DIRECTOR: gettext_lazy("Director"), Account.Role.SECRETARY: gettext_lazy("Secretary")}
ACCOUNTS = List(
    caption=gettext_lazy("Who may log in"),
    columns=(
        Column(
            "name",
            gettext_lazy("Name"),
            of="person__name",
            words=True,
            link=lambda one: reverse("account", kwargs={"number": one.pk}),
        ),
        Column("login", gettext_lazy("Log-in name")),
        Column("role", gettext_lazy("Role"), show=lambda role: ROLES[role]),
        Column(
            "is_active",
            gettext_lazy("Log-in"),
            show=lambda may: _("may log in") if may else _("may not log in"),
            latest=True,
        ),
    ),
    sort="-is_active",
    empty="",
    then=("role", "person__name", "pk"),
)


@form_methods
@director_only
def club_page(request: HttpRequest) -> HttpResponse:
    """The club's name, and the list of those who may log in."""
    club = staff_of(request).club
    form = ClubForm(request.POST if request.method == "POST" else None, initial={"name": club.name})
    if request.method == "POST" and form.is_valid():
        accounts.rename_club(club, form.cleaned_data["name"])
        return _saved("club")
    listed = ACCOUNTS.shown(request, Account.objects.filter(club=club))
    return _answered(request, "club", {"form": form, "list": listed})


@form_methods
@director_only
@confirmed
def new_account_page(request: HttpRequest) -> HttpResponse:
    """Give somebody access."""
    form = AccountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        club = staff_of(request).club
        try:
            accounts.create_account(club, data["name"], data["login"], data["password"], data["role"])
        except accounts.LoginTaken:
            form.add_error("login", _("This log-in name is already taken: please choose another one."))
        else:
            return _saved("club")
    return _answered(request, "new_account", {"form": form})


@form_methods
@director_only
@confirmed
def account_page(request: HttpRequest, number: int) -> HttpResponse:
    """What somebody may do."""
    other = _account(request, number)
    form = _rights_form(request, other)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            accounts.change_rights(other, role=data["role"], active=data["active"])
        except accounts.LastDirector:
            form.add_error(None, _("This is the last director: make somebody else a director first."))
        else:
            return _saved("club")
    return _answered(request, "account", {"form": form, "passwords": NewPasswordForm(), "other": other})


@form_methods
@director_only
@confirmed
def account_password_page(request: HttpRequest, number: int) -> HttpResponse:
    """Give somebody another password."""
    other = _account(request, number)
    if request.method != "POST":
        return redirect("account", number=number)
    form = NewPasswordForm(request.POST)
    if form.is_valid():
        accounts.set_password(other, form.cleaned_data["password"])
        if other == staff_of(request):
            update_session_auth_hash(request, other)
        return _saved("club")
    context = {"form": _rights_form(None, other), "passwords": form, "other": other}
    return _answered(request, "account", {**context, "here": reverse("account", args=[number])})


def _account(request: HttpRequest, number: int) -> Account:
    """An account of the own club, or 404."""
    return get_object_or_404(Account, pk=number, club=staff_of(request).club)


def _rights_form(request: HttpRequest | None, other: Account) -> RightsForm:
    posted = request.POST if request is not None and request.method == "POST" else None
    return RightsForm(posted, initial={"role": other.role, "active": other.is_active})


def _saved(name: str) -> HttpResponse:
    """Lead to a page that says that something was saved."""
    return redirect(f"{reverse(name)}?saved=1")


def _answered(request: HttpRequest, page: str, context: dict[str, object]) -> HttpResponse:
    """The page, with what is wrong in its forms."""
    sent = (form for form in context.values() if isinstance(form, forms.Form))
    wrong = any(form.is_bound and form.errors for form in sent)
    context = {"here": request.path, **context}
    return render(request, f"tarockclub/{page}.html", context, status=400 if wrong else 200)
