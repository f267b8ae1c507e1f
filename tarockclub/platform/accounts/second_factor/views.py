"""The pages of the second factor and of passkeys: those of django-allauth, behind our question for the password.

Its own question would keep a POST, with all cookies, in the session.
"""

import re
import struct
from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.core import context as current
from allauth.core.internal.httpkit import authenticated_user
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.views import AuthenticateView, IndexView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.forms import AddWebAuthnForm, AuthenticateWebAuthnForm, LoginWebAuthnForm
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView, RemoveWebAuthnView
from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.models import Account
from tarockclub.platform.accounts import authentication
from tarockclub.platform.accounts.authentication import require_password
from tarockclub.platform.accounts.club_log import Kind, record_access
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import CodeField
from tarockclub.platform.accounts.permissions import View, format_wait
from tarockclub.platform.accounts.rate_limits import (
    MOST_FROM_ADDRESS,
    TooMany,
    attempt,
    build_scope,
    get_client_address,
)
from tarockclub.platform.accounts.second_factor.adapters import refuse_passkey
from tarockclub.platform.accounts.services import lock_account

_NUMBER = re.compile(r"[0-9.]+|.*:.*")  # of a network, in place of a name


def may_use_passkeys(request: HttpRequest) -> bool:
    """Return whether browsers use passkeys at this address: over HTTPS or on the same computer, and with a name."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    return host == "localhost" or (request.is_secure() and not _NUMBER.fullmatch(host))


CHALLENGE_SECONDS = 600
GROUP = 4  # letters of a secret between two blanks


class CredentialForm(forms.Form):
    """A form with what a browser says of a passkey: JSON that anybody may have made up."""

    is_broken = False

    def full_clean(self) -> None:
        """Refuse, too, what the parser of JSON or that of credentials stumbles over."""
        try:
            super().full_clean()
        except (RecursionError, ValueError, LookupError, AttributeError, TypeError, struct.error):
            self.is_broken, self.data = True, {}  # to be shown, it would be read once more
            self.add_error(None, _("This is no passkey."))


class PasskeyForm(CredentialForm, LoginWebAuthnForm):
    """A passkey in place of name, password and code."""


class SecondPasskeyForm(CredentialForm, AuthenticateWebAuthnForm):
    """A passkey in place of a code."""


class NewPasskeyForm(CredentialForm, AddWebAuthnForm):
    """A new passkey."""


class CodeForm(AuthenticateForm):
    """A code from an app, or one for a lost phone, with our limits."""

    code = CodeField()
    refused: TooMany | None = None

    def clean_code(self) -> str:
        """Use the code."""
        typed = str(self.cleaned_data["code"])
        try:
            authenticator = authentication.check_code(self.user, typed, build_author(current.request))
        except TooMany as refused:
            self.refused = refused
            raise forms.ValidationError(format_wait(refused)) from refused
        if authenticator is None:
            raise forms.ValidationError(
                _("This code is not valid (any more): each works only once. Wait for the next one.")
            )
        self.authenticator = authenticator
        return typed


class OwnPage:
    """A page of allauth with our templates, and the status of a form that was refused."""

    request: HttpRequest

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Return what the template shows."""
        context: dict[str, Any] = super().get_context_data(**more)  # type: ignore[misc]
        return context | {"here": self.request.path, "may_use_passkeys": may_use_passkeys(self.request)}

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Return the form with its mistakes."""
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = 400
        return response


class LogInCode(OwnPage, AuthenticateView):
    """The second factor, after the right password."""

    form_class = CodeForm
    webauthn_form_class = SecondPasskeyForm

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Log in, unless the password was changed or the account closed since it was given."""
        login = self.stage.login
        if not authentication.is_still_given(login.user, login.signal_kwargs):
            return self.stage.abort()
        return super().form_valid(form)

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Return the form with its mistakes, or the waiting time."""
        response = super().form_invalid(form)
        refused = getattr(form, "refused", None)
        if refused is not None:
            response.status_code = 429
            response.headers["Retry-After"] = str(60 * refused.minutes)
        return response

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Return what the template shows; a passkey only where there may be one."""
        types = set(Authenticator.objects.filter(user=self.stage.login.user).values_list("type", flat=True))
        if Authenticator.Type.WEBAUTHN not in types or not may_use_passkeys(self.request):
            self.webauthn_form = None
        return super().get_context_data(**more) | {"here": reverse("log_in")}


