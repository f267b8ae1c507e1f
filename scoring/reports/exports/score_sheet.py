"""The score sheet of an evening in its workbook: a table of all lines with running totals, and one of the rounds."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from scoring.models import Entry
from scoring.reports.exports.evening_book import BookRow, EveningBook, EveningPlayer, format_entry_kind
from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import COVERED_ROW, FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import (
    COUNT,
    FACTOR,
    FAINT,
    HEAD,
    LOSS,
    STRONG,
    STRUCK_LOOK,
    UPRIGHT,
    CellMark,
    Extras,
    build_name,
    format_column_name,
)

_OF_PLAYERS = {"points": "S", "total": "T", "money": "M"}  # the beginnings of the names of players' columns
FEW, LONGEST_WORD = 4, 9  # players, letters of a name: as many have room beside each other
PAGE_WIDTH = 172  # characters across a page
OUTCOMES: dict[bool | None, int | str] = {True: 1, False: 0, None: ""}


class ScoreSheet(NamedTuple):
    """The table of all lines, and the names of its columns for formulas of other sheets."""

    table: FileTable
    names: dict[str, str]

    @property
    def condition(self) -> str:
        """The condition of formulas that a line counts."""
        return f'{self.names["kind"]},"<>{format_entry_kind(Entry.Kind.STRIKE)}"'

    def list_own_columns(self) -> list[tuple[str, str]]:
        """Return the names of the columns of games played by choice, and of their outcomes."""
        numbers = (name.partition("_")[2] for name in self.names if name.startswith("own_"))
        return [(self.names[f"own_{number}"], self.names[f"won_{number}"]) for number in numbers]


def build_score_sheet(book: EveningBook) -> ScoreSheet:
    """Build the table: printed are the words, everybody's points and totals; behind them how they came about."""
    data, players = book.data, book.players
    struck = format_entry_kind(Entry.Kind.STRIKE)
    note = _("A line for each hand; totals go on. To strike a hand out, write “%(struck)s” as its kind.") % {
        "struck": struck
    }
    sizes = _measure_columns(book)
    forehand = [Column("forehand", _("Forehand"), width=sizes.name)]
    printed = [
        Column("number", _("No."), lambda row: row.row.number or "", COUNT, 5),
        Column("round", _("Round"), lambda row: row.round or "", COUNT, 7),
        Column("kind", _("Kind"), lambda row: _format_kind(book, row), width=10),
        Column("dealer", _("Dealer"), width=sizes.name),
        *([] if sizes.is_narrow else forehand),
        Column("declarer", _("Declarer"), "told__declarer", width=sizes.name),
        Column("partner", _("Partner"), "told__partner", width=sizes.name),
        Column("result", _("Result"), "told__result", width=11),
        Column("game", _("Game and premiums"), _format_game, width=sizes.game),
        Column("radl", _("Factor") if data.table.clock else data.doubling.title, lambda row: row.radl or "", FACTOR, 6),
        *(_build_points_column(book, player, "points", sizes) for player in players),
        *(_build_total_column(book, player, sizes) for player in players),
    ]
    games = range(1, 1 + max((1, *(len(row.own) for row in book.rows))))
    helpers = [
        *(forehand if sizes.is_narrow else []),
        *(_build_points_column(book, player, "money", sizes) for player in players if book.has_money),
        Column("formula", _("Calculation"), "row__formula", width=24),
        Column("reason", _("Reason"), _format_reasons, width=24),
        *(column for number in games for column in _build_own_columns(number, sizes.head)),
    ]
    columns = (*printed, *helpers)
    names = {column.name: _build_column_name(column) for column in columns}
    letters = {column.name: format_column_name(index) for index, column in enumerate(columns)}
    last, totals = format_column_name(len(columns) - 1), format_column_name(len(printed) - 1)
    first = letters["points_1"]
    extras = Extras(
        names={names[name]: letter for name, letter in letters.items()},
        marks=(
            CellMark(f"A:{last}", STRUCK_LOOK, f'${letters["kind"]}{COVERED_ROW}="{struck}"'),
            CellMark(f"{first}:{totals}", LOSS, f"N({first}{COVERED_ROW})<0"),
        ),
        is_landscape=True,
        columns=len(printed),
    )
    table = FileTable("score", _("Score sheet"), columns, note=note, still=1, extras=extras, has_band=_has_band)
    return ScoreSheet(table, names)


def _has_band(row: BookRow) -> bool:
    """Return whether a line is one of every second hand."""
    return row.row.number > 0 and row.row.number % 2 == 0


def _build_column_name(column: Column) -> str:
    """Return the name of a column; it does not depend on what people, or double deals, are called."""
    kind, _line, number = column.name.partition("_")
    title = _("Factor") if kind == "radl" else str(column.title)
    return f"{_OF_PLAYERS[kind]}_{number}" if kind in _OF_PLAYERS else build_name("S", title)


class _Sizes(NamedTuple):
    """The widths of columns, so that letters on paper are no smaller than 8 points."""

    is_narrow: bool  # many players or long names: headings are upright, the forehand is not printed
    name: int
    amount: int
    game: int

    @property
    def head(self) -> str:
        """The look of the headings of players."""
        return UPRIGHT if self.is_narrow else HEAD


