"""Those who log in: accounts of tests, and clients that are logged in."""

import base64
import hashlib
import hmac
import time
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from tarockclub.models import Account, Club
from tarockclub.platform.accounts.authentication import CONFIRMED_AT, note_confirmation
from tarockclub.platform.accounts.club_log import Kind, record_access
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.services import create_account
from tests.support.signed_in import PASSWORD


def make_account(role: str = "secretary", club: Club | None = None, login: str = "") -> Account:
    """Somebody who may log in with PASSWORD; the name is the log-in name."""
    club = club or load_first_club()
    login = login or f"{role}-{Account.objects.count()}"
    return create_account(club, login.title(), login, PASSWORD, role)


def log_in(account: Account | None = None, **options: Any) -> Client:
    """A client that is logged in and has just given his password, as a secretary unless said otherwise."""
    client, account = Client(**options), account or make_account()
    session = SessionStore()  # as `force_login` leaves it, which writes it in five steps
    session[SESSION_KEY] = account._meta.pk.value_to_string(account)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    note_confirmation(session)
    session.create()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return client


def give_factor(account: Account, secret: str) -> None:
    """Give an account a second factor: an app with this secret, and recovery codes that were shown."""
    codes = {"seed": "0123456789abcdef" * 5, "used_mask": 0, "viewed_at": 1.0}
    with record_access(account.club_id, Kind.FACTOR_ON, about=account.person_id):
        Authenticator.objects.create(user=account, type="totp", data={"secret": secret, "last_step": 0})
        Authenticator.objects.create(user=account, type="recovery_codes", data=codes)


def compute_code(secret: str, seconds: float) -> str:
    """The six digits that an app shows at a moment (RFC 6238)."""
    digest = hmac.digest(base64.b32decode(secret), int(seconds // 30).to_bytes(8, "big"), hashlib.sha1)
    first = digest[-1] & 15
    return f"{(int.from_bytes(digest[first : first + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


def log_in_by_form(account: Account, **options: Any) -> Client:
    """A client in which somebody has typed name and password: a session in the list of devices."""
    client = Client(**options)
    assert client.post("/log-in/", {"login": account.login, "password": PASSWORD}).status_code == 302
    return client


def forward_confirmation(client: Client, minutes: float = 11) -> Client:
    """The client, who gave his password so many minutes ago."""
    session = client.session
    session[CONFIRMED_AT] = int(time.time() - minutes * 60)
    session.save()
    return client
