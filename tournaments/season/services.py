"""Making a season, and changing what it is about: each once for its key."""

import secrets
from typing import NamedTuple

from django.db import transaction

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.accounts.persons import lock_club
from tarockclub.idempotency import digest_of
from tarockclub.models import Club
from tarockclub.time_source import now
from tournaments.acts import Asked, Refused, SeasonKind, act_in_season
from tournaments.models import Season, SeasonAct
from tournaments.season.settings import Settings, to_text


class Wanted(NamedTuple):
    """What is decided about a season; the name is cleaned, the settings contradict nothing (problems.py)."""

    name: str
    settings: Settings

    def said(self) -> list[str]:
        """As JSON values."""
        return [self.name, to_text(self.settings)]


def new_season(key: str, club: Club, wanted: Wanted, who: Who = NOBODY_KNOWN) -> Season:
    """Make a season; the same key makes it only once, and raises Refused("other_body") for another one."""
    digest = digest_of(wanted.said())
    with transaction.atomic():
        club = lock_club(club)
        known = Season.objects.filter(start_key=key).first()
        if known is not None:
            if known.club_id != club.pk or known.start_digest != digest:
                raise Refused("other_body")
            return known
        made = Season.objects.create(
            club=club,
            name=wanted.name,
            settings=to_text(wanted.settings),
            seed=secrets.token_hex(16),
            made=now(),
            start_key=key,
            start_digest=digest,
        )
        act_in_season(made.pk, Asked(key, SeasonKind.MADE, wanted.said(), who), lambda _row: _said(wanted))
        made.refresh_from_db()
        return made


def change_settings(season: int, key: str, wanted: Wanted, who: Who = NOBODY_KNOWN) -> SeasonAct:
    """Decide anew what a season is; Refused("season_ended") once its final standing is published."""

    def do(row: Season) -> dict[str, object]:
        must_go_on(row)
        row.name, row.settings = wanted.name, to_text(wanted.settings)
        row.save(update_fields=["name", "settings"])
        return _said(wanted)

    return act_in_season(season, Asked(key, SeasonKind.SETTINGS, wanted.said(), who), do)


def must_go_on(season: Season) -> None:
    """Refuse what would change a season whose final standing is published."""
    if season.ended is not None:
        raise Refused("season_ended")


def _said(wanted: Wanted) -> dict[str, object]:
    """What the act keeps: all but the name, which stands with the season."""
    return {"settings": to_text(wanted.settings)}
