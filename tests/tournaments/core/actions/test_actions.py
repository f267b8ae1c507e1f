"""All that follows from an action's class: its form, what it keeps for good, where it can be done."""

import re
from datetime import date, time

import pytest
from django.conf import settings
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.persons import NO_DETAILS
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.clubs.features import import_parts
from tests.support.accounts import log_in, make_account
from tests.support.paths import ROOT as ROOT_FOLDER
from tests.tournaments.hall.clock.rounds import table_at, tables_of
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.core.actions.base import Action, Buttons, Operation, Spec, action, build_action_form
from tournaments.core.actions.sentences import load_undoable_actions
from tournaments.core.actions.targets import ROUND
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.actions import CountBox, RecordMove, ReverseMove, WriteMoveReceipt
from tournaments.core.editions import FINAL
from tournaments.hall.clock.actions import EndTime, Extend, GoOn, Halt, Pause, PlayHands, Resume, Start
from tournaments.hall.desk.actions import BeginCorrection, BreakTableUp, CloseTable, CountChips, ReopenTable
from tournaments.hall.desk.late_hands import DecideLateHand, MendTurn
from tournaments.hall.draw.actions import DrawSeats, KeepApart, MendDraft, PublishDraft, SwapPlayers, TypeCards
from tournaments.hall.draw.late_entries import SeatLate
from tournaments.hall.draw.values import DrawTable
from tournaments.hall.paper_sheets.actions import EnterSheet, EnterTotals
from tournaments.hall.rulings.actions import CallReferee, RecordRuling
from tournaments.hall.setup.actions import ArchiveTournament, ChooseColumns, GiveUpRound, OpenRound, PlanRounds
from tournaments.models import Act, Round, Tournament
from tournaments.people.door.actions import CheckIn, TakeArrivalBack
from tournaments.people.entrants.actions import ChangeEntries, SetPresence, Withdraw
from tournaments.people.entrants.applications import DecideApplication
from tournaments.people.entrants.entering import EnterPeople, NumberByName, Renumber
from tournaments.people.entrants.fee_actions import DecideDebt, PayFees
from tournaments.people.entrants.substitutes import Substitute
from tournaments.people.invitations.actions import ChangeInvitation, InvitationDetails, PutInvitationPicture
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.registration.actions import CloseLink, OpenLink, WithdrawApplication
from tournaments.people.teams.actions import ChangeTeam, CreateTeams, CreateTeamsByLot, DissolveTeam, JoinTeams
from tournaments.people.teams.services import TeamDetails
from tournaments.results.cash.actions import WriteFeesReceipt, WritePrizeReceipt
from tournaments.results.final_results.prize_actions import AddPrize, ChoosePrize, DrawLots, RemovePrize
from tournaments.results.final_results.result_actions import SCOPE, PublishResult
from tournaments.results.special_prizes.actions import DrawSpecialLots, HoldRaffle
from tournaments.seasons.season.evenings.actions import SetYearLink
from tournaments.seasons.season.events import (
    AddEvent,
    AddTournament,
    CarryPoints,
    ChangeEvent,
    RemoveEvent,
    ReturnEvent,
)
from tournaments.seasons.season.publishing import DrawSeasonLots, PublishStanding, ReopenSeason
from tournaments.seasons.season.results.services import PersonResult, WriteResults

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]
RULING = RecordRuling(text="Gilt.", decided_by="Gustav", deed="void", line=4, seen=9)


