"""The fingerprint of the secret key, kept in the database whose entries were written with it.

Two servers on one database with other keys would take the hand that a phone sends again for another one, and whoever is
logged in at one of them would not be at the other.
"""

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.crypto import constant_time_compare, salted_hmac

from tarockclub.models import KeyFingerprint


def compute_fingerprint(key: str) -> str:
    """Return the fingerprint of a key, from which nobody finds the key."""
    return salted_hmac("tarockclub.key_fingerprint", "", secret=key, algorithm="sha256").hexdigest()


def is_other(connection: BaseDatabaseWrapper) -> bool:
    """Say whether the database was written with another key than this program has."""
    if not _has_table(connection):
        return False
    kept = KeyFingerprint.objects.values_list("digest", flat=True).first()
    return kept is not None and not constant_time_compare(kept, compute_fingerprint(settings.SECRET_KEY))


def save_first(connection: BaseDatabaseWrapper) -> None:
    """Keep this program's key where none is known yet."""
    if _has_table(connection) and not KeyFingerprint.objects.exists():
        replace_fingerprint(settings.SECRET_KEY)


def replace_fingerprint(key: str) -> None:
    """Keep another key from now on: that of a backup, or a new one in place of one that is lost."""
    KeyFingerprint.objects.update_or_create(pk=1, defaults={"digest": compute_fingerprint(key)})


def _has_table(connection: BaseDatabaseWrapper) -> bool:
    """Say whether the database has a place for it; an older one has not."""
    with connection.cursor() as cursor:
        return KeyFingerprint._meta.db_table in connection.introspection.table_names(cursor)
