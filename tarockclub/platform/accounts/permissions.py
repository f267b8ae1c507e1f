"""The right to open a page, for everybody with a table's link or for those who are logged in; refusals in words."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, Literal, ParamSpec
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.functional import SimpleLazyObject
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache

from tarockclub.models import Account
from tarockclub.platform.accounts.rate_limits import TooMany
from tarockclub.platform.accounts.rights import OF_INSTALLATION, Right, Rights, list_roles
from tarockclub.platform.clubs.scope import enter_all_clubs

ROLE_NAMES = {
    Account.Role.DIRECTOR: gettext_lazy("Director"),
    Account.Role.SECRETARY: gettext_lazy("Secretary"),
    Account.Role.REFEREE: gettext_lazy("Referee"),
    Account.Role.TREASURER: gettext_lazy("Treasurer"),
    Account.Role.CASHIER: pgettext_lazy("role", "Cash boxes only"),
    Account.Role.WATCHER: gettext_lazy("Watcher"),
}
NO_ROLE = pgettext_lazy("role", "only for single tournaments")
ROLE_SENTENCES = {
    Account.Role.DIRECTOR: gettext_lazy("may do everything: draw, publish, settings, accounts."),
    Account.Role.SECRETARY: gettext_lazy("enters evenings, hands, people and lists, and handles the money."),
    Account.Role.REFEREE: gettext_lazy("runs the clocks, rules, and decides about late hands; only reads all else."),
    Account.Role.TREASURER: gettext_lazy("handles fees, the cash box, receipts and settlements; only reads all else."),
    Account.Role.CASHIER: gettext_lazy("keeps the cash boxes with their receipts, and sees nothing else."),
    Account.Role.WATCHER: gettext_lazy("reads what the staff sees, and changes nothing."),
}
NO_ROLE_SENTENCE = gettext_lazy("sees nothing of the club, except the tournaments where a director gives it a role.")


def format_role(role: str) -> str:
    """Return the name of a role; that of "" says that it is none for the club."""
    return str(ROLE_NAMES[Account.Role(role)] if role else NO_ROLE)


def format_missing_right(*rights: Right) -> str:
    """Return the sentence that says which roles may do what was refused."""
    roles = [format_role(role) for role in list_roles(*rights)] or [_("those who look after the installation")]
    return _("Needed for this: %(roles)s. Nothing was changed.") % {"roles": get_text_list(roles, _("or"))}


def format_wait(refused: TooMany) -> str:
    """Return the message with the waiting time."""
    text = ngettext(
        "Too many attempts have failed. Please wait for %(minutes)s minute.",
        "Too many attempts have failed. Please wait for %(minutes)s minutes.",
        refused.minutes,
    )
    return text % {"minutes": refused.minutes}


P = ParamSpec("P")
_SHOWN_ACCOUNT, _RIGHTS, _SECRET = "_shown_account", "_rights", "_secret"  # found for a request
_READING = ("GET", "HEAD")
LoggedIn = Literal["account"]
LOGGED_IN: Final[LoggedIn] = "account"
Viewers = Right | LoggedIn | None  # those with a right, everybody who is logged in, or whoever knows the address
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
    cache: dict[str, Account | None] = request.__dict__
    if _SHOWN_ACCOUNT not in cache:
        try:
            cache[_SHOWN_ACCOUNT] = find_account(request)
        except DatabaseError:
            cache[_SHOWN_ACCOUNT] = None
    return cache[_SHOWN_ACCOUNT]


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
    cache: dict[str, Rights] = request.__dict__
    if _RIGHTS not in cache:
        match = request.resolver_match
        cache[_RIGHTS] = Rights(account, match.kwargs if match is not None else {})
    return cache[_RIGHTS]


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


def guard_view(view: View[P], needs: Viewers, writers: tuple[Right, ...] = ()) -> View[P]:
    """Open a view only to those with a right, or to everybody who is logged in; redirect others to log-in or set-up.

    A form is sent by those with one of the rights of `writers`, if there are any. Those who look after the installation
    work with the rows of all clubs, once the right to it is certain. Without `needs` everybody may open it.
    """
    if needs is None:
        return view
    shown = _work_with_all_clubs(view) if needs in OF_INSTALLATION else view

    @never_cache
    @wraps(view)
    def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if find_account(request) is None:
            return redirect_to_login(request)
        if needs != LOGGED_IN:
            must_have(request, *((needs,) if request.method in _READING or not writers else writers))
        return shown(request, *args, **kwargs)

    return guard


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


def redirect_to_login(request: HttpRequest) -> HttpResponse:
    """Redirect to the log-in, which leads back here."""
    if not is_set_up():
        return redirect("setup")
    return redirect(f"{resolve_url('log_in')}?{urlencode({'next': request.get_full_path()})}")
