"""The right to open a page: for everybody with a table's link, or for those who are logged in."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache

from tarockclub.models import Account
from tarockclub.platform.accounts.messages import format_missing_right
from tarockclub.platform.accounts.rights import Right, Rights
from tarockclub.platform.clubs.scope import enter_all_clubs

P = ParamSpec("P")
_SHOWN_ACCOUNT, _RIGHTS, _SECRET = "_shown_account", "_rights", "_secret"  # found for a request
_READING = ("GET", "HEAD")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def find_account(request: HttpRequest) -> Account | None:
    """Return the account that is logged in; no query without a log-in cookie."""
    user = getattr(request, "user", None)  # missing on a request that failed early
    return user if isinstance(user, Account) else None


def find_club_id(request: HttpRequest) -> int | None:
    """Return the club of the account that is logged in; None for anybody else."""
    account = find_account(request)
    return None if account is None else account.club_id


def load_shown_account(request: HttpRequest) -> Account | None:
    """Return the account for what stands around every page; asked for once, None if the database is away.

    The error page has a header too.
    """
    known: dict[str, Account | None] = request.__dict__
    if _SHOWN_ACCOUNT not in known:
        try:
            known[_SHOWN_ACCOUNT] = find_account(request)
        except DatabaseError:
            known[_SHOWN_ACCOUNT] = None
    return known[_SHOWN_ACCOUNT]


def add_account(request: HttpRequest) -> dict[str, object]:
    """Return the template variables: the account that is logged in, and its rights, if the database is available."""
    return {
        "account": SimpleLazyObject(lambda: load_shown_account(request)),
        "may": SimpleLazyObject(lambda: load_shown_rights(request)),
    }


def find_rights(request: HttpRequest) -> Rights:
    """Return the rights of whoever asks, at the address asked for."""
    return _load_rights(request, find_account(request))


def set_caller(request: HttpRequest, account: Account | None, rights: Rights, secret: str) -> None:
    """Note that a token, no cookie, says who asks: an account with these rights, or the secret of a table's link."""
    request.user = account or AnonymousUser()
    request.__dict__.update({_RIGHTS: rights, _SECRET: secret})


def get_secret(request: HttpRequest, cookie: str) -> str:
    """Return the secret that was sent as a token, or where the session says who asks, in a cookie; "" without one."""
    return str(request.__dict__.get(_SECRET, request.COOKIES.get(cookie, "")))


def load_shown_rights(request: HttpRequest) -> Rights:
    """Return the rights for what stands around every page; none if the database is away."""
    return _load_rights(request, load_shown_account(request))


def _load_rights(request: HttpRequest, account: Account | None) -> Rights:
    known: dict[str, Rights] = request.__dict__
    if _RIGHTS not in known:
        match = request.resolver_match
        known[_RIGHTS] = Rights(account, match.kwargs if match is not None else {})
    return known[_RIGHTS]


def get_staff_account(request: HttpRequest) -> Account:
    """Return the account that is logged in, in a view that requires one."""
    account = find_account(request)
    if account is None:
        raise PermissionDenied
    return account


def must_be_own(request: HttpRequest, club_id: int) -> None:
    """Raise 404 if something belongs to another club."""
    if get_staff_account(request).club_id != club_id:
        raise Http404


def must_have(request: HttpRequest, *rights: Right) -> None:
    """Refuse everybody who has none of these rights, with a sentence that says who has."""
    if not find_rights(request).has(*rights):
        raise PermissionDenied(format_missing_right(*rights))


def must_direct(request: HttpRequest, club_id: int) -> None:
    """Refuse everybody except directors of this club, on a page that others may open too."""
    must_be_own(request, club_id)
    must_have(request, Right.DIRECT)


def require_account(view: View[P]) -> View[P]:
    """Open a page about one's own log-in to everybody who is logged in; redirect others to the log-in or set-up."""

    @never_cache
    @wraps(view)
    def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if find_account(request) is None:
            return _redirect_to_login(request)
        return view(request, *args, **kwargs)

    return guard


def require_right(reading: Right, *writing: Right) -> Callable[[View[P]], View[P]]:
    """Open a page to those with the right for reading; for a form, if named, to those with one of those for writing."""

    def decorate(view: View[P]) -> View[P]:
        @require_account
        @wraps(view)
        def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            must_have(request, *((reading,) if request.method in _READING or not writing else writing))
            return view(request, *args, **kwargs)

        return guard

    return decorate


def director_only(view: View[P]) -> View[P]:
    """Open a page only to directors; others get a refusal."""
    return require_right(Right.DIRECT)(view)


def host_only(view: View[P]) -> View[P]:
    """Open a page only to hosts, who look after all clubs of this installation."""
    return require_right(Right.HOST)(_work_with_all_clubs(view))


def keeper_only(view: View[P]) -> View[P]:
    """Open a page only to those who keep the installation's data: backups contain all clubs."""
    return require_right(Right.KEEP)(_work_with_all_clubs(view))


def _work_with_all_clubs(view: View[P]) -> View[P]:
    """Show a view the rows of all clubs, once the right to it is certain."""

    @wraps(view)
    def show_all(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        with enter_all_clubs():
            return view(request, *args, **kwargs)

    return show_all


def is_set_up() -> bool:
    """Return whether an account exists that can log in, of whichever club."""
    with enter_all_clubs():
        return Account.objects.exists()


def _redirect_to_login(request: HttpRequest) -> HttpResponse:
    """Redirect to the log-in, which leads back here."""
    if not is_set_up():
        return redirect("setup")
    return redirect(f"{resolve_url('log_in')}?{urlencode({'next': request.get_full_path()})}")


def check_own_address(request: HttpRequest, address: str) -> str:
    """Return the address if it belongs to this site, else that of the first page."""
    safe = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if safe and address.startswith("/") and not address.startswith("//") else reverse("home")
