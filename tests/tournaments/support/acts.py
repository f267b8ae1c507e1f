"""The actions of the program as tests call them: on what, with which key, then what is said."""

from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tests.scoring.support.tables import new_key
from tournaments.core.cash_journal.actions import CountBox, RecordMove, ReverseMove, WriteMoveReceipt
from tournaments.core.settings import LOTS
from tournaments.hall.clock.actions import EndTime, Extend, GoOn, Halt, Pause, PlayHands, Resume, Start
from tournaments.hall.desk.actions import BeginCorrection, BreakTableUp, CloseTable, CountChips, ReopenTable
from tournaments.hall.desk.late_hands import DecideLateHand, MendTurn
from tournaments.hall.draw.actions import DrawSeats, KeepApart, MendDraft, PublishDraft, SwapPlayers, TypeCards
from tournaments.hall.draw.late_entries import SeatLate
from tournaments.hall.draw.services import find_made_draft
from tournaments.hall.paper_sheets.actions import EnterSheet, EnterTotals
from tournaments.hall.rulings.actions import CallReferee, RecordRuling
from tournaments.hall.setup.actions import (
    ArchiveTournament,
    ChooseColumns,
    GiveUpRound,
    OpenRound,
    PlanRounds,
    find_opened_round,
)
from tournaments.models import Act, Application, Round, SeasonEvent, Tournament
from tournaments.people.door.actions import CheckIn, TakeArrivalBack, count_paid
from tournaments.people.entrants.actions import ChangeEntries, SetPresence, Withdraw
from tournaments.people.entrants.applications import DecideApplication
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.entrants.fee_actions import DecideDebt, PayFees
from tournaments.people.entrants.substitutes import Substitute
from tournaments.people.invitations.actions import CancelTournament, ChangeInvitation, MoveTournament
from tournaments.people.registration.actions import CloseLink, OpenLink, WithdrawApplication, derive_link_secret
from tournaments.people.teams.actions import ChangeTeam, CreateTeams, CreateTeamsByLot, DissolveTeam
from tournaments.people.teams.services import FROM_THE_START
from tournaments.results.cash.actions import WriteFeesReceipt, WritePrizeReceipt
from tournaments.results.final_results.prize_actions import AddPrize, ChoosePrize, DrawLots, RemovePrize
from tournaments.results.final_results.result_actions import PublishResult
from tournaments.results.special_prizes.actions import HoldRaffle
from tournaments.results.undo.services import undo
from tournaments.seasons.season.events import AddEvent, AddTournament, find_act_event
from tournaments.seasons.season.results.services import WriteResults


def plan_rounds(tournament, key, rounds):
    return PlanRounds.build(rounds=rounds).perform(tournament, key)


def choose_columns(tournament, key, columns):
    return ChooseColumns(columns=list(columns)).perform(tournament, key)


def open_round(tournament, key, who=ANONYMOUS) -> Round:
    return find_opened_round(OpenRound().perform(tournament, key, who))


def give_up_round(round_, key, reason, who=ANONYMOUS):
    return GiveUpRound().perform(round_, key, who, reason)


def set_archived(tournament, key, *, back=False):
    return ArchiveTournament(back=back).perform(tournament, key)


def enter(tournament, key, newcomers, rounds=(), who=ANONYMOUS):
    wanted = EnterPeople(newcomers=list(newcomers), rounds=list(rounds))
    return wanted.perform(Tournament.everything.get(pk=tournament), key, who)


def change_entries(round_, key, came=(), gone=(), who=ANONYMOUS):
    return ChangeEntries(come=list(came), go=list(gone)).perform(round_, key, who)


def pay(round_, key, entrants, who=ANONYMOUS, *, back=False):
    return PayFees(entrants=list(entrants), back=back).perform(round_, key, who)


def set_state(round_, key, entrants, state, who=ANONYMOUS):
    return SetPresence(entrants=list(entrants), state=state).perform(round_, key, who)


def withdraw(tournament, key, entrant, who=ANONYMOUS, *, back=False):
    return Withdraw(entrant=entrant, back=back).perform(Tournament.everything.get(pk=tournament), key, who)


def decide_debt(round_, key, entrant, decision, who=ANONYMOUS, *, payer=None):
    wanted = DecideDebt.build(entrant=entrant, decision=decision or "owed", payer=payer or 0)
    return wanted.perform(round_, key, who)


def check_in(round_, key, entrant, who=ANONYMOUS, *, paid):
    return count_paid(CheckIn(entrant=entrant, paid=paid).perform(round_, key, who))


def take_back_arrival(round_, key, entrant, *, money):
    return TakeArrivalBack(entrant=entrant, money=money).perform(round_, key)


