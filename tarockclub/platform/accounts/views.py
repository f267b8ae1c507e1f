"""Set-up at the first start, log-in, log-out, accounts, a new password, and one's own devices and programs."""

import contextlib
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.account.utils import perform_login
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib.auth import logout
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, get_script_prefix, resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tarockclub.kit.preferences import check_own_address
from tarockclub.kit.tables import Column, List
from tarockclub.kit.time_source import now
from tarockclub.models import Account, ApiToken
from tarockclub.platform.accounts import api_tokens, authentication, services, sessions
from tarockclub.platform.accounts.authentication import require_password
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import (
    AccountForm,
    EndForm,
    LoginForm,
    NewPasswordForm,
    NextForm,
    OwnPasswordForm,
    RightsForm,
    SetupForm,
)
from tarockclub.platform.accounts.permissions import (
    find_account,
    find_rights,
    format_missing_right,
    format_role,
    format_wait,
    get_staff_account,
    is_set_up,
)
from tarockclub.platform.accounts.rate_limits import (
    MOST_FOR_ONE,
    MOST_FROM_ADDRESS,
    AttemptScope,
    TooMany,
    attempt,
    build_scope,
    count_wrong_link,
    get_client_address,
)
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.second_factor.views import may_use_passkeys
from tarockclub.platform.clubs.current_club import find_current_club, list_open_clubs
from tarockclub.platform.clubs.federations import may_have_federation
from tarockclub.platform.clubs.middleware import enter_found_club
from tarockclub.platform.clubs.scope import enter_all_clubs


@never_cache
def handle_log_in(request: HttpRequest) -> HttpResponse:
    """Ask for log-in name and password."""
    target = _find_wanted(request)
    if find_account(request) is not None:
        return HttpResponseRedirect(target)
    if not is_set_up():
        return redirect("setup")
    club = find_current_club(request)
    if club is None:
        return _ask_for_club(request, target)
    form = LoginForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _render_form(request, "log_in", form, address=target)
    try:
        data = form.cleaned_data
        account = authentication.check_password(request, club, data["login"], data["password"])
    except TooMany as refused:
        return _render_wait(request, "log_in", form, refused, target)
    if account is None:
        form.add_error(None, _("Log-in name and password do not match."))
        return _render_form(request, "log_in", form, address=target)
    return _log_in(request, account, target)


def _ask_for_club(request: HttpRequest, address: str) -> HttpResponse:
    """Ask to which of several clubs somebody belongs; each has its own log-in page."""
    asks = f"{reverse('log_in')[1:]}?{urlencode({'next': address})}"
    return render(request, "tarockclub/platform/accounts/which_club.html", {"clubs": list_open_clubs(), "asks": asks})


def _find_wanted(request: HttpRequest) -> str:
    """Return the address of the page that is wanted afterwards."""
    return check_own_address(request, NextForm(request.POST).parse()["next"] or request.GET.get("next") or "")


@never_cache
def handle_log_out(request: HttpRequest) -> HttpResponse:
    """Log out; a GET of the address, say by typing it, changes nothing."""
    if request.method == "POST":
        logout(request)
    return redirect("home")


@never_cache
def handle_setup(request: HttpRequest) -> HttpResponse:
    """Ask for the code printed by the server, the club's name, and its first director."""
    if is_set_up():
        return redirect("log_in")
    form = SetupForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _render_form(request, "setup", form)
    try:
        account = attempt(_build_setup_scopes(request), lambda: _set_up_club(request, form))
    except TooMany as refused:
        return _render_wait(request, "setup", form, refused)
    except services.AlreadySetUp:
        return render(request, "tarockclub/platform/accounts/was_set_up.html", status=409)
    if account is None:
        form.add_error("code", _("This code is not valid (any more). Please check where the program was started."))
        return _render_form(request, "setup", form)
    return _log_in(request, account, reverse("home"))


def _build_setup_scopes(request: HttpRequest) -> list[AttemptScope]:
    return [
        build_scope("setup", get_client_address(request), MOST_FOR_ONE),
        build_scope("setup", "everywhere", MOST_FROM_ADDRESS),
    ]


def _set_up_club(request: HttpRequest, form: SetupForm) -> Account | None:
    data, who = form.cleaned_data, build_author(request)
    try:
        return services.set_up_club(data["code"], data["club"], data["name"], data["login"], data["password"], who)
    except services.NoSuchCode:
        return None


def handle_confirmation(request: HttpRequest) -> HttpResponse:
    """Ask for the password again before a dangerous act, and lead there."""
    target = _find_wanted(request)

    def ask(request: HttpRequest, form: forms.Form, status: int) -> HttpResponse:
        context = {"form": form, "sent": [("next", target)], "address": request.path, "here": request.path}
        context |= {"opened": True, "is_file_lost": authentication.FILE_LOST in request.GET}
        _show_place_of(request, target)
        return render(request, "tarockclub/platform/accounts/confirm.html", context, status=status)

    if request.method != "POST":
        return ask(request, authentication.ConfirmForm(), 200)
    return authentication.handle_password(request, ask) or HttpResponseRedirect(target)