def _measure_columns(book: EveningBook) -> _Sizes:
    players = len(book.players)
    letters = [max(map(len, player.name.split()), default=0) for player in book.players]
    longest = max(letters)
    all_amounts = (sixths for row in book.rows for by in (row.paid, row.money, row.totals) for sixths in by.values())
    digits = max((len(str(abs(sixths) // SIXTHS)) for sixths in all_amounts), default=1)
    is_narrow = players > FEW or longest > LONGEST_WORD
    name, amount = min(max(longest + 2, 10), 13), max(7, digits + (5 if book.in_parts else 3))
    names = 3 if is_narrow else 4
    amounts_width = players * amount if is_narrow else sum(max(amount, 2 + word * 8 // 7) for word in letters)
    without_game = 39 + names * name + 2 * amounts_width
    return _Sizes(is_narrow, name, amount, min(max(PAGE_WIDTH - without_game, 13), 32))


def _build_points_column(book: EveningBook, player: EveningPlayer, name: str, sizes: _Sizes) -> Column:
    def find_amount(row: BookRow) -> float | None:
        paid = (row.money if name == "money" else row.paid).get(player.number)
        return None if paid is None else convert_to_number(paid)

    title = _("%(name)s, money") % {"name": player.name} if name == "money" else player.name
    width, head = sizes.amount, sizes.head
    return Column(f"{name}_{player.number}", title, find_amount, book.gain_kind, width, look=STRONG, head=head)


def _build_total_column(book: EveningBook, player: EveningPlayer, sizes: _Sizes) -> Column:
    points, struck = f"points_{player.number}", format_entry_kind(Entry.Kind.STRIKE)

    def find_total(row: BookRow) -> float | None:
        total = row.totals.get(player.number)
        return None if total is None else convert_to_number(total)

    def build_formula(at: FormulaRow) -> str:
        if player.number not in at.row.totals:
            return ""
        letter, kind = at.table.letters[points], at.table.letters["kind"]
        amounts, kinds = (f"{part}${COVERED_ROW}:{part}{at.number}" for part in (letter, f"${kind}"))
        return f'SUMIFS({amounts},{kinds},"<>{struck}")'

    title, width = _("%(name)s, total") % {"name": player.name}, sizes.amount
    name, head = f"total_{player.number}", sizes.head
    return Column(name, title, find_total, book.total_kind, width, build_formula, FAINT, head=head)


def _build_own_columns(number: int, head: str) -> Iterator[Column]:
    """Yield who played a game of a hand by choice, as the number of the column from the left, and its outcome."""
    behind = f" {number}" if number > 1 else ""

    def find_player(row: BookRow) -> int | str:
        return row.own[number - 1].player if number <= len(row.own) else ""

    def find_outcome(row: BookRow) -> int | str:
        return OUTCOMES[row.own[number - 1].won] if number <= len(row.own) else ""

    yield Column(f"own_{number}", _("Declarer’s number") + behind, find_player, COUNT, 10, look=FAINT, head=head)
    yield Column(f"won_{number}", _("Won (1 or 0)") + behind, find_outcome, COUNT, 10, look=FAINT, head=head)


def _format_kind(book: EveningBook, row: BookRow) -> str:
    return format_entry_kind(row.row.kind, book.data.doubling, by_gong=bool(row.line.entry.phase))


def _format_game(row: BookRow) -> str:
    """Return the game in words, with the players' marks from other phones."""
    marks = ((_("not correct"), row.row.disputed), (_("correct"), row.row.fits))
    return "; ".join([row.told.game, *(f"{word}: {', '.join(names)}" for word, names in marks if names)])


def _format_reasons(row: BookRow) -> str:
    """Return the reasons for the current reading of a line."""
    if row.line.entry.kind == Entry.Kind.FOLLOW_UP:
        return _("changed because something before it changed")
    if row.line.entry.kind == Entry.Kind.CORRECTION:
        return _("changed: %(reason)s") % {"reason": row.row.reason}
    return row.row.reason


class DealRound(NamedTuple):
    """A round of deals, with the points of everybody who was there, in sixths by number."""

    round: int
    points: dict[int, int]


def list_deal_rounds(book: EveningBook) -> list[DealRound]:
    """Return the rounds of deals, also one that was broken off."""
    rounds: dict[int, DealRound] = {}
    for row in book.rows:
        if row.round:
            points = rounds.setdefault(row.round, DealRound(row.round, {})).points
            for number, sixths in row.paid.items() if row.is_hand else ():
                points[number] = points.get(number, 0) + sixths
    return list(rounds.values())


def build_deal_rounds_table(book: EveningBook, sheet: ScoreSheet) -> FileTable:
    """Build the table of what each round of deals brought to everybody."""
    columns = (
        Column("round", _("Round"), kind=COUNT, width=9),
        *(_build_round_column(book, sheet, player) for player in book.players),
    )
    marks = (CellMark(f"B:{format_column_name(len(columns) - 1)}", LOSS, f"N(B{COVERED_ROW})<0"),)
    note = _("Reckoned from the score sheet.")
    return FileTable("rounds", _("Rounds"), columns, note=note, still=1, extras=Extras(marks=marks))


def _build_round_column(book: EveningBook, sheet: ScoreSheet, player: EveningPlayer) -> Column:
    points = sheet.names[f"points_{player.number}"]

    def build_formula(at: FormulaRow) -> str:
        return f"SUMIFS({points},{sheet.names['round']},{at.find_cell('round')},{sheet.condition})"

    return Column(
        f"points_{player.number}",
        player.name,
        lambda row: convert_to_number(row.points.get(player.number, 0)),
        book.gain_kind,
        14,
        build_formula,
    )
