"""Any hand of any sheet on the sheet of paper: the engine says what it pays, for it is proven elsewhere."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import HandRecord, print_record
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.sheet import Sheet
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.invented_sheets import INVENTED, invented
from tests.scoring.support.expected_hands import Amounts, Json, Places

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
