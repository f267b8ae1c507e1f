"""The public standings, for programs; where a running round shows nothing, the published ones."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.xlsx.csv_text import render_csv
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.settings import Settings
from tournaments.hall.standing.players import load_people
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import RankedLine, load_standings
from tournaments.results.standings.column import build_json_row
from tournaments.results.standings.columns import CAPITAL, CSV, JSON, JSON_OF_ROUND, list_file_columns, list_used
from tournaments.results.standings.editions import compute_rows, load_standing_editions, read_lines


class PublicStanding(NamedTuple):
    """A standing that everybody may see."""

    of: int  # number of the round, or FINAL
    published: bool
    lines: tuple[RankedLine, ...]


def list_public_standings(stand: TournamentProgress) -> list[PublicStanding]:
    """Return the standings of the rounds that are drawn, then the one over all rounds."""
    editions = load_standing_editions(stand.tournament)
    standings = load_standings(stand) if stand.settings.show_live else None
    people = load_people(stand.tournament, {row.person for edition in editions for row in edition.rows})
    public = []
    for scope in [*(round_.number for round_ in stand.rounds if round_.drawn), FINAL]:
        edition = find_latest_edition(editions, scope)
        if standings is not None:
            published = edition is not None and edition.rows == compute_rows(standings, scope)
            public.append(PublicStanding(scope, published, standings.list_lines(scope)))
        elif edition is not None:
            public.append(PublicStanding(scope, published=True, lines=read_lines(edition.rows, people, scope)))
    return public


def render_json(stand: TournamentProgress, _language: str) -> str:
    """Render the standings as JSON: play money as numbers."""
    built = {shown.of: _build_standing(shown, stand.settings) for shown in list_public_standings(stand)}
    overall = built.pop(FINAL, None)
    rounds = [{"round": scope, **standing} for scope, standing in built.items()]
    about = {"tournament": stand.tournament.name, "day": stand.tournament.day.isoformat()}
    return json.dumps({**about, "rounds": rounds, "overall": overall}, ensure_ascii=False) + "\n"


def _build_standing(shown: PublicStanding, settings: Settings) -> dict[str, Any]:
    columns, by_round = list_file_columns(JSON, settings, shown.of), list_used(JSON_OF_ROUND, settings)
    rows = []
    for line in shown.lines:
        row, played = build_json_row(line, columns), [round_ for round_ in line.rounds if round_ is not None]
        if played and by_round:
            row["rounds"] = [{"round": round_.round, **build_json_row(round_, by_round)} for round_ in played]
        rows.append(row)
    return {"published": shown.published, "rows": rows}


def render_standings_csv(stand: TournamentProgress, language: str) -> str:
    """Render the standings as CSV: one row for everybody and round, then for everybody overall."""
    lines = _list_rows(list_public_standings(stand), stand.settings)
    columns = list_file_columns(CSV, stand.settings, 1)
    heads = [_("Capital or won") if column is CAPITAL else str(column.head) for column in columns]
    return render_csv([[_("Round"), *heads], *lines], language)


def _list_rows(shown: Iterable[PublicStanding], settings: Settings) -> Iterator[list[Any]]:
    for standing in shown:
        columns = list_file_columns(CSV, settings, standing.of)
        label = _("overall") if standing.of == FINAL else standing.of
        for line in standing.lines:
            yield [label, *(column.compute_number(line) for column in columns)]
