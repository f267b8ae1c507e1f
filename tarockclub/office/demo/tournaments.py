"""The demo's tournaments: those that are over, one in full swing, and a cup of today."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from scoring.book.marks import MarkRequest, write_mark
from scoring.book.table_clock import decode_clock
from scoring.models import Deal, GameTable, Mark
from tarockclub.kit.time_source import now, pretend_time
from tarockclub.office.demo.day import (
    NAMES,
    OF_A_ROUND,
    OF_THE_DAY,
    REFEREES,
    DemoDay,
    create_made_up,
    find_last_saturday,
    load_evening,
    load_game,
    reload_table,
)
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core.editions import FINAL
from tournaments.core.settings import CUP, Settings, build_default_settings
from tournaments.hall.clock.actions import Pause, Resume
from tournaments.hall.clock.display import Progress
from tournaments.hall.desk.actions import CloseTable
from tournaments.hall.desk.overview import load_rows
from tournaments.hall.draw.late_entries import SeatLate
from tournaments.hall.rulings.actions import TRANSFER, CallReferee, RecordRuling
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Entrant, Round, RoundTable, Tournament
from tournaments.people.entrants.actions import Withdraw
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.entrants.fee_actions import PayFees
from tournaments.people.entrants.substitutes import Substitute, list_seat_holders
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.final_results.prize_actions import AddPrize, ChoosePrize, DrawLots
from tournaments.results.final_results.prizes import load_scope
from tournaments.results.final_results.result_actions import PublishResult, compute_result_sign


def add_prizes(day: DemoDay, tournament: Tournament, edition: int) -> None:
    """Add the prizes of a round, or of all rounds."""
    with pretend_time(day.at):
        for name, cents in OF_THE_DAY if edition == FINAL else OF_A_ROUND:
            day.perform(AddPrize(of=edition, name=name, cents=cents), tournament)


def publish_and_choose(day: DemoDay, tournament: Tournament, edition: int) -> None:
    """Publish a result as it is; the winners choose, each the first prize that is left."""
    spot = tournament if edition == FINAL else tournament.rounds.get(number=edition)
    with pretend_time(day.at):
        standings = load_standings(load_progress(_reload_tournament(tournament)), EVERYBODY)
        day.perform(PublishResult(seen=compute_result_sign(standings, edition)), spot)
        if load_scope(_reload_tournament(tournament), edition).lots_first:
            day.perform(DrawLots(what="choice"), spot)
    while (scope := load_scope(_reload_tournament(tournament), edition)).turn:
        day.at += timedelta(minutes=1)
        with pretend_time(day.at):
            choice = ChoosePrize(person=scope.turn, prize=day.chance.choice(scope.free).pk)
            day.perform(choice, spot)


def _reload_tournament(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


EARLIER_KEY, EARLIER_ROUNDS = "demo-earlier-", 2
EARLIER = (  # name, players, weeks before the last Saturday
    ("Lindenturnier", 20, 79),
    ("Turnier um den Wanderpokal", 16, 52),
    ("Gulaschturnier", 24, 31),
    ("Kirtagsturnier", 18, 14),
)


def make_earlier_tournaments() -> None:
    """Play the tournaments of the last two years, in which nothing special has happened; each once."""
    for index, (name, players, weeks) in enumerate(EARLIER, 1):
        if not Tournament.objects.filter(start_key=f"{EARLIER_KEY}{index}").exists():
            day = DemoDay(index, find_last_saturday(now()) - timedelta(weeks=weeks))
            _play_earlier_tournament(day, f"{EARLIER_KEY}{index}", name, day.chance.sample(NAMES, players))


@transaction.atomic
def _play_earlier_tournament(day: DemoDay, key: str, name: str, came: list[str]) -> None:
    with pretend_time(day.at):
        tournament = create_made_up(key, name, timezone.localdate(day.at), Settings(rounds=EARLIER_ROUNDS))
        day.perform(EnterPeople(newcomers=[Newcomer(person) for person in came]), tournament)
    for number in range(1, EARLIER_ROUNDS + 1):
        round_, tables = day.lay_tables(tournament)
        begun = day.at + timedelta(minutes=5)
        gong = begun + OVER_ROUND
        day.begin(round_, begun)
        for table in tables:
            day.play(table, begun, gong)
        day.at = max(day.finish(table, gong) for table in tables) + timedelta(minutes=3)
        publish_and_choose(day, tournament, number)
    add_prizes(day, tournament, FINAL)
    publish_and_choose(day, tournament, FINAL)


OVER_KEY = "demo-over"
OVER_SEED = 20261114
GOES_HOME = 2  # of those at the table, by their places
OVER_NAMES, LATECOMER, SUBSTITUTE = NAMES[:22], NAMES[22], NAMES[23]
OVER_ROUND, OVER_BEFORE_PAUSE, OVER_PAUSE = timedelta(minutes=30), timedelta(minutes=9), timedelta(minutes=3)
OVER_HALF, RULING_AT = timedelta(minutes=18), timedelta(minutes=4)  # the referees come then, and stay so long


@transaction.atomic
def make_finished_tournament(begins: datetime) -> Tournament:
    """Tell of it from its first moment on."""
    day = DemoDay(OVER_SEED, begins)
    with pretend_time(day.at):
        tournament = create_made_up(OVER_KEY, "Herbstturnier", timezone.localdate(begins), Settings(rounds=3))
        day.perform(EnterPeople(newcomers=[Newcomer(name) for name in OVER_NAMES]), tournament)
    for number in (1, 2, 3):
        day.at += timedelta(minutes=20)
        _play_finished_round(day, tournament, number)
    day.at += timedelta(minutes=10)
    add_prizes(day, tournament, FINAL)
    publish_and_choose(day, tournament, FINAL)
    return Tournament.objects.get(pk=tournament.pk)


def _play_finished_round(day: DemoDay, tournament: Tournament, number: int) -> None:
    """Play a round from its draw to its result."""
    round_, tables = day.lay_tables(tournament)
    add_prizes(day, tournament, number)
    if number == 1:
        _seat_latecomer(day, tournament, round_)
    begun = day.at + timedelta(minutes=5)
    day.begin(round_, begun)
    halted, resumed = begun + OVER_BEFORE_PAUSE, begun + OVER_BEFORE_PAUSE + OVER_PAUSE
    for table in tables:
        if number == 1 and table.number == 3:
            day.lose_all(table, begun)
        else:
            day.play(table, begun, halted)
    with pretend_time(halted):
        day.perform(Pause(), round_)
    with pretend_time(resumed):
        day.perform(Resume(), round_)
    for table in tables:
        day.play(table, resumed, begun + OVER_HALF)
    if number == 1:
        _write_ruling(day, tables[1], begun + OVER_HALF)
    if number == 2:
        _replace_player(day, tables[0], begun + OVER_HALF)
    gong = begun + OVER_ROUND + OVER_PAUSE
    ends = [gong + (RULING_AT if number == 1 and table.number == 2 else timedelta(0)) for table in tables]
    for table, end in zip(tables, ends, strict=True):
        day.play(table, begun + OVER_HALF + (end - gong), end)
    day.at = max(day.finish(table, end) for table, end in zip(tables, ends, strict=True))
    day.at += timedelta(minutes=3)
    publish_and_choose(day, tournament, number)


def _seat_latecomer(day: DemoDay, tournament: Tournament, round_: Round) -> None:
    """Seat a player who comes when the tables are laid already."""
    with pretend_time(day.at + timedelta(minutes=3)):
        day.perform(EnterPeople(newcomers=[Newcomer(LATECOMER)], rounds=[1]), tournament)
        late = Entrant.objects.get(tournament=tournament, person__name=LATECOMER).pk
        day.perform(PayFees(entrants=[late]), round_)
        day.perform(SeatLate(entrant=late, table=0), round_)


def _write_ruling(day: DemoDay, table: RoundTable, moment: datetime) -> None:
    """Call the referees, and let them rule that a player pays 2 points to another (§5)."""
    with pretend_time(moment):
        CallReferee().perform(reload_table(table), day.create_key())
    first, second = load_evening(table).order[:2]
    amounts = tuple({first: -12, second: 12}.get(place, 0) for place in range(6))
    text = "Karte gezeigt, bevor der Stich fertig war: 2 Punkte an den Gegner. Das Spiel gilt."
    ruling = RecordRuling(
        text=text, decided_by=REFEREES, deed=TRANSFER, amounts=amounts, seen=load_game(table).last_sequence
    )
    with pretend_time(moment + RULING_AT):
        day.perform(ruling, reload_table(table))


def _replace_player(day: DemoDay, table: RoundTable, moment: datetime) -> None:
    """Replace a player in the middle by another one, who takes over the seat with its score."""
    leaver = list_seat_holders(reload_table(table).game_table)[GOES_HOME]
    with pretend_time(moment):
        substitution = Substitute(place=leaver.place, newcomer=Newcomer(SUBSTITUTE))
        day.perform(substitution, reload_table(table))
        tournament = reload_table(table).round.tournament
        leaving = Entrant.objects.get(tournament=tournament, person=leaver.person)
        day.perform(Withdraw(entrant=leaving.pk), tournament)


RUNNING_KEY = "demo-running-"
RUNNING_SINCE = timedelta(minutes=12)
BUSTED_TABLE, CALLED_TABLE, DISPUTED_TABLE, SLOW_TABLE = 2, 5, 4, 7  # numbers of the tables where something happens


def make_running_tournament() -> Tournament:
    """Make the latest one if its time is not up; else another one."""
    earlier = list(Tournament.objects.filter(start_key__startswith=RUNNING_KEY).order_by("pk"))
    return earlier[-1] if earlier and _has_time(earlier[-1]) else _create_running_tournament(len(earlier) + 1, now())


def _has_time(tournament: Tournament) -> bool:
    texts = GameTable.objects.filter(round_table__round__tournament=tournament).values_list("clock", flat=True)
    clocks = [clock for clock in map(decode_clock, texts) if clock is not None]
    return any(not clock.is_over(now()) and not clock.stands for clock in clocks)


@transaction.atomic
def _create_running_tournament(number: int, today: datetime) -> Tournament:
    """Tell of it up to now."""
    day = DemoDay(number, today - RUNNING_SINCE - timedelta(minutes=30))
    with pretend_time(day.at):
        settings = Settings(rounds=3)
        tournament = create_made_up(f"{RUNNING_KEY}{number}", "Vereinsturnier", timezone.localdate(today), settings)
        day.perform(EnterPeople(newcomers=[Newcomer(name) for name in NAMES]), tournament)
    round_, tables = day.lay_tables(tournament)
    begun = today - RUNNING_SINCE
    day.begin(round_, begun)
    for table in tables:
        if table.number == BUSTED_TABLE:
            day.lose_all(table, begun)
        else:
            day.play(table, begun, today - timedelta(minutes=8 if table.number == SLOW_TABLE else 2))
    _dispute_first_hand(day, tables[DISPUTED_TABLE - 1], today)
    with pretend_time(today - timedelta(minutes=1)):
        CallReferee().perform(reload_table(tables[CALLED_TABLE - 1]), day.create_key())
    return Tournament.objects.get(pk=tournament.pk)


def _dispute_first_hand(day: DemoDay, table: RoundTable, today: datetime) -> None:
    """Dispute the first hand, from a player's own phone."""
    game = load_game(table)
    deal = Deal.objects.filter(table=game).select_related("entry").earliest("number")
    ask = MarkRequest(
        line=deal.number,
        seen=deal.entry.sequence,
        newest=0,
        kind=Mark.Kind.DISPUTED,
        place=load_evening(table).order[2],
    )
    with pretend_time(today - timedelta(minutes=2)):
        write_mark(game, ask, day.create_key(), Actor(device="demo-phone"))


