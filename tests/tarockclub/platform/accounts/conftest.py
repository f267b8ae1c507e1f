"""An account, a full disk, and a data folder with backups of its own, for the tests of accounts."""

import pytest
from django.db import OperationalError

from tests.support.accounts import make_account
from tests.support.backups import backups_of_its_own
from tests.support.shared_rows import share_rows

__all__ = ["anna", "backups_of_its_own", "full_disk"]


@share_rows
def anna():
    """An account."""
    return make_account("director", login="anna")


@pytest.fixture
def full_disk(monkeypatch):
    """A disk on which nothing can be written: call it, and what it gives, to have room again."""

    def fill():
        class FullError(Exception):
            sqlite_errorname = "SQLITE_FULL"

        def refuse(*args, **options):
            raise OperationalError("full") from FullError()

        with_room = monkeypatch.context()
        patch = with_room.__enter__()
        patch.setattr("django.db.models.query.QuerySet.create", refuse)
        patch.setattr("django.db.models.base.Model.save", refuse)
        patch.setattr("django.db.models.query.QuerySet.delete", refuse)
        return lambda: with_room.__exit__(None, None, None)

    return fill
