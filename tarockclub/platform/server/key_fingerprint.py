"""The fingerprints of the two keys, stored in the database with what was made with them.

With different keys of the book, two servers on one database would take a resubmitted hand for another one; with
different keys of Django's, neither would know the sessions of the other.
"""

from pathlib import Path

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.crypto import constant_time_compare, salted_hmac

from tarockclub.models import KeyFingerprint
from tarockclub.platform.server import env, secret_key

_BOOK, _SESSIONS = 1, 2  # rows


def compute_fingerprint(key: str) -> str:
    """Return the fingerprint of a key, from which the key cannot be derived."""
    return salted_hmac("tarockclub.key_fingerprint", "", secret=key, algorithm="sha256").hexdigest()


def is_other(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database belongs to another key of the book than this program's."""
    return _has_table(connection) and _is_of_other_key(_BOOK, settings.BOOK_KEY)


def is_other_session_key(connection: BaseDatabaseWrapper) -> bool:
    """Return whether another server signs sessions with another key; the one server of a SQLite file may change it."""
    return connection.vendor != "sqlite" and _has_table(connection) and _is_of_other_key(_SESSIONS, settings.SECRET_KEY)


def save_first(connection: BaseDatabaseWrapper) -> None:
    """Store this program's keys where none is known yet."""
    if _has_table(connection):
        _save_if_new(_BOOK, settings.BOOK_KEY)
        _save_if_new(_SESSIONS, settings.SECRET_KEY)


def replace_fingerprint(key: str) -> None:
    """Store another key of the book from now on: that of a backup, or a new one after the loss of the old one."""
    _save(_BOOK, key)


def renew_session_key() -> bool:
    """Draw another key of Django's, from the next start on; return False where its variable decides, or no file can."""
    if env.read_text(secret_key.SESSION_VARIABLE):
        return False
    try:
        secret_key.replace_key(Path(settings.DATA_DIR) / secret_key.SESSION_FILE, secret_key.draw_key())
    except OSError:
        return False
    KeyFingerprint.objects.filter(pk=_SESSIONS).delete()  # the next start says which one it is
    return True


def _is_of_other_key(row: int, key: str) -> bool:
    digest = KeyFingerprint.objects.filter(pk=row).values_list("digest", flat=True).first()
    return digest is not None and not constant_time_compare(digest, compute_fingerprint(key))


def _save(row: int, key: str) -> None:
    KeyFingerprint.objects.update_or_create(pk=row, defaults={"digest": compute_fingerprint(key)})


def _save_if_new(row: int, key: str) -> None:
    """Write only where there is nothing: a full disk or a database that may only be read stops no start."""
    if not KeyFingerprint.objects.filter(pk=row).exists():
        _save(row, key)


def _has_table(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database has the table of fingerprints; older ones do not."""
    with connection.cursor() as cursor:
        return KeyFingerprint._meta.db_table in connection.introspection.table_names(cursor)
