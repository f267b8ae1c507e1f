"""Random years of a club: drawn as plain values, played through the program's own doors, and reckoned again."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import strategies as st

from scoring.engine.agreement import AgreedPot, Stakes
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.settlement.services import request_reopening
from scoring.table.written_sheet.selectors import load_book_and_seats
from tarockclub.models import Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book, end_evening, play_hands
from tests.scoring.support.tables import line_of, new_key
from tests.tournaments.seasons.reckoner.cups import Cup, draw_cup, reckon_cup
from tests.tournaments.seasons.reckoner.evenings import Change, Hand, Table, reckon_evening
from tests.tournaments.seasons.reckoner.rankings import Ranking, draw_ranking
from tests.tournaments.seasons.reckoner.reckoning import CARRIED_POINTS, DAY, FINAL, TYPED_DAY, Event, Row
from tests.tournaments.seasons.season.evenings.year import evening
from tests.tournaments.support import acts
from tournaments.core.cash_journal.services import EXPENSE, INCOME
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import merge
from tournaments.seasons.season.evenings.actions import SetGuest
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import EveningRule, SeasonSettings
from tournaments.seasons.season.sub_rankings.actions import SetRanking, TakeEntryMoney

PEOPLE = ("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz", "Gerda", "Hans", "Ida", "Jakob")
TWIN = "Anni"  # sits at tables instead of somebody, of whom she is another entry in the register
# Evenings, some after midnight, around both changes of the clock and both ends of the year.
MOMENTS = tuple(
    datetime(*when)  # noqa: DTZ001
    for when in (
        *((2026, 3, 4, 19), (2026, 1, 1, 4, 59), (2026, 1, 1, 5), (2026, 3, 4, 21), (2026, 3, 5, 3), (2026, 3, 11, 19)),
        *((2026, 3, 28, 22), (2026, 3, 29, 4, 30), (2026, 3, 29, 6), (2026, 7, 1, 20), (2026, 10, 25, 1, 30)),
        *((2026, 10, 25, 4, 59), (2026, 10, 25, 5), (2026, 12, 31, 23, 50), (2027, 1, 1, 1), (2027, 1, 1, 5)),
    )
)
WEEKDAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
MONTHS = (
    *("Jänner", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)
CUPS = (date(2026, 1, 6), date(2026, 9, 9))
PRIZES = ("Fass", "Speck", "Wein")
YEAR = (date(2026, 1, 1), date(2026, 12, 31))


class TypedDay(NamedTuple):
    """A day, a final or carried points that were typed in: place, points in hundredths, written score in sixths."""

    day: date | None
    rows: tuple[tuple[str, int, int | None, int | None], ...]
    kind: str = DAY
    players: int = 0


class World(NamedTuple):
    """All that happens in a club."""

    tables: tuple[Table, ...]
    typed: tuple[TypedDay, ...] = ()
    twin: str = ""  # who Anni is
    erased: str = ""
    guest: str = ""
    moves: tuple[int, ...] = ()  # of the season's cash box, in cents
    group: tuple[str, ...] = ()  # who has the category and lives in the town of sub-rankings
    rankings: tuple[Ranking, ...] = ()
    cups: tuple[Cup, ...] = ()

    @property
    def cents(self) -> int:
        """The content of the season's own box: movements and entry money."""
        return sum(self.moves) + sum(ranking.fee * len(ranking.payers) for ranking in self.rankings)

    def list_boxes(self, own: int) -> dict[str, tuple[Fraction, ...]]:
        """Return the fees, the prizes and the balance of each cash box, and of all together; `own`: in its own."""
        boxes = {f"Cup {at}": (cup.fees, -cup.prize, cup.fees - cup.prize) for at, cup in enumerate(self.cups, 1)}
        boxes["The season's own"] = (0, 0, own)
        whole = {"Together": tuple(sum(column) for column in zip(*boxes.values(), strict=True))}
        return {name: tuple(Fraction(cents, 100) for cents in row) for name, row in (boxes | whole).items()}

    def call(self, name: str) -> str:
        """Return who somebody is in the end."""
        return self.twin if self.twin and name == TWIN else name


# Drawing


