"""The comparison of two requests with the same key."""

import hashlib
import hmac
import json
import re
from functools import lru_cache

from django.conf import settings

KEY_LENGTH = 64
# The keys that a client may choose. PostgreSQL refuses a NUL in any text, SQLite accepts it.
_KEY = re.compile(f"[!-~]{{1,{KEY_LENGTH}}}")


_encode = json.JSONEncoder(sort_keys=True, default=str).encode


def compute_request_digest(sent: object) -> str:
    """Return the hash of a client's data; keyed, so that nobody can try names or reasons on a copy of the database."""
    return hmac.digest(_derive_key(settings.BOOK_KEY), _encode(sent).encode(), "sha256").hex()


@lru_cache(maxsize=8)
def _derive_key(secret: str) -> bytes:
    """Return the key that django.utils.crypto.salted_hmac derives from the secret; cached."""
    return hashlib.sha256(f"scoring.digests{secret}".encode()).digest()


def is_key(key: str) -> bool:
    """Return whether a write may have this key."""
    return bool(_KEY.fullmatch(key))