@pytest.mark.parametrize(
    ("wanted", "sent"),
    [
        *((Start(), [False]), (Pause(), None), (Resume(), None), (EndTime(), None), (Halt(), None), (GoOn(), None)),
        *((Extend(seconds=300), [300, False]), (PlayHands(hands=12, confirmed=True), [12, True])),
        *((CloseTable(), [False]), (ReopenTable(seconds=60), [60]), (BeginCorrection(), [False])),
        (BreakTableUp(counts=True, aware="confirm"), [True, "confirm"]),
        (DecideLateHand(hand="k", what="take", seen=7), ["k", "take", 7]),
        (MendTurn(line=3, seen=7), [3, 7]),
        (CountChips(chips={2: 150, 1: -50}), [[1, -50], [2, 150]]),
        (CountChips(chips=None), []),
        (CountChips(chips=None, seen=7), [{"seen": 7, "by_table": False}]),
        *((DrawSeats(way="lots"), ["draw"]), (DrawSeats(way="standing"), ["draw", "standing"])),
        (SwapPlayers(draft=2, one=9, other=7), ["swap", 2, 9, 7]),
        (TypeCards(tables=(DrawTable((4, 3, 2, 1), 2),)), ["type", [[(4, 3, 2, 1), 2]]]),
        *((MendDraft(draft=2), ["mend", 2]), (PublishDraft(draft=2), [2, False])),
        (KeepApart(one=9, other=7, apart=False), [7, 9, False]),
        (SeatLate(entrant=9, table=3), [9, 3]),
        *((ChangeEntries(come=[9, 7, 9], go=[4, 3]), [[7, 9], [3, 4]]), (ChangeEntries(), [[], []])),
        *((PayFees(entrants=[9, 7]), [[7, 9], False]), (SetPresence(entrants=[9, 7], state="left"), [[7, 9], "left"])),
        (Withdraw(entrant=9, back=True), [9, True]),
        (DecideDebt(entrant=9, decision="owed"), [9, "", None]),
        *((AddPrize(of=2, name="Speck", cents=900), [2, "Speck", 900]), (RemovePrize(prize=5), [5, "gone"])),
        *((RecordMove(what="float", cents=5), [5]), (RecordMove(what="expense", cents=-5), [-5, "expense", "", ""])),
        (RecordMove(what="float", cents=5, party="Wirt"), [5, "float", "", "Wirt"]),
        *((ReverseMove(sequence=7), ["back", 7]), (CountBox(counted=9, seen=-3), ["count", 9, -3])),
        (WriteMoveReceipt(movement=7, party="Wirt"), ["receipt", "move", 7, "Wirt"]),
        *((WriteFeesReceipt(entrant=9), ["receipt", "fees", 9]), (WritePrizeReceipt(prize=5), ["receipt", "prize", 5])),
        *((DrawSpecialLots(kind="birds"), ["special", "birds"]), (HoldRaffle(winners=2), ["raffle", 2, True])),
        (DecideDebt(entrant=9, decision="moved", payer=7), [9, "moved", 7]),
        *((AddTournament(tournament=9), ["add", 9, "day"]), (CarryPoints(season=3, percent=50), ["carry", 3, 50])),
        (AddEvent(name="A", day=date(2025, 11, 7)), ["type", "A", "2025-11-07", "day", 0]),
        (ChangeEvent(event=2, name="A", kind="final", players=9), ["change", 2, "A", "", "final", 9]),
        *((RemoveEvent(event=2), ["remove", 2]), (ReturnEvent(event=2), ["return", 2])),
        (
            WriteResults(event=2, results=[PersonResult(Newcomer("A", 9), 1, 400)]),
            [2, [["A", 9, None, False, "", False, "", NO_DETAILS, 1, 400, None, None]]],
        ),
        *((PublishStanding(seen="s"), ["s", False]), (ReopenSeason(), "take up"), (DrawSeasonLots(), None)),
        (SetYearLink(given=True), ["link", True]),
        (WriteResults(event=2, results=[], sent_fields=[["rows", "A"]]), [2, [["rows", "A"]]]),
        *((CheckIn(entrant=9, paid=True), [9, True]), (TakeArrivalBack(entrant=9, money=True), [9, "back"])),
        (EnterPeople(newcomers=[Newcomer("Anna", 7, team="A")], rounds=[1]), [[["Anna", 7, None, False]], [1]]),
        (Substitute(place=2, newcomer=Newcomer("Anna", new=True)), [2, ["Anna", None, None, True]]),
        (DecideApplication(application=9, take=True, person=7), [9, "taken", 7]),
        (DecideApplication(application=9, take=False), [9, "declined", None]),
        *((OpenLink(), True), (CloseLink(), False), (WithdrawApplication(application=9), [9, "gone"])),
        (
            ChangeInvitation(details=InvitationDetails(time(18, 30), "Linde", most=8, is_public=True)),
            ["18:30:00", "Linde", "", "None", "8", "", "", "", "True", "", "False", ""],
        ),
        *(
            (PutInvitationPicture(png=b"x"), ["picture", "2d711642b726b044"]),
            (PutInvitationPicture(png=None), ["picture", ""]),
        ),
        (CreateTeams(teams=[TeamDetails("A", (9, 7))]), ["make", [["A", (9, 7)]]]),
        (CreateTeams(teams=[TeamDetails("A", (9, 7))], sent=[["A"]]), ["make", [["A"]]]),
        (ChangeTeam(number=2, name="A", members=[9], since=3), ["change", 2, ["A", [9]], 3]),
        (JoinTeams(named=[("A", 9)]), ["join", [("A", 9)]]),
        *((CreateTeamsByLot(), "by lot"), (DissolveTeam(number=2), ["dissolve", 2])),
        *((Renumber(entrant=9, number=3), ["number", 9, 3]), (NumberByName(), "numbers")),
        (CallReferee(), None),
        (RULING, ["Gilt.", "Gustav", "void", 4, (), None, "time", 0, True, False, 9]),
        (EnterSheet(previous="k", lines=["no 12 +"]), ["k", ["no 12 +"]]),
        (EnterTotals(amounts=[6, -6, 0, 0]), [(6, -6, 0, 0, 0, 0), (0,) * 6]),
        (
            EnterTotals(amounts=[6, -6, 0, 0], replacements=[0, 1], written=[3, -3, 0, 0], box_cents=200),
            [(6, -6, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), (3, -3, 0, 0, 0, 0), None, {"box": 200}],
        ),
        *(
            (OpenRound(), None),
            (PlanRounds(rounds=5), ["rounds", 5]),
            (ChooseColumns(columns=["hands"]), ["columns", ["hands"]]),
            (ArchiveTournament(back=True), [True]),
        ),
    ],
)
def test_what_tells_two_requests_apart_stays_as_it_was_stored(wanted, sent):
    assert wanted.list_sent() == sent


