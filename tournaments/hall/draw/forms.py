"""The forms of a draw: drafts, pairs that sit apart, waiting players, cards, late entries.

A draw by cards as it is typed in: a line for each table, start numbers in playing order, Hoch first.

>>> read_cards("3 1 4 2", {1: 11, 2: 12, 3: 13, 4: 14}, {11, 12, 13, 14})
((DrawTable(seats=(13, 11, 14, 12), high=0),), [])
>>> [problem.code for problem in read_cards("1 2 2 9 x", {1: 11, 2: 12, 3: 13}, {11, 12, 13})[1]]
['no_number', 'unknown', 'twice', 'missing']
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import IdField, IdsField, NumberField, TextField, TickField
from tarockclub.kit.text import parse_whole
from tournaments.core.view_helpers import ActionForm, ReasonForm
from tournaments.hall.draw.values import DrawTable
from tournaments.models import Entrant, Tournament

LONGEST_CARDS = 40_000  # characters
NUMBER_DIGITS = 9


class EntrantField(NumberField):
    """The start number of an entrant, as their id; ActionRefused("nobody_known")."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(NUMBER_DIGITS, otherwise=0)
        self.entrants = Entrant.objects.filter(tournament=tournament)

    def to_python(self, value: Any) -> Any:
        """Return the id."""
        entrant = self.entrants.filter(number=super().to_python(value)).values_list("pk", flat=True).first()
        if entrant is None:
            raise forms.ValidationError("", code="nobody_known")
        return entrant


class DraftForm(ActionForm):
    """The number of a draft."""

    draft = NumberField(NUMBER_DIGITS, otherwise=0)


class StayingForm(ActionForm):
    """The taps of a round change: of those who were shown (ids, in one field), who goes and who does not pay."""

    shown = TextField()
    out = IdsField()
    owes = IdsField()


class WaitingForm(ActionForm):
    """An entrant who waits, or plays after all."""

    again = TickField("1")

    def __init__(self, posted: QueryDict, tournament: Tournament) -> None:
        super().__init__(posted)
        self.fields["one"] = EntrantField(tournament)


class CardsForm(ReasonForm):
    """The result of drawing cards: start numbers, a line for each table."""

    tables = TextField(LONGEST_CARDS)


class LateEntryForm(ActionForm):
    """An entrant (id) who is seated at a table after the draw; `desk`: as asked for on the desk; with whose fee."""

    entrant = IdField(otherwise=0)
    table = NumberField(NUMBER_DIGITS, otherwise=0)
    desk = TickField()
    carries_fee = TickField()


SMALLEST_TABLE, LARGEST_TABLE = 4, 6  # at one table
LONGEST_NUMBER = 5  # digits of a start number
_SEPARATORS = re.compile(r"[\s,;:/+-]+")

CARD_PROBLEMS: dict[str, Promise] = {
    "no_number": _("Line %(line)s: %(what)s is not a start number."),
    "unknown": _("Line %(line)s: nobody has start number %(what)s."),
    "not_here": _("Line %(line)s: %(what)s does not play in this round."),
    "size": _("Line %(line)s: a table seats four, five or six, not %(what)s."),
    "twice": _("Seated twice: %(what)s."),
    "missing": _("Still without a seat: %(what)s."),
}


class CardProblem(NamedTuple):
    """An error in typed cards."""

    code: str  # one of CARD_PROBLEMS
    line: int  # from 1; 0: of all lines
    what: str  # start numbers, or the typed text


def read_cards(text: str, numbers: dict[int, int], here: set[int]) -> tuple[tuple[DrawTable, ...], list[CardProblem]]:
    """Return the tables of cards, or what is wrong; `numbers`: entrants (ids) by start number; `here`: who plays."""
    lines = [_SEPARATORS.split(line.strip()) for line in text.splitlines() if line.strip()]
    typed = [[word for word in line if word] for line in lines]
    wrong = [
        problem
        for line_number, words in enumerate(typed, 1)
        for problem in _check_line(line_number, words, numbers, here)
    ]
    tables = [[numbers[int(word)] for word in words if _is_known(word, numbers)] for words in typed]
    wrong += _check_together(tables, numbers, here)
    return () if wrong else tuple(DrawTable(tuple(seats), 0) for seats in tables), wrong


def _check_line(at: int, words: Sequence[str], numbers: dict[int, int], here: set[int]) -> Iterable[CardProblem]:
    for code, words_there in (
        ("no_number", [word for word in words if not _is_number(word)]),
        ("unknown", [word for word in words if _is_number(word) and int(word) not in numbers]),
        ("not_here", [word for word in words if _is_known(word, numbers) and numbers[int(word)] not in here]),
    ):
        if words_there:
            yield CardProblem(code, at, ", ".join(word[:20] for word in words_there[:10]))
    if not SMALLEST_TABLE <= len(words) <= LARGEST_TABLE:
        yield CardProblem("size", at, str(len(words)))


def _check_together(tables: Iterable[Iterable[int]], numbers: dict[int, int], here: set[int]) -> Iterable[CardProblem]:
    """Yield the errors for players who are named twice or missing."""
    number_of = {entrant: number for number, entrant in numbers.items()}
    often = Counter(entrant for table in tables for entrant in table)
    for code, players in (
        ("twice", [entrant for entrant in often if often[entrant] > 1]),
        ("missing", here - set(often)),
    ):
        if players:
            yield CardProblem(
                code, 0, ", ".join(str(number) for number in sorted(number_of[entrant] for entrant in players))
            )


def _is_number(word: str) -> bool:
    return parse_whole(word, LONGEST_NUMBER) is not None


def _is_known(word: str, numbers: dict[int, int]) -> bool:
    return _is_number(word) and int(word) in numbers


def format_cards(tables: Iterable[DrawTable], number_of: dict[int, int]) -> str:
    """Format tables as they would be typed; Hoch comes first.

    >>> format_cards([DrawTable((11, 12, 13, 14), 2)], {11: 1, 12: 2, 13: 3, 14: 4})
    '3 4 1 2'
    """
    turned = ((*table.seats[table.high :], *table.seats[: table.high]) for table in tables)
    return "\n".join(" ".join(str(number_of[seat]) for seat in seats) for seats in turned)


def format_card_problem(wrong: CardProblem) -> str:
    """Return the sentence for an error in the typed cards."""
    return str(CARD_PROBLEMS[wrong.code]) % wrong._asdict()