def _show_place_of(request: HttpRequest, address: str) -> None:
    """Let the trail and the help be those of the page that is wanted."""
    with contextlib.suppress(Resolver404):
        request.resolver_match = resolve(f"/{urlsplit(address).path.removeprefix(get_script_prefix())}")


def handle_own_password(request: HttpRequest) -> HttpResponse:
    """Change the user's own password."""
    account = get_staff_account(request)
    has_factor = Authenticator.objects.filter(user=account).exists()
    form = OwnPasswordForm(request.POST if request.method == "POST" else None, has_factor=has_factor)
    if not form.is_valid():
        return _render_form(request, "own_password", form)
    try:
        owner = authentication.check_password(request, account.club, account.login, form.cleaned_data["old"])
    except TooMany as refused:
        return _render_wait(request, "own_password", form, refused)
    if owner is None:
        form.add_error("old", _("This is not your password."))
        return _render_form(request, "own_password", form)
    data, who = form.cleaned_data, build_author(request)
    keeps = data.get("keeps", False)
    services.set_password(account, data["password"], who, keeps_factor=keeps)
    sessions.keep_session(request, account)
    authentication.note_confirmation(request.session)
    context = {"changed": True, "is_factor_over": has_factor and not keeps}
    return render(request, "tarockclub/platform/accounts/own_password.html", context)


@never_cache
def handle_first_password(request: HttpRequest, number: int, token: str) -> HttpResponse:
    """Let the owner of a new account set its password, by the link that whoever created it has sent."""
    page = "tarockclub/platform/accounts/first_password.html"
    with enter_all_clubs():
        account = Account.objects.select_related("club", "person").filter(pk=number).first()
    if account is None or not services.may_set_first_password(account, token):
        count_wrong_link(request, "first_password")
        return render(request, page, status=404)
    enter_found_club(request, account.club_id)
    form = NewPasswordForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        password = make_password(form.cleaned_data["password"])
        services.set_first_password(account, token, password, build_author(request))
        return redirect("log_in")  # also if somebody else with the link was quicker
    return render(request, page, {"form": form, "invited": account}, status=400 if form.is_bound else 200)


def _log_in(request: HttpRequest, account: Account, address: str) -> HttpResponse:
    """Log a user in and lead them to the page they wanted, by way of the second factor if they have one."""
    facts = authentication.note_given_password(account)
    response: HttpResponse = perform_login(request, account, redirect_url=address, signal_kwargs=facts)
    return response


def _render_form(
    request: HttpRequest, page: str, form: forms.Form, address: str = "", status: int = 400
) -> HttpResponse:
    """Return the page with its form and mistakes; `status`: of a form that was sent."""
    context = {"form": form, "here": request.path, "next": address, "may_use_passkeys": may_use_passkeys(request)}
    status = status if form.is_bound else 200
    return render(request, f"tarockclub/platform/accounts/{page}.html", context, status=status)


def _render_wait(
    request: HttpRequest, page: str, form: forms.Form, refused: TooMany, address: str = ""
) -> HttpResponse:
    """Return the page with the waiting time."""
    form.add_error(None, format_wait(refused))
    response = _render_form(request, page, form, address, 429)
    response.headers["Retry-After"] = str(60 * refused.minutes)
    return response


