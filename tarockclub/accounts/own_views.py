"""The pages of the user's own log-in: devices, programs, and the second factor."""

import segno
from django import forms
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tarockclub.accounts import api_tokens, authentication, second_factor, sessions
from tarockclub.accounts.club_log import Kind, record_event
from tarockclub.accounts.confirmation import require_password
from tarockclub.accounts.devices import build_author
from tarockclub.accounts.forms import CodeForm, EndForm, PasswordForm, SecondFactorForm
from tarockclub.accounts.messages import format_wait
from tarockclub.accounts.permissions import get_staff_account, require_account
from tarockclub.accounts.rate_limits import TooMany
from tarockclub.models import Account, ApiToken
from tarockclub.time_source import now

form_methods = require_http_methods(["GET", "HEAD", "POST"])
_SALT = "tarockclub.own_views"
PIXELS, MARGIN = 5, 4  # of the QR code: size of a module, and margin


@form_methods
@require_account
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
    return render(request, "tarockclub/accounts/own_sessions.html", context)


@form_methods
@require_account
@require_password
def handle_own_second_factor(request: HttpRequest) -> HttpResponse:
    """Turn the second factor on or off, or create new recovery codes."""
    account = get_staff_account(request)
    factor = second_factor.find_factor(account)
    said = SecondFactorForm(request.POST).parse()
    what = said["what"]
    if what == "on" and factor is None:
        return _turn_on(request, account, said["secret"])
    if factor is None:
        return _render_set_up(request, account, CodeForm(), second_factor.generate_secret())
    if what == "codes":
        return _render_codes(request, second_factor.renew_codes(factor, build_author(request)))
    if what == "off":
        return _turn_off(request, account)
    return _render_second_factor(request, account, PasswordForm())


def _turn_on(request: HttpRequest, account: Account, signed: str) -> HttpResponse:
    """Turn the second factor on if the code shows that the app knows the secret."""
    try:
        secret = str(signing.loads(signed, salt=f"{_SALT}:{account.pk}"))
    except signing.BadSignature as error:
        raise Http404 from error
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _render_set_up(request, account, form, secret, 400)
    step = second_factor.find_step(secret, form.cleaned_data["code"])
    if step is None:
        form.add_error("code", _("This is not the code that the app shows now. Is the clock of the phone right?"))
        return _render_set_up(request, account, form, secret, 400)
    try:
        return _render_codes(request, second_factor.turn_on(account, secret, step, build_author(request)))
    except second_factor.AlreadyOn:
        return redirect("own_second_factor")


def _render_set_up(
    request: HttpRequest, account: Account, form: forms.Form, secret: str, status: int = 200
) -> HttpResponse:
    picture = segno.make(second_factor.format_address(account, secret), micro=False)
    context = {
        "form": form,
        "picture": picture.svg_data_uri(scale=PIXELS, border=MARGIN, light="#fff"),
        "groups": [secret[at : at + 4] for at in range(0, len(secret), 4)],
        "secret": signing.dumps(secret, salt=f"{_SALT}:{account.pk}"),
        "here": request.path,
    }
    return render(request, "tarockclub/accounts/second_factor_set_up.html", context, status=status)


def _render_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "tarockclub/accounts/second_factor_codes.html", {"codes": codes, "here": request.path})


def _turn_off(request: HttpRequest, account: Account) -> HttpResponse:
    form = PasswordForm(request.POST)
    if not form.is_valid():
        return _render_second_factor(request, account, form, 400)
    try:
        same = authentication.check_password(request, account.club, account.login, form.cleaned_data["password"])
    except TooMany as refused:
        form.add_error(None, format_wait(refused))
        return _render_second_factor(request, account, form, 429)
    if same is None:
        form.add_error("password", _("This is not your password."))
        return _render_second_factor(request, account, form, 400)
    second_factor.turn_off(account, build_author(request))
    return redirect(f"{reverse('own_password')}?saved=1")


def _render_second_factor(request: HttpRequest, account: Account, form: forms.Form, status: int = 200) -> HttpResponse:
    factor = second_factor.find_factor(account)
    left = 0 if factor is None else factor.recovery_codes.count()
    context = {"form": form, "factor": factor, "left": left, "here": request.path}
    return render(request, "tarockclub/accounts/second_factor.html", context, status=status)
