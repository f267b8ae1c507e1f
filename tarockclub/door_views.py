"""The way in and out: set-up at the first start, log-in, log-out, another password for oneself."""

from django import forms
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tarockclub import accounts, confirming, first_start, log_in, second_factor, sessions
from tarockclub.access import account_of, is_set_up, own_address, staff_of, staff_only
from tarockclub.attempts import MOST_FOR_ONE, MOST_FROM_ADDRESS, Scope, TooMany, address_of, attempt, scope
from tarockclub.forms import CodeForm, LoginForm, OwnPasswordForm, SetupForm
from tarockclub.models import Account
from tarockclub.waiting import wait_sentence

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
        form.add_error(None, _("Log-in name and password do not match."))
        return _asked(request, "log_in", form, wanted=wanted)
    if second_factor.factor_of(account) is not None:
        return _code_asked(request, CodeForm(), log_in.proof_of(account), wanted)
    return _let_in(request, account, wanted)


@form_methods
@never_cache
def log_in_code_page(request: HttpRequest) -> HttpResponse:
    """Ask for the code of the second factor, from whoever has just given the right password."""
    wanted, proof = own_address(request, request.POST.get("next", "")), request.POST.get("proof", "")
    account = log_in.proved(proof)
    if account is None:
        return redirect("log_in")
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _code_asked(request, form, proof, wanted, 400)
    try:
        passed = log_in.code_counts(account, form.cleaned_data["code"])
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
    return render(request, "tarockclub/log_in_code.html", context, status=status)


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
        return first_start.set_up(data["code"], data["club"], data["name"], data["login"], data["password"])
    except first_start.NoSuchCode:
        return None


@form_methods
@staff_only
def confirm_page(request: HttpRequest) -> HttpResponse:
    """Ask for the password once more before something dangerous, and lead there."""
    wanted = own_address(request, request.POST.get("next") or request.GET.get("next") or "")

    def ask(request: HttpRequest, form: forms.Form, status: int) -> HttpResponse:
        context = {"form": form, "sent": [("next", wanted)], "address": request.path, "here": request.path}
        return render(request, "tarockclub/confirm.html", {**context, "opened": True}, status=status)

    if request.method != "POST":
        return ask(request, confirming.ConfirmForm(), 200)
    return confirming.answer(request, ask) or HttpResponseRedirect(wanted)


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
    confirming.confirm(request.session)
    return render(request, "tarockclub/own_password.html", {"changed": True})


def _let_in(request: HttpRequest, account: Account, wanted: str) -> HttpResponse:
    """Log somebody in and lead him where he wanted to go."""
    sessions.begin(request, account)
    confirming.confirm(request.session)
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
    form.add_error(None, wait_sentence(refused))
    response = _asked(request, page, form, 429, wanted)
    response.headers["Retry-After"] = str(60 * refused.minutes)
    return response
