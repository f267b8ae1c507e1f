"""Those who log in: accounts of tests, and clients that are logged in."""

import time
from typing import Any

from django.test import Client

from tarockclub.accounts.confirmation import CONFIRMED_AT, note_confirmation
from tarockclub.accounts.persons import load_first_club
from tarockclub.accounts.services import create_account
from tarockclub.models import Account, Club
from tests.support.signed_in import PASSWORD


def make_account(role: str = "secretary", club: Club | None = None, login: str = "") -> Account:
    """Somebody who may log in with PASSWORD; the name is the log-in name."""
    club = club or load_first_club()
    login = login or f"{role}-{Account.objects.count()}"
    return create_account(club, login.title(), login, PASSWORD, role)


def log_in(account: Account | None = None, **options: Any) -> Client:
    """A client that is logged in and has just given his password, as a secretary unless said otherwise."""
    client = Client(**options)
    client.force_login(account or make_account())
    session = client.session
    note_confirmation(session)
    session.save()
    return client


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
