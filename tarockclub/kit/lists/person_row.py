"""A row of a list as a person, what a page takes from a list, and what somebody has chosen about it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal, NamedTuple

from tarockclub.kit.lists.doubtful_names import GUEST
from tarockclub.kit.lists.names import split_name
from tarockclub.kit.lists.table import Cell
from tarockclub.kit.lists.words import compile_words, fold_answer, fold_heading, has_coming, has_gone, load_words
from tarockclub.kit.numbers import list_readings
from tarockclub.kit.text import clean_text

LONGEST_NAME = 80  # characters, as the database keeps them
HIGHEST_NUMBER = 9999


class Purpose(NamedTuple):
    """The columns that a page takes from a list, and the people that it knows."""

    kinds: frozenset[str]  # of columns.py
    fee: int = 0  # in cents
    known_names: frozenset[str] = frozenset()  # folded names of the club's people, and how they are told apart


class Choices(NamedTuple):
    """The choices that somebody has made in the preview."""

    sheet: int | None = None
    hidden: bool = False  # hidden rows are read as well
    columns: tuple[str, ...] = ()  # a kind for each column; (): as recognised
    order: Literal["", "first", "last"] = ""  # which part of a name stands first
    dot: Literal["", "thousands", "decimal"] = ""  # what a dot in an amount is
    names: tuple[tuple[int, str], ...] = ()  # rows with the names that somebody has said; "": nobody


class PersonRow(NamedTuple):
    """A row of a list; `out`: why nobody is read from it; `looks`: why somebody should look at it."""

    row: int
    cells: tuple[str, ...] = ()  # as they stand there
    name: str = ""
    number: int | None = None
    player: str = ""
    federation: str = ""
    town: str = ""
    team: str = ""
    categories: str = ""
    birth_year: int | None = None
    contact: str = ""
    paid: Literal["yes", "no", "ask", ""] = ""
    paid_word: str = ""  # folded, where it asks
    owes: str = ""  # an amount that is neither the fee nor nothing, as it stands there
    place: int | None = None
    points: Fraction | None = None
    written: Fraction | None = None
    days: int | None = None
    day: date | None = None
    cup: str = ""
    looks: tuple[str, ...] = ()
    remark: str = ""
    out: str = ""
    split: tuple[str, ...] = ()  # the people whom the name may mean; GUEST: whoever comes with the first one


BETWEEN_PEOPLE = ";"  # in a name that somebody has typed
_DAY = re.compile(r"[0-9]{1,2}\.\s?[0-9]{1,2}\.(?:[0-9]{2}){0,2}|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}\b")
_AMOUNT = re.compile(
    r"(?:(?:€|euro?\b) ?)?[+−–-]?[0-9][0-9.,'’]*[–-]*(?: ?(?:€|euro?\b))?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s(),;:/.!]+")
_BETWEEN_CLAUSES = re.compile(r"[,;] |\n")
_CENTS = 100


class Payment(NamedTuple):
    """An answer; `word`: what has to be told, folded; `owes`: an amount that is neither the fee nor nothing."""

    answer: Literal["yes", "no", "ask"]
    word: str = ""
    owes: str = ""


def judge_payment(cell: Cell, fee: int, heading: str = "") -> Payment:
    """Judge a cell of a column "paid"; `fee` in cents. Whatever is not surely paid is not taken for it.

    >>> [judge_payment(Cell(text), 1200).answer for text in ("x", "unbezahlt", "offen 12 €", "12,00", "0", "7 €")]
    ['yes', 'no', 'no', 'yes', 'no', 'ask']
    >>> [judge_payment(Cell(text), 1200).answer for text in ("", "Nein (5.6.)", "zahlt vor Ort", "bar 5.6.", "bar 6 €")]
    ['no', 'no', 'no', 'yes', 'ask']
    """
    if isinstance(cell.value, bool):
        return Payment("yes" if cell.value else "no")
    if isinstance(cell.value, date):
        return Payment("yes")
    text = fold_answer(cell.text)
    words = load_words()
    if "?" in cell.text and text:
        return Payment("ask", text)
    if not text or text in words.no:
        return Payment("no")
    if text in words.yes or (text == "da" and fold_heading(heading) in words.da):
        return Payment("yes")
    amounts = _AMOUNT.findall(_DAY.sub(" ", cell.text))
    rest = fold_answer(_AMOUNT.sub(" ", _DAY.sub(" ", cell.text)))
    parts = [part for part in _BETWEEN.split(rest) if part and part not in words.around]
    if rest in words.no or any(part in words.no for part in parts):
        return Payment("no", "", cell.text if amounts else "")
    if parts and rest not in words.yes and not all(part in words.yes for part in parts):
        return Payment("ask", text, cell.text if amounts else "")
    if not amounts:
        return Payment("yes") if parts or _DAY.search(cell.text) else Payment("ask", text)
    return _judge_amounts(amounts, text, cell.text, fee)


def _judge_amounts(amounts: list[str], word: str, shown: str, fee: int) -> Payment:
    """Judge amounts of money: the fee is paid, nothing is not, another one has to be told."""
    readings = [list_readings(amount) for amount in amounts]
    if len(readings) == 1 and readings[0] == (Fraction(0),):
        return Payment("no")
    if len(readings) == 1 and fee and Fraction(fee, _CENTS) in readings[0]:
        return Payment("yes")
    return Payment("ask", word, shown)


def find_fee(cells: Sequence[Cell], fee: int, heading: str) -> int:
    """Return the fee that a column shows, in cents: what all have paid, if it is not less than the due one.

    In a column of 1 and 0 these are ticks.

    >>> find_fee([Cell("15,00"), Cell("15"), Cell("offen 5")], 1000, ""), find_fee([Cell("5"), Cell("5")], 1000, "")
    (1500, 1000)
    """
    cells = [cell for cell in cells if not has_gone(cell.text)]
    payments = [judge_payment(cell, fee, heading) for cell in cells]
    asked = [payment.owes for payment in payments if payment.answer == "ask"]
    paid = [cell.text for cell, payment in zip(cells, payments, strict=True) if payment.answer == "yes"]
    amounts = {list_readings(text) for text in asked}
    if len(asked) < 2 or len(amounts) > 1 or any(_AMOUNT.search(_DAY.sub(" ", text)) for text in paid):
        return fee
    [amount, *_other] = [*amounts.pop(), Fraction(0)]
    return int(amount * _CENTS) if amount == 1 or amount * _CENTS >= fee else fee


def find_payment(remarks: Iterable[str], fee: int) -> Payment | None:
    """Return what remarks say about a payment; None where they say nothing."""
    clauses = [clause for remark in remarks for clause in _BETWEEN_CLAUSES.split(remark)]
    return next((judge_payment(Cell(text), fee) for text in clauses if compile_words("payments").search(text)), None)


def find_out(person: PersonRow, aside: str, *, has_results: bool) -> PersonRow:
    """Return a person who is out if they do not come, or may be several; `aside`: why the row is left out besides."""
    reasons = (
        (person.out, bool(person.out)),
        ("gone", has_gone(person.remark) and not has_results),
        (aside.partition(" ")[0], aside[:1].strip() != "" and not has_coming(f"{person.remark} {aside}")),
        ("several", bool(person.split) and person.split[-1] != GUEST),
    )
    reason, _space, note = aside.partition(" ")
    remark = person.remark or note
    out = next((out for out, is_so in reasons if is_so), "")
    looks = tuple(look for look in person.looks if look != "odd" or out not in ("several", "no_name"))  # the same
    if note and not reason and "remark" not in looks:
        looks = (*looks, "remark")
    return person._replace(out=out, remark=remark, split=() if has_results else person.split, looks=looks)


_SAID_OUTS = ("waiting", "gone", "several", "no_name", "too_long", "total")


def take_name(person: PersonRow, text: str) -> PersonRow:
    """Return a row with the name that somebody has said; "" leaves it out. Of several people it is the first."""
    parts = split_name(text.split(BETWEEN_PEOPLE)[0])
    if not any(map(str.isalpha, parts.name)):
        return person._replace(looks=("typed",), out="left", split=())
    out = "too_long" if len(parts.name) > LONGEST_NAME else "" if person.out in _SAID_OUTS else person.out
    town = person.town or parts.town
    return person._replace(name=parts.name[:LONGEST_NAME], town=town, looks=("typed",), remark="", out=out, split=())


def add_others(people: Sequence[PersonRow], names: Mapping[int, str]) -> list[PersonRow]:
    """Return the rows with one more for each further person in the name that somebody has said.

    Nobody gets the number, the result or the payment of somebody else: that is asked.
    """
    added, last = [], max((person.row for person in people), default=0)
    for person in people:
        further = names.get(person.row, "").split(BETWEEN_PEOPLE)[1:]
        further = [name for name in further if any(map(str.isalpha, name))]
        if further and (person.place, person.points, person.written, person.days) != (None,) * 4:
            added.append(person._replace(out="several"))
            continue
        word = ", ".join([person.name, *map(clean_text, further)])
        if further and person.paid in ("yes", "ask"):
            person = person._replace(paid="ask", paid_word=word, owes="")
        added.append(person)
        for name in further:
            last += 1
            other = person._replace(row=last, number=None, player="", federation="", birth_year=None, contact="")
            added.append(take_name(other, name)._replace(looks=person.looks))
    return added
