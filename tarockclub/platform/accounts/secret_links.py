"""Secrets in links, QR codes and tokens: 128 bits that nobody can guess. Only their digests are stored.

The digests need no key, so a link holds after a restore on whatever machine.
"""

import hashlib
import re
import secrets

from django.http import HttpResponse
from django.utils.crypto import salted_hmac

# Hexadecimal; those in a code that is printed follow from the key of the book. The log shortens what has as many
# (tarockclub.platform.server.log_filter).
DIGITS, PRINTED_DIGITS = 32, 16
_HEXADECIMAL = re.compile("[0-9a-f]+")


def draw_secret() -> str:
    """Return a new secret; it may also be the key of a form from which another one is derived."""
    return secrets.token_hex(DIGITS // 2)


def derive_secret(purpose: str, *parts: object) -> str:
    """Return the secret that follows from these parts and Django's key.

    The last part is the key of a form, which nobody else may know: a tap that arrives twice makes one link.
    """
    content = ":".join(map(str, parts))
    return salted_hmac(f"tarockclub.secret_links.{purpose}", content, algorithm="sha256").hexdigest()[:DIGITS]


def is_secret(text: str, beginning: str = "", digits: int = DIGITS) -> bool:
    """Return whether a text looks like a secret, after the beginning that tells the tokens of one kind."""
    is_long = len(text) == len(beginning) + digits
    return is_long and text.startswith(beginning) and bool(_HEXADECIMAL.fullmatch(text[len(beginning) :]))


def hash_secret(purpose: str, secret: str) -> str:
    """Return the digest under which a secret is stored; the purpose tells its links from those of others."""
    return hashlib.sha256(f"{purpose}:{secret}".encode()).hexdigest()


def hide_address(response: HttpResponse) -> HttpResponse:
    """Have no search list a page whose address is a secret, or a table's, and no other site learn it."""
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "same-origin"  # "no-referrer" makes the origin of its forms "null"
    return response
