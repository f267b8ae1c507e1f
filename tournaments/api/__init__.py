"""Operations of tournaments and seasons (docs/api.md)."""

from tournaments.api import (
    cash,
    clockwork,
    desk,
    drawing,
    files,
    people,
    register,
    results,
    rulings_made,
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
        teams,
        drawing,
        clockwork,
        desk,
        rulings_made,
        results,
        cash,
        files,
        seasons,
    )
)
