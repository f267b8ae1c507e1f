"""What is public of the standings, for programs; where nothing is shown while a round runs, what was published."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.xlsx.cells import in_points
from scoring.xlsx.csv_text import BOM, plain
from tournaments.exports.written_sheets import play_money
from tournaments.rules.points_text import points_number
from tournaments.settings import Settings
from tournaments.standings.columns import tells_points
from tournaments.standings.editions import FINAL, InRound, Ranked, editions_of, latest, rows_now
from tournaments.standings.players import People, people_of
from tournaments.standings.progress import Stand
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
    by = people, stand.settings
    rounds = [{"round": one.of, **_said(one, *by)} for one in shown if one.of != FINAL]
    overall = next((_said(one, *by) for one in shown if one.of == FINAL), None)
    about = {"tournament": stand.tournament.name, "day": stand.tournament.day.isoformat()}
    return json.dumps({**about, "rounds": rounds, "overall": overall}, ensure_ascii=False) + "\n"


def _said(shown: Public, people: People, settings: Settings) -> dict[str, Any]:
    return {"published": shown.published, "rows": [_row(one, people, settings) for one in shown.rows]}


def _row(one: Ranked, people: People, settings: Settings) -> dict[str, Any]:
    player = people.player(one.person)
    row: dict[str, Any] = {"rank": one.rank, "number": player.number or None, "name": player.name}
    if settings.start:
        row["replacements"] = one.replaced
    if one.table:
        row["table"] = one.table
    if settings.start:
        row |= {"capital": play_money(one.counted)} if one.table else {"won": play_money(one.gain)}
    return row | _points(one, settings)


def _points(one: Ranked | InRound, settings: Settings) -> dict[str, Any]:
    """Points as numbers, where results are told so; in the final result also round by round."""
    if not tells_points(settings):
        return {}
    said: dict[str, Any] = {"place": one.place} if one.place else {}
    said["written"] = in_points(one.written)
    if settings.place_points:
        said |= {"place_points": points_number(one.points), "sum": points_number(one.together)}
    if isinstance(one, Ranked) and one.rounds:
        said["rounds"] = [{"round": each.round, **_points(each, settings)} for each in one.rounds]
    return said


def as_csv(stand: Stand, language: str) -> str:
    """As CSV: one row for everybody and round, then for everybody overall."""
    file = io.StringIO(newline="")
    file.write(BOM)
    rows = csv.writer(file, delimiter=";", lineterminator="\r\n")
    rows.writerow(_heads(stand.settings))
    shown = standings_shown(stand)
    people = _people(stand, shown)
    for values in _lines(shown, people, stand.settings):
        rows.writerow([plain(value, decimal_comma=not language.startswith("en")) for value in values])
    return file.getvalue()


def _heads(settings: Settings) -> list[str]:
    money = [_("Replacements"), _("Capital or won")] if settings.start else []
    points = [_("Place at the table"), _("Written score")] if tells_points(settings) else []
    points += [_("Place points"), _("Sum")] if settings.place_points else []
    return [_("Round"), _("Rank"), _("Start no."), _("Name"), _("Table"), *money, *points]


def _lines(shown: list[Public], people: People, settings: Settings) -> Iterator[tuple[str | int | float | None, ...]]:
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
                *((one.replaced, play_money(one.counted)) if settings.start else ()),
                *((one.place or None, in_points(one.written)) if tells_points(settings) else ()),
                *((points_number(one.points), points_number(one.together)) if settings.place_points else ()),
            )


def _people(stand: Stand, shown: list[Public]) -> People:
    return people_of(stand.tournament, {row.person for one in shown for row in one.rows})
