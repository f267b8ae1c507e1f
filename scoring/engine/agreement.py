"""The agreement of a table that plays for money: rate, donation box, Pagatkassa (docs/dev/settlement.md)."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from scoring.engine.problems import Problem

MOST_CENTS = 10_000  # a rate, a stake, a start payment: 100 euros
MOST_CAP = 1_000_000
DEALER_PAYS = "standard"  # the versions are called like the sheets that they stand on
ALL_PAY = "treffpunkt"
VERSIONS = (DEALER_PAYS, ALL_PAY)


class AgreedPot(NamedTuple):
    """A Pagatkassa as agreed; amounts in cents.

    Paragraphs: standard 7) Ergänzungen, Pagatkassa; treffpunkt Optionale Regeln, Pagatkassa.
    """

    version: str  # one of VERSIONS
    stake: int  # every dealer's, 1 … MOST_CENTS
    start: int = 0  # everybody's when the pot is empty, 0 … MOST_CENTS; 0: none, or what the version says
    cap: int | None = None  # the most that a lost Pagat costs its side, 1 … MOST_CAP

    @property
    def opening(self) -> int:
        """The amount that everybody at the table pays into an empty pot; treffpunkt: the agreed stake.

        >>> pots = AgreedPot("standard", 10), AgreedPot("standard", 10, 50), AgreedPot("treffpunkt", 10)
        >>> [pot.opening for pot in pots]
        [0, 50, 10]
        """
        return self.start or (self.stake if self.version == ALL_PAY else 0)


class Stakes(NamedTuple):
    """The stakes of an evening."""

    rate: int = 0  # cents for a point, 0 … MOST_CENTS; 0: for points only
    donation: bool = False  # the donation box (Spendenschwein)
    pagatkassa: AgreedPot | None = None


def parse_agreement(text: str) -> Stakes:
    """Read what `format_agreement` wrote; what is left out is as by itself. ValueError for anything else.

    >>> parse_agreement("{}") == Stakes(), parse_agreement('{"rate":10}').rate
    (True, 10)
    """
    raw = json.loads(text)
    _check_fields(raw, Stakes._fields)
    pot = raw.get("pagatkassa")
    if pot is not None:
        _check_fields(pot, AgreedPot._fields)
        if not {"version", "stake"} <= pot.keys():
            raise ValueError("a Pagatkassa needs its version and its stake")
        raw = raw | {"pagatkassa": AgreedPot(**pot)}
    agreed = Stakes(**raw)
    wrong = find_agreement_problems(agreed)
    if wrong:
        raise ValueError(", ".join(problem.path for problem in wrong))
    return agreed


def format_agreement(agreed: Stakes) -> str:
    """Write it as JSON text, always the same for the same agreement.

    >>> format_agreement(Stakes(10))
    '{"rate":10,"donation":false,"pagatkassa":null}'
    """
    pot = None if agreed.pagatkassa is None else agreed.pagatkassa._asdict()
    return json.dumps(agreed._asdict() | {"pagatkassa": pot}, separators=(",", ":"))


def find_agreement_problems(agreed: Stakes) -> tuple[Problem, ...]:
    """All values that are of the wrong kind or out of range, each with its path: "rate", "pagatkassa/cap".

    >>> [problem.path for problem in find_agreement_problems(Stakes(-1, False, AgreedPot("standard", 0)))]
    ['rate', 'pagatkassa/stake']
    """
    return tuple(_find_problems(agreed))


def get_usual_rate(point: str | None) -> int:
    """The rate that a sheet names with its key `point`, in cents; 0 where it names none.

    >>> get_usual_rate("0.10 EUR"), get_usual_rate("2.50 EUR"), get_usual_rate(None)
    (10, 250, 0)
    """
    return int(point.partition(" ")[0].replace(".", "")) if point else 0


def _check_fields(raw: Any, fields: tuple[str, ...]) -> None:
    if not isinstance(raw, dict):
        raise ValueError("an agreement is a JSON object")
    if not raw.keys() <= set(fields):
        raise ValueError(f"no such fields: {sorted(raw.keys() - set(fields))}")


def _find_problems(agreed: Stakes) -> Iterator[Problem]:
    yield from _check_amount("rate", agreed.rate, 0, MOST_CENTS)
    yield from _check_switch("donation", agreed.donation)
    pot = agreed.pagatkassa
    if pot is None:
        return
    if pot.version not in VERSIONS:
        yield Problem("pagatkassa/version", "unknown_version")
    yield from _check_amount("pagatkassa/stake", pot.stake, 1, MOST_CENTS)
    yield from _check_amount("pagatkassa/start", pot.start, 0, MOST_CENTS)
    if pot.cap is not None:
        yield from _check_amount("pagatkassa/cap", pot.cap, 1, MOST_CAP)


def _check_switch(path: str, on: object) -> Iterator[Problem]:
    if type(on) is not bool:
        yield Problem(path, "wrong_type", (("expects", "bool"),))


def _check_amount(path: str, cents: object, least: int, most: int) -> Iterator[Problem]:
    if type(cents) is not int or not least <= cents <= most:
        yield Problem(path, "invalid_amount", (("least", format_money(least)), ("most", format_money(most))))


def format_money(cents: int) -> tuple[str, str]:
    """An amount of cents as it is written in German and in English.

    >>> format_money(1), format_money(10_000)
    (('0,01', '0.01'), ('100,00', '100.00'))
    """
    whole, rest = divmod(cents, 100)
    return f"{whole},{rest:02}", f"{whole}.{rest:02}"