def substitute(table, key, place, newcomer, who=ANONYMOUS):
    return Substitute(place=place, newcomer=newcomer).perform(table, key, who)


def open_link(tournament, key, who=ANONYMOUS):
    row = Tournament.everything.get(pk=tournament)
    OpenLink().perform(row, key, who)
    return derive_link_secret(row, key)


def close_link(tournament, key):
    return CloseLink().perform(Tournament.everything.get(pk=tournament), key)


def decide_waiting(application, key, decision, person=None, who=ANONYMOUS):
    known = 0 if person is None else person.pk
    wanted = DecideApplication(application=application.pk, take=decision == Application.As.TAKEN, person=known)
    return wanted.perform(application.tournament, key, who)


def withdraw_application(application, key, who=ANONYMOUS):
    return WithdrawApplication(application=application.pk).perform(application.tournament, key, who)


def change_invitation(tournament, key, details, who=ANONYMOUS):
    return ChangeInvitation(details=details).perform(Tournament.everything.get(pk=tournament), key, who)


def cancel(tournament, key, reason="Wasserschaden", who=ANONYMOUS):
    return CancelTournament().perform(tournament, key, who, reason)


def move(tournament, key, day, reason="Der Saal ist vergeben", who=ANONYMOUS):
    return MoveTournament(day=day).perform(tournament, key, who, reason)


def create_teams(tournament, key, teams, who=ANONYMOUS):
    return CreateTeams(teams=list(teams)).perform(Tournament.everything.get(pk=tournament), key, who)


def create_teams_by_lot(tournament, key):
    return CreateTeamsByLot().perform(Tournament.everything.get(pk=tournament), key)


def change_team(tournament, key, number, details, *, since=FROM_THE_START, reason=""):
    wanted = ChangeTeam(number=number, name=details.name, members=list(details.entrants), since=since)
    return wanted.perform(Tournament.everything.get(pk=tournament), key, reason=reason)


def dissolve_team(tournament, key, number):
    return DissolveTeam(number=number).perform(Tournament.everything.get(pk=tournament), key)


def draft(round_, key, who=ANONYMOUS, *, by=LOTS):
    return find_made_draft(DrawSeats(way=by).perform(round_, key, who))


def swap(round_, key, number, pair, who=ANONYMOUS):
    one, other = pair
    return find_made_draft(SwapPlayers(draft=number, one=one, other=other).perform(round_, key, who))


def type_in(round_, key, tables, who=ANONYMOUS):
    return find_made_draft(TypeCards(tables=tuple(tables)).perform(round_, key, who))


def mend_draft(round_, key, number, who=ANONYMOUS):
    return find_made_draft(MendDraft(draft=number).perform(round_, key, who))


def publish_draw(round_, key, number, who=ANONYMOUS, reason="", *, without=False):
    return PublishDraft(draft=number, without=without).perform(round_, key, who, reason)


def keep_apart(tournament, key, pair, who=ANONYMOUS, *, apart=True):
    one, other = pair
    return KeepApart(one=one, other=other, apart=apart).perform(tournament, key, who)


def seat_late(round_, key, entrant, table=0, who=ANONYMOUS):
    return SeatLate(entrant=entrant, table=table).perform(round_, key, who)


def start_clock(round_, key, who=ANONYMOUS, *, confirmed=False):
    return Start(confirmed=confirmed).perform(round_, key, who)


def pause_clock(round_, key, who=ANONYMOUS):
    return Pause().perform(round_, key, who)


def resume(round_, key, who=ANONYMOUS):
    return Resume().perform(round_, key, who)


def extend(round_, key, seconds, who=ANONYMOUS, *, table=None, again=False, reason=""):
    return Extend.build(seconds=seconds, again=again).perform(table or round_, key, who, reason)


def end_time(round_, key, who=ANONYMOUS, *, table=None, reason=""):
    return EndTime().perform(table or round_, key, who, reason)


def play_hands(round_, key, hands, who=ANONYMOUS, *, table=None, confirmed=False, reason=""):
    return PlayHands.build(hands=hands, confirmed=confirmed).perform(table or round_, key, who, reason)


def halt(table, key, who=ANONYMOUS, *, reason=""):
    return Halt().perform(table, key, who, reason)


def go_on(table, key, who=ANONYMOUS, *, reason=""):
    return GoOn().perform(table, key, who, reason)


def count_chips(table, key, chips, who=ANONYMOUS, *, seen=None, by_table=False):
    return CountChips(chips=chips, seen=seen, by_table=by_table).perform(table, key, who)


