"""What is public of the standings, for programs; where nothing is shown while a round runs, what was published."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.exports.csv_cells import BOM, plain
from tournaments.exports.sheets import play_money
from tournaments.standings.editions import FINAL, Ranked, editions_of, latest, rows_now
from tournaments.standings.people import People, people_of
from tournaments.standings.stand import Stand
from tournaments.standings.standing import standings_of


class Public(NamedTuple):
    """A standing that everybody may see."""

    of: int  # number of the round, or FINAL
    published: bool
    rows: tuple[Ranked, ...]


def standings_shown(stand: Stand) -> list[Public]:
    """The standings of the rounds that are drawn, then the one over all rounds."""
    editions = editions_of(stand.tournament)
    standings = standings_of(stand) if stand.settings.show_live else None
    found = []
    for of in [*(one.number for one in stand.rounds if one.drawn), FINAL]:
        edition = latest(editions, of)
        if standings is not None:
            rows = rows_now(standings, of)
            found.append(Public(of, edition is not None and edition.rows == rows, rows))
        elif edition is not None:
            found.append(Public(of, published=True, rows=edition.rows))
    return found


def as_json(stand: Stand, _language: str) -> str:
    """As JSON: play money as numbers."""
    shown = standings_shown(stand)
    people = _people(stand, shown)
    rounds = [{"round": one.of, **_said(one, people)} for one in shown if one.of != FINAL]
    overall = next((_said(one, people) for one in shown if one.of == FINAL), None)
    about = {"tournament": stand.tournament.name, "day": stand.tournament.day.isoformat()}
    return json.dumps({**about, "rounds": rounds, "overall": overall}, ensure_ascii=False) + "\n"


def _said(shown: Public, people: People) -> dict[str, Any]:
    return {"published": shown.published, "rows": [_row(one, people) for one in shown.rows]}


def _row(one: Ranked, people: People) -> dict[str, Any]:
    player = people.player(one.person)
    row = {"rank": one.rank, "number": player.number or None, "name": player.name, "replacements": one.replaced}
    if one.start:
        return {**row, "table": one.table, "capital": play_money(one.counted)}
    return {**row, "won": play_money(one.gain)}


def as_csv(stand: Stand, language: str) -> str:
    """As CSV: one row for everybody and round, then for everybody overall."""
    file = io.StringIO(newline="")
    file.write(BOM)
    rows = csv.writer(file, delimiter=";", lineterminator="\r\n")
    rows.writerow(
        [_("Round"), _("Rank"), _("Start no."), _("Name"), _("Table"), _("Replacements"), _("Capital or won")]
    )
    shown = standings_shown(stand)
    people = _people(stand, shown)
    for values in _lines(shown, people):
        rows.writerow([plain(value, decimal_comma=not language.startswith("en")) for value in values])
    return file.getvalue()


def _lines(shown: list[Public], people: People) -> Iterator[tuple[str | int | float | None, ...]]:
    for standing in shown:
        for one in standing.rows:
            player = people.player(one.person)
            of = _("overall") if standing.of == FINAL else standing.of
            yield (
                of,
                one.rank,
                player.number or None,
                player.name,
                one.table or None,
                one.replaced,
                play_money(one.counted),
            )


def _people(stand: Stand, shown: list[Public]) -> People:
    return people_of(stand.tournament, {row.person for one in shown for row in one.rows})
