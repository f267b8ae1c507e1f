"""The players of an evening in its workbook: points, money and hands of everybody, as formulas over the score sheet."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.reports.exports.evening_book import BookRow, EveningBook, EveningPlayer
from scoring.reports.exports.score_sheet import ScoreSheet
from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import COVERED_ROW, FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import COUNT, EURO, FAINT, LOSS, RANK, STRONG, CellMark, Extras, build_name

CENTS = 100
UNPRINTED = 3  # columns on the right: the worst hand, double deals, the order
DIGITS = 6  # of thirds of points, so that formulas compare them as what they are
POT = "K"  # the beginning of the names of the columns of the Pagatkassa


class PlayerLine(NamedTuple):
    """A player of the evening, with what the hands say."""

    player: EveningPlayer
    hands: tuple[BookRow, ...]  # that count and were paid to this player or by them
    games: tuple[bool | None, ...]  # the outcomes of those played by choice
    order: int  # by points, from 1

    @property
    def gains(self) -> list[int]:
        """The gain or loss of each hand, in sixths."""
        return [row.paid[self.player.number] for row in self.hands]

    @property
    def doubled(self) -> int:
        """The gain or loss of all hands that count double, in sixths."""
        return sum(row.paid[self.player.number] for row in self.hands if row.radl)


def list_player_lines(book: EveningBook) -> list[PlayerLine]:
    """Return everybody, in the order of the columns of the score sheet."""
    ranked = sorted(book.players, key=lambda player: -player.account.owed.written)
    hands = [row for row in book.rows if row.is_hand]
    return [
        PlayerLine(
            player,
            tuple(row for row in hands if player.number in row.paid),
            tuple(game.won for row in hands for game in row.own if game.player == player.number),
            1 + ranked.index(player),
        )
        for player in book.players
    ]


def name_rate() -> str:
    """Return the name of the cell with the money per point."""
    return build_name("R", _("Money per point"))


def build_players_table(book: EveningBook, sheet: ScoreSheet) -> FileTable:
    """Build the table of the players; a column says nothing that was not played for."""
    columns = (
        Column("rank", _("Rank"), lambda line: line.player.account.rank, RANK, 7, _build_rank, STRONG),
        Column("name", _("Name"), lambda line: line.player.account.name, width=24, look=STRONG),
        *_list_money_columns(book, sheet),
        *_list_hand_columns(book, sheet),
        Column("order", _("Order"), "order", COUNT, 13, _build_order, FAINT),
    )
    table = FileTable("players", _("Players"), columns, note=_("Reckoned from the score sheet."), still=2, prefix="P")
    losses = [f"{table.letters[name]}:{table.letters[name]}" for name in ("points", "radl")]
    marks = tuple(CellMark(cells, LOSS, f"N({cells[0]}{COVERED_ROW})<0") for cells in losses)
    return replace(table, extras=Extras(marks=marks, is_landscape=True, columns=len(columns) - UNPRINTED))


def _build_rank(at: FormulaRow) -> str:
    return f'1+COUNTIFS({at.table.names["points"]},">"&{at.find_cell("points")})'


def _build_order(at: FormulaRow) -> str:
    """Return the formula of a player's place among all, the one further above first of equals."""
    rank, letter = at.find_cell("rank"), at.table.letters["rank"]
    above = f"{letter}${COVERED_ROW}:{rank}"
    return f'COUNTIFS({at.table.names["rank"]},"<"&{rank})+COUNTIFS({above},{rank})'


def _list_money_columns(book: EveningBook, sheet: ScoreSheet) -> Iterator[Column]:
    """Yield points, and what they are worth by the agreement of the evening."""
    agreed, kind = book.settled.agreed, book.gain_kind

    def sum_up(name: str) -> Callable[[FormulaRow], str]:
        def build_formula(at: FormulaRow) -> str:
            total = f"SUMIFS({sheet.names[f'{name}_{at.row.player.number}']},{sheet.condition})"
            return f"ROUND({total},{DIGITS})" if book.in_parts else total

        return build_formula

    def get_points(line: PlayerLine) -> float:
        return _convert_points(line.player.account.owed.written)

    def get_money(line: PlayerLine) -> float:
        return _convert_points(line.player.account.owed.money)

    yield Column("points", _("Points"), get_points, kind, 10, sum_up("points"), STRONG)
    if book.has_money:
        yield Column("money_points", _("Points in money"), get_money, kind, 11, sum_up("money"))
    if agreed.donation:
        yield Column("box", _("Donation box"), lambda line: _convert_points(_compute_box(line)), kind, 11)
    if agreed.rate:
        yield Column("money", _("Money"), "player__account__owed__points", EURO, 11, _build_money_formula(book))
    if agreed.pagatkassa is not None:
        yield Column("pot", _("Pagatkassa"), "player__account__owed__pot", EURO, 12, _sum_pot)
    if agreed.rate and agreed.pagatkassa is not None:
        yield Column("balance", _("Balance"), "player__account__owed__balance", EURO, 11, _add_pot)


