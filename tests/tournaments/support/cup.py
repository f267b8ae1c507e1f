"""The cup of nine players on paper (tests/data/cup-9.toml), played through the services."""

import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from scoring.book.ledger.services import record_hand
from scoring.book.table_clock import IN_TIME
from scoring.engine.points import SIXTHS
from scoring.models import GameTable
from scoring.table.written_sheet.selectors import load_book_and_seats
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import INSIDE
from tests.support.paths import DATA
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.rules.ranking import PARTS
from tournaments.core.settings import CUP, build_default_settings
from tournaments.hall.draw.values import DrawTable
from tournaments.models import Entrant, Round, RoundTable, Tournament
from tournaments.people.name_lists.candidates import Newcomer

PAPER: dict[str, Any] = tomllib.loads((DATA / "cup-9.toml").read_text(encoding="utf-8"))
LAST = 10  # start number of the substitute


def name_of(player: object) -> str:
    """Return the name of the player with a start number; no name begins like another one."""
    return f"Spieler {int(str(player)):02}"


def cup(**settings: Any) -> Tournament:
    """The cup before its first round; `settings` otherwise than on the paper."""
    by = {
        "hands": tuple(PAPER["hands"]),
        "place_points": tuple(map(tuple, PAPER["place_points"])),
        "rate": PAPER["rate"],
        "kontra": 1,
        "donation": True,
    }
    of = factories.tournament(**{**build_default_settings(CUP)._asdict(), "rounds": 3, **by, **settings})
    factories.enter_people(of, *(name_of(number) for number in range(1, LAST)))
    return of


def play_cup(**settings: Any) -> Tournament:
    """The whole cup, every table done."""
    of = cup(**settings)
    for number in range(1, len(PAPER["rounds"]) + 1):
        play_round(of, number)
    return Tournament.objects.get(pk=of.pk)


def play_round(of: Tournament, number: int) -> Round:
    """A round from its draw to its last hand; its tables are done."""
    round_ = begin_round(of, number)
    for at, table in enumerate(PAPER["rounds"][number - 1]["tables"], 1):
        play_table(of, table_at(round_, at), table)
        acts.close_table(table_at(round_, at), new_key(), confirmed=True)
    return round_


def begin_round(of: Tournament, number: int) -> Round:
    """A round that has started, with those who sit there from its beginning."""
    tables = PAPER["rounds"][number - 1]["tables"]
    seats = [[entrant(of, player) for player in table["seats"]] for table in tables]
    round_ = factories.round_(of, [player for table in seats for player in table])
    draft = acts.type_in(round_, new_key(), [DrawTable(tuple(player.pk for player in table), 1) for table in seats])
    acts.publish_draw(round_, new_key(), draft.number)
    return started(round_)


def play_table(of: Tournament, table: RoundTable, paper: dict[str, Any]) -> None:
    """The hands of a table, one after the other, and what happens between them."""
    for count, hand in enumerate(paper["hands"], 1):
        play_hand(table, hand)
        if paper.get("late", {}).get("after") == count:
            come_late(of, table, paper["late"]["player"])
        if paper.get("substitute", {}).get("after") == count:
            take_over(table, paper["substitute"])


def play_hand(table: RoundTable, hand: dict[str, Any]) -> None:
    """Record a hand, as a phone does."""
    game = GameTable.objects.get(pk=table.game_table_id)
    written = record_hand(game.slug, new_key(), game.last_key, record_of(game, hand), phase=IN_TIME)
    assert written.entry is not None, (hand, written)


def record_of(game: GameTable, hand: dict[str, Any]) -> dict[str, Any]:
    """A hand of the paper as its record."""
    book, seats = load_book_and_seats(game, INSIDE)
    names = {holder.get_name(book.number): holder.place for holder in seats if holder.until is None}

    def seat(player: int) -> int:
        return book.now.active.index(names[name_of(player)])

    return {"plays": [build_play(hand, seat, hand["counts"])]}


def build_play(hand: dict[str, Any], seat: Callable[[int], int], paid: dict[str, Any]) -> dict[str, Any]:
    """The play of a hand on paper, which does not say who of the others said a kontra."""
    play: dict[str, Any] = {
        "contract": hand["contract"],
        "declarer": seat(hand["declarer"]),
        "result": "won" if hand["won"] else "lost",
    }
    if "partner" in hand:
        play["partner"] = seat(hand["partner"])
    if hand.get("kontra"):
        against = next(int(rival) for rival in paid if int(rival) not in (hand["declarer"], hand.get("partner")))
        play |= {"kontra": 2, "kontra_by": seat(against)}
    return play


def come_late(of: Tournament, table: RoundTable, player: int) -> None:
    """Somebody enters the round when it has begun, and is seated."""
    acts.change_entries(table.round, new_key(), [entrant(of, player).pk])
    acts.seat_late(table.round, new_key(), entrant(of, player).pk, table.number)


def take_over(table: RoundTable, said: dict[str, Any]) -> None:
    """Somebody takes over a seat and its score."""
    _book, seats = load_book_and_seats(GameTable.objects.get(pk=table.game_table_id), INSIDE)
    place = next(seat.place for seat in seats if seat.names[-1][1] == name_of(said["instead_of"]))
    acts.substitute(table, new_key(), place, Newcomer(name_of(said["player"])), Actor(None, "d" * 16, directs=True))


def entrant(of: Tournament, number: int) -> Entrant:
    """The player with a start number."""
    return Entrant.objects.get(tournament=of, number=number)


def table_at(round_: Round, number: int) -> RoundTable:
    """A table of a round as it is now."""
    return RoundTable.objects.select_related("round", "game_table__sheet_version").get(round=round_, number=number)


def numbers(said: dict[str, Any]) -> dict[int, Any]:
    """Return the numbers of the paper by start number; fractions as such."""
    return {int(player): Fraction(value) if isinstance(value, str) else value for player, value in said.items()}


def in_points(parts: int) -> Fraction:
    """Parts of a point as a fraction."""
    return Fraction(parts, PARTS)


def of_sixths(sixths: int) -> Fraction:
    """Sixths of a point as a fraction."""
    return Fraction(sixths, SIXTHS)


def tables() -> Iterator[tuple[int, int, dict[str, Any]]]:
    """All tables of the paper: round, number, what it says."""
    for number, round_ in enumerate(PAPER["rounds"], 1):
        for at, table in enumerate(round_["tables"], 1):
            yield number, at, table
