"""Tournaments removed from all lists: archived, or hidden for everyone if nothing was played."""

from typing import Any

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, Command, Kind
from tournaments.models import Act, Tournament


def set_archived(tournament: int, key: str, who: Actor = ANONYMOUS, reason: str = "", *, back: bool = False) -> Act:
    """Take a tournament out of all lists, seasons and statistics, or put it back.

    A tournament in which nothing was played (selectors.has_been_played) is not found any more; its rows are kept, since
    the database deletes nothing. Its registration link is closed, too.
    """

    def do(row: Tournament) -> dict[str, Any]:
        closed = {} if back else {"register_digest": ""}
        Tournament.everything.filter(pk=row.pk).update(archived=None if back else row.archived or now(), **closed)
        return {"archived": not back}

    return TOURNAMENTS.act(tournament, Command(key, Kind.ARCHIVED, [back], who, reason), do)
