"""Tournaments like another one, on other days: settings, invitation, prizes, walls, people; each once for each key."""

import hashlib
from collections.abc import Sequence
from datetime import date

from django.db import transaction

from tarockclub.kit.idempotency import is_key
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.around.planning.copier import LONGEST_BEGIN, CopyParts, copy_parts
from tournaments.around.planning.days import MOST_DAYS
from tournaments.core.acts import ActionRefused
from tournaments.core.settings import parse_settings
from tournaments.hall.setup.next_names import count_on
from tournaments.hall.setup.services import create_tournament
from tournaments.models import Tournament

USUAL_PARTS = CopyParts()


def copy_tournament(
    source: Tournament, key: str, name: str, day: date, parts: CopyParts = USUAL_PARTS, who: Actor = ANONYMOUS
) -> Tournament:
    """Create a tournament like another one on a day; raise ActionRefused("other_body", "sheet_gone") and others."""
    with transaction.atomic():
        tournament = create_tournament(key, source.club, name, day, parse_settings(source.settings), who)
        copy_parts(source, tournament, key[:LONGEST_BEGIN], parts, who)
    return tournament


def copy_to_days(
    source: Tournament, key: str, name: str, days: Sequence[date], parts: CopyParts, who: Actor = ANONYMOUS
) -> list[Tournament]:
    """Create a tournament for each of these days, all or none; a number in the name counts on.

    Raise ActionRefused("no_days", "too_many_days", "no_key").
    """
    if not days:
        raise ActionRefused("no_days")
    if len(days) > MOST_DAYS:
        raise ActionRefused("too_many_days", most=MOST_DAYS)
    if not is_key(key):
        raise ActionRefused("no_key")
    copies, begin = [], hashlib.sha256(key.encode()).hexdigest()[:28]
    with transaction.atomic():
        for day in sorted(set(days)):
            copies.append(copy_tournament(source, f"{begin}.{day:%Y%m%d}", name, day, parts, who))
            name = count_on(name)
    return copies
