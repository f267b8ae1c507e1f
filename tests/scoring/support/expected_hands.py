"""Hands as people at a table remember them, by their places: what they pay is worked out here by hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

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
