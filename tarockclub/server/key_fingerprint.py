"""The fingerprint of the secret key, stored in the database with the entries of that key.

With different keys, two servers on one database would take a resubmitted hand for another one, and would not share
their sessions.
"""

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.crypto import constant_time_compare, salted_hmac

from tarockclub.models import KeyFingerprint


def compute_fingerprint(key: str) -> str:
    """Return the fingerprint of a key, from which the key cannot be derived."""
    return salted_hmac("tarockclub.key_fingerprint", "", secret=key, algorithm="sha256").hexdigest()


def is_other(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database belongs to another key than this program's."""
    if not _has_table(connection):
        return False
    kept = KeyFingerprint.objects.values_list("digest", flat=True).first()
    return kept is not None and not constant_time_compare(kept, compute_fingerprint(settings.SECRET_KEY))


def save_first(connection: BaseDatabaseWrapper) -> None:
    """Store this program's key if none is known yet."""
    if _has_table(connection) and not KeyFingerprint.objects.exists():
        replace_fingerprint(settings.SECRET_KEY)


def replace_fingerprint(key: str) -> None:
    """Store another key from now on: that of a backup, or a new one after the loss of the old one."""
    KeyFingerprint.objects.update_or_create(pk=1, defaults={"digest": compute_fingerprint(key)})


def _has_table(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the database has the table of fingerprints; older ones do not."""
    with connection.cursor() as cursor:
        return KeyFingerprint._meta.db_table in connection.introspection.table_names(cursor)
