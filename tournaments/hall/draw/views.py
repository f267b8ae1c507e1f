"""The change of rounds: who stays, pays, waits or must not sit together; then the draw, and its publication."""

import uuid
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tarockclub.kit.tables.search import LONGEST, fold_words, has_words, order_by_surname
from tarockclub.kit.tables.table import cut_list
from tarockclub.kit.text import clean_text, compute_surname_key, format_surname_first, parse_whole
from tarockclub.kit.words import fold
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tournaments.core.actions.base import perform_posted
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import RoundContext, find_round, load_settings
from tournaments.core.settings import parse_settings
from tournaments.core.view_helpers import (
    MOST_ROWS,
    find_own_round,
    get_director,
    read_page_number,
    redirect_saved,
    render_page,
)
from tournaments.hall.clock.start_question import load_start_question
from tournaments.hall.draw.actions import KeepApart
from tournaments.hall.draw.forms import DraftForm, WaitingForm
from tournaments.hall.draw.history import find_usual_way, list_playing_rounds, list_ways, load_seat_history
from tournaments.hall.draw.page import (
    WAYS,
    DrawPlayer,
    count_round_players,
    count_unseen_players,
    list_apart_players,
    list_draw_choices,
    list_waiting_players,
    list_without_seat,
    load_draft_page,
    load_drafts,
    load_fairness_page,
    load_players,
)
from tournaments.models import Entrant, Presence, Round, RoundTable, Tournament
from tournaments.people.entrants.actions import ChangeEntries, SetPresence
from tournaments.people.entrants.fee_actions import PayFees
from tournaments.people.entrants.fees import format_debt, list_settled, load_fees
from tournaments.people.entrants.selectors import list_present, list_still_there

State = Presence.State


class StayingPlayer(NamedTuple):
    """A participant before the tables of a round are published."""

    id: int
    number: int
    name: str
    stays: bool
    state: str  # of the entry in this round; "" without one
    is_new: bool  # has been in no round before
    fee: int  # cents that are still to be paid for this round; 0: nothing
    pays: bool  # unless somebody taps the coin
    note: str  # what settles the fee, in words


class Staying(NamedTuple):
    """All who may play in a round that has no tables yet, by surname."""

    players: tuple[StayingPlayer, ...]

    @property
    def playing(self) -> int:
        """Return the number of those who stay."""
        return sum(player.stays for player in self.players)

    @property
    def has_debtors(self) -> bool:
        """Return whether somebody who stays would not pay."""
        return any(player.stays and player.fee and not player.pays for player in self.players)

    @property
    def ids(self) -> str:
        """Return the ids of all, as the form sends them in one field."""
        return ",".join(str(player.id) for player in self.players)


class Exceptions(NamedTuple):
    """The taps of a round change (entrants' ids): of those who were shown, who goes and who does not pay."""

    shown: Sequence[int]
    out: Sequence[int]
    owes: Sequence[int]


def load_staying(tournament: Tournament, round_: Round, *, all_pay: bool = False) -> Staying:
    """Load who may play in a round; a fixed number of queries.

    Until something was drawn everybody stays who was there at the end of the last round, and after a round everybody
    pays; in the first one only those are there whom the door has seen, and paid is what was taken. `all_pay`: who owes
    pays now, as the director says.
    """
    settings = parse_settings(tournament.settings)
    entries = {entry.entrant_id: entry for entry in Presence.objects.filter(round=round_)}
    taking_part = Entrant.objects.filter(tournament=tournament, withdrawn=None).select_related("person")
    entrants = list(taking_part.order_by(order_by_surname("person__name"), "number"))
    is_first = round_.number == 1
    is_drafted = round_.draws.exists()
    has_door = is_first and any(entrant.arrived for entrant in entrants)
    coming = set() if is_drafted or has_door else set(list_still_there(round_))
    rounds_before = Presence.objects.filter(round__tournament=tournament, round__number__lt=round_.number)
    played_before = set(rounds_before.values_list("entrant", flat=True))
    settled, fees = list_settled(tournament), load_fees(settings, [entrant.pk for entrant in entrants])
    players = []
    for entrant in entrants:
        entry = entries.get(entrant.pk)
        if entry is not None and entry.state == State.WAITS:
            continue
        is_paid = entrant.pk in settled or (entry is not None and bool(entry.paid))
        note = format_debt(entry) if entry is not None else ""
        players.append(
            StayingPlayer(
                id=entrant.pk,
                number=entrant.number,
                name=INSIDE.name_player(entrant.person, entrant.number),
                stays=entrant.pk in coming if entry is None else entry.state == State.IN,
                state="" if entry is None else entry.state,
                is_new=not is_first and entrant.pk not in played_before,
                fee=0 if is_paid or note else fees[entrant.pk],
                pays=all_pay or not (is_first or is_drafted),
                note=note,
            )
        )
    return Staying(tuple(players))


