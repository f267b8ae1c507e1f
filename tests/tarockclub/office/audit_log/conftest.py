"""The director whose club has a log."""

from tests.support.accounts import make_account
from tests.support.shared_rows import share_rows


@share_rows
def anna():
    """The director."""
    return make_account("director", login="anna")
