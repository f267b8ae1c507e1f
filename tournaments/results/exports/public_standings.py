"""The public standings, for programs; where a running round shows nothing, the published ones."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.xlsx.csv_text import render_csv
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.settings import Settings
from tournaments.hall.standing.players import People, load_people
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import load_standings
from tournaments.results.exports.standing import convert_points
from tournaments.results.exports.written_sheets import convert_play_money
from tournaments.results.standings.columns import has_points
from tournaments.results.standings.editions import EditionRound, EditionRow, compute_rows, load_standing_editions


class PublicStanding(NamedTuple):
    """A standing that everybody may see."""

    of: int  # number of the round, or FINAL
    published: bool
    rows: tuple[EditionRow, ...]


def list_public_standings(stand: TournamentProgress) -> list[PublicStanding]:
    """Return the standings of the rounds that are drawn, then the one over all rounds."""
    editions = load_standing_editions(stand.tournament)
    standings = load_standings(stand) if stand.settings.show_live else None
    found = []
    for of in [*(round_.number for round_ in stand.rounds if round_.drawn), FINAL]:
        edition = find_latest_edition(editions, of)
        if standings is not None:
            rows = compute_rows(standings, of)
            found.append(PublicStanding(of, edition is not None and edition.rows == rows, rows))
        elif edition is not None:
            found.append(PublicStanding(of, published=True, rows=edition.rows))
    return found


def render_json(stand: TournamentProgress, _language: str) -> str:
    """Render the standings as JSON: play money as numbers."""
    shown = list_public_standings(stand)
    people = _load_people(stand, shown)
    by = people, stand.settings
    rounds = [{"round": standing.of, **_build_standing(standing, *by)} for standing in shown if standing.of != FINAL]
    overall = next((_build_standing(standing, *by) for standing in shown if standing.of == FINAL), None)
    about = {"tournament": stand.tournament.name, "day": stand.tournament.day.isoformat()}
    return json.dumps({**about, "rounds": rounds, "overall": overall}, ensure_ascii=False) + "\n"


def _build_standing(shown: PublicStanding, people: People, settings: Settings) -> dict[str, Any]:
    return {"published": shown.published, "rows": [_build_row(row, people, settings) for row in shown.rows]}


def _build_row(line: EditionRow, people: People, settings: Settings) -> dict[str, Any]:
    player = people.get_player(line.person)
    row: dict[str, Any] = {"rank": line.rank, "number": player.number or None, "name": player.name}
    if settings.start:
        row["replacements"] = line.replaced
    if line.table:
        row["table"] = line.table
    if settings.start:
        row |= (
            {"capital": convert_play_money(line.ranked_amount)}
            if line.table
            else {"won": convert_play_money(line.gain)}
        )
    return row | _build_points(line, settings)


def _build_points(row: EditionRow | EditionRound, settings: Settings) -> dict[str, Any]:
    """Return points as numbers, where results are in points; in the final result also round by round."""
    if not has_points(settings):
        return {}
    said: dict[str, Any] = {"place": row.place} if row.place else {}
    said["written"] = convert_to_number(row.written)
    if settings.place_points:
        said |= {"place_points": convert_points(row.points), "sum": convert_points(row.together)}
    if isinstance(row, EditionRow) and row.rounds:
        said["rounds"] = [{"round": each.round, **_build_points(each, settings)} for each in row.rounds]
    return said


def render_standings_csv(stand: TournamentProgress, language: str) -> str:
    """Render the standings as CSV: one row for everybody and round, then for everybody overall."""
    shown = list_public_standings(stand)
    lines = _build_lines(shown, _load_people(stand, shown), stand.settings)
    return render_csv([_format_heads(stand.settings), *lines], language)


def _format_heads(settings: Settings) -> list[str]:
    money = [_("Replacements"), _("Capital or won")] if settings.start else []
    points = [_("Place at the table"), _("Written score")] if has_points(settings) else []
    points += [_("Place points"), _("Sum")] if settings.place_points else []
    return [_("Round"), _("Rank"), _("Start no."), _("Name"), _("Table"), *money, *points]


def _build_lines(
    shown: list[PublicStanding], people: People, settings: Settings
) -> Iterator[tuple[str | int | float | None, ...]]:
    for standing in shown:
        for row in standing.rows:
            player = people.get_player(row.person)
            of = _("overall") if standing.of == FINAL else standing.of
            yield (
                of,
                row.rank,
                player.number or None,
                player.name,
                row.table or None,
                *((row.replaced, convert_play_money(row.ranked_amount)) if settings.start else ()),
                *((row.place or None, convert_to_number(row.written)) if has_points(settings) else ()),
                *((convert_points(row.points), convert_points(row.together)) if settings.place_points else ()),
            )


def _load_people(stand: TournamentProgress, shown: list[PublicStanding]) -> People:
    return load_people(stand.tournament, {row.person for standing in shown for row in standing.rows})
