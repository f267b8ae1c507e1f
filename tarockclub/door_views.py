"""The way in and out: set-up at the first start, log-in, log-out, another password for oneself."""

from django import forms
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tarockclub import accounts, first_start, log_in, sessions
from tarockclub.access import account_of, is_set_up, staff_of, staff_only
from tarockclub.attempts import MOST_FOR_ONE, MOST_FROM_ADDRESS, Scope, TooMany, address_of, attempt, scope
from tarockclub.forms import LoginForm, OwnPasswordForm, SetupForm
from tarockclub.models import Account

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
        account = log_in.checked(request, form.cleaned_data["login"], form.cleaned_data["password"])
    except TooMany as refused:
        return _told_to_wait(request, "log_in", form, refused, wanted)
    if account is None:
        form.add_error(None, _("Log-in name and password do not belong together."))
        return _asked(request, "log_in", form, wanted=wanted)
    return _let_in(request, account, wanted)


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
    except first_start.AlreadySetUp:
        return render(request, "tarockclub/was_set_up.html", status=409)
    if account is None:
        form.add_error("code", _("This code does not count (any more). Please look where the program was started."))
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
        return first_start.set_up(data["code"], data["club"], data["name"], data["login"], data["password"])
    except first_start.NoSuchCode:
        return None


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
        same = log_in.checked(request, account.login, form.cleaned_data["old"])
    except TooMany as refused:
        return _told_to_wait(request, "own_password", form, refused)
    if same is None:
        form.add_error("old", _("This is not your password."))
        return _asked(request, "own_password", form)
    accounts.set_password(account, form.cleaned_data["password"])
    update_session_auth_hash(request, account)
    return render(request, "tarockclub/own_password.html", {"changed": True})


def _let_in(request: HttpRequest, account: Account, wanted: str) -> HttpResponse:
    """Log somebody in and lead him where he wanted to go."""
    sessions.begin(request, account)
    response = HttpResponseRedirect(wanted)
    log_in.remember(request, response, account)
    return response


def _asked(request: HttpRequest, page: str, form: forms.Form, status: int = 400, wanted: str = "") -> HttpResponse:
    """The page with its form, and what is wrong with it."""
    context = {"form": form, "here": request.path, "next": wanted}
    return render(request, f"tarockclub/{page}.html", context, status=status)


def _told_to_wait(
    request: HttpRequest, page: str, form: forms.Form, refused: TooMany, wanted: str = ""
) -> HttpResponse:
    """The page with how long to wait."""
    text = ngettext(
        "Too many attempts have failed. Please wait for %(minutes)s minute.",
        "Too many attempts have failed. Please wait for %(minutes)s minutes.",
        refused.minutes,
    )
    form.add_error(None, text % {"minutes": refused.minutes})
    response = _asked(request, page, form, 429, wanted)
    response.headers["Retry-After"] = str(60 * refused.minutes)
    return response


def own_address(request: HttpRequest, wanted: str) -> str:
    """Where to lead somebody: to an address of this site, else to the first page."""
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe and wanted.startswith("/") and not wanted.startswith("//") else reverse("home")
