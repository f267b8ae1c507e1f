"""The statistics of an evening: of the players with formulas over the written sheet, of the games as numbers."""

from django.utils.translation import gettext as _

from scoring.exports.data import Told
from scoring.exports.labels import kind_word
from scoring.exports.tally import by_contract, ended, games, moved_to, paid_to
from scoring.exports.written_sheet import KIND, RADL, Layout
from scoring.models import Entry
from scoring.xlsx.cells import AMOUNT, BLANK, COUNT, EMPTY, STANDING, TITLE, Cell, Page, amount, count, heads, text

WIDTHS = (26, 11, 11, 11, 13, 12, 11, 10, 10, 13, 6, 15, 6)


def statistics_page(told: Told, title: str, source: str, layout: Layout) -> Page:
    """Players, games and the evening as a whole; `source` is the title of the written sheet."""
    over = _Over(told, source, layout)
    rows = (
        (text(title, TITLE),),
        _heads(_player_heads(told)),
        *(_player(over, at) for at in range(len(told.columns))),
        BLANK,
        _heads((_("Game"), _("played"), _("won"), _("lost"), _("earned"))),
        *((text(name), *_ended(counted)) for name, counted in by_contract(told)),
        BLANK,
        _heads((_("Evening"), _("Number"))),
        *_evening(over),
    )
    return Page(title, WIDTHS, rows, (2, 2), 1)


class _Over:
    """Formulas over the rows of the written sheet that count."""

    def __init__(self, told: Told, source: str, layout: Layout) -> None:
        self.told, self.layout = told, layout
        self._sheet = "'" + source.replace("'", "''") + "'!"
        self._there = bool(told.rows)

    def column(self, at: int) -> str:
        return self._sheet + self.layout.rows(at)

    def number(self, kind: str, column: int | None = None, which: str = "") -> str:
        """How many rows there are of a kind, with something in a column."""
        more = "" if column is None else f',{self.column(column)},"{which}"'
        return f'COUNTIFS({self.column(KIND)},"{kind}"{more})' if self._there else ""

    def sum(self, column: int, beside: int | None = None, which: str = "") -> str:
        """What counts in a column, added up."""
        more = "" if beside is None else f',{self.column(beside)},"{which}"'
        of, kinds = self.column(column), self.column(KIND)
        return f'SUMIFS({of},{kinds},"{self.layout.hand}"{more})' if self._there else ""

    def standing(self, column: int) -> str:
        """Everything that moves points in a column, added up."""
        return self.layout.standing_of(column, self._sheet) if self._there else ""


def _heads(words: tuple[str, ...]) -> tuple[Cell, ...]:
    """Headings: of names, then of numbers."""
    return (*heads(words[:1]), *heads(words[1:], COUNT))


def _player_heads(told: Told) -> tuple[str, ...]:
    return (
        _("Player"),
        _("Hands"),
        _("with plus"),
        _("with minus"),
        _("Games as declarer"),
        _("won"),
        _("lost"),
        _("Total"),
        told.doubling.within,
        _("best hand"),
        _("No."),
        _("worst hand"),
        _("No."),
    )


def _player(over: _Over, at: int) -> tuple[Cell, ...]:
    """The row of a player."""
    told, column, hand = over.told, over.layout.amounts(at), over.layout.hand
    paid = paid_to(told, at)
    in_radl = sum(
        told.by_column(one, score.written).get(at, 0) for one, _hand, score in told.hands() if one.line.radl > 1
    )
    declared, won, lost, _earned = ended(one for one in games(told) if one.column == at and one.is_own)
    best = max(paid, key=lambda one: one.sixths, default=None)  # of equal ones the first
    worst = min(paid, key=lambda one: one.sixths, default=None)
    return (
        text(told.columns[at].name),
        count(len(paid), formula=over.number(hand, column, "<>")),
        count(sum(one.sixths > 0 for one in paid), formula=over.number(hand, column, ">0")),
        count(sum(one.sixths < 0 for one in paid), formula=over.number(hand, column, "<0")),
        count(declared),
        count(won),
        count(lost),
        amount(sum(one.sixths for one in paid) + moved_to(told, at), STANDING, formula=over.standing(column)),
        amount(in_radl, AMOUNT, formula=over.sum(column, RADL, ">1")),
        *((amount(best.sixths), count(best.number)) if best else (EMPTY, EMPTY)),
        *((amount(worst.sixths), count(worst.number)) if worst else (EMPTY, EMPTY)),
    )


def _ended(counted: tuple[int, int, int, int]) -> tuple[Cell, ...]:
    declared, won, lost, earned = counted
    return count(declared), count(won), count(lost), amount(earned)


def _evening(over: _Over) -> list[tuple[Cell, ...]]:
    """What there was in all."""
    told, hand = over.told, over.layout.hand
    radl = sum(one.line.radl > 1 for one, _hand, _score in told.hands())
    rows: list[tuple[Cell, ...]] = [
        (text(_("Hands")), count(len(told.hands()), formula=over.number(hand))),
        (text(told.doubling.within), count(radl, formula=over.number(hand, RADL, ">1"))),
    ]
    for kind in (Entry.Kind.VOID, Entry.Kind.REDEAL, Entry.Kind.STRIKE):
        there = sum(row.kind == kind for row in told.rows)
        rows.append((text(kind_word(kind)), count(there, formula=over.number(kind_word(kind)))))
    return rows
