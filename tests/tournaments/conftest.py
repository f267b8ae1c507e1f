"""Whoever logs in for the tests of tournaments."""

from django.test import Client

from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows


@share_rows
def director() -> Client:
    """A client of a director."""
    return log_in(make_account("director"))


@share_rows
def secretary() -> Client:
    """A client of a secretary."""
    return log_in(make_account("secretary"))
