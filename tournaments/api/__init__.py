"""Operations of tournaments and seasons (docs/dev/api.md)."""

from tournaments.api import (
    action_log,
    before_the_day,
    cash,
    chips,
    clock,
    desk,
    door,
    draw,
    entrants,
    exports,
    hall_of_fame,
    list_import,
    printing,
    public,
    register,
    results,
    rulings,
    season_results,
    seasons,
    setup,
    teams,
    undo,
)

PARTS = tuple(
    module.part
    for module in (
        public,
        setup,
        before_the_day,
        register,
        entrants,
        list_import,
        teams,
        door,
        draw,
        clock,
        chips,
        desk,
        rulings,
        results,
        cash,
        exports,
        seasons,
        season_results,
        hall_of_fame,
        action_log,
        undo,
        printing,
    )
)