def enter_staying(round_: Round, key: str, exceptions: Exceptions, who: Actor) -> bool:
    """Enter all who stay, take out who goes and take the fees, each by its own act; return whether others play now.

    Who was not shown stays as they are. Who goes and has paid keeps the entry, as one who has not come.
    """
    with transaction.atomic():
        tournament = Tournament.everything.select_for_update(no_key=True).get(pk=round_.tournament_id)
        shown = [player for player in load_staying(tournament, round_).players if player.id in set(exceptions.shown)]
        leavers = set(exceptions.out)
        paid = set(Presence.objects.filter(round=round_, paid__gt=0).values_list("entrant", flat=True))
        come = [player.id for player in shown if player.id not in leavers and not player.state]
        back = [player.id for player in shown if player.id not in leavers and player.state not in ("", State.IN)]
        leaving = [player.id for player in shown if player.id in leavers and player.state == State.IN]
        missing = [entrant for entrant in leaving if entrant in paid]
        out = [entrant for entrant in leaving if entrant not in paid]
        if come or out:
            ChangeEntries(come=come, go=out).perform(round_, f"{key}.people", who)
        for state, entrants in ((State.IN, back), (State.NO_SHOW, missing)):
            if entrants:
                SetPresence(entrants=entrants, state=state).perform(round_, f"{key}.{state}", who)
        payers = [player.id for player in shown if player.fee and player.id not in leavers.union(exceptions.owes)]
        if payers:
            PayFees(entrants=payers).perform(round_, f"{key}.fees", who)
        return bool(come or back or leaving)