@st.composite
def draw_table(draw: st.DrawFn, moment: datetime, people: Sequence[str] = PEOPLE) -> Table:
    """Draw a table: its hands in their order, or typed totals."""
    many = draw(st.sampled_from([4, 4, 4, 5]))
    names = tuple(draw(st.permutations(people))[:many])
    rate = draw(st.sampled_from([0, 1, 7, 10]))
    if many == 4 and draw(st.integers(0, 7)) == 7:
        some = [draw(st.integers(-90, 90)) for _seat in range(3)]
        return Table(moment, names, (), rate, totals=(*some, -sum(some)))
    donation = draw(st.integers(0, 5)) == 0
    lines: list[Hand | Change] = [
        draw(draw_hand(number, many, is_plain=donation)) for number in range(draw(st.integers(2 if many > 4 else 1, 5)))
    ]
    if many == 4 and draw(st.integers(0, 3)) == 0:  # somebody comes; also after the last hand
        newcomer = next(name for name in PEOPLE if name not in names)
        lines.insert(draw(st.integers(1, len(lines))), Change(draw(st.integers(0, 3)), newcomer))
    is_pot = not any(isinstance(line, Change) for line in lines) and draw(st.booleans())
    plain = [at for at, line in enumerate(lines) if isinstance(line, Hand) and line.contract == "dreier"]
    mended = draw(st.sampled_from([None, None, plain[-1]])) if plain else None
    return Table(moment, names, tuple(lines), rate, 20 * bool(is_pot), donation, mended=mended)


@st.composite
def draw_hand(draw: st.DrawFn, number: int, many: int, *, is_plain: bool) -> Hand:
    """Draw a hand; the forehand calls, or plays a Trischaken."""
    active = [place for place in range(many) if many == 4 or place != (number - 1) % many]
    forehand = number % many
    contract = draw(st.sampled_from(["dreier", "dreier", "rufer", *([] if is_plain else ["trischaken"])]))
    if contract == "trischaken":
        points = draw(st.permutations(draw(st.sampled_from([(20, 20, 15, 15), (20, 20, 20, 10), (25, 15, 15, 15)]))))
        return Hand(contract, forehand, points=tuple(points))
    declarer = forehand if contract == "rufer" else draw(st.sampled_from(active))
    partner = draw(st.sampled_from([at for at in active if at != declarer])) if contract == "rufer" else None
    return Hand(contract, declarer, partner, draw(st.booleans()), draw(st.sampled_from([1, 1, 2])))


@st.composite
def draw_typed(draw: st.DrawFn, kind: str = DAY) -> TypedDay:
    """Draw a typed day; its points are tenths, among them those that look like sixths, such as 1.20."""
    names = draw(st.permutations((*PEOPLE, TWIN)))[: draw(st.integers(0 if kind == DAY else 1, 6))]
    knows = draw(st.booleans())
    made = sorted((draw(st.integers(-60, 180)) for _name in names), reverse=True)
    rows = tuple(
        (
            name,
            0 if kind == CARRIED_POINTS else 1 + sum(other > mine for other in made),
            10 * mine if kind == CARRIED_POINTS or draw(st.integers(0, 9)) == 0 else None,
            mine if knows and kind != CARRIED_POINTS else None,
        )
        for name, mine in zip(names, made, strict=True)
    )
    day = draw(st.sampled_from([date(2026, 2, 2), date(2026, 6, 6), date(2026, 11, 11)]))
    return TypedDay(
        None if kind == CARRIED_POINTS else day if kind == DAY else YEAR[1], rows, kind, draw(st.sampled_from([0, 12]))
    )


@st.composite
def draw_world(draw: st.DrawFn, *, most: int = 8) -> World:
    """Draw a club's year."""
    moments = draw(st.lists(st.sampled_from(MOMENTS), min_size=1, max_size=most))
    one, erased, guest = draw(st.permutations(PEOPLE))[:3]
    regulars = PEOPLE[: draw(st.sampled_from([5, len(PEOPLE)]))]
    tables = tuple(
        _seat_twin(draw(draw_table(moment, regulars)), one if draw(st.booleans()) else "") for moment in moments
    )
    typed = [draw(draw_typed()) for _day in range(draw(st.integers(0, 2)))]
    typed += [draw(draw_typed(kind)) for kind in (CARRIED_POINTS, FINAL) if draw(st.integers(0, 2)) == 0]
    guises = (PEOPLE, tuple(TWIN if each == one else each for each in PEOPLE))
    cups = tuple(draw(draw_cup(day, draw(st.sampled_from(guises)))) for day in CUPS[: draw(st.integers(0, 2))])
    if cups and all(day.kind != FINAL for day in typed) and draw(st.booleans()):  # a season has one final
        cups = (*cups[:-1], cups[-1]._replace(kind=FINAL))
    return World(
        tables,
        tuple(_spare_twin(day, one) for day in typed),
        one if draw(st.integers(0, 2)) else "",
        erased if draw(st.booleans()) else "",
        guest if draw(st.integers(0, 2)) == 0 else "",
        tuple(draw(st.lists(st.integers(-9999, 99999).filter(bool), max_size=2))),
        tuple(draw(st.permutations(PEOPLE))[: draw(st.integers(1, 6))]),
        tuple(draw(st.lists(draw_ranking((*PEOPLE, TWIN)), min_size=1, max_size=2))),
        cups,
    )


