"""The secret link that opens a year that its club does not show to everybody: given by the director, and taken back."""

from typing import Any

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import derive_secret, hash_secret, is_secret
from tarockclub.platform.clubs.scope import enter_all_clubs
from tournaments.core.actions.base import Action, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import Kind
from tournaments.core.messages import SEASON as SEASON_AREA
from tournaments.models import Season


@action(Spec(kind=Kind.SETTINGS, targets=(SEASON,), right=Right.DIRECT, area=SEASON_AREA))
class SetYearLink(Action):
    """Give a year a new secret link, or take it back; an earlier one is no longer valid.

    The secret follows from the form's key (`derive_year_secret`): a tap that arrives twice makes one link.
    """

    given: bool

    def list_sent(self) -> object:
        """Return whether there is one now."""
        return ["link", self.given]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Keep the hash of the new link, or forget the one that there was."""
        here.season.link_digest = hash_year_secret(derive_year_secret(here.season, here.key)) if self.given else ""
        here.season.save(update_fields=["link_digest"])
        return {"link": self.given}


def derive_year_secret(season: Season, key: str) -> str:
    """Return the secret of the link that was given with a key."""
    return derive_secret("year", season.pk, key)


def hash_year_secret(secret: str) -> str:
    """Return the hash that identifies a link."""
    return hash_secret("year", secret)


def find_linked_season(secret: str) -> Season | None:
    """Return the season of a link; None if it is not valid."""
    if not is_secret(secret):
        return None
    with enter_all_clubs():  # the secret says whose it is
        seasons = Season.objects.filter(club__archived=None).select_related("club")
        return seasons.filter(link_digest=hash_year_secret(secret)).first()
