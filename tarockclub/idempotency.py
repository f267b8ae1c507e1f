"""What tells apart two requests with one key."""

import hashlib
import hmac
import json
import re
from functools import lru_cache

from django.conf import settings

KEY_LENGTH = 64
# What a client may call a write. PostgreSQL refuses a NUL in any text, SQLite takes it.
_KEY = re.compile(f"[!-~]{{1,{KEY_LENGTH}}}")


_encode = json.JSONEncoder(sort_keys=True, default=str).encode


def compute_request_digest(sent: object) -> str:
    """The hash of what a client sent; keyed, so that nobody can try names or reasons on a copy of the database."""
    return hmac.digest(_derive_key(settings.SECRET_KEY), _encode(sent).encode(), "sha256").hex()


@lru_cache(maxsize=8)
def _derive_key(secret: str) -> bytes:
    """What django.utils.crypto.salted_hmac makes of the secret, once and not for every request."""
    return hashlib.sha256(f"scoring.digests{secret}".encode()).digest()


def is_key(key: str) -> bool:
    """Whether a write may be called so."""
    return bool(_KEY.fullmatch(key))