def close_table(table, key, who=ANONYMOUS, *, confirmed=False, reason=""):
    return CloseTable(confirmed=confirmed).perform(table, key, who, reason)


def reopen(table, key, seconds, reason, who=ANONYMOUS):
    return ReopenTable.build(seconds=seconds).perform(table, key, who, reason)


def break_up(table, key, reason, who=ANONYMOUS, *, counts, aware=""):
    return BreakTableUp(counts=counts, aware=aware).perform(table, key, who, reason)


def begin_correction(table, key, reason, who=ANONYMOUS, *, confirmed=False):
    return BeginCorrection(confirmed=confirmed).perform(table, key, who, reason)


def decide_late(table, key, hand, what, seen, who=ANONYMOUS, *, reason=""):
    return DecideLateHand.build(hand=hand, what=what, seen=seen).perform(table, key, who, reason)


def mend_turn(table, key, line, seen, who=ANONYMOUS):
    return MendTurn(line=line, seen=seen).perform(table, key, who)


def enter_sheet(table, key, previous, lines):
    return EnterSheet.build(previous=previous, lines=lines).perform(table, key)


def enter_end_totals(table, key, amounts, replacements=(), who=ANONYMOUS, *, written=None, hands=None, box=None):
    on_paper = None if written is None else list(written)
    totals = {"amounts": list(amounts), "replacements": list(replacements), "written": on_paper}
    return EnterTotals.build(**totals, hands=hands, box_cents=box).perform(table, key, who)


def call_referee(table, key, who=ANONYMOUS):
    return CallReferee().perform(table, key, who)


def record_ruling(table, key, text, decided_by="Friederike", **values):
    return RecordRuling(text=text, decided_by=decided_by, **values).perform(table, key).ruling


def add_prize(of, key, scope, name, cents, who=ANONYMOUS):
    return AddPrize.build(of=scope, name=name, cents=cents).perform(of, key, who)


def remove_prize(prize, key, who=ANONYMOUS):
    return RemovePrize(prize=prize.pk).perform(prize.tournament, key, who)


def record_choice(of, key, scope, person, prize, who=ANONYMOUS, *, reason=""):
    return ChoosePrize.build(person=person, prize=prize).perform(find_spot(of, scope), key, who, reason)


def draw_lots(of, key, scope, what, who=ANONYMOUS):
    return DrawLots(what=what).perform(find_spot(of, scope), key, who)


def draw_raffle(of, key, many, who=ANONYMOUS, *, others=True):
    return HoldRaffle.build(winners=many, everybody=not others).perform(of, key, who)


def publish_edition(of, key, scope, seen, who=ANONYMOUS, *, reason="", confirmed=False):
    return PublishResult(seen=seen, confirmed=confirmed).perform(find_spot(of, scope), key, who, reason)


def find_spot(of, scope):
    return of.rounds.get(number=scope) if scope else of


def record_movement(owner, key, what, cents, reason, who=ANONYMOUS, *, table=None, **more):
    return RecordMove.build(what=what, cents=cents, **more).perform(table or owner, key, who, reason)


def reverse_move(owner, key, sequence, reason, who=ANONYMOUS):
    return ReverseMove(sequence=sequence).perform(owner, key, who, reason)


def count_box(owner, key, counted, seen, who=ANONYMOUS, reason=""):
    return CountBox.build(counted=counted, seen=seen).perform(owner, key, who, reason)


def write_move_receipt(owner, key, sequence, party="", who=ANONYMOUS):
    return WriteMoveReceipt(movement=sequence, party=party).perform(owner, key, who)


def write_fees_receipt(of, key, entrant, who=ANONYMOUS):
    return WriteFeesReceipt(entrant=entrant).perform(of, key, who)


def write_prize_receipt(of, key, prize, who=ANONYMOUS):
    return WritePrizeReceipt(prize=prize).perform(of, key, who)


def add_tournament(season, key, tournament, kind="day", who=ANONYMOUS):
    added = AddTournament.build(tournament=tournament.pk, kind=kind).perform(season, key, who)
    return find_act_event(added)


def add_event(season, key, name, day=None, **details) -> SeasonEvent:
    return find_act_event(AddEvent.build(name=name, day=day, **details).perform(season, key))


def write_results(event, key, results, reason=""):
    return WriteResults(event=event.number, results=results).perform(event.season, key, reason=reason)


DIRECTOR = Actor(None, "d" * 16, directs=True)


def last(kind):
    return Act.objects.filter(kind=kind).order_by("-sequence").first()


def take_back(kind, reason="", who=DIRECTOR):
    act = last(kind)
    return undo(act.tournament_id, new_key(), act.sequence, who, reason)
