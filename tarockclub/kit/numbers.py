"""Numbers as people write them: every meaning that a text allows, and one meaning for a column of a list.

A point or a comma before exactly three digits may group thousands or begin the decimals: "1.500" is 1500 or 1½. Nobody
but the writer knows which, so `list_readings` returns both. The other cells of a column show how its writer writes.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

VULGAR_FRACTIONS = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5),
    "⅖": Fraction(2, 5),
    "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
}
THOUSANDS, DECIMAL = "thousands", "decimal"
ROLES = (THOUSANDS, DECIMAL)  # of a mark, in the order of two readings
_OPPOSITE = {THOUSANDS: DECIMAL, DECIMAL: THOUSANDS}
_OTHER_MARK = {".": ",", ",": "."}
_LARGEST_PART, _FEW_DECIMALS, _NOISE = 60, 10**4, Fraction(1, 1_000_000)  # of what a program wrote with six decimals
_LONGEST = 40  # characters of a text that can be a number
_LARGE, _GROUPED = 100, 1000
_STEP = 10  # between numbers that may stand in one column
_THIRDS = {"333", "666", "667", "166", "167", "833"}  # decimals of rounded thirds and sixths, which Tarock pays

# All dashes are minuses, all apostrophes and all spaces alike; characters without a width say nothing.
_PLAIN = str.maketrans("−–—‐‑‒﹣－’‘ʼ´`\t\u00a0\u2007\u2009\u202f⁄", "--------'''''     /", "\u200b\u2060\ufeff")
_UNIT = r"(?:P|Pkte?|Punkte?|Pts?|Points?|pont|točke?|bod[yůu]?|punti|b|EUR)\.?|€|Euro"
_AMOUNT = re.compile(
    rf"([+-]?) ?(?:(?:€|EUR|Euro) ?([+-]?))? ?([0-9.,][0-9., '/-]*|)([{''.join(VULGAR_FRACTIONS)}]?) ?(?:{_UNIT})?",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"[0-9]{1,15}|[1-9][0-9]{0,2}([.,' ])[0-9]{3}(?:\1[0-9]{3})*")
_ENDING = re.compile(r"(.*[0-9])[.,]--?|([0-9]{1,3})\.")  # 12,– and 12.-- in euros, 3. for a place
_MIXED = re.compile(r"(?:(.*[0-9]) )?([0-9]{1,4})/([1-9][0-9]{0,3})")
_DECIMALS = re.compile(r"(.*)([.,])([0-9]{1,20})")


class _Number(NamedTuple):
    """A number as somebody wrote it."""

    readings: tuple[Fraction, ...] = ()
    roles: Mapping[str, str] = MappingProxyType({})  # what each mark does, where there is only one reading
    mark: str = ""  # the one that allows two readings
    decimals: str = ""  # the digits behind the last mark
    is_text: bool = True


class ColumnNumbers(NamedTuple):
    """The numbers of a column: None for what is none, or for one that nobody but its writer can read."""

    numbers: tuple[Fraction | None, ...]
    is_open: bool  # somebody has to say what a mark means


def list_readings(text: str) -> tuple[Fraction, ...]:
    """Return what a text may mean as a number: nothing, one, or two (thousands first).

    >>> [" or ".join(map(str, list_readings(text))) for text in ("1.500", "−1.234,5", "4753 P.", "1'000", "x")]
    ['1500 or 3/2', '-2469/2', '4753', '1000', '']
    >>> [" or ".join(map(str, list_readings(text))) for text in ("12,50 €", "1 1/3", "–3½", "1 234", "0.500", "12,–")]
    ['25/2', '4/3', '-7/2', '1234', '1/2', '12']
    """
    return _read_number(text).readings


def settle_column(
    cells: Sequence[str | Fraction], places: Sequence[int | None] = (), answer: str = ""
) -> ColumnNumbers:
    """Return the numbers of a column that one person wrote.

    A Fraction is the typed number of a workbook. `places` are those of the rows, if the list has any: more points make
    a better place. `answer` is what somebody has said about a mark that stays open: THOUSANDS or DECIMAL.

    >>> [str(number) for number in settle_column(["1.500", "1.000", "990"]).numbers]
    ['1500', '1000', '990']
    >>> settle_column(["16.667", "33.333", "–"])
    ColumnNumbers(numbers=(None, None, None), is_open=True)
    """
    column = [_Number((cell,), is_text=False) if isinstance(cell, Fraction) else _read_number(cell) for cell in cells]
    roles = _settle_roles(column, places)
    if answer in ROLES:
        roles = {
            mark: role or (_OPPOSITE[answer] if mark == "," and len(roles) > 1 else answer)
            for mark, role in roles.items()
        }
    return ColumnNumbers(tuple(_choose_reading(number, roles) for number in column), not all(roles.values()))


def _settle_roles(column: Sequence[_Number], places: Sequence[int | None]) -> dict[str, str]:
    """Return what each mark that allows two readings does in a column; empty where nobody can know."""
    roles = {mark: _find_role(column, mark) for mark in _OTHER_MARK if any(number.mark == mark for number in column)}
    if len(roles) > 1 and len(set(roles.values())) == 1:
        return dict.fromkeys(roles, "")  # two marks do not do the same
    for mark, role in roles.items():
        fitting = [each for each in ROLES if not _is_contradicted(column, places, roles | {mark: each})]
        if len(fitting) == 1 and _is_of_one_size(column, {mark: fitting[0]}):
            # If the writing and the places say different things, one of them is wrong.
            roles[mark] = fitting[0] if role in ("", fitting[0]) else ""
    return {mark: role or _OPPOSITE.get(roles.get(_OTHER_MARK[mark], ""), "") for mark, role in roles.items()}


def _is_of_one_size(column: Sequence[_Number], roles: Mapping[str, str]) -> bool:
    """Return whether the numbers with two readings, so read, stand near the others.

    What looks like places may only count the rows: in "1. Anna 987, 2. Bert 1.234" nobody has one and a bit.
    """
    sure = [abs(number.readings[0]) for number in column if len(number.readings) == 1]
    doubtful = [abs(reading) for number in column if number.mark and (reading := _choose_reading(number, roles))]
    return not sure or not doubtful or (max(doubtful) >= max(sure) / _STEP and max(sure) >= min(doubtful) / _STEP)


def _find_role(column: Sequence[_Number], mark: str) -> str:
    """Return what a mark does, judged by the cells with only one reading; empty if they do not tell."""
    sure = [number for number in column if len(number.readings) == 1 and number.is_text]
    own = {number.roles[mark] for number in sure if mark in number.roles}
    other = {role for number in sure for each, role in number.roles.items() if each == _OTHER_MARK[mark]}
    if len(own) > 1 or len(other) > 1 or own & other:
        return ""
    doubtful = {number.decimals for number in column if number.mark == mark}
    has_zeros = any(decimals.endswith("0") for decimals in doubtful)
    sizes = [abs(number.readings[0]) for number in sure]
    if other == {THOUSANDS}:
        return DECIMAL
    if own == {DECIMAL} and has_zeros and max(sizes) >= _LARGE:
        # Whoever writes 990.5 writes 1.5, not 1.500, unless everything has three decimals.
        return DECIMAL if all(len(number.decimals) == 3 for number in sure) else ""
    if own:
        return own.pop()
    if any(size >= _GROUPED for size in sizes) or doubtful <= _THIRDS:
        return ""
    # Beside "2,5" a point groups. Beside "990" too, or there were decimals as well, or no zero at the end of some.
    return THOUSANDS if other or (has_zeros and any(size >= _LARGE for size in sizes)) else ""


def _is_contradicted(column: Sequence[_Number], places: Sequence[int | None], roles: Mapping[str, str]) -> bool:
    """Return whether somebody has more points than somebody at a better place."""
    numbers = [_choose_reading(number, roles) for number in column]
    placed = [
        (place, number)
        for place, number in zip(places, numbers, strict=False)
        if place is not None and number is not None
    ]
    least: Fraction | None = None
    for _place, group in groupby(sorted(placed), key=itemgetter(0)):
        tied = [number for _same, number in group]
        if least is not None and tied[-1] > least:
            return True
        least = tied[0]
    return False


def _choose_reading(number: _Number, roles: Mapping[str, str]) -> Fraction | None:
    if not number.mark:
        return number.readings[0] if number.readings else None
    role = roles.get(number.mark)
    return number.readings[ROLES.index(role)] if role else None


def _read_number(text: str) -> _Number:
    plain = " ".join(filter(None, text.translate(_PLAIN).split(" ")))
    match = _AMOUNT.fullmatch(plain) if len(plain) <= _LONGEST else None
    if match is None or (match[1] and match[2]):
        return _Number()
    number = _read_digits(match[3].strip(), match[4])
    is_below = "-" in (match[1], match[2])
    return number._replace(readings=tuple(-reading for reading in number.readings)) if is_below else number


def _read_digits(digits: str, sign: str) -> _Number:
    """Return a number without its sign and unit; `sign` is a fraction at its end."""
    mixed, ending = _MIXED.fullmatch(digits), _ENDING.fullmatch(digits)
    if sign:
        return _join_fraction(digits, VULGAR_FRACTIONS[sign])
    if mixed is not None:
        fraction = Fraction(int(mixed[2]), int(mixed[3]))
        is_clear = fraction < 1 or (not mixed[1] and len(mixed[2]) == 1)  # 11/3 may want a space, 35/2 be card points
        return _join_fraction(mixed[1] or "", fraction) if is_clear else _Number()
    if ending is not None:
        return _join_fraction(ending[1] or ending[2], Fraction(0))
    return _read_decimals(digits)


def _join_fraction(whole: str, fraction: Fraction) -> _Number:
    """Return a whole number, maybe empty, with a fraction less than 1: its marks can only group."""
    match = _WHOLE.fullmatch(whole)
    if match is None:
        return _Number() if whole else _Number((fraction,))
    return _Number((_count_whole(whole) + fraction,), {match[1]: THOUSANDS} if match[1] else {})


def _read_decimals(digits: str) -> _Number:
    whole, split = _WHOLE.fullmatch(digits), _DECIMALS.fullmatch(digits)
    before = _WHOLE.fullmatch(split[1]) if split is not None else None
    is_split = split is not None and (not split[1] or (before is not None and before[1] != split[2]))
    if split is None or not is_split:
        return _join_fraction(digits, Fraction(0)) if digits else _Number()
    decimal = _count_whole(split[1] or "0") + Fraction(int(split[3]), 10 ** len(split[3]))
    if whole is not None:
        return _Number((_count_whole(digits), decimal), mark=split[2], decimals=split[3])
    grouped = {before[1]: THOUSANDS} if before is not None and before[1] else {}
    return _Number((decimal,), {split[2]: DECIMAL} | grouped, decimals=split[3])


def _count_whole(digits: str) -> Fraction:
    return Fraction(int(re.sub("[^0-9]", "", digits)))


def find_third(number: Fraction) -> Fraction:
    """Return a number with many decimals as the third or sixth that it was before a program wrote it.

    >>> find_third(Fraction("16.666667")), find_third(Fraction("66.67"))
    (Fraction(50, 3), Fraction(6667, 100))
    """
    near = number.limit_denominator(_LARGEST_PART)
    return near if number.denominator > _FEW_DECIMALS and abs(near - number) <= _NOISE else number