def _spare_twin(typed: TypedDay, one: str) -> TypedDay:
    """Leave typed points away where somebody is in a day twice: of all days together the program adds both rows."""
    if not {one, TWIN} <= {row[0] for row in typed.rows} or typed.kind == CARRIED_POINTS:
        return typed
    return typed._replace(rows=tuple((name, place, None, made) for name, place, _points, made in typed.rows))


def _seat_twin(table: Table, one: str) -> Table:
    """Let her sit there instead of somebody."""
    names = tuple(TWIN if name == one else name for name in table.names)
    return table._replace(
        names=names,
        lines=tuple(
            line._replace(name=TWIN) if isinstance(line, Change) and line.name == one else line for line in table.lines
        ),
    )


# Playing


class TableBook(NamedTuple):
    """A table that was played: its book, and the seats of those who played each hand, by its place in the book."""

    game: GameTable
    seats: dict[int, Sequence[int]]

    def mend(self, at: int, hand: Hand) -> None:
        """Put a hand right after the end."""
        self.reopen()
        change_book(self.game, changes.correct_hand(line_of(self.game, at), _build_record(self.seats[at], hand)))
        end_evening(self.game)

    def reopen(self) -> None:
        """Take the ended evening up again."""
        change_book(self.game, request_reopening(), "verzählt")

    def end(self) -> None:
        """End it again."""
        end_evening(self.game)


def play(world: World) -> list[TableBook]:
    """Play all evenings."""
    return [_play_table(table) for table in world.tables]


def _play_table(table: Table) -> TableBook:
    pot = AgreedPot("standard", table.stake) if table.stake else None
    stakes = Stakes(table.rate, donation=table.donation, pagatkassa=pot)
    when = (table.when.year, table.when.month, table.when.day, table.when.hour, table.when.minute)
    sheet = "tirol_2020" if table.donation else "treffpunkt"
    played = TableBook(evening(names=table.names, when=when, ends=False, stakes=stakes, sheet=sheet), {})
    game = played.game
    for at, line in enumerate(table.lines):
        if isinstance(line, Change):
            who = find_or_create_person(game.club, line.name).pk
            change_book(game, changes.change_seats(Seating((0, 1, 2, 3), substitutes=((line.place, who),))))
        else:
            active = load_book_and_seats(GameTable.objects.get(pk=game.pk), INSIDE)[0].now.active
            play_hands(game, _build_record(active, line._replace(won=line.won != (at == table.mended))))
            played.seats[at] = active
    if table.totals:
        change_book(game, changes.enter_end_totals((*table.totals, 0, 0)), "")
    end_evening(game)
    if table.mended is not None:
        mended = table.lines[table.mended]
        assert isinstance(mended, Hand)
        played.mend(table.mended, mended)
    return played


def _build_record(active: Sequence[int], hand: Hand) -> dict[str, Any]:
    """Return a hand as a phone sends it: seats are counted among those who play it."""
    play: dict[str, Any] = {"contract": hand.contract, "declarer": active.index(hand.declarer)}
    if hand.partner is not None:
        play["partner"] = active.index(hand.partner)
    if hand.kontra > 1:
        play["kontra"] = hand.kontra
    if not hand.points:
        return {"plays": [play | {"result": "won" if hand.won else "lost"}]}
    points = dict(zip(sorted(active), hand.points, strict=True))
    return {"plays": [play | {"points": [f"{points[place]}" for place in active]}]}


def add_season(world: World, settings: SeasonSettings, cups: Iterable[Tournament] = ()) -> Season:
    """Create a season of the year with all that was typed, its prizes and its sub-rankings."""
    rule = EveningRule(YEAR[0].isoformat(), YEAR[1].isoformat())
    settings = settings._replace(evenings=rule, prizes="\n".join(PRIZES))
    season = create_season(new_key(), load_first_club(), SeasonDetails("Jahr", settings))
    for at, typed in enumerate(world.typed, 1):
        event = acts.add_event(season, new_key(), f"Typed {at}", typed.day, kind=typed.kind, players=typed.players)
        if typed.rows:
            rows = [PersonResult(Newcomer(name), place, points, made) for name, place, points, made in typed.rows]
            acts.write_results(event, new_key(), rows)
    for tournament, cup in zip(cups, world.cups, strict=True):
        acts.add_tournament(season, new_key(), tournament, cup.kind)
    for cents in world.moves:
        acts.record_movement(season, new_key(), INCOME if cents > 0 else EXPENSE, cents, "Spende")
    for at, ranking in enumerate(world.rankings, 1):
        _add_ranking(season, at, ranking)
    group = [find_or_create_person(season.club, name).pk for name in world.group]
    Person.objects.filter(pk__in=group).update(categories="Dame, Gast", town="Linz")
    return season


