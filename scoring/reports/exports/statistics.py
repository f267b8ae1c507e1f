"""The statistics of an evening: players with formulas over the written sheet, games as plain numbers."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.evening.course import compute_amounts
from scoring.engine.hand.explain import get_name
from scoring.engine.hand.story import is_game_won, list_own_games
from scoring.models import Entry
from scoring.reports.exports.data import EveningData, format_entry_kind
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
        *(_build_player_row(over, index) for index in range(len(data.columns))),
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
        condition = "" if column is None else f',{self.name_column(column)},"{which}"'
        return f'COUNTIFS({self.name_column(KIND)},"{kind}"{condition})' if self._there else ""

    def sum_column(self, column: int, beside: int | None = None, which: str = "") -> str:
        """Return the formula that adds up the counting rows of a column."""
        condition = "" if beside is None else f',{self.name_column(beside)},"{which}"'
        cells, kinds = self.name_column(column), self.name_column(KIND)
        return f'SUMIFS({cells},{kinds},"{self.layout.hand}"{condition})' if self._there else ""

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


def _build_player_row(over: _WrittenFormulas, player: int) -> tuple[Cell, ...]:
    """Return the row of a player."""
    data, column, hand = over.told, over.layout.get_amounts_column(player), over.layout.hand
    paid = list_payouts(data, player)
    in_radl = sum(
        data.list_by_column(line, score.written).get(player, 0)
        for line, _hand, score in data.list_hands()
        if line.line.radl > 1
    )
    declared, won, lost, _earned = count_outcomes(
        game for game in list_games(data) if game.column == player and game.is_own
    )
    best = max(paid, key=lambda payout: payout.sixths, default=None)  # the first of equal ones
    worst = min(paid, key=lambda payout: payout.sixths, default=None)
    return (
        build_text_cell(data.columns[player].name),
        count_cell(len(paid), formula=over.count_rows(hand, column, "<>")),
        count_cell(sum(payout.sixths > 0 for payout in paid), formula=over.count_rows(hand, column, ">0")),
        count_cell(sum(payout.sixths < 0 for payout in paid), formula=over.count_rows(hand, column, "<0")),
        count_cell(declared),
        count_cell(won),
        count_cell(lost),
        build_amount_cell(
            sum(payout.sixths for payout in paid) + compute_other_points(data, player),
            STANDING,
            formula=over.sum_standing(column),
        ),
        build_amount_cell(in_radl, AMOUNT, formula=over.sum_column(column, RADL, ">1")),
        *((build_amount_cell(best.sixths), count_cell(best.number)) if best else (EMPTY, EMPTY)),
        *((build_amount_cell(worst.sixths), count_cell(worst.number)) if worst else (EMPTY, EMPTY)),
    )


def _build_evening_rows(over: _WrittenFormulas) -> list[tuple[Cell, ...]]:
    """Return the totals of the evening."""
    data, hand = over.told, over.layout.hand
    radl = sum(line.line.radl > 1 for line, _hand, _score in data.list_hands())
    rows: list[tuple[Cell, ...]] = [
        (build_text_cell(_("Hands")), count_cell(len(data.list_hands()), formula=over.count_rows(hand))),
        (build_text_cell(data.doubling.within), count_cell(radl, formula=over.count_rows(hand, RADL, ">1"))),
    ]
    for kind in (Entry.Kind.VOID, Entry.Kind.REDEAL, Entry.Kind.STRIKE):
        count = sum(row.kind == kind for row in data.rows)
        rows.append(
            (
                build_text_cell(format_entry_kind(kind)),
                count_cell(count, formula=over.count_rows(format_entry_kind(kind))),
            )
        )
    return rows


class HandPayout(NamedTuple):
    """The amount a player got for a hand."""

    number: int  # of the hand, as on paper
    sixths: int  # of the written score


class DeclaredGame(NamedTuple):
    """A game that somebody declared."""

    contract: str
    is_own: bool  # played by choice
    column: int | None
    won: bool | None  # None: it has no winner (Trischaken), or a Renonce ended it
    earned: int  # sixths of the written score, for the one who declared it


class GameOutcomes(NamedTuple):
    """The outcomes of games, of a player or of a kind."""

    declared: int
    won: int
    lost: int
    earned: int


def list_games(data: EveningData) -> list[DeclaredGame]:
    """Return every game of the hands that count; two negative games in one hand are two."""
    games = []
    for line, hand, score in data.list_hands():
        own = list_own_games(hand.record, data.book.sheet)
        for play in hand.record.plays:
            column = data.find_column(hand.active[play.declarer], line.number)
            earned = score.written[play.declarer]
            games.append(DeclaredGame(play.contract, play in own, column, is_game_won(play, score), earned))
    return games


def count_outcomes(games: Iterable[DeclaredGame]) -> GameOutcomes:
    """Return the outcomes of games, added up."""
    all_of_them = list(games)
    outcomes = [game.won for game in all_of_them]
    return GameOutcomes(
        len(outcomes), outcomes.count(True), outcomes.count(False), sum(game.earned for game in all_of_them)
    )


def count_by_contract(data: EveningData) -> list[tuple[str, GameOutcomes]]:
    """Return the outcomes of the games by name, in the order of the house rules."""
    games = list_games(data)
    played = [contract for contract in data.book.sheet.contracts if any(game.contract == contract for game in games)]
    return [
        (
            get_name(contract, data.book.sheet, data.language),
            count_outcomes(game for game in games if game.contract == contract),
        )
        for contract in played
    ]


def list_payouts(data: EveningData, column: int) -> list[HandPayout]:
    """Return the payouts of all counting hands to a player, in the order of play."""
    numbers = {row.line: row.number for row in data.rows}
    paid = (
        (numbers[line.number], data.list_by_column(line, score.written)) for line, _hand, score in data.list_hands()
    )
    return [HandPayout(number, by[column]) for number, by in paid if column in by]


def compute_other_points(data: EveningData, column: int) -> int:
    """Return the gains and losses of a player outside the hands; sixths."""
    paid = (
        (data.find_column(place, line.number), written)
        for line in data.book.played
        if line.score is None
        for place, (_money, written) in compute_amounts(line.content, None, line.before.active).items()
    )
    return sum(written for paid_column, written in paid if paid_column == column)
