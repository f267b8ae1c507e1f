"""Operations of tournaments and seasons (docs/api.md)."""

from tournaments.api import (
    acts_done,
    cash,
    chips,
    clockwork,
    desk,
    drawing,
    fame,
    files,
    going_back,
    lists_read,
    papers,
    people,
    register,
    results,
    rulings_made,
    season_books,
    seasons,
    setting_up,
    teams,
    watching,
)

PARTS = tuple(
    module.part
    for module in (
        watching,
        setting_up,
        register,
        people,
        lists_read,
        teams,
        drawing,
        clockwork,
        chips,
        desk,
        rulings_made,
        results,
        cash,
        files,
        seasons,
        season_books,
        fame,
        acts_done,
        going_back,
        papers,
    )
)
