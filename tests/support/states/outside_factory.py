"""A club that shows everything to everybody."""

from tarockclub.models import Club, Publication
from tarockclub.platform.publication import change_publication


def publish_everything(club: Club) -> None:
    """Write what a director may choose."""
    change_publication(club, dict.fromkeys(Publication.PARTS, True))