class PasskeyLogIn(LoginWebAuthnView):
    """The log-in with a passkey, in place of name, password and code."""

    form_class = PasskeyForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Begin one, which waits in a session for some minutes; an address may begin as many as it may log-ins."""
        try:
            attempt([build_scope("passkey", get_client_address(request), MOST_FROM_ADDRESS)], lambda: None)
        except TooMany as refused:
            return JsonResponse({}, status=429, headers={"Retry-After": str(60 * refused.minutes)})
        response: HttpResponse = super().get(request, *args, **kwargs)
        if not request.user.is_authenticated:
            request.session.set_expiry(CHALLENGE_SECONDS)
        return response

    def form_invalid(self, form: PasskeyForm) -> HttpResponse:
        """Return to the log-in page; what no browser sends is refused outright."""
        return render(self.request, "400.html", status=400) if form.is_broken else refuse_passkey(self.request)


class Overview(OwnPage, IndexView):
    """The second factor and the passkeys of an account."""


class ChangingPage(OwnPage):
    """A page that changes what opens an account: within its entry of the club's log, which seals that."""

    kind: ClassVar[Kind]

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Change it."""
        account = authenticated_user(self.request)
        assert isinstance(account, Account)  # noqa: S101 -- for the types
        with transaction.atomic():
            lock_account(account)  # before the log's row, as everywhere
            with record_access(account.club_id, self.kind, build_author(self.request), account.person_id):
                response: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        return response


class AppSetUp(ChangingPage, ActivateTOTPView):
    """The set-up of an app."""

    kind = Kind.FACTOR_ON

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Return what the template shows, with the secret in groups."""
        context = super().get_context_data(**more)
        secret = context["form"].secret
        return context | {"groups": [secret[start : start + GROUP] for start in range(0, len(secret), GROUP)]}


class AppEnd(ChangingPage, DeactivateTOTPView):
    """The end of an app."""

    kind = Kind.FACTOR_OFF


class RecoveryCodes(OwnPage, ViewRecoveryCodesView):
    """The recovery codes, shown once."""


class NewRecoveryCodes(ChangingPage, GenerateRecoveryCodesView):
    """New recovery codes in place of all others."""

    kind = Kind.CODES


class NewPasskey(ChangingPage, AddWebAuthnView):
    """A new passkey."""

    kind = Kind.PASSKEY_ADDED
    form_class = NewPasskeyForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Return to the page that says why where browsers know no passkeys."""
        if not may_use_passkeys(request):
            return redirect("mfa_index")
        return super().dispatch(request, *args, **kwargs)


class PasskeyEnd(ChangingPage, RemoveWebAuthnView):
    """The end of a passkey."""

    kind = Kind.PASSKEY_REMOVED
    success_url = reverse_lazy("mfa_index")


def _build_page(page: Any, template: str, **context: Any) -> View[...]:
    """Return the view of a page, for those who have recently given their password."""
    view = page.as_view(template_name=f"tarockclub/platform/accounts/{template}.html", extra_context=context)
    return require_password(view)


handle_log_in_code = LogInCode.as_view(template_name="tarockclub/platform/accounts/log_in_code.html")
handle_passkey_log_in = PasskeyLogIn.as_view()
show_second_factor = _build_page(Overview, "second_factor")
handle_app = _build_page(AppSetUp, "second_factor_set_up")
handle_app_end = _build_page(
    AppEnd,
    "second_factor_question",
    title=gettext_lazy("Turn it off"),
    text=gettext_lazy("The app's codes are no longer asked for then. Without a passkey, the recovery codes end, too."),
)
show_recovery_codes = _build_page(RecoveryCodes, "second_factor_codes")
handle_new_codes = _build_page(
    NewRecoveryCodes,
    "second_factor_question",
    title=gettext_lazy("Create new recovery codes"),
    text=gettext_lazy("The previous codes are no longer valid then."),
)
handle_new_passkey = _build_page(NewPasskey, "new_passkey")
handle_passkey_end = _build_page(
    PasskeyEnd,
    "second_factor_question",
    title=gettext_lazy("Remove the passkey"),
    text=gettext_lazy("It lets nobody in any more. Delete it on the phone or computer, too."),
)
