"""The way in and out: set-up at the first start, log-in, log-out, another password for oneself."""

from django import forms
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tarockclub.accounts import authentication, confirmation, second_factor, services, sessions
from tarockclub.accounts.confirmation import confirmed
from tarockclub.accounts.forms import (
    AccountForm,
    ClubForm,
    CodeForm,
    LoginForm,
    NewPasswordForm,
    OwnPasswordForm,
    RightsForm,
    SetupForm,
)
from tarockclub.accounts.messages import wait_sentence
from tarockclub.accounts.permissions import account_of, director_only, is_set_up, own_address, staff_of, staff_only
from tarockclub.accounts.rate_limits import MOST_FOR_ONE, MOST_FROM_ADDRESS, Scope, TooMany, address_of, attempt, scope
from tarockclub.models import Account
from tarockclub.tables import Column, List

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@form_methods
@never_cache
def log_in_page(request: HttpRequest) -> HttpResponse:
    """Ask for log-in name and password."""
    wanted = own_address(request, request.POST.get("next") or request.GET.get("next") or "")
    if account_of(request) is not None:
        return HttpResponseRedirect(wanted)
    if not is_set_up():
        return redirect("setup")
    form = LoginForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _asked(request, "log_in", form, status=200, wanted=wanted)
    if not form.is_valid():
        return _asked(request, "log_in", form, wanted=wanted)
    try:
        account = authentication.checked(request, form.cleaned_data["login"], form.cleaned_data["password"])
    except TooMany as refused:
        return _told_to_wait(request, "log_in", form, refused, wanted)
    if account is None:
        form.add_error(None, _("Log-in name and password do not match."))
        return _asked(request, "log_in", form, wanted=wanted)
    if second_factor.factor_of(account) is not None:
        return _code_asked(request, CodeForm(), authentication.proof_of(account), wanted)
    return _let_in(request, account, wanted)


@form_methods
@never_cache
def log_in_code_page(request: HttpRequest) -> HttpResponse:
    """Ask for the code of the second factor, from whoever has just given the right password."""
    wanted, proof = own_address(request, request.POST.get("next", "")), request.POST.get("proof", "")
    account = authentication.proved(proof)
    if account is None:
        return redirect("log_in")
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _code_asked(request, form, proof, wanted, 400)
    try:
        passed = authentication.code_counts(account, form.cleaned_data["code"])
    except TooMany as refused:
        form.add_error(None, wait_sentence(refused))
        response = _code_asked(request, form, proof, wanted, 429)
        response.headers["Retry-After"] = str(60 * refused.minutes)
        return response
    if not passed:
        form.add_error("code", _("This code is not valid (any more): each works only once. Wait for the next one."))
        return _code_asked(request, form, proof, wanted, 400)
    return _let_in(request, account, wanted)


def _code_asked(request: HttpRequest, form: forms.Form, proof: str, wanted: str, status: int = 200) -> HttpResponse:
    context = {"form": form, "proof": proof, "next": wanted, "here": reverse("log_in")}
    return render(request, "tarockclub/accounts/log_in_code.html", context, status=status)


@form_methods
@never_cache
def log_out_page(request: HttpRequest) -> HttpResponse:
    """Log out; whoever opens the address by its line in the browser stays logged in."""
    if request.method == "POST":
        logout(request)
    return redirect("home")


@form_methods
@never_cache
def setup_page(request: HttpRequest) -> HttpResponse:
    """Ask for the code that the server has printed, the club, and its first director."""
    if is_set_up():
        return redirect("log_in")
    form = SetupForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _asked(request, "setup", form, status=200)
    if not form.is_valid():
        return _asked(request, "setup", form)
    try:
        account = attempt(_setup_scopes(request), lambda: _set_up(form))
    except TooMany as refused:
        return _told_to_wait(request, "setup", form, refused)
    except services.AlreadySetUp:
        return render(request, "tarockclub/accounts/was_set_up.html", status=409)
    if account is None:
        form.add_error("code", _("This code is not valid (any more). Please check where the program was started."))
        return _asked(request, "setup", form)
    return _let_in(request, account, reverse("home"))


def _setup_scopes(request: HttpRequest) -> list[Scope]:
    return [
        scope("setup", address_of(request), MOST_FOR_ONE),
        scope("setup", "everywhere", MOST_FROM_ADDRESS),
    ]


def _set_up(form: SetupForm) -> Account | None:
    data = form.cleaned_data
    try:
        return services.set_up(data["code"], data["club"], data["name"], data["login"], data["password"])
    except services.NoSuchCode:
        return None


@form_methods
@staff_only
def confirm_page(request: HttpRequest) -> HttpResponse:
    """Ask for the password once more before something dangerous, and lead there."""
    wanted = own_address(request, request.POST.get("next") or request.GET.get("next") or "")

    def ask(request: HttpRequest, form: forms.Form, status: int) -> HttpResponse:
        context = {"form": form, "sent": [("next", wanted)], "address": request.path, "here": request.path}
        return render(request, "tarockclub/accounts/confirm.html", {**context, "opened": True}, status=status)

    if request.method != "POST":
        return ask(request, confirmation.ConfirmForm(), 200)
    return confirmation.answer(request, ask) or HttpResponseRedirect(wanted)


@form_methods
@staff_only
def own_password_page(request: HttpRequest) -> HttpResponse:
    """Take another password for oneself."""
    account = staff_of(request)
    form = OwnPasswordForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _asked(request, "own_password", form, status=200)
    if not form.is_valid():
        return _asked(request, "own_password", form)
    try:
        same = authentication.checked(request, account.login, form.cleaned_data["old"])
    except TooMany as refused:
        return _told_to_wait(request, "own_password", form, refused)
    if same is None:
        form.add_error("old", _("This is not your password."))
        return _asked(request, "own_password", form)
    services.set_password(account, form.cleaned_data["password"])
    update_session_auth_hash(request, account)
    confirmation.confirm(request.session)
    return render(request, "tarockclub/accounts/own_password.html", {"changed": True})


def _let_in(request: HttpRequest, account: Account, wanted: str) -> HttpResponse:
    """Log somebody in and lead him where he wanted to go."""
    sessions.begin(request, account)
    confirmation.confirm(request.session)
    response = HttpResponseRedirect(wanted)
    authentication.remember(request, response, account)
    return response


def _asked(request: HttpRequest, page: str, form: forms.Form, status: int = 400, wanted: str = "") -> HttpResponse:
    """The page with its form, and what is wrong with it."""
    context = {"form": form, "here": request.path, "next": wanted}
    return render(request, f"tarockclub/accounts/{page}.html", context, status=status)


def _told_to_wait(
    request: HttpRequest, page: str, form: forms.Form, refused: TooMany, wanted: str = ""
) -> HttpResponse:
    """The page with how long to wait."""
    form.add_error(None, wait_sentence(refused))
    response = _asked(request, page, form, 429, wanted)
    response.headers["Retry-After"] = str(60 * refused.minutes)
    return response


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
        services.rename_club(club, form.cleaned_data["name"])
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
            services.create_account(club, data["name"], data["login"], data["password"], data["role"])
        except services.LoginTaken:
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
            services.change_rights(other, role=data["role"], active=data["active"])
        except services.LastDirector:
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
        services.set_password(other, form.cleaned_data["password"])
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
    return render(request, f"tarockclub/accounts/{page}.html", context, status=400 if wrong else 200)
