"""Hands as people at a table remember them, worked out by hand or, of any sheet, by the engine."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import HandRecord, print_record
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.sheet import Sheet
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.invented_sheets import INVENTED, invented

POINT = 6  # sixths
Places = tuple[int, ...]  # of the four seats
Amounts = dict[int, int]  # sixths by place
Json = dict[str, Any]


class PaperHand(Protocol):
    """A hand that somebody may remember, whoever sits where."""

    @property
    def begins(self) -> int | str | None:
        """The number of deals of a Radl that follow it; "round": one for everybody at the table."""

    def find_players(self) -> frozenset[int]:
        """The places without which it cannot have been played."""

    def record(self, seats: Places, forehand: int) -> Json:
        """Return the record as a phone would send it."""

    def worth(self, seats: Places, forehand: int, factor: int) -> tuple[Amounts, Amounts] | None:
        """Money and written score; None where this hand cannot have been played so."""


@dataclass(frozen=True)
class TreffpunktHand:
    """A hand of the Treffpunkt with what it pays by the printed sheet; `who` are the places it names, in turn."""

    kind: str
    who: tuple[int, ...]

    @property
    def begins(self) -> str | None:
        """A Nuller and a Trischaken begin a Radl."""
        return "round" if self.kind in ("nuller", "solo_nuller", "tied", "lost", "mayor") else None

    def find_players(self) -> frozenset[int]:
        """Everybody it names."""
        return frozenset(self.who)

    def record(self, seats: Places, forehand: int) -> Json:
        """The record by seats."""
        return RECORDS[self.kind](*(seats.index(place) for place in self.who), seats.index(forehand))

    def worth(self, seats: Places, forehand: int, factor: int) -> tuple[Amounts, Amounts] | None:
        """Return everybody's amounts; at the Treffpunkt money and written score are the same."""
        if self.kind in OF_THE_FOREHAND and forehand != self.who[0]:
            return None
        others = [place for place in seats if place not in self.who]
        first, *named = self.who
        if self.kind == "mayor":
            points = self._of_the_mayor(first, forehand)
        else:
            each = PAYS[self.kind]
            points = dict(zip((first, *named, *others), each, strict=True))
        amounts = {place: POINT * factor * value for place, value in points.items()}
        return amounts, amounts

    def _of_the_mayor(self, mayor: int, forehand: int) -> dict[int, int]:
        value = 4 if mayor == forehand else 2  # the Trischaker pays double
        return {place: -3 * value if place == mayor else value for place in self.who}


OF_THE_FOREHAND = ("rufer", "nuller")  # Vorhandspiele: the first one named is the forehand
NAMES = {  # how many places a hand names
    "dreier": 1,
    "kontra": 1,
    "rufer": 2,
    "nuller": 2,
    "solo_nuller": 2,
    "piccolo": 2,
    "renonce": 2,
    "tied": 4,
    "lost": 4,
    "mayor": 4,
}
PAYS = {  # points: those who are named, in turn, then the others
    "dreier": (15, -5, -5, -5),
    "kontra": (-30, 10, 10, 10),
    "rufer": (1, 1, -1, -1),
    "nuller": (0, 0, 0, 0),
    "solo_nuller": (0, 0, 0, 0),  # Solorufer 2 won, a silent Pagat lost: 1, doubled in a solo
    "piccolo": (8, -4, -2, -2),  # the second one said Kontra
    "renonce": (15, -25, 5, 5),  # the second one broke the rules in a Dreier of the first
    "tied": (-2, -2, 2, 2),
    "lost": (-2, -2, 2, 2),
}


def _play(contract: str, declarer: int, **more: Any) -> Json:
    return {"plays": [{"contract": contract, "declarer": declarer, **more}]}


def _points(most: tuple[int, ...], points: tuple[str, str], forehand: int) -> Json:
    by_seat = [points[0] if seat in most else points[1] for seat in range(4)]
    return _play("trischaken", forehand, points=by_seat)


_PAGAT_LOST = {"premiums": [{"premium": "pagat", "side": "declarer", "won": False}]}
RECORDS: dict[str, Callable[..., Json]] = {
    "dreier": lambda one, _: _play("dreier", one, result="won"),
    "kontra": lambda one, _: _play("dreier", one, result="lost", kontra=2),
    "rufer": lambda one, two, _: _play("rufer", one, partner=two, result="won"),
    "nuller": lambda one, two, _: _play("rufer", one, partner=two, result="won") | _PAGAT_LOST,
    "solo_nuller": lambda one, two, _: _play("solorufer", one, partner=two, result="won") | _PAGAT_LOST,
    "piccolo": lambda one, two, _: _play("piccolo", one, result="won", kontra={str(two): 2}),
    "renonce": lambda one, two, _: _play("dreier", one) | {"renonce": {"seat": two}},
    "tied": lambda one, two, _three, _four, forehand: _points((one, two), ("20", "15"), forehand),
    "lost": lambda one, two, _three, _four, forehand: _play("trischaken", forehand, losers=sorted((one, two))),
    "mayor": lambda one, _two, _three, _four, forehand: _points((one,), ("40", "10"), forehand),
}


