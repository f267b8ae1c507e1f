"""The own code of an entrant: a link to their page in the tournament, and digits that find them at the door.

Both follow from the secret key and from how often they were replaced. The link shows, and lets an entrant wait for the
staff's tap; who registered withdraws by the link of the registration.
"""

import hashlib
import hmac

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tarockclub.platform.accounts.secret_links import PRINTED_DIGITS, is_secret
from tournaments.models import Entrant, Tournament

CODE_DIGITS = 6


def compute_secret(tournament: Tournament, entrant: Entrant) -> str:
    """Return the secret in the link of an entrant."""
    message = f"tournaments.door:{tournament.slug}:{entrant.pk}"
    message += f":{entrant.replacements}" if entrant.replacements else ""
    return hmac.new(settings.BOOK_KEY.encode(), message.encode(), hashlib.sha256).hexdigest()[:PRINTED_DIGITS]


def compute_code(tournament: Tournament, entrant: Entrant) -> str:
    """Return the digits of an entrant: they find, and open nothing."""
    return f"{int(compute_secret(tournament, entrant), 16) % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def compute_code_mark(tournament: Tournament, entrant: Entrant) -> str:
    """Return a mark of an entrant for keys, from which nobody learns the secret."""
    return hashlib.sha256(f"mark:{compute_secret(tournament, entrant)}".encode()).hexdigest()[:PRINTED_DIGITS]


def build_own_path(entrant: Entrant) -> str:
    """Return the address of an entrant's page, as their code at the door has it: it holds under any start number."""
    return reverse("own_place", args=[entrant.tournament.slug, compute_secret(entrant.tournament, entrant)])


def find_entrant(tournament: Tournament, secret: str) -> Entrant | None:
    """Return the entrant of a code's link; None if it is nobody's."""
    if not is_secret(secret, digits=PRINTED_DIGITS):
        return None
    people = Entrant.objects.filter(tournament=tournament, person__erased=None)
    codes = people.only("replacements")
    owners = [row.pk for row in codes if constant_time_compare(compute_secret(tournament, row), secret)]
    return people.select_related("person").filter(pk__in=owners).first()
