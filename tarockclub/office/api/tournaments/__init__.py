"""Operations of tournaments and seasons (docs/dev/api.md)."""

from tarockclub.office.api.tournaments import desk, entrants, public, results, seasons

PARTS = (
    public.part,
    desk.setup_part,
    entrants.registration_part,
    entrants.person_part,
    entrants.part,
    entrants.team_part,
    desk.draw_part,
    desk.links,
    desk.clock,
    desk.part,
    results.part,
    results.export_part,
    seasons.part,
)