CUP_KEY = "demo-cup-"
CUP_PLAYERS = 9
CUP_ROUND = timedelta(minutes=75)
CUP_HAND = timedelta(seconds=195)
CUP_SETTINGS = build_default_settings(CUP)._replace(sheet="standard", kontra=1, donation=True)
CUP_HANDS_LEFT = {1: 1, 2: 9}  # of the round that runs: how many hands each table still has to play


def make_cup() -> Tournament:
    """Return the latest cup if it is of today; otherwise create another one."""
    cups = list(Tournament.objects.filter(start_key__startswith=CUP_KEY).order_by("pk"))
    if cups and cups[-1].day == timezone.localdate(now()):
        return cups[-1]
    return _create_cup(len(cups) + 1, now())


@transaction.atomic
def _create_cup(number: int, today: datetime) -> Tournament:
    """Tell of it up to now."""
    day = DemoDay(number, today - 3 * CUP_ROUND - timedelta(minutes=40))
    with pretend_time(day.at):
        cup = create_made_up(f"{CUP_KEY}{number}", "Stammtischcup", timezone.localdate(today), CUP_SETTINGS)
        day.perform(EnterPeople(newcomers=[Newcomer(name) for name in NAMES[:CUP_PLAYERS]]), cup)
    for round_ in (1, 2):
        _play_cup_round(day, cup)
        publish_and_choose(day, cup, round_)
        day.at += timedelta(minutes=5)
    _start_last_round(day, cup, today)
    return Tournament.objects.get(pk=cup.pk)


