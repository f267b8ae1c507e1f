"""The seat of each player in a round, for their own phones, and what is to be done at it now."""

import json
from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Max

from scoring.book.hooks import build_start_number
from scoring.book.marks import NO_VERDICT, compute_verdicts
from scoring.book.table_clock import BEFORE_START, CLOCK_DONE, PlayTime, decode_clock
from scoring.models import GameTable, Seated
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.time_source import now
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.settings import Settings
from tournaments.hall.clock.display import UP, build_face
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.standing.players import load_act_sign
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
    seats: tuple[tuple[int, tuple[int, ...], str], ...]  # of the table: place in its book, persons, public name


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
    # A table that was given up ended before those to which its players have gone.
    ordered = RoundTable.objects.filter(round=round_).order_by(F("done").asc(nulls_last=True), "number")
    tables = list(ordered.select_related("game_table", "round__draw"))
    holders, seated = _load_holders([table.game_table_id for table in tables])
    cards: dict[int, SeatCard] = {}
    for table in tables:
        by_place = holders.get(table.game_table_id, {})
        seats = tuple((place, *holder) for place, holder in by_place.items())
        names = [name for _place, _persons, name in seats]
        dealer = _find_dealer(table)
        for index, (place, persons, _name) in enumerate(seats):
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
                seats,
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
    shown = EVERYBODY.build_player_name("person__", "start_number")
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


def list_moved(table: RoundTable, gone: Collection[tuple[int, str]]) -> list[tuple[str, SeatCard]]:
    """Return the seats at other tables of the round of those (person, name) who have left a table."""
    cards = load_seat_cards(table.round_id, load_act_sign(table.round.tournament)).cards if gone else {}
    moved = ((name, cards[person]) for person, name in gone if person in cards)
    return [(name, card) for name, card in moved if card.table != table.number]


MOST_TASKS_KEPT = 500  # tables
TASKS_KEPT_SECONDS = 5  # all phones of a table ask once
COUNT, CONFIRM = "count", "confirm"
NOBODY = -1


class SeatTasks(NamedTuple):
    """The tasks of the players of a table, and how far it has come."""

    hand: int = 0  # the number, as on paper, of the last hand, of which nobody has said whether it fits; 0: none
    chips: str = ""  # COUNT, or CONFIRM what one phone has counted
    played: int = 0  # the number of the last hand
    dealer: int = NOBODY  # of the next hand: a place in the book
    forehand: int = NOBODY  # the same


_HANDS: LruCache[tuple[UUID, int, int | None], SeatTasks] = LruCache(MOST_TASKS_KEPT)
_CHIPS: LruCache[tuple[UUID, int], str] = LruCache(MOST_TASKS_KEPT)


def find_tasks(card: SeatCard, settings: Settings) -> SeatTasks:
    """Return what is to be done at a table that plays; one query, and now and then those of its book and its chips."""
    if card.clock.stands in (BEFORE_START, CLOCK_DONE):
        return SeatTasks()
    game = GameTable.objects.select_related("sheet_version").annotate(newest=Max("marks__pk")).get(slug=card.slug)
    name = (game.slug, game.last_sequence, game.newest)
    tasks = _HANDS.get(name)
    if tasks is None:
        tasks = _read_hands(game)
        _HANDS.put(name, tasks)
    is_up = build_face(card.clock, now()).state == UP
    if is_up or 0 < card.clock.get_most_hands(game.players) <= tasks.played:  # whether anybody deals is open
        tasks = tasks._replace(dealer=NOBODY, forehand=NOBODY)
    if card.clock.stands:
        return tasks._replace(hand=0)
    may_be_over = is_up or bool(card.clock.hands)
    return tasks._replace(chips=_find_chips(game) if may_be_over and settings.start and settings.count_chips else "")


def _read_hands(game: GameTable) -> SeatTasks:
    [(book, _seats, opinions)] = load_table_books([game], EVERYBODY)
    last, number, hand = book.last, 0, 0
    if last is not None:
        number = book.waits.number_deal(last.number, sum(line.is_deal for line in book.played) - 1)
        hand = number if compute_verdicts(book, opinions).get(last.number, NO_VERDICT) == NO_VERDICT else 0
    return SeatTasks(hand, "", number, book.now.dealer, book.now.forehand)


def _find_chips(game: GameTable) -> str:
    name = (game.slug, int(now().timestamp() // TASKS_KEPT_SECONDS))
    task = _CHIPS.get(name)
    if task is None:
        [row] = load_rows(RoundTable.objects.filter(game_table=game), EVERYBODY)
        task = COUNT if row.is_played and not row.counted else ""
        if row.is_played and row.counted and not (row.differs or row.is_confirmed):
            task = CONFIRM
        _CHIPS.put(name, task)
    return task
