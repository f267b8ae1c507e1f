"""The check of a password in Django's terms: log-in names belong to a club."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from tarockclub.models import Account, Club, normalize_login


class ClubBackend(ModelBackend):
    """The accounts of one club. Nobody asks Django's own backend, which stays in the settings for old sessions."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        club: Club | None = None,
        **_kwargs: Any,
    ) -> Account | None:
        """Return the club's account with this name and password; it takes as long for an unknown name."""
        account = Account.objects.filter(club=club, login=normalize_login(username or "")).first()
        if account is None:
            Account().set_password(password)
        elif account.check_password(password or "") and self.user_can_authenticate(account):
            return account
        raise PermissionDenied
