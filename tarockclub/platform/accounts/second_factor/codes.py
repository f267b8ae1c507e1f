"""Codes of the second factor, each valid once on whichever server, in django-allauth's rows."""

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from tarockclub.models import Account
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.services import SIGNS

LAST_STEP = "last_step"  # in the data of an app: the half minute of the last used code
FORMER_FACTOR = "former_factor"  # in the data of recovery codes: drawn by version 1.0, which kept only their hashes


@transaction.atomic
def use_code(account: Account, typed: str, who: Actor = ANONYMOUS) -> Authenticator | None:
    """Return what this code belongs to, if it is valid; it is not valid again."""
    # Locked until the end, so that of two at once, perhaps at two servers, one counts.
    rows = {row.type: row for row in Authenticator.objects.select_for_update().filter(user=account)}
    app, recovery = rows.get(Authenticator.Type.TOTP), rows.get(Authenticator.Type.RECOVERY_CODES)
    if app is not None and _use_step(app, typed):
        return app
    return recovery if recovery is not None and _use_recovery_code(recovery, typed, who) else None


def _use_step(app: Authenticator, typed: str) -> bool:
    step = _find_step(app.data["secret"], typed)
    # The code that set it up has been seen, too.
    first = int(app.created_at.timestamp()) // app_settings.TOTP_PERIOD + app_settings.TOTP_TOLERANCE
    if step is None or step <= app.data.get(LAST_STEP, first):
        return False
    app.data[LAST_STEP] = step
    app.save(update_fields=["data"])
    return True


def _find_step(secret: str, typed: str) -> int | None:
    """Return the half minute of this code, if it is near enough."""
    for step in yield_hotp_counters_from_time():
        if compare_user_code(actual=typed, expected=format_hotp_value(hotp_value(secret, step))):
            return step
    return None


def _use_recovery_code(recovery: Authenticator, typed: str, who: Actor) -> bool:
    codes, former = RecoveryCodes(recovery), recovery.data.get(FORMER_FACTOR)
    if not codes.validate_code(typed if former is None else hash_former_code(former, typed)):
        return False
    account = recovery.user
    left = len(codes.get_unused_codes())
    record_event(account.club_id, Kind.CODE_USED, who, account.person_id, left=left)
    return True


def hash_former_code(factor: int, typed: str) -> str:
    """Return the hash of a recovery code of version 1.0, regardless of case, blanks and hyphens."""
    code = "".join(sign for sign in typed.upper() if sign in SIGNS)
    # With the key of the book, as the codes are in backups and hold after a restore.
    return salted_hmac(
        "tarockclub.second_factor", f"{factor}:{code}", secret=settings.BOOK_KEY, algorithm="sha256"
    ).hexdigest()
