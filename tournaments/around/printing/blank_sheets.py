"""The blank score sheets of a round: one for each table, with the names of its players."""

from django.utils.translation import gettext as _

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.reports.printing.services import (
    BlankField,
    BlankSheet,
    build_sheet_fields,
    build_table_legend,
    load_table_players,
    render_blank_sheets,
)
from tarockclub.kit.amounts import format_bare_cents
from tarockclub.kit.words import get_current_language
from tarockclub.platform.club_look.services import build_look
from tournaments.around.printing.context import PrintContext, list_printed_tables
from tournaments.around.printing.lists import format_round
from tournaments.core.settings import Settings, has_double_round

ROUNDS = 4  # of deals on a sheet, where a round is as long as the time allows
FEWEST = 4


def render_round_sheets(context: PrintContext) -> bytes | None:
    """Render one sheet for each table of the round; None if there are no tables."""
    tables = list_printed_tables(context)
    games = [table.game_table for table in tables]
    if not games:
        return None
    seated = load_table_players(games)
    legends = {game.sheet_version_id: build_table_legend(game) for game in games}
    title = f"{context.tournament.name}, {format_round(context)}"
    blanks = []
    for table in tables:
        game, players = table.game_table, seated[table.game_table_id]
        rules = parse_sheet(game.sheet_version).names[get_current_language().startswith("en")]
        blanks.append(
            BlankSheet(
                title,
                str(table.number),
                (
                    *build_sheet_fields(game, players, rules, context.settings.rate),
                    *build_capital_fields(context.settings),
                ),
                players,
                compute_blank_hands(context.settings, len(players)),
                legends[game.sheet_version_id],
                below=list_rows_below(context.settings),
                double_round=has_double_round(context.settings, table.round.number),
            )
        )
    return render_blank_sheets(blanks, title, build_look(context.tournament.club))


def build_capital_fields(settings: Settings) -> tuple[BlankField, ...]:
    """Return the field for the starting capital in the head of a sheet; a replacement is the same amount."""
    return (BlankField(_("Starting capital"), format_bare_cents(settings.start)),) if settings.start else ()


def list_rows_below(settings: Settings) -> tuple[str, ...]:
    """Return the labels below the sums: place points, replacement capital and final capital, as far as they apply."""
    capital = (_("Replacement capital"), _("Final capital")) if settings.start else ()
    return (*((_("Place points"),) if settings.place_points else ()), *capital)


def compute_blank_hands(settings: Settings, players: int) -> int:
    """Return the number of hands that a table of this size plays, or has room for.

    >>> from tournaments.core.settings import CUP, build_default_settings
    >>> [compute_blank_hands(build_default_settings(CUP), players) for players in (4, 5, 6)]
    [16, 20, 24]
    >>> compute_blank_hands(Settings(), 5)
    20
    """
    index = max(players, FEWEST) - FEWEST
    return settings.hands[min(index, len(settings.hands) - 1)] if settings.hands else ROUNDS * max(players, FEWEST)
