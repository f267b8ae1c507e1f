"""The check of a password in Django's terms: log-in names belong to a club."""

from functools import partial
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import check_password
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from tarockclub.models import Account, Club, normalize_login
from tarockclub.platform.accounts import services


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
        elif self._is_right(account, password or "") and self.user_can_authenticate(account):
            return account
        raise PermissionDenied

    def _is_right(self, account: Account, password: str) -> bool:
        return check_password(password, account.password, partial(services.keep_password, account))
