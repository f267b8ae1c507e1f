"""The seat of each player in the round that is played or comes next, for their own phones: table, place, neighbours."""

import json
from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from scoring.book.hooks import build_start_number
from scoring.book.table_clock import PlayTime, decode_clock
from scoring.models import Seated
from tarockclub.kit.time_source import now
from tarockclub.platform.privacy.public_names import build_player_name
from tarockclub.platform.server.page_cache import LruCache
from tournaments.hall.standing.progress import load_act_sign
from tournaments.models import Presence, Round, RoundTable

MOST_KEPT = 16  # rounds
KEPT_SECONDS = 30  # then somebody may have chosen another public name


class SeatCard(NamedTuple):
    """A player's seat."""

    round: int
    table: int
    slug: UUID
    place: int  # from 1, in playing order
    deals: bool  # the first hand
    right: str  # who plays next; public names
    left: str
    opposite: str  # "": nobody, or two of them
    clock: PlayTime


class SeatCards(NamedTuple):
    """The seats of a round."""

    cards: dict[int, SeatCard]  # by person
    waiting: frozenset[int]  # persons who play in the round and have no seat yet


_CACHE: LruCache[tuple[int, str, int], SeatCards] = LruCache(MOST_KEPT)


def load_seat_cards(round_: int, acts: str) -> SeatCards:
    """Load the seats of a round (id) that is drawn; `acts`: of the tournament's progress.

    Three queries, then none for half a minute.
    """
    name = (round_, acts, int(now().timestamp() // KEPT_SECONDS))
    cards = _CACHE.get(name)
    if cards is None:
        cards = _read_seat_cards(round_)
        _CACHE.put(name, cards)
    return cards


def _read_seat_cards(round_: int) -> SeatCards:
    tables = list(
        RoundTable.objects.filter(round=round_).select_related("game_table", "round__draw").order_by("number")
    )
    holders, seated = _load_holders([table.game_table_id for table in tables])
    cards: dict[int, SeatCard] = {}
    for table in tables:
        by_place = holders.get(table.game_table_id, {})
        names = [name for _persons, name in by_place.values()]
        dealer = _find_dealer(table)
        for index, (place, (persons, _name)) in enumerate(by_place.items()):
            card = SeatCard(
                table.round.number,
                table.number,
                table.game_table.slug,
                index + 1,
                place == dealer,
                names[(index + 1) % len(names)],
                names[index - 1],
                names[(index + 2) % 4] if len(names) == 4 else "",
                decode_clock(table.game_table.clock) or PlayTime(),
            )
            cards |= dict.fromkeys(persons, card)
    present = Presence.objects.filter(round=round_, state=Presence.State.IN, entrant__withdrawn=None)
    playing = frozenset(present.values_list("entrant__person", flat=True))
    return SeatCards(cards, playing - seated)


def _find_dealer(table: RoundTable) -> int:
    """Return the place of the first dealer."""
    dealers: list[int] = json.loads(table.round.draw.dealers) if table.round.draw is not None else []
    return dealers[table.number - 1] if table.number <= len(dealers) else 0


Holders = dict[int, dict[int, tuple[tuple[int, ...], str]]]


def _load_holders(games: Collection[int]) -> tuple[Holders, frozenset[int]]:
    """Load persons (as seated, and as merged since) and public name by place, by id of the game table; and all persons
    who hold a seat or had one before somebody took it over. One query.
    """
    rows = Seated.objects.filter(sitting__table__in=games, sitting__to_deal=None)
    numbered = rows.annotate(start_number=build_start_number())
    ordered = numbered.order_by("sitting__place", "sitting__from_deal", "version", "from_deal")
    holders: Holders = {}
    seated: set[int] = set()
    shown = build_player_name("person__", "start_number")
    for table, place, person, merged, name in ordered.values_list(
        "sitting__table", "sitting__place", "person", "person__merged_into", shown
    ):
        persons = (person,) if merged is None else (person, merged)
        seated.update(persons)
        holders.setdefault(table, {})[place] = (persons, name)  # the last to take over
    return holders, frozenset(seated)


def list_next_seats(table: RoundTable, seated: Collection[tuple[int, str]]) -> list[tuple[str, SeatCard]]:
    """Return the seats in the next round of those (person, name) who sat at a table; none before it is drawn."""
    later = Round.objects.filter(
        tournament=table.round.tournament_id, number__gt=table.round.number, closed=None
    ).exclude(draw=None)
    drawn = later.order_by("number").values_list("pk", flat=True).first()
    if drawn is None:
        return []
    cards = load_seat_cards(drawn, load_act_sign(table.round.tournament)).cards
    return [(name, cards[person]) for person, name in seated if person in cards]
