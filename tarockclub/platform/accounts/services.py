"""Writing accounts: the only code that does so."""

import secrets
from contextlib import AbstractContextManager

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator, default_token_generator
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from tarockclub.models import (
    Account,
    ApiToken,
    Club,
    ClubAct,
    Person,
    Publication,
    SetupCode,
    normalize_login,
)
from tarockclub.platform.accounts import api_tokens, sessions
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_access, record_event
from tarockclub.platform.accounts.permissions import is_set_up
from tarockclub.platform.accounts.persons import create_person, load_first_club, lock_club
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.privacy.public_names import filter_people
from tarockclub.platform.sealed_rows import CLUB

CLOSED_BYTES = 8  # of chance in the log-in name of an account that was closed


class LoginTaken(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The log-in name is taken."""


class LastDirector(Exception):  # noqa: N818 -- no error of the program, but an answer
    """No director would be left."""


class LastHost(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Nobody would be left to look after the installation."""


def create_account(club: Club, name: str, login: str, password: str, role: str, who: Actor = ANONYMOUS) -> Account:
    """Create an account; a player of the same name is the same person."""
    return create_account_of_hash(club, name, login, make_password(password), role, who)


@transaction.atomic
def create_account_of_hash(club: Club, name: str, login: str, password: str, role: str, who: Actor) -> Account:
    """Create an account whose password was hashed before, as nobody may wait for a hash within a transaction."""
    lock_club(club)
    login = normalize_login(login)
    person = _find_or_create_person(club, name)
    account = Account(club=club, person=person, login=login, password=password, role=role)
    try:
        with (
            record_access(club.pk, Kind.ACCOUNT_MADE, who, account.person_id, role=role),
            _seal_rights(account, who),
        ):
            account.save()
    except IntegrityError as error:  # log-in names are unique in a club
        raise LoginTaken(login) from error
    return account


def _find_or_create_person(club: Club, name: str) -> Person:
    """Return the person of this name who has no account yet, or a new one."""
    people = filter_people(club).filter(name=name, account=None)
    return people.order_by("number").first() or create_person(club, name)


@transaction.atomic
def change_rights(account: Account, *, role: str, active: bool, who: Actor = ANONYMOUS) -> None:
    """Change the rights of an account; raise LastDirector or LastHost if nobody would be left in its place."""
    if account.is_host:
        lock_club(load_first_club())  # the hosts of all clubs, one at a time
    club = lock_club(account.club)  # if two directors remove each other at once, one remains
    directors = Account.objects.filter(club=club, role=Account.Role.DIRECTOR, is_active=True)
    stays = active and role == Account.Role.DIRECTOR
    if not stays and list(directors) == [account]:
        raise LastDirector(account.login)
    if not active and _is_only_host(account):
        raise LastHost(account.login)
    is_new = (account.role, account.is_active) != (role, active)
    account.role, account.is_active = role, active
    with _seal_rights(account, who):
        account.save(update_fields=["role", "is_active"])
    if not active:
        sessions.end_places(account)
    if is_new:
        record_event(club.pk, Kind.ACCOUNT, who, account.person_id, role=role, active=active)


def _is_only_host(account: Account) -> bool:
    """Return whether an account is the only one, of all clubs, that looks after the installation and can log in."""
    with enter_all_clubs():
        return list(Account.objects.filter(is_host=True, is_active=True)) == [account]


@transaction.atomic
def close_account(account: Account, label: str, who: Actor = ANONYMOUS) -> None:
    """End an account for good and take its names away; raise LastDirector or LastHost as change_rights does.

    Within an entry of the log, which seals that its password is gone.
    """
    change_rights(account, role=account.role, active=False, who=who)
    account.login = normalize_login(f"{label} {secrets.token_hex(CLOSED_BYTES)}")
    account.set_unusable_password()
    account.save(update_fields=["login", "password"])
    Authenticator.objects.filter(user=account).delete()
    api_tokens.end_all_tokens(account)
    ApiToken.objects.filter(account=account).update(client=label)


def _seal_rights(account: Account, who: Actor) -> AbstractContextManager[None]:
    """Write the act about the new rights of an account."""
    content = {"person": account.person_id, "role": account.role, "active": account.is_active}
    return record_act(CLUB, account.club_id, ClubAct.Kind.ACCOUNT, content, who.person, who.device)


def set_password(account: Account, password: str, who: Actor = ANONYMOUS, *, keeps_factor: bool = False) -> None:
    """Set a new password; what else lets somebody in ends, but for the second factor if the owner keeps it."""
    set_password_hash(account, make_password(password), who, keeps_factor=keeps_factor)


@transaction.atomic
def set_password_hash(account: Account, password: str, who: Actor = ANONYMOUS, *, keeps_factor: bool = False) -> None:
    """Set a new password by its hash, as set_password does."""
    lock_account(account)
    account.password = password
    sessions.end_places(account)
    if not keeps_factor:
        end_factor(account, who)
    with record_access(account.club_id, Kind.PASSWORD, who, account.person_id) as content:
        account.save(update_fields=["password"])
        content["programs"] = api_tokens.end_all_tokens(account)


@transaction.atomic
def set_first_password(account: Account, token: str, password: str, who: Actor) -> None:
    """Set the password of an account by a link, by its hash; nothing happens if the link does not hold any more.

    Whoever has forgotten it keeps the second factor: who reads the mail alone does not get in.
    """
    lock_account(account)  # of two who open the link at once, one sets the password
    account.refresh_from_db(fields=["password", "is_active"])
    if may_set_first_password(account, token):
        set_password_hash(account, password, who, keeps_factor=account.has_usable_password())


class ForgottenTokens(PasswordResetTokenGenerator):
    """The tokens in the mails to those who have forgotten their password."""

    key_salt = "tarockclub.forgotten_password"


FORGOTTEN_TOKENS = ForgottenTokens()


def may_set_first_password(account: Account, token: str) -> bool:
    """Return whether a link may set the password of an account: the first one, or one that was forgotten."""
    tokens = FORGOTTEN_TOKENS if account.has_usable_password() else default_token_generator
    return account.is_active and not account.is_host and tokens.check_token(account, token)


@transaction.atomic
def end_access(account: Account, who: Actor, but: str | None = None) -> None:
    """End all that lets somebody in beside the password, except the session with the key `but`."""
    lock_account(account)
    end_factor(account, who)
    for token in ApiToken.objects.filter(account=account, ended=None).order_by("pk"):
        api_tokens.end_token(token, who)
    ended = sessions.end_places(account, but=but)
    if ended:
        record_event(account.club_id, Kind.LOG_OUT, who, account.person_id, number=ended)


@transaction.atomic
def end_account(account: Account, who: Actor) -> None:
    """End an account with all that lets it in, until a director opens it again; raise as change_rights does."""
    change_rights(account, role=account.role, active=False, who=who)
    end_access(account, who)


@transaction.atomic
def end_factor(account: Account, who: Actor = ANONYMOUS) -> bool:
    """Delete the app, the recovery codes and the passkeys of an account; return whether there were any."""
    factors = Authenticator.objects.filter(user=account)
    if not factors.exists():
        return False
    with record_access(account.club_id, Kind.FACTOR_OFF, who, account.person_id):
        factors.delete()
    return True


def keep_password(account: Account, password: str) -> None:
    """Hash a password that was right with as many rounds as are usual by now."""
    account.password = make_password(password)
    with transaction.atomic():
        lock_account(account)
        with record_access(account.club_id, Kind.PASSWORD_KEPT, ANONYMOUS, account.person_id):
            account.save(update_fields=["password"])


def lock_account(account: Account) -> None:
    """Lock an account until the transaction ends: always before the log."""
    Account.objects.select_related(None).select_for_update(no_key=True).get(pk=account.pk)


@transaction.atomic
def rename_club(club: Club, name: str, who: Actor = ANONYMOUS) -> None:
    """Give the club another name."""
    is_new = club.name != name
    club.name = name
    club.save(update_fields=["name"])
    if is_new:
        record_event(club.pk, Kind.CLUB_NAME, who)


SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without characters that look alike
GROUPS, GROUP = 3, 4  # 59 bits: cannot be guessed within the allowed attempts
VALID_CODES = 8  # as many servers may start on one database before somebody sets it up


class NoSuchCode(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The code is not valid."""


class AlreadySetUp(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Somebody else was quicker."""


def create_setup_code(*, only: bool = False) -> str:
    """Create a code, to be shown once; with `only`, all others end."""
    code = "-".join("".join(secrets.choice(SIGNS) for _ in range(GROUP)) for _ in range(GROUPS))
    with transaction.atomic():
        lock_club(load_first_club())
        SetupCode.objects.create(digest=hash_setup_code(code))
        newest = SetupCode.objects.order_by("-pk").values_list("pk", flat=True)[: 1 if only else VALID_CODES]
        SetupCode.objects.exclude(pk__in=list(newest)).delete()
    return code


def set_up_club(code: str, club_name: str, name: str, login: str, password: str, who: Actor = ANONYMOUS) -> Account:
    """Name the club and create its first director, if the code is right and the club is not set up yet."""
    _refuse_set_up(code)  # before anything is hashed for strangers
    return _set_up_club(code, club_name, name, login, make_password(password), who)


@transaction.atomic
def _set_up_club(code: str, club_name: str, name: str, login: str, password: str, who: Actor) -> Account:
    club = lock_club(load_first_club())  # one at a time, whichever server they ask
    _refuse_set_up(code)
    SetupCode.objects.all().delete()
    club.name = club_name
    club.save(update_fields=["name"])
    with record_act(CLUB, club.pk, ClubAct.Kind.PUBLIC, dict.fromkeys(Publication.FIRST_PARTS, True)):
        Publication.objects.create(club=club, **dict.fromkeys(Publication.FIRST_PARTS, True))
    account = create_account_of_hash(club, name, login, password, Account.Role.DIRECTOR, who)
    account.is_host = True
    with record_access(club.pk, Kind.SET_UP, who):
        account.save(update_fields=["is_host"])
    return account


def _refuse_set_up(code: str) -> None:
    if is_set_up():
        raise AlreadySetUp
    if not has_setup_code(hash_setup_code(code)):
        raise NoSuchCode


def has_setup_code(digest: str) -> bool:
    """Tell whether a code is valid, by its hash."""
    return SetupCode.objects.filter(digest=digest).exists()


def hash_setup_code(typed: str) -> str:
    """Return the hash of a code, regardless of case, blanks and hyphens."""
    code = "".join(sign for sign in typed.upper() if sign in SIGNS)
    return salted_hmac("tarockclub.first_start", code, algorithm="sha256").hexdigest()