OF_ONE = ("declarer", "partner", "kontra_by", "by", "from", "seat", "buergermeister")
OF_THOSE = ("losers", "jungfrauen")  # of the others it is said that they are not
OF_ALL = ("points", "tricks")
OF_SOME = ("kontra", "claims")


@cache
def sheet_named(name: str) -> Sheet:
    """A sheet as it is by itself, built in or invented."""
    if (INVENTED / f"{name}.toml").exists():
        return invented(name).build_sheet()
    return sheet_of(name)


@dataclass(frozen=True)
class RecordedHand:
    """A hand as it was entered: its record by seats (JSON text), who sat on them, and whose forehand it was."""

    sheet: str
    text: str
    home: Places
    forehand: int

    @property
    def begins(self) -> int | str | None:
        """The verdict of the engine where it was entered; None for a hand that cannot be."""
        score = self._score(self.home, self.forehand, 1)
        return None if score is None else score.radl_deals

    def find_players(self) -> frozenset[int]:
        """Everybody whom the record mentions; in Trischaken everybody, though the declarer follows the forehand."""
        return frozenset(self.home[seat] for seat in _mentioned(json.loads(self.text)))

    def record(self, seats: Places, forehand: int) -> Json:
        """The record with everybody on his seat; who does not sit there keeps a seat that is none."""
        at = [seats.index(place) if place in seats else -1 for place in self.home]
        moved: Json = _move_seats(json.loads(self.text), at)
        for play in moved["plays"]:
            if sheet_named(self.sheet).contracts[play["contract"]].is_trischaken:
                play["declarer"] = seats.index(forehand)
        return moved

    def worth(self, seats: Places, forehand: int, factor: int) -> tuple[Amounts, Amounts] | None:
        """Return the amounts of the engine."""
        score = self._score(seats, forehand, factor)
        if score is None:
            return None
        return dict(zip(seats, score.payouts, strict=True)), dict(zip(seats, score.written, strict=True))

    def _score(self, seats: Places, forehand: int, factor: int) -> Score | None:
        record, problems = parse(self.record(seats, forehand))
        if record is None or problems:
            return None
        record = record._replace(forehand=seats.index(forehand), radl=factor)
        return score_record(record, [], sheet_named(self.sheet)).score


def hand_of(sheet: str, record: HandRecord, seats: Places, forehand: int) -> RecordedHand:
    """A record made for some seat of the forehand, for those who sit there: its forehand is theirs."""
    turn = seats.index(forehand) - (record.forehand or 0)
    home = tuple(seats[(seat + turn) % 4] for seat in range(4))
    plain = print_record(record._replace(forehand=None, radl=None, id=None, sheet=None, options=()))
    return RecordedHand(sheet, json.dumps(plain, sort_keys=True), home, forehand)


def _mentioned(value: Any, name: str = "") -> set[int]:
    if isinstance(value, dict) and name in OF_SOME:
        return {int(seat) for seat in value}
    if isinstance(value, dict):
        of_forehand = value.get("contract") == "trischaken"
        parts = [_mentioned(part, key) for key, part in value.items() if not (of_forehand and key == "declarer")]
        return set().union(*parts)
    if isinstance(value, list):
        return set(range(4)) if name in OF_ALL + OF_THOSE else set().union(*(_mentioned(part) for part in value))
    return {value} if name in OF_ONE else set()


def _move_seats(value: Any, at: list[int], name: str = "") -> Any:
    if isinstance(value, dict) and name in OF_SOME:
        return {str(at[int(seat)]): amount for seat, amount in sorted(value.items())}
    if isinstance(value, dict):
        return {key: _move_seats(part, at, key) for key, part in value.items()}
    if isinstance(value, list) and name in OF_ALL:
        by_new_seat = {at[seat]: amount for seat, amount in enumerate(value)}
        return [by_new_seat.get(seat, 0) for seat in range(4)]
    if isinstance(value, list) and name in OF_THOSE:
        return sorted(at[seat] for seat in value)
    if isinstance(value, list):
        return [_move_seats(part, at) for part in value]
    return at[value] if name in OF_ONE else value
