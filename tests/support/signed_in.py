"""A browser that is logged in at a served club, without typing a password."""

from playwright.sync_api import BrowserContext

PASSWORD = "drei-schöne-Vögel"
SESSION = "a-session-that-browser-tests-know"
# Run once in the data folder that all served folders are copied from: a director, and that session of his.
SIGNED_IN = f"""
import time
from datetime import timedelta
from django.conf import settings
from allauth.usersessions.models import UserSession
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from tarockclub.platform.accounts.services import create_account
from tarockclub.platform.accounts.persons import load_first_club
account = create_account(load_first_club(), "Direktorin", "leitung", "{PASSWORD}", "director")
now = int(time.time())
said = {{SESSION_KEY: str(account.pk), BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
         HASH_SESSION_KEY: account.get_session_auth_hash(), "begun": now, "used": now}}
ends = timezone.now() + timedelta(hours=12)
Session.objects.create(session_key="{SESSION}", session_data=SessionStore().encode(said), expire_date=ends)
UserSession.objects.create(user=account, session_key="{SESSION}", ip="0.0.0.0")
"""


def let_in(context: BrowserContext, url: str) -> None:
    """Make a browser one of the director of a served club."""
    context.add_cookies([{"name": "sessionid", "value": SESSION, "url": url}])


def show_out(context: BrowserContext) -> None:
    """Make it one that nobody is logged in with."""
    context.clear_cookies(name="sessionid")
