"""Statistics reckoned a second time from the hands that were played, as docs/dev/statistics.md has them.

Valid hands count, each for whoever really sat there; no totals from paper. It leaves open what money is at a table
with a donation box: what the kontra costs, also for who wins; and a Trischaken: its forehand declares it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from tests.tournaments.seasons.reckoner.evenings import Hand, Table, list_hands

ALONE, CALLER, PARTNER, DEFENCE, EACH = (
    *("declarer, alone", "declarer with a partner", "called partner", "defender"),
    "everybody for themselves (Trischaken)",
)
DECLARERS = (ALONE, CALLER)
K = TypeVar("K", bound=Hashable)
Cell = Fraction | int | str | tuple[int, int] | None  # of two: so many of so many


class Part(NamedTuple):
    """Somebody's part in a hand."""

    table: int
    when: datetime
    sheet: str
    number: int  # of the hand, over all tables
    who: Any
    role: str
    partner: Any
    game: str
    result: str  # won, lost, or neither
    is_radl: bool
    is_kontra: bool
    written: Fraction
    money: Fraction


def list_parts(tables: Iterable[Table], call: Callable[[str], Any]) -> list[Part]:
    """Return everybody's part in each hand; `call`: who somebody is in the end."""
    parts: list[Part] = []
    number = 0
    for at, table in enumerate(tables):
        sheet = "Tyrol 2020" if table.donation else "Treffpunkt Tarock"
        for hand, is_radl, shares in list_hands(table):
            number += 1
            names = {share.place: call(share.name) for share in shares}
            for share in shares:
                role, with_whom = find_role(hand, share.place)
                parts.append(
                    Part(
                        *(at, table.when, sheet, number, names[share.place], role),
                        None if with_whom is None else names[with_whom],
                        hand.contract.capitalize(),
                        "" if hand.contract == "trischaken" else "won" if share.once > 0 else "lost",
                        is_radl,
                        hand.kontra > 1,
                        share.written,
                        share.cost,
                    )
                )
    return parts


def find_role(hand: Hand, place: int) -> tuple[str, int | None]:
    """Return as what somebody played, and the seat of the partner."""
    if place == hand.declarer:
        return (ALONE, None) if hand.partner is None else (CALLER, hand.partner)
    if place == hand.partner:
        return PARTNER, hand.declarer
    return (EACH if hand.contract == "trischaken" else DEFENCE), None


class Tally:
    """The sums of some parts."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.hands = len(parts)
        self.tables = len({part.table for part in parts})
        self.written = sum((part.written for part in parts), Fraction())
        results = Counter(part.result for part in parts)
        self.won = self.rate(results["won"], results["won"] + results["lost"])
        self.radl = self.rate(sum(part.is_radl for part in parts), self.hands)
        self.kontra = sum(part.is_kontra for part in parts)
        against = Counter(part.result for part in parts if part.is_kontra)
        self.kontra_won = self.rate(against["won"], self.kontra)
        self.kontra_lost = self.rate(against["lost"], self.kontra)
        self.mean = self.written / self.hands if self.hands else None

    @staticmethod
    def rate(many: int, total: int) -> tuple[int, int] | None:
        """Return so many of so many; None of none."""
        return (many, total) if total else None

    @property
    def own(self) -> "Tally":
        """The sums of games that were declared by choice: no Trischaken."""
        return Tally([part for part in self.parts if part.role in DECLARERS and part.result])


def add_up(parts: Iterable[Part], by: Callable[[Part], K]) -> dict[K, Tally]:
    """Return the sums by something."""
    groups: dict[K, list[Part]] = defaultdict(list)
    for part in parts:
        groups[by(part)].append(part)
    return {key: Tally(some) for key, some in groups.items()}


Rows = dict[Any, list[Cell]]


def reckon_players(parts: Sequence[Part]) -> Rows:
    """Return all players: tables, hands, points, points a hand, own games, those won, hands that count double."""
    return {
        who: [mine.tables, mine.hands, mine.written, mine.mean, mine.own.hands, mine.own.won, mine.radl]
        for who, mine in add_up(parts, lambda part: part.who).items()
    }


def reckon_games(parts: Sequence[Part]) -> Rows:
    """Return all games: how many, of all hands, won, gains, with kontra, of these lost, card points."""
    games = add_up((part for part in parts if part.role in DECLARERS), lambda part: part.game)
    hands = sum(own.hands for own in games.values())
    return {game: list_game_cells(own, hands) for game, own in games.items()}


def list_game_cells(own: Tally, hands: int) -> list[Cell]:
    """Return what is said of a game."""
    no_cards = None  # known of no hand here
    return [(own.hands, hands), own.won, own.mean, (own.kontra, own.hands), own.kontra_lost, no_cards]


def reckon_sheets(parts: Sequence[Part]) -> Rows:
    """Return house rules: tables, hands, hands a table, double, games won, gains, with kontra."""
    rows: Rows = {}
    for sheet, some in add_up(parts, lambda part: part.sheet).items():
        own = Tally([part for part in some.parts if part.role in DECLARERS])
        assert own.radl is not None
        rows[sheet] = [some.tables, own.hands, Fraction(own.hands, some.tables), own.radl, own.won, own.mean]
        rows[sheet].append((own.kontra, own.hands))
    return rows


def reckon_player(parts: Sequence[Part], who: Any) -> list[Rows]:
    """Return the lists of somebody's page: roles, own games, partners."""
    mine = [part for part in parts if part.who == who]
    roles = {
        role: [*list_cells(some), (some.kontra, some.hands), some.kontra_won]
        for role, some in add_up(mine, lambda part: part.role).items()
    }
    games = add_up(Tally(mine).own.parts, lambda part: part.game)
    partners = add_up((part for part in mine if part.partner is not None), lambda part: part.partner)
    return [roles, *({key: list_cells(some) for key, some in rows.items()} for rows in (games, partners))]


def reckon_tables(parts: Sequence[Part], who: Any) -> list[tuple[str, str, int, Fraction]]:
    """Return somebody's tables: when they began, the house rules, hands, points."""
    tables = add_up((part for part in parts if part.who == who), lambda part: (part.table, part.when, part.sheet))
    return [(f"{when:%Y-%m-%d %H:%M}", sheet, t.hands, t.written) for (_at, when, sheet), t in tables.items()]


def list_cells(some: Tally) -> list[Cell]:
    """Return what is said of some hands of somebody: how many, won, points, points each."""
    return [some.hands, some.won, some.written, some.mean]


def reckon_rivals(parts: Sequence[Part], who: Any) -> Rows:
    """Return everybody at whose tables somebody played: how many, ahead at how many, behind, the difference."""
    made = {key: some.written for key, some in add_up(parts, lambda part: (part.table, part.who)).items()}
    rows: dict[Any, list[Fraction]] = defaultdict(list)
    for (table, other), theirs in made.items():
        if other != who and (table, who) in made:
            rows[other].append(made[table, who] - theirs)
    return {
        other: [len(some), sum(gap > 0 for gap in some), sum(gap < 0 for gap in some), sum(some, Fraction())]
        for other, some in rows.items()
    }
