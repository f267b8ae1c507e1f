"""Dangerous acts: a password given some time ago is asked for again, without loss of the typed data."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.platform.accounts import authentication
from tarockclub.platform.accounts.forms import PasswordField
from tarockclub.platform.accounts.messages import format_wait
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.accounts.rate_limits import TooMany

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
FIELD = "confirm_password"
FILE_LOST = "file"  # in the query: what was sent must be chosen again
CONFIRMED_AT = "confirmed"  # in the session: time of the last confirmation, in seconds since 1970


class ConfirmForm(forms.Form):
    """The password of the current user."""

    confirm_password = PasswordField(label=gettext_lazy("Your password"))


def note_confirmation(session: SessionBase) -> None:
    """Note that the password has just been given."""
    session[CONFIRMED_AT] = int(time.time())


def require_password(view: View[P]) -> View[P]:
    """Require a recently given password; used within a decorator that requires a log-in."""

    @wraps(view)
    def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return ask_for_password(request) or view(request, *args, **kwargs)

    return guard


def require_password_for_file(view: View[P]) -> View[P]:
    """Require a recently given password for a form with a file, which is not read before, and must be sent again."""

    @wraps(view)
    def guard(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return ask_for_password(request, has_file=True) or view(request, *args, **kwargs)

    return guard


def ask_for_password(request: HttpRequest, back: str = "", *, has_file: bool = False) -> HttpResponse | None:
    """Return the password question; None if there is no need, also because the password was just given.

    For a GET, the question is on a separate page, which leads back, or to `back`; for a form with a file too. The data
    of another POST are part of the question, and are restored in the request as if nothing had been asked.
    """
    if 0 <= time.time() - request.session.get(CONFIRMED_AT, 0) < settings.CONFIRMED_SECONDS:
        return None
    if has_file or request.method != "POST":
        query = {"next": back or request.get_full_path()} | ({FILE_LOST: 1} if request.method == "POST" else {})
        return redirect(f"{reverse('confirm')}?{urlencode(query)}")
    if FIELD not in request.POST:
        return _render_question(request, ConfirmForm(), 403)
    asked = handle_password(request, _render_question)
    if asked is None:
        sent = request.POST.copy()
        del sent[FIELD]
        request.POST = sent  # type: ignore[assignment]
    return asked


def handle_password(
    request: HttpRequest, ask: Callable[[HttpRequest, forms.Form, int], HttpResponse]
) -> HttpResponse | None:
    """Check the submitted password; if it is wrong, return the question again."""
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return ask(request, form, 400)
    try:
        own = get_staff_account(request)
        account = authentication.check_password(request, own.club, own.login, form.cleaned_data[FIELD])
    except TooMany as refused:
        form.add_error(None, format_wait(refused))
        return ask(request, form, 429)
    if account is None:
        form.add_error(FIELD, _("This is not your password."))
        return ask(request, form, 400)
    note_confirmation(request.session)
    return None


def _render_question(request: HttpRequest, form: forms.Form, status: int) -> HttpResponse:
    """Return the question, with the submitted data."""
    own = ("csrfmiddlewaretoken", FIELD)
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in own]
    context = {"form": form, "sent": sent, "address": request.get_full_path(), "here": request.path}
    return render(request, "tarockclub/platform/accounts/confirm.html", context, status=status)