def _convert_points(sixths: int) -> float:
    return convert_to_number(sixths, digits=DIGITS)


def _compute_box(line: PlayerLine) -> int:
    """Return the points that go to the donation box instead of being paid; negative: nobody pays them out."""
    return line.player.account.owed.due - line.player.account.owed.money


def _build_money_formula(book: EveningBook) -> Callable[[FormulaRow], str]:
    """Return the formula for the money of points; a cent that rounding has left over stands in it."""
    names = ("money_points" if book.has_money else "points", *(("box",) if book.settled.agreed.donation else ()))

    def build_formula(at: FormulaRow) -> str:
        owed = at.row.player.account.owed
        points = Decimal(str(_convert_points(owed.money))) + Decimal(str(_convert_points(_compute_box(at.row))))
        cents = int((points * book.settled.agreed.rate).quantize(Decimal(1), ROUND_HALF_UP))
        left = f"{(owed.points - cents) / CENTS:+}" if owed.points != cents else ""
        return f"ROUND(({'+'.join(map(at.find_cell, names))})*{name_rate()},2){left}"

    return build_formula


def _sum_pot(at: FormulaRow) -> str:
    return f"ROUND(SUM({POT}_{at.row.player.number}),2)"


def _add_pot(at: FormulaRow) -> str:
    return f"{at.find_cell('money')}+{at.find_cell('pot')}"


def _list_hand_columns(book: EveningBook, sheet: ScoreSheet) -> Iterator[Column]:
    """Yield the hands of everybody, and their games."""
    number, counted, own = sheet.names["number"], sheet.condition, sheet.list_own_columns()

    def count_hands(condition: str) -> Callable[[FormulaRow], str]:
        def build_formula(at: FormulaRow) -> str:
            return f'COUNTIFS({sheet.names[f"points_{at.row.player.number}"]},"{condition}",{number},">0",{counted})'

        return build_formula

    def count_games(outcome: str) -> Callable[[FormulaRow], str]:
        def build_formula(at: FormulaRow) -> str:
            who = at.row.player.number
            return "+".join(
                f"COUNTIFS({player},{who},{won},{outcome},{counted})"
                if outcome
                else f"COUNTIFS({player},{who},{counted})"
                for player, won in own
            )

        return build_formula

    def find_peak(function: str) -> Callable[[FormulaRow], str]:
        def build_formula(at: FormulaRow) -> str:
            points = sheet.names[f"points_{at.row.player.number}"]
            return f'IF({at.find_cell("hands")}=0,"",_xlfn.{function}({points},{number},">0",{counted}))'

        return build_formula

    def sum_doubled(at: FormulaRow) -> str:
        return f'SUMIFS({sheet.names[f"points_{at.row.player.number}"]},{sheet.names["radl"]},">1",{counted})'

    def count_gains(sign: int) -> Callable[[PlayerLine], int]:
        return lambda line: sum(gain * sign > 0 for gain in line.gains)

    def get_peak(function: Callable[[list[int]], int]) -> Callable[[PlayerLine], float | str]:
        return lambda line: convert_to_number(function(line.gains)) if line.gains else ""

    kind = book.gain_kind
    yield Column("hands", _("Hands"), lambda line: len(line.hands), COUNT, 8, count_hands("<>"))
    yield Column("plus", _("with plus"), count_gains(1), COUNT, 7, count_hands(">0"))
    yield Column("minus", _("with minus"), count_gains(-1), COUNT, 7, count_hands("<0"))
    yield Column("own", _("Games as declarer"), lambda line: len(line.games), COUNT, 10, count_games(""))
    yield Column("won", _("won"), lambda line: line.games.count(True), COUNT, 10, count_games("1"))
    yield Column("lost", _("lost"), lambda line: line.games.count(False), COUNT, 10, count_games("0"))
    yield Column("best", _("best hand"), get_peak(max), kind, 9, find_peak("MAXIFS"))
    yield Column("worst", _("worst hand"), get_peak(min), kind, 14, find_peak("MINIFS"))
    within = book.data.doubling.within
    yield Column("radl", within, lambda line: convert_to_number(line.doubled), kind, 11, sum_doubled)
