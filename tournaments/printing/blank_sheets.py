"""The empty written sheets of a round: one for each table, with the names of those who sit there."""

from django.utils.translation import gettext as _

from scoring.ledger.sheet_versions import sheet_of
from scoring.printing.blank_sheet import Blank, Field
from scoring.printing.blank_sheet_pdf import written_sheets
from scoring.printing.table_sheets import fields_of, legend_at, seated_by_table
from scoring.templatetags.amounts import bare_cents
from tournaments.printing.context import Told, tables_of
from tournaments.printing.lists import round_name
from tournaments.settings import Settings

ROUNDS = 4  # of deals on a sheet, where a round is as long as the time allows
FEWEST = 4


def written(told: Told) -> bytes | None:
    """One sheet for each table of the round."""
    tables = tables_of(told)
    games = [one.game_table for one in tables]
    if not games:
        return None
    seated = seated_by_table(games)
    legends = {one.sheet_version_id: legend_at(one, told.language) for one in games}
    title = f"{told.tournament.name}, {round_name(told)}"
    blanks = []
    for one in tables:
        game, players = one.game_table, seated[one.game_table_id]
        rules = sheet_of(game.sheet_version).names[told.language.startswith("en")]
        blanks.append(
            Blank(
                title,
                str(one.number),
                (*fields_of(game, players, rules, told.settings.rate), *capital_fields(told.settings)),
                players,
                hands_at(told.settings, len(players)),
                legends[game.sheet_version_id],
                below=rows_below(told.settings),
                double_round=told.settings.double_round,
            )
        )
    return written_sheets(blanks, title, told.language)


def capital_fields(settings: Settings) -> tuple[Field, ...]:
    """With how much play money everybody begins, for the head of a sheet; replacements are as much."""
    return (Field(_("Starting capital"), bare_cents(settings.start)),) if settings.start else ()


def rows_below(settings: Settings) -> tuple[str, ...]:
    """What is written below the sums: place points, replacements of capital, and what everybody has in the end."""
    capital = (_("Replacement capital"), _("Final capital")) if settings.start else ()
    return (*((_("Place points"),) if settings.place_points else ()), *capital)


def hands_at(settings: Settings, players: int) -> int:
    """How many hands a table of so many plays, or has room for.

    >>> from tournaments.settings import CUP, usual
    >>> [hands_at(usual(CUP), players) for players in (4, 5, 6)], hands_at(Settings(), 5)
    ([16, 20, 24], 20)
    """
    at = max(players, FEWEST) - FEWEST
    return settings.hands[min(at, len(settings.hands) - 1)] if settings.hands else ROUNDS * max(players, FEWEST)
