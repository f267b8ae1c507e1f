"""The optional second factor: codes of an app (TOTP), each valid once, and recovery codes for a lost phone."""

import secrets
import time
from hmac import compare_digest

from django.conf import settings
from django.db import DatabaseError, IntegrityError, transaction
from django.utils.crypto import salted_hmac

from tarockclub.accounts.actors import ANONYMOUS, Actor
from tarockclub.accounts.club_log import Kind, record_event
from tarockclub.accounts.services import SIGNS
from tarockclub.models import Account, RecoveryCode, SecondFactor
from tarockclub.server.database_errors import is_unwritable
from tarockclub.time_source import now

STEP = 30  # seconds per code
STEPS_APART = 1  # tolerated deviation of the phone's clock, in steps
DIGITS = 6
RECOVERY_CODES = 10
_GROUPS, _GROUP = 2, 5  # 49 bits
_UNWRITTEN: dict[int, int] = {}  # the last step of a factor, where the disk is full


class AlreadyOn(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The account already has a second factor."""


def generate_secret() -> str:
    """Generate a secret shared with the app."""
    import pyotp  # imported here: rarely needed

    return pyotp.random_base32()


def format_address(account: Account, secret: str) -> str:
    """Return the address in the QR code for the app."""
    import pyotp

    return pyotp.TOTP(secret).provisioning_uri(name=account.login, issuer_name=account.club.name)


def find_step(secret: str, typed: str) -> int | None:
    """Return the half minute of this code, if it is near enough."""
    import pyotp

    code, here = "".join(typed.split()), int(time.time()) // STEP
    for step in range(here - STEPS_APART, here + STEPS_APART + 1):
        if code.isascii() and compare_digest(pyotp.TOTP(secret).generate_otp(step), code):
            return step
    return None


def find_factor(account: Account) -> SecondFactor | None:
    """Return the second factor of an account, if it has one."""
    return SecondFactor.objects.filter(account=account).first()


@transaction.atomic
def turn_on(account: Account, secret: str, step: int, who: Actor = ANONYMOUS) -> list[str]:
    """Turn the second factor on; return the recovery codes, to be shown once. Raise AlreadyOn."""
    try:
        with transaction.atomic():
            factor = SecondFactor.objects.create(account=account, secret=secret, last_step=step, made=now())
    except IntegrityError as error:
        raise AlreadyOn(account.login) from error
    codes = _create_codes(factor)
    record_event(account.club_id, Kind.FACTOR_ON, who, account.person_id)
    return codes


@transaction.atomic
def renew_codes(factor: SecondFactor, who: Actor = ANONYMOUS) -> list[str]:
    """Create recovery codes, to be shown once; earlier ones are no longer valid."""
    codes = _create_codes(factor)
    record_event(factor.account.club_id, Kind.CODES, who, factor.account.person_id)
    return codes


def _create_codes(factor: SecondFactor) -> list[str]:
    factor.recovery_codes.all().delete()
    codes = ["-".join(_generate_group() for _ in range(_GROUPS)) for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(factor=factor, digest=_hash_code(factor, code)) for code in codes)
    return codes


@transaction.atomic
def turn_off(account: Account, who: Actor = ANONYMOUS) -> bool:
    """Turn the second factor off; return whether there was one."""
    was_on = bool(SecondFactor.objects.filter(account=account).delete()[0])
    if was_on:
        record_event(account.club_id, Kind.FACTOR_OFF, who, account.person_id)
    return was_on


def use_code(factor: SecondFactor, typed: str, who: Actor = ANONYMOUS) -> bool:
    """Return whether this is a valid code; it is not valid again."""
    step = find_step(factor.secret, typed)
    if step is None:
        return _use_recovery_code(factor, typed, who)
    if step <= _UNWRITTEN.get(factor.pk, 0):
        return False
    try:
        return bool(SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step).update(last_step=step))
    except DatabaseError as error:
        if not is_unwritable(error):
            raise
        if step <= factor.last_step:
            return False
        _UNWRITTEN[factor.pk] = step
        return True


@transaction.atomic
def _use_recovery_code(factor: SecondFactor, typed: str, who: Actor) -> bool:
    is_valid = bool(factor.recovery_codes.filter(digest=_hash_code(factor, typed)).delete()[0])
    if is_valid:
        account, left = factor.account, factor.recovery_codes.count()
        record_event(account.club_id, Kind.CODE_USED, who, account.person_id, left=left)
    return is_valid


def _generate_group() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(_GROUP))


def _hash_code(factor: SecondFactor, typed: str) -> str:
    """Return the hash of a recovery code, regardless of case, blanks and hyphens."""
    code = "".join(sign for sign in typed.upper() if sign in SIGNS)
    # With the key of the book, as the codes are in backups and hold after a restore.
    return salted_hmac(
        "tarockclub.second_factor", f"{factor.pk}:{code}", secret=settings.BOOK_KEY, algorithm="sha256"
    ).hexdigest()
