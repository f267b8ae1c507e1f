"""The first start: a code that the server prints opens the set-up page, once."""

import secrets

from django.db import transaction
from django.utils.crypto import salted_hmac

from tarockclub.accounts.persons import locked, own_club
from tarockclub.accounts.services import create_account, rename_club
from tarockclub.models import Account, SetupCode

SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that is taken for another one
GROUPS, GROUP = 3, 4  # 59 bits: nobody guesses them within the attempts that are allowed
VALID_CODES = 8  # as many servers may start on one database before somebody sets it up


class NoSuchCode(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The code is none that counts."""


class AlreadySetUp(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Somebody else was quicker."""


def new_code(*, only: bool = False) -> str:
    """Make a code, to be shown once; the only one that counts if so wished."""
    code = "-".join("".join(secrets.choice(SIGNS) for _ in range(GROUP)) for _ in range(GROUPS))
    with transaction.atomic():
        locked(own_club())
        SetupCode.objects.create(digest=_digest(code))
        newest = SetupCode.objects.order_by("-pk").values_list("pk", flat=True)[: 1 if only else VALID_CODES]
        SetupCode.objects.exclude(pk__in=list(newest)).delete()
    return code


@transaction.atomic
def set_up(code: str, club_name: str, name: str, login: str, password: str) -> Account:
    """Name the club and make its first director, if the code is right and nobody was quicker."""
    club = locked(own_club())  # one at a time, whichever server they ask
    if Account.objects.exists():
        raise AlreadySetUp
    if not SetupCode.objects.filter(digest=_digest(code)).exists():
        raise NoSuchCode
    SetupCode.objects.all().delete()
    rename_club(club, club_name)
    return create_account(club, name, login, password, Account.Role.DIRECTOR)


def _digest(typed: str) -> str:
    """The hash of a code, however it is typed: small letters, blanks or no hyphens."""
    code = "".join(sign for sign in typed.upper() if sign in SIGNS)
    return salted_hmac("tarockclub.first_start", code, algorithm="sha256").hexdigest()
