"""Operations of tournaments and seasons (docs/dev/api.md)."""

from tarockclub.office.api.tournaments import (
    desk,
    draw,
    entrants,
    exports,
    persons,
    public,
    registration,
    results,
    seasons,
    setup,
    teams,
)

PARTS = (
    public.part,
    setup.part,
    registration.part,
    persons.part,
    entrants.part,
    teams.part,
    draw.part,
    desk.links,
    desk.clock,
    desk.part,
    results.part,
    exports.part,
    seasons.part,
)
