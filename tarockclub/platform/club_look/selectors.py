"""The logo of a club."""

from tarockclub.models import Club, ClubLogo


def load_logo(club: Club) -> bytes:
    """Return a club's logo as PNG; nothing, and no query, if it has none."""
    found = ClubLogo.objects.filter(club=club).first() if club.logo else None
    return bytes(found.png) if found is not None else b""
