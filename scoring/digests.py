"""What tells apart two requests with one key."""

import json

from django.utils.crypto import salted_hmac


def digest_of(sent: object) -> str:
    """The hash of what a client sent; keyed, so that nobody can try names or reasons on a copy of the database."""
    return salted_hmac("scoring.digests", json.dumps(sent, sort_keys=True, default=str), algorithm="sha256").hexdigest()