@pytest.mark.parametrize(
    ("wanted", "sent"),
    [
        (ChoosePrize(person=9, prize=5), [9, 5]),
        (DrawLots(what="choice"), ["choice"]),
        (PublishResult(seen="a1"), ["a1", False]),
    ],
)
def test_what_is_sent_about_a_result_begins_with_its_round(wanted, sent):
    assert SCOPE.add_sent(Round(number=2), wanted.list_sent()) == [2, *sent]
    assert SCOPE.add_sent(Tournament(), wanted.list_sent()) == [FINAL, *sent]


def test_what_is_sent_to_give_a_round_up_is_its_number():
    target = GiveUpRound.find_target(Round())
    assert target is not None
    assert target.add_sent(Round(number=2), GiveUpRound().list_sent()) == [2]


def test_a_form_reads_what_people_type_by_the_types_of_the_values():
    sent = build_action_form(Extend)(QueryDict("key=k&minutes=−3&again=1&reason= so ")).parse()
    assert sent == {"key": "k", "minutes": -180, "again": True, "reason": "so"}
    assert list(build_action_form(Pause).base_fields) == ["key"]


def test_a_value_that_its_type_does_not_allow_is_refused_as_the_type_says():
    with pytest.raises(ActionRefused, match="too_long") as refused:
        Extend.build(seconds=4 * 3600 + 1)
    assert refused.value.params == {"minutes": 240}
    with pytest.raises(ActionRefused, match="no_hands"):
        PlayHands.build(hands=0)
    with pytest.raises(ActionRefused, match="no_lines"):
        EnterSheet.build(previous="", lines=[])


@pytest.mark.parametrize("wrong", [True, "300", 3.0, 10**26])
def test_numbers_are_whole_numbers_for_pages_and_programs(wrong):
    with pytest.raises(ActionRefused):
        Extend.build(seconds=wrong)


def test_an_action_on_something_else_is_an_error_of_the_program():
    with pytest.raises(TypeError, match="Halt"):
        Halt().perform(tables_of(1), new_key())


def test_two_actions_of_one_kind_share_its_words():
    with pytest.raises(TypeError, match="pause"):

        @action(
            Spec(kind=Kind.PAUSE, operations=(Operation(ROUND, "x", "x", "X."),), right=Right.RULE, words=_("pause"))
        )
        class Other(Action):
            """Another way to pause, that cannot be taken back."""


def test_every_module_with_actions_is_loaded_for_the_log_and_for_undo():
    files = (path for path in (ROOT_FOLDER / "tournaments").rglob("*.py") if "\n@action(" in path.read_text("utf-8"))
    modules = {".".join(path.relative_to(ROOT_FOLDER).with_suffix("").parts) for path in files}
    assert modules == {*settings.ACTIONS, *(part.__name__ for part in import_parts("actions"))}


def test_a_button_of_another_page_does_nothing():
    round_ = tables_of(1)
    director = log_in(make_account("director"))
    acts.start_clock(round_, new_key())
    of_round = [round_.tournament.slug, round_.number]
    before = Act.objects.count()
    for address, what in (
        *((reverse("desk_clock", args=of_round), word) for word in ("halt", "reopen", "broken_up", "nonsense", "")),
        *((reverse("desk_table_clock", args=[*of_round, 1]), word) for word in ("start", "done", "corrected")),
        *((reverse("desk_done", args=[*of_round, 1]), word) for word in ("end", "corrected", "broken_up")),
    ):
        sent = {"what": what, "key": new_key(), "confirmed": "1", "confirm": "1", "reason": "so", "minutes": "5"}
        assert director.post(address, sent).status_code == 302
    assert Act.objects.count() == before


def test_a_refused_reopening_keeps_what_was_typed():
    round_ = tables_of(1, count_chips=False)
    director = log_in(make_account("director"))
    acts.start_clock(round_, new_key())
    acts.close_table(table_at(round_, 1), new_key(), confirmed=True)
    address = reverse("desk_done", args=[round_.tournament.slug, round_.number, 1])
    sent = {"what": "reopen", "minutes": "90", "reason": "Irrtum", "key": new_key()}
    page = director.post(address, sent).content.decode()
    assert "höchstens 60 Minuten" in page
    assert 'name="minutes" value="90"' in page
    assert 'name="reason" value="Irrtum"' in page


def test_an_action_whose_values_nobody_can_enter_is_no_button():
    with pytest.raises(TypeError, match="BreakTableUp"):
        Buttons(BreakTableUp)


def test_each_page_that_offers_to_take_back_is_named_by_an_action_and_each_name_is_of_one():
    templates = (path.read_text("utf-8") for path in (ROOT_FOLDER / "templates").rglob("*.html"))
    offered = {page for text in templates for page in re.findall(r'{% undo_offers tournament on="(.*?)"', text)}
    assert {page for cls in load_undoable_actions().values() for page in cls.spec.undo_on} == offered
