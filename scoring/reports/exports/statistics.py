"""The statistics of an evening: players with formulas over the written sheet, games as plain numbers."""

from operator import itemgetter

from django.utils.translation import gettext as _

from scoring.models import Entry
from scoring.reports.exports.data import EveningData, format_entry_kind
from scoring.reports.exports.tally import (
    compute_other_points,
    count_by_contract,
    count_outcomes,
    list_games,
    list_payouts,
)
from scoring.reports.exports.written_sheet import KIND, RADL, Layout
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    BLANK,
    COUNT,
    EMPTY,
    STANDING,
    TITLE,
    Cell,
    WorkbookPage,
    build_amount_cell,
    build_heads,
    build_text_cell,
    count_cell,
)

WIDTHS = (26, 11, 11, 11, 13, 12, 11, 10, 10, 13, 6, 15, 6)


def build_statistics_page(data: EveningData, title: str, source: str, layout: Layout) -> WorkbookPage:
    """Return the sheet with players, games and the evening as a whole; `source` is the title of the written sheet."""
    over = _WrittenFormulas(data, source, layout)
    rows = (
        (build_text_cell(title, TITLE),),
        _build_heads(_list_player_heads(data)),
        *(_build_player_row(over, at) for at in range(len(data.columns))),
        BLANK,
        _build_heads((_("Game"), _("played"), _("won"), _("lost"), _("earned"))),
        *(
            (build_text_cell(name), *map(count_cell, counts), build_amount_cell(earned))
            for name, (*counts, earned) in count_by_contract(data)
        ),
        BLANK,
        _build_heads((_("Evening"), _("Number"))),
        *_build_evening_rows(over),
    )
    return WorkbookPage(title, WIDTHS, rows, (2, 2), 1)


class _WrittenFormulas:
    """Formulas over the rows of the written sheet that count."""

    def __init__(self, data: EveningData, source: str, layout: Layout) -> None:
        self.told, self.layout = data, layout
        self._sheet = "'" + source.replace("'", "''") + "'!"
        self._there = bool(data.rows)

    def name_column(self, at: int) -> str:
        return self._sheet + self.layout.list_cells(at)

    def count_rows(self, kind: str, column: int | None = None, which: str = "") -> str:
        """Return the formula for the number of rows of a kind, with a condition on a column if one is given."""
        more = "" if column is None else f',{self.name_column(column)},"{which}"'
        return f'COUNTIFS({self.name_column(KIND)},"{kind}"{more})' if self._there else ""

    def sum_column(self, column: int, beside: int | None = None, which: str = "") -> str:
        """Return the formula that adds up the counting rows of a column."""
        more = "" if beside is None else f',{self.name_column(beside)},"{which}"'
        of, kinds = self.name_column(column), self.name_column(KIND)
        return f'SUMIFS({of},{kinds},"{self.layout.hand}"{more})' if self._there else ""

    def sum_standing(self, column: int) -> str:
        """Return the formula that adds up everything that moves points in a column."""
        return self.layout.sum_standing(column, self._sheet) if self._there else ""


def _build_heads(words: tuple[str, ...]) -> tuple[Cell, ...]:
    """Return headings: of names, then of numbers."""
    return (*build_heads(words[:1]), *build_heads(words[1:], COUNT))


def _list_player_heads(data: EveningData) -> tuple[str, ...]:
    return (
        _("Player"),
        _("Hands"),
        _("with plus"),
        _("with minus"),
        _("Games as declarer"),
        _("won"),
        _("lost"),
        _("Total"),
        data.doubling.within,
        _("best hand"),
        _("No."),
        _("worst hand"),
        _("No."),
    )


def _build_player_row(over: _WrittenFormulas, at: int) -> tuple[Cell, ...]:
    """Return the row of a player."""
    told, column, hand = over.told, over.layout.get_amounts_column(at), over.layout.hand
    paid = list_payouts(told, at)
    in_radl = sum(
        told.list_by_column(line, score.written).get(at, 0)
        for line, _hand, score in told.list_hands()
        if line.line.radl > 1
    )
    declared, won, lost, _earned = count_outcomes(
        game for game in list_games(told) if game.column == at and game.is_own
    )
    best = max(paid, key=itemgetter(0), default=None)  # the first of equal ones
    worst = min(paid, key=itemgetter(0), default=None)
    return (
        build_text_cell(told.columns[at].name),
        count_cell(len(paid), formula=over.count_rows(hand, column, "<>")),
        count_cell(sum(sixths > 0 for sixths, _number in paid), formula=over.count_rows(hand, column, ">0")),
        count_cell(sum(sixths < 0 for sixths, _number in paid), formula=over.count_rows(hand, column, "<0")),
        count_cell(declared),
        count_cell(won),
        count_cell(lost),
        build_amount_cell(
            sum(sixths for sixths, _number in paid) + compute_other_points(told, at),
            STANDING,
            formula=over.sum_standing(column),
        ),
        build_amount_cell(in_radl, AMOUNT, formula=over.sum_column(column, RADL, ">1")),
        *((build_amount_cell(best[0]), count_cell(best[1])) if best else (EMPTY, EMPTY)),
        *((build_amount_cell(worst[0]), count_cell(worst[1])) if worst else (EMPTY, EMPTY)),
    )


def _build_evening_rows(over: _WrittenFormulas) -> list[tuple[Cell, ...]]:
    """Return the totals of the evening."""
    told, hand = over.told, over.layout.hand
    radl = sum(line.line.radl > 1 for line, _hand, _score in told.list_hands())
    rows: list[tuple[Cell, ...]] = [
        (build_text_cell(_("Hands")), count_cell(len(told.list_hands()), formula=over.count_rows(hand))),
        (build_text_cell(told.doubling.within), count_cell(radl, formula=over.count_rows(hand, RADL, ">1"))),
    ]
    for kind in (Entry.Kind.VOID, Entry.Kind.REDEAL, Entry.Kind.STRIKE):
        there = sum(row.kind == kind for row in told.rows)
        rows.append(
            (
                build_text_cell(format_entry_kind(kind)),
                count_cell(there, formula=over.count_rows(format_entry_kind(kind))),
            )
        )
    return rows