def _add_ranking(season: Season, number: int, ranking: Ranking) -> None:
    """Set a sub-ranking, and take its entry money."""
    people = {name: find_or_create_person(season.club, name).pk for name in ranking.people}
    numbers = list(season.events.filter(gone=None).order_by("number").values_list("number", flat=True))
    ready = find_ready(ranking.ready)
    SetRanking(
        name=f"Sub {number}",
        word=ranking.word,
        events=[numbers[at % len(numbers)] for at in ranking.ticks if numbers],
        group=ranking.group,  # type: ignore[arg-type]
        group_name={"category": "dame", "town": "Linz"}.get(ranking.group, ""),
        people=list(people.values()),
        rules=ready.settings if ready else None,
        best=ranking.best,
        prizes="\n".join(PRIZES[: ranking.prizes]),
        fee=ranking.fee,
        shares=list(ranking.shares),
    ).perform(season, new_key())
    for name in ranking.payers:
        TakeEntryMoney(ranking=number, person=people[name]).perform(season, new_key())


def change_people(world: World, seasons: Iterable[Season]) -> dict[str, int]:
    """Merge and erase people, let a guest play without a rank; return everybody's number in the register by name."""
    club = load_first_club()
    everybody = {name: find_or_create_person(club, name) for name in (*PEOPLE, TWIN)}
    for season in seasons if world.guest else ():
        SetGuest(person=everybody[world.guest].pk).perform(season, new_key())
    if world.twin:
        merge(everybody[world.twin], everybody[TWIN])
    if world.erased:
        erase(everybody[world.erased])
    return {name: who.number for name, who in everybody.items()}


# Reckoning


def list_reckoned(world: World, season: Season, numbers: Mapping[str, int], *, rated: bool) -> list[Event]:
    """Return the events of a season in its order, people by their numbers; `rated`: only tables for money."""

    def call(name: str) -> int:
        return numbers[world.call(name)]

    dates: dict[date, list[Table]] = {}
    for table in world.tables:
        if YEAR[0] <= table.day <= YEAR[1] and (table.is_for_money or not rated):
            dates.setdefault(table.day, []).append(table)
    events: list[tuple[date | None, Event]] = []
    for event in SeasonEvent.objects.filter(season=season, gone=None).order_by("number"):
        if event.evenings:
            if event.day in dates:
                events.append((event.day, reckon_evening(event.number, dates.pop(event.day), call)))
            continue
        if event.tournament is not None:
            cup = world.cups[int(event.tournament.name.split()[1]) - 1]
            events.append((cup.day, reckon_cup(event.number, cup, call)))
            continue
        typed = world.typed[int(event.name.split()[1]) - 1]
        rows = _reckon_rows(typed, call)
        events.append((typed.day, Event(event.number, rows, typed.kind, TYPED_DAY, typed.players)))
    assert not dates, f"dates that the season does not have: {sorted(dates)}"
    return [
        event for _day, event in sorted(events, key=lambda pair: (pair[1].kind != CARRIED_POINTS, pair[0] or YEAR[0]))
    ]


def name_events(season: Season) -> dict[int, str]:
    """Return what the events of a season are called, by their numbers."""
    return {
        event.number: event.tournament.name if event.tournament else event.name or name_day(event.day)
        for event in SeasonEvent.objects.filter(season=season, gone=None)
    }


def name_day(day: date | None) -> str:
    """Return a date as a club calls it."""
    assert day is not None
    return f"{WEEKDAYS[day.weekday()]}, {day.day}. {MONTHS[day.month - 1]}"


def _reckon_rows(typed: TypedDay, call: Any) -> list[tuple[Any, Row]]:
    """Return typed rows."""
    return [
        (
            call(name),
            Row(
                place,
                {} if made is None else {"written": Fraction(made, 6), "points": Fraction(made, 6)},
                typed=None if points is None else Fraction(points, 100),
            ),
        )
        for name, place, points, made in typed.rows
    ]