def _play_cup_round(day: DemoDay, tournament: Tournament) -> None:
    """Play a round from its draw to the last table."""
    round_, tables = day.lay_tables(tournament)
    begun = day.at + timedelta(minutes=4)
    day.begin(round_, begun)
    day.at = max(_play_cup_table(day, table, begun) for table in tables)
    for table in tables:
        with pretend_time(day.at):
            day.perform(CloseTable(), reload_table(table))
    day.at += timedelta(minutes=2)


def _start_last_round(day: DemoDay, tournament: Tournament, today: datetime) -> None:
    """Start the round in progress: one table at its last hand, the other one far behind."""
    round_, tables = day.lay_tables(tournament)
    day.begin(round_, day.at + timedelta(minutes=4))
    for table in tables:
        hands = _load_table_progress(table).left - CUP_HANDS_LEFT[table.number]
        _play_cup_table(day, table, today - hands * CUP_HAND, hands)


def _play_cup_table(day: DemoDay, table: RoundTable, begun: datetime, hands: int | None = None) -> datetime:
    """Play `hands` hands at a table, or all of them; return the moment when the last one was over."""
    moment = begun
    for _hand in range(_load_table_progress(table).left if hands is None else hands):
        moment += day.draw_seconds(int(CUP_HAND.total_seconds()) - 40, int(CUP_HAND.total_seconds()))
        day.enter_hand(table, moment)
    return moment


def _load_table_progress(table: RoundTable) -> Progress:
    return load_rows(RoundTable.objects.filter(pk=table.pk), EVERYBODY)[0].progress
