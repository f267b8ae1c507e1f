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
    teams,
)

PARTS = tuple(
    module.part
    for module in (register, people, teams, drawing, clockwork, desk, rulings_made, results, cash, files, seasons)
)