def show_draw(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show the draw of a round: a draft, its review, and the possible actions."""
    return render_draw_page(request, find_own_round(request, slug, number))


def handle_apart(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Keep two players apart, or allow them together again."""

    def do(context: RoundContext) -> None:
        perform_posted(request, context.tournament, KeepApart)

    return run_draw_action(request, slug, number, do, says_saved=False)


def handle_waiting(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Name a player who waits where not all can be seated, or let them play after all."""

    def do(context: RoundContext) -> object:
        posted = WaitingForm(request.POST, context.tournament).parse()
        state = Presence.State.IN if posted["again"] else Presence.State.WAITS
        action = SetPresence(entrants=[posted["one"]], state=state)
        return action.perform(context.round, posted["key"], get_director(request))

    return run_draw_action(request, slug, number, do, says_saved=False)


def run_draw_action(
    request: HttpRequest,
    slug: uuid.UUID,
    number: int,
    do: Callable[[RoundContext], object],
    *,
    says_saved: bool = True,
) -> HttpResponse:
    """Carry out the action of a form and return to the page of the draw; a GET request only leads there."""
    context = find_own_round(request, slug, number)
    if request.method != "POST":
        return redirect("draw", slug=slug, number=number)
    try:
        do(context)
    except ActionRefused as refused:
        return render_draw_page(request, context, refused)
    return redirect_to_draw(context) if says_saved else redirect("draw", slug=slug, number=number)


def render_draw_page(
    request: HttpRequest, round_context: RoundContext, refused: ActionRefused | None = None
) -> HttpResponse:
    """Render the page, with the refusal if there is one."""
    asked = DraftForm(request.GET if request.GET.get("draft") else request.POST).parse()  # also one that was refused
    draft = load_draft_page(round_context.tournament, round_context.round, asked["draft"], request.GET.get("page", "1"))
    is_over = round_context.round.closed is not None or round_context.tournament.is_over
    is_open = round_context.round.started is None and not is_over
    may_draw = is_open and (draft is None or not draft["published"])
    has_tables = round_context.round.draw_id is not None
    staying = None
    if is_open and not has_tables:
        all_pay = request.GET.get("pay") == "all"
        staying = load_staying(round_context.tournament, round_context.round, all_pay=all_pay)
    entered = len(list_present(round_context.round))
    context: dict[str, Any] = {
        "tournament": round_context.tournament,
        "round": round_context.round,
        "open": is_open,
        "unseen": count_unseen_players(round_context.tournament, round_context.round) if may_draw else 0,
        "entered": entered,
        "fee": load_settings(round_context.tournament).fee,
        "staying": staying,
        "counted": count_round_players(entered if staying is None else staying.playing),
        "start": load_start_question(round_context) if is_open and has_tables else None,
        "waiting": list_waiting_players(round_context.tournament, round_context.round),
        "draft": draft,
        "drafts": load_drafts(round_context.round),
        "ways": WAYS,
        "choices": list_draw_choices(round_context.tournament, round_context.round),
        "apart": list_apart_players(round_context.tournament),
        "late": list_without_seat(round_context.tournament, round_context.round),
        "standing": {
            "ways": list_ways(round_context.tournament, round_context.round),
            "usual": find_usual_way(round_context.tournament, round_context.round),
            "playing": list_playing_rounds(round_context.tournament, round_context.round),
        },
        "problem": format_refusal(refused) if refused is not None else "",
    }
    return render_page(request, "tournaments/hall/draw/draw.html", context, status=409 if refused is not None else 200)


def redirect_to_draw(context: RoundContext) -> HttpResponse:
    """Redirect to the page of the draw, with a message that the change was saved."""
    return redirect_saved("draw", slug=context.tournament.slug, number=context.round.number)


def show_fairness(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show everybody how fair the draws by lot were up to this round, beside what is possible at best."""
    context = find_round(slug, number)
    response = render_page(request, "tournaments/hall/draw/fairness.html", load_fairness_page(context))
    response["Cache-Control"] = "private, no-cache"
    return response


BY_TABLE = "table"
TABLES_AT_ONCE = 12  # in three columns


class SeatList(NamedTuple):
    """A table with its present players, in playing order."""

    number: int
    players: tuple[DrawPlayer, ...]


def show_seats(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show the list of a round, page by page, or those whom a search finds; the paper has it whole."""
    round_context = find_round(slug, number)
    tables = load_seat_lists(round_context)
    by_table = request.GET.get("by") == BY_TABLE
    query = "" if by_table else clean_text(request.GET.get("find", ""))[:LONGEST]
    rows = tables if by_table else find_seated(sort_by_name(tables), query)
    context = {
        "tournament": round_context.tournament,
        "round": round_context.round,
        "by_table": by_table,
        "tables": tables,
        "wanted": query,
        "part": cut_list(rows, TABLES_AT_ONCE if by_table else MOST_ROWS, read_page_number(request), request),
    }
    response = render(request, "tournaments/hall/draw/seats.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def load_seat_lists(context: RoundContext) -> list[SeatList]:
    """Load the tables with their present players, including substitutes and late entrants."""
    tables = RoundTable.objects.filter(round=context.round).order_by("number").values_list("number", "game_table")
    rows = list(tables)
    seated = load_seat_history([game for _, game in rows], context.tournament, still=True)
    ids = {entrant for places in seated.values() for seat in places.values() for entrant in seat}
    people = load_players(context.tournament, ids, EVERYBODY)
    return [
        SeatList(number, tuple(people[seat[-1]] for seat in seated.get(game, {}).values())) for number, game in rows
    ]


def find_seated(named: list[tuple[str, DrawPlayer, int]], query: str) -> list[tuple[str, DrawPlayer, int]]:
    """Return those whose name contains all words of a search, or who has this start number."""
    words, number = fold_words(query), parse_whole(query)
    return [row for row in named if row[1].number == number or has_words(fold(row[0]), words)]


def sort_by_name(tables: list[SeatList]) -> list[tuple[str, DrawPlayer, int]]:
    """Return everybody by surname, surname first, with their table, for players who look for themselves."""
    everybody = [(player, table.number) for table in tables for player in table.players]
    everybody.sort(key=lambda row: (compute_surname_key(row[0].name), row[0].number))
    return [(format_surname_first(player.name), player, table) for player, table in everybody]
