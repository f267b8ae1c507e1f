"""What the page of a draw shows: who plays, a draft with what is to be said about it, everything that was drafted."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Page, Paginator

from tarockclub.text import surname_key
from tournaments.acts import Kind, said_by
from tournaments.draw.codec import tables_of, wanted_from
from tournaments.draw.history import hoch_deals
from tournaments.draw.interim_standing import is_out_of_date
from tournaments.draw.quality import Report, report
from tournaments.draw.separations import apart_in, mates_in
from tournaments.draw.values import Table, must_wait, sizes
from tournaments.entrants.selectors import present, unseated
from tournaments.lookup import Lookup, unknown_person
from tournaments.models import Act, Draw, Entrant, Presence, Round, Tournament
from tournaments.teams.rosters import Pair

TABLES_ON_A_PAGE = 60
CHOSEN_BY_NAME = 60  # among more players start numbers are typed
LISTED = 40  # repeats by name; the others are only counted


class Player(NamedTuple):
    """Somebody with his start number."""

    id: int
    number: int
    name: str


class Seat(NamedTuple):
    """A seat of a draft."""

    player: Player
    deals: bool  # first
    repeats: bool  # has met somebody at this table before


class TableSeen(NamedTuple):
    """A table of a draft."""

    number: int
    seats: tuple[Seat, ...]


class RepeatSeen(NamedTuple):
    """Two who meet again."""

    table: int
    one: Player
    other: Player
    before: int
    mates: bool = False  # they play for one team


class Judged(NamedTuple):
    """What is to be said about a draft."""

    sizes: tuple[tuple[int, int], ...]
    repeats: int
    least: int
    listed: tuple[RepeatSeen, ...]
    together: tuple[RepeatSeen, ...]  # who shall not
    mates: tuple[RepeatSeen, ...]  # who shall not because they play for one team
    high_again: int
    out_again: int


class Drafted(NamedTuple):
    """A draft in the list of all."""

    number: int
    way: str
    seed: str  # hexadecimal; "": typed in
    at: datetime
    reason: str
    published: bool
    shown: bool


class Counted(NamedTuple):
    """How many play, and how they can be seated."""

    players: int
    sizes: tuple[tuple[int, int], ...]  # how many at a table, how many tables
    wait: int  # so many must wait before the others can be seated


class Shown(NamedTuple):
    """The draft that is shown."""

    draw: Draw
    published: bool
    judged: Judged
    tables: Page[TableSeen]
    came: tuple[Player, ...]  # play, and are not in the draft
    gone: tuple[Player, ...]  # are in the draft, and do not play
    by_standing: bool
    out_of_date: bool  # the standing by which it was drawn has moved since


def counted(round_: Round) -> Counted:
    """How many play in a round now."""
    players = len(present(round_))
    all_sizes = sizes(players)
    each = tuple((size, all_sizes.count(size)) for size in sorted(set(all_sizes)))
    return Counted(players, each, must_wait(players))


def choices(tournament: Tournament, round_: Round) -> tuple[Player, ...]:
    """Those who play, by name, where they are few enough to be chosen from a list."""
    here = present(round_)
    if len(here) > CHOSEN_BY_NAME:
        return ()
    people = players_of(tournament, here)
    return tuple(sorted(people.values(), key=lambda one: (surname_key(one.name), one.number)))


def shown(tournament: Tournament, round_: Round, number: int, page: str) -> Shown | None:
    """The draft of a number, or the latest one (0); None where there is none."""
    drafts = Draw.objects.filter(round=round_).order_by("-number")
    draw = drafts.filter(number=number).first() if number else drafts.first()
    if draw is None:
        return None
    deals = hoch_deals(tournament)
    tables = tables_of(draw, hoch_deals=deals)
    wanted = wanted_from(draw.made_from, draw.seed)
    seated = tuple(player for table in tables for player in table.seats)
    wanted = wanted if wanted.players else wanted._replace(players=seated)  # a draw that was not made here
    now = present(round_)
    people = players_of(tournament, {*seated, *now, *(one for pair in wanted.apart for one in pair)})
    said, one_team = report(wanted, tables), set(mates_in(tournament, round_.number))
    published = draw.pk == round_.draw_id
    met = {(index, player) for index, repeat in said.repeats for player in repeat.pair}
    seen = [_table(index, table, people, met, deals=deals) for index, table in enumerate(tables)]
    return Shown(
        draw,
        published,
        _judged(said, people, one_team),
        Paginator(seen, TABLES_ON_A_PAGE).get_page(page),
        _people(people, set(now) - set(seated)),
        _people(people, set(seated) - set(now)),
        bool(wanted.order),
        not published and round_.started is None and is_out_of_date(tournament, wanted.order),
    )


def players_of(tournament: Tournament, entrants: Iterable[int]) -> Lookup[Player]:
    """The entrants of these ids."""
    wanted = set(entrants)
    rows = Entrant.objects.filter(tournament=tournament).values_list("pk", "number", "person__name")
    found = {row[0]: Player(*row) for row in rows if row[0] in wanted}
    return Lookup(found, lambda entrant: Player(entrant, 0, unknown_person()))


def _people(people: dict[int, Player], ids: Iterable[int]) -> tuple[Player, ...]:
    return tuple(sorted((people[one] for one in ids), key=lambda player: player.number))


def _judged(said: Report, people: dict[int, Player], one_team: set[Pair]) -> Judged:
    repeats = [RepeatSeen(at + 1, *_two(people, one.pair), one.before) for at, one in said.repeats]
    together = [RepeatSeen(at + 1, *_two(people, pair), 0, pair in one_team) for at, pair in said.together]
    return Judged(
        said.sizes,
        len(repeats),
        said.least,
        tuple(sorted(repeats, key=lambda one: -one.before)[:LISTED]),
        tuple(one for one in together if not one.mates),
        tuple(one for one in together if one.mates),
        said.high_again,
        said.out_again,
    )


def _two(people: dict[int, Player], pair: Pair) -> tuple[Player, Player]:
    return people[pair[0]], people[pair[1]]


def _table(index: int, table: Table, people: dict[int, Player], met: set[tuple[int, int]], *, deals: bool) -> TableSeen:
    first = table.high if deals else (table.high - 1) % len(table.seats)
    return TableSeen(
        index + 1,
        tuple(Seat(people[one], place == first, (index, one) in met) for place, one in enumerate(table.seats)),
    )


def drafts_of(round_: Round, number: int) -> tuple[Drafted, ...]:
    """Everything that was drafted for a round, the latest first, with the reasons that were given."""
    acts = Act.objects.filter(round=round_, kind__in=(Kind.DRAFT, Kind.PUBLISHED_DRAW)).select_related("note")
    reasons: dict[int, list[str]] = {}
    for one in acts.order_by("sequence"):
        if one.note is not None and one.note.text:
            reasons.setdefault(said_by(one)["draw"], []).append(one.note.text)
    return tuple(
        Drafted(
            one.number,
            one.way,
            one.seed,
            one.at,
            " · ".join(reasons.get(one.number, ())),
            one.pk == round_.draw_id,
            one.number == number,
        )
        for one in Draw.objects.filter(round=round_).order_by("-number")
    )


def apart_shown(tournament: Tournament) -> tuple[tuple[Player, Player], ...]:
    """The pairs that shall not sit together, by name."""
    pairs = apart_in(tournament)
    people = players_of(tournament, (one for pair in pairs for one in pair))
    return tuple(_two(people, pair) for pair in pairs)


def waiting(tournament: Tournament, round_: Round) -> tuple[Player, ...]:
    """Who has entered the round and waits."""
    waits = Presence.objects.filter(round=round_, state=Presence.State.WAITS).values_list("entrant", flat=True)
    ids = set(waits)
    return _people(players_of(tournament, ids), ids)


def without_seat(tournament: Tournament, round_: Round) -> tuple[Player, ...]:
    """Who came when the draw was published already."""
    if round_.draw_id is None:
        return ()
    ids = unseated(round_)
    return _people(players_of(tournament, ids), ids)
