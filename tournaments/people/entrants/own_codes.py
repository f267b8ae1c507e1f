"""The own code of an entrant: a link by which they say that they are there, and digits that find them at the door.

Both follow from the secret key: nothing is stored. The link only lets an entrant wait for the staff's tap.
"""

import hashlib
import hmac

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournaments.models import Entrant, Tournament

SECRET_DIGITS = 16  # hexadecimal
CODE_DIGITS = 6


def compute_secret(tournament: Tournament, entrant: int) -> str:
    """Return the secret in the link of an entrant (id)."""
    message = f"tournaments.door:{tournament.slug}:{entrant}".encode()
    return hmac.new(settings.BOOK_KEY.encode(), message, hashlib.sha256).hexdigest()[:SECRET_DIGITS]


def compute_code(tournament: Tournament, entrant: int) -> str:
    """Return the digits of an entrant (id): they find, and open nothing."""
    return f"{int(compute_secret(tournament, entrant), 16) % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def compute_code_mark(tournament: Tournament, entrant: int) -> str:
    """Return a mark of an entrant (id) for keys, from which nobody learns the secret."""
    return hashlib.sha256(f"mark:{compute_secret(tournament, entrant)}".encode()).hexdigest()[:SECRET_DIGITS]


def build_own_path(entrant: Entrant) -> str:
    """Return the address by which an entrant says that they are there."""
    secret = compute_secret(entrant.tournament, entrant.pk)
    return reverse("come", args=[entrant.tournament.slug, entrant.number, secret])


def is_own_secret(entrant: Entrant, secret: str) -> bool:
    """Return whether the secret of a link is that of an entrant."""
    return constant_time_compare(compute_secret(entrant.tournament, entrant.pk), secret)
