"""Two cups: one is over, the other one is being played."""

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.services import record_hand
from scoring.book.marks import MarkRequest, write_mark
from scoring.models import Deal, GameTable, Mark
from tarockclub.office.demo.day import NAMES, create_made_up
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import EVERYBODY
from tests.support.phones import let_write
from tests.support.states import frozen_clock
from tests.tournaments.support import acts, cup
from tournaments.core.settings import CUP, build_default_settings
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Entrant, Round, RoundTable, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.final_results.result_actions import compute_result_sign
from tournaments.results.projector import hall_views as hall


def make_cup() -> dict[str, str]:
    """Write it; the words for the paths of states."""
    of = cup.cup()
    for number in (1, 2):
        cup.play_round(of, number)
    round_ = cup.begin_round(of, 3)
    acts.enter_end_totals(cup.table_at(round_, 2), "cup-paper", (-18, 36, -48, -18, 48), hands=5)
    acts.close_table(cup.table_at(round_, 2), "cup-paper-done", confirmed=True)
    now = Tournament.objects.get(pk=of.pk)
    acts.publish_edition(
        of, "cup-result", 1, compute_result_sign(load_standings(load_progress(now), EVERYBODY), 1), confirmed=True
    )
    hall.go_to_step(of, 1, from_last=True)
    half = cup.cup()
    first = cup.begin_round(half, 1)
    return {"t_cup": str(of.slug), "t_cup_paper": str(Round.objects.get(pk=first.pk).tournament.slug)}


STAFF = Actor(directs=True)
SETTINGS = build_default_settings(CUP)._replace(sheet="standard", hands=(8, 10, 12), kontra=1, donation=True)
PLAYED_HANDS = {1: 7, 2: 8, 3: 4}
RUFER = {"plays": [{"contract": "solorufer", "declarer": 0, "partner": 2, "points": "40"}]}
KONTRAD = {
    "plays": [{"contract": "dreier", "declarer": 0, "points": "30", "kontra": 2, "kontra_by": 1}],
    "premiums": [{"premium": "pagat", "side": "declarer", "announced": True, "won": False}],
}


def play_cup() -> tuple[list[GameTable], dict[str, str]]:
    """Write it; the tables at which phones may write, and the words for the paths of states."""
    made = create_made_up("states-cup", "Stammtischcup", frozen_clock.NOW.date(), SETTINGS)
    round_ = draw_tables(made)
    acts.start_clock(round_, "states-6", STAFF)
    tables = {
        row.number: row.game_table for row in RoundTable.objects.filter(round=round_).select_related("game_table")
    }
    by_size = dict(zip(PLAYED_HANDS, sorted(tables.values(), key=lambda one: one.players), strict=True))
    for number, hands in PLAYED_HANDS.items():
        for hand in range(hands):
            _enter_hand(by_size[number], hand)
    _dispute(by_size[2])
    games = {"last": by_size[1], "played": by_size[2]}
    words = {f"at_cup_{name}": str(game.slug) for name, game in games.items()}
    five = RoundTable.objects.get(game_table=by_size[3]).number
    row = Tournament.objects.get(pk=made.pk)
    return [let_write(game) for game in games.values()], words | {"t_plays_cup": str(row.slug), "cup_five": str(five)}


def draw_tables(made: Tournament) -> Round:
    """Publish the first round of a tournament with thirteen people."""
    acts.enter(made.pk, "states-1", [Newcomer(name) for name in NAMES[:13]], (), STAFF)
    round_ = acts.open_round(made, "states-2", STAFF)
    acts.change_entries(round_, "states-3", list(Entrant.objects.filter(tournament=made).values_list("pk", flat=True)))
    acts.publish_draw(round_, "states-4", acts.draft(round_, "states-5", STAFF).number, STAFF)
    return round_


def _enter_hand(table: GameTable, hand: int) -> None:
    game = find_game_table(table.slug)
    raw = KONTRAD if hand % 3 == 2 else RUFER
    written = record_hand(game.slug, f"states-cup-{hand}", game.last_key, raw, phase="time")
    if written.outcome is not Outcome.SAVED:
        raise ValueError(written)


def _dispute(table: GameTable) -> None:
    """Somebody says that the last hand is not right."""
    deal = Deal.objects.filter(table=table).select_related("entry").latest("number")
    game = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
    ask = MarkRequest(line=deal.number, seen=deal.entry.sequence, newest=0, kind=Mark.Kind.DISPUTED, place=0)
    write_mark(game, ask, "states-cup-disputed", Actor(device="phone-cup"))