ACCOUNTS = List(
    caption=gettext_lazy("Who may log in"),
    columns=(
        Column(
            "name",
            gettext_lazy("Name"),
            of="person__name",
            words=True,
            link=lambda account: reverse("account", kwargs={"number": account.pk}),
        ),
        Column("login", gettext_lazy("Log-in name")),
        Column("role", gettext_lazy("Role"), show=format_role),
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


def show_club(request: HttpRequest) -> HttpResponse:
    """Show the club's accounts, and the pages that are about it."""
    club = get_staff_account(request).club
    accounts = Account.objects.filter(club=club, person__erased=None)
    has_barred = accounts.filter(is_active=False).exists()  # else all of a column would be the same
    shown = ACCOUNTS if has_barred else replace(ACCOUNTS, columns=ACCOUNTS.columns[:-1], sort="name")
    context = {"list": shown.build_page(request, accounts), "has_federation": may_have_federation(club)}
    return render(request, "tarockclub/platform/accounts/club.html", context)


@require_password
def handle_new_account(request: HttpRequest) -> HttpResponse:
    """Create an account."""
    form = AccountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        data, who = form.cleaned_data, build_author(request)
        club = get_staff_account(request).club
        try:
            services.create_account(club, data["name"], data["login"], data["password"], data["role"], who)
        except services.LoginTaken:
            form.add_error("login", _("This log-in name is already taken: please choose another one."))
        else:
            return _redirect_saved("club")
    return _render_checked(request, "new_account", {"form": form})


@require_password
def handle_account(request: HttpRequest, number: int) -> HttpResponse:
    """Show or change the rights of an account, or end all that lets it in beside its password."""
    other = _find_account(request, number)
    is_locked = _must_leave_host(request, other)
    if request.method == "POST" and EndForm(request.POST).parse()["end"]:
        key = request.session.session_key if other == get_staff_account(request) else None
        services.end_access(other, build_author(request), but=key)
        return redirect(f"{reverse('account', args=[number])}?saved=1")
    form = _build_rights_form(request, other)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.change_rights(other, role=data["role"], active=data["active"], who=build_author(request))
        except services.LastDirector:
            form.add_error(None, _("This is the last director: make somebody else a director first."))
        except services.LastHost:
            form.add_error(None, _("Somebody has to look after the installation: name another host first."))
        else:
            return _redirect_saved("club")
    context = {"form": form, "passwords": NewPasswordForm(), "is_locked": is_locked, **_list_keys(other)}
    return _render_checked(request, "account", context)


def _list_keys(other: Account) -> dict[str, Any]:
    """Return an account, and what lets it in beside its password."""
    return {
        "other": other,
        "factors": Authenticator.objects.filter(user=other).exclude(type=Authenticator.Type.RECOVERY_CODES),
        "places": len(sessions.list_places(other, None)),
        "programs": ApiToken.objects.filter(account=other, ended=None, expires__gt=now()).count(),
    }


@require_password
def handle_account_password(request: HttpRequest, number: int) -> HttpResponse:
    """Set a new password for an account."""
    other = _find_account(request, number)
    if request.method != "POST":
        return redirect("account", number=number)
    _must_leave_host(request, other)
    form = NewPasswordForm(request.POST)
    if form.is_valid():
        services.set_password(other, form.cleaned_data["password"], build_author(request))
        if other == get_staff_account(request):
            sessions.keep_session(request, other)
        return _redirect_saved("club")
    context = {"form": _build_rights_form(None, other), "passwords": form, **_list_keys(other)}
    return _render_checked(request, "account", {**context, "here": reverse("account", args=[number])})


def _find_account(request: HttpRequest, number: int) -> Account:
    """Return an account of the user's club, or raise 404."""
    return get_object_or_404(Account, pk=number, club=get_staff_account(request).club)


def _must_leave_host(request: HttpRequest, other: Account) -> bool:
    """Return whether an account is closed to this user: a host's is changed by hosts alone; refuse a form about it."""
    is_locked = other.is_host and not find_rights(request).has(Right.HOST)
    if is_locked and request.method == "POST":
        raise PermissionDenied(format_missing_right(Right.HOST))
    return is_locked


def _build_rights_form(request: HttpRequest | None, other: Account) -> RightsForm:
    posted = request.POST if request is not None and request.method == "POST" else None
    return RightsForm(posted, initial={"role": other.role, "active": other.is_active})


def _redirect_saved(name: str) -> HttpResponse:
    """Redirect to a page that confirms the saving."""
    return redirect(f"{reverse(name)}?saved=1")


def _render_checked(request: HttpRequest, page: str, context: dict[str, object]) -> HttpResponse:
    """Return the page, with the mistakes in its forms."""
    sent = (form for form in context.values() if isinstance(form, forms.Form))
    wrong = any(form.is_bound and form.errors for form in sent)
    context = {"here": request.path, **context}
    return render(request, f"tarockclub/platform/accounts/{page}.html", context, status=400 if wrong else 200)


def handle_own_sessions(request: HttpRequest) -> HttpResponse:
    """Show the user's sessions and programs; each can be ended, and all other sessions at once."""
    account = get_staff_account(request)
    counting = ApiToken.objects.filter(account=account, ended=None, expires__gt=now()).order_by("pk")
    key = request.session.session_key
    if request.method == "POST":
        what, who = EndForm(request.POST).parse()["end"], build_author(request)
        if what.startswith("program-"):
            for token in counting:
                if what == f"program-{token.pk}":
                    api_tokens.end_token(token, who)
        else:
            is_all = what == "others"
            ended = sessions.end_places(account, but=key) if is_all else sessions.end_place(account, what)
            if ended:
                record_event(account.club_id, Kind.LOG_OUT, who, account.person_id, number=ended)
        return redirect(f"{reverse('own_sessions')}?saved=1")
    context = {"places": sessions.list_places(account, key), "programs": counting}
    return render(request, "tarockclub/platform/accounts/own_sessions.html", context)
