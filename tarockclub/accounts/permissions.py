"""The right to open a page: for everybody with a table's link, or for those who are logged in."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache

from tarockclub.models import Account, Club

P = ParamSpec("P")
_SHOWN_ACCOUNT = "_shown_account"  # found for a request
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
    """Return the template variables: the account that is logged in, if the database is available."""
    return {"account": SimpleLazyObject(lambda: load_shown_account(request))}


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


def must_direct(request: HttpRequest, club_id: int) -> None:
    """Refuse everybody except directors of this club, on a page that others may open too."""
    account = get_staff_account(request)
    must_be_own(request, club_id)
    if account.role != Account.Role.DIRECTOR:
        raise PermissionDenied


def staff_only(view: View[P]) -> View[P]:
    """Open a page only to directors and secretaries; redirect others to the log-in, or to the set-up."""

    @never_cache
    @wraps(view)
    def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if find_account(request) is None:
            return _redirect_to_login(request)
        return view(request, *args, **kwargs)

    return guard


def director_only(view: View[P]) -> View[P]:
    """Open a page only to directors; secretaries get a refusal."""

    @staff_only
    @wraps(view)
    def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        must_direct(request, get_staff_account(request).club_id)
        return view(request, *args, **kwargs)

    return guard


def host_only(view: View[P]) -> View[P]:
    """Open a page only to hosts, who look after all clubs of this installation."""

    @staff_only
    @wraps(view)
    def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not get_staff_account(request).is_host:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guard


def keeps_installation(account: Account) -> bool:
    """Return whether an account looks after the whole installation: a host, or a director of its only club."""
    if account.is_host:
        return True
    return account.role == Account.Role.DIRECTOR and not Club.objects.exclude(pk=account.club_id).exists()


def is_set_up() -> bool:
    """Return whether an account exists that can log in."""
    return Account.objects.exists()


def _redirect_to_login(request: HttpRequest) -> HttpResponse:
    """Redirect to the log-in, which leads back here."""
    if not is_set_up():
        return redirect("setup")
    return redirect(f"{resolve_url('log_in')}?{urlencode({'next': request.get_full_path()})}")


def check_own_address(request: HttpRequest, wanted: str) -> str:
    """Return the address if it belongs to this site, else that of the first page."""
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe and wanted.startswith("/") and not wanted.startswith("//") else reverse("home")
