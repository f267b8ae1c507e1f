"""The change of rounds: who stays and who pays, all but those who are tapped; then the draw, and its publication."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from tarockclub.kit.tables.sorting import order_by_surname
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.public_names import get_player_called
from tournaments.core.settings import parse_settings
from tournaments.models import Entrant, Presence, Round, Tournament
from tournaments.people.entrants.actions import ChangeEntries, SetPresence
from tournaments.people.entrants.fee_actions import PayFees
from tournaments.people.entrants.fees import format_debt, list_settled, load_fees
from tournaments.people.entrants.selectors import list_still_there

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
    settings, entries = parse_settings(tournament.settings), _load_entries(round_)
    taking_part = Entrant.objects.filter(tournament=tournament, withdrawn=None).select_related("person")
    entrants = list(taking_part.order_by(order_by_surname("person__name"), "number"))
    is_first = round_.number == 1
    is_drafted = round_.draws.exists()
    has_door = is_first and any(entrant.arrived for entrant in entrants)
    coming = set() if is_drafted or has_door else set(list_still_there(round_))
    rounds_before = Presence.objects.filter(round__tournament=tournament, round__number__lt=round_.number)
    known = set(rounds_before.values_list("entrant", flat=True))
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
                name=get_player_called(entrant.person, entrant.number),
                stays=entrant.pk in coming if entry is None else entry.state == State.IN,
                state="" if entry is None else entry.state,
                is_new=not is_first and entrant.pk not in known,
                fee=0 if is_paid or note else fees[entrant.pk],
                pays=all_pay or not (is_first or is_drafted),
                note=note,
            )
        )
    return Staying(tuple(players))


def _load_entries(round_: Round) -> dict[int, Presence]:
    return {entry.entrant_id: entry for entry in Presence.objects.filter(round=round_)}


def enter_staying(round_: Round, key: str, exceptions: Exceptions, who: Actor) -> bool:
    """Enter all who stay, take out who goes and take the fees, each by its own act; return whether others play now.

    Who was not shown stays as they are. Who goes and has paid keeps the entry, as one who has not come.
    """
    with transaction.atomic():
        tournament = Tournament.everything.select_for_update(no_key=True).get(pk=round_.tournament_id)
        here = [player for player in load_staying(tournament, round_).players if player.id in set(exceptions.shown)]
        gone = set(exceptions.out)
        paid = set(Presence.objects.filter(round=round_, paid__gt=0).values_list("entrant", flat=True))
        come = [player.id for player in here if player.id not in gone and not player.state]
        back = [player.id for player in here if player.id not in gone and player.state not in ("", State.IN)]
        leaving = [player.id for player in here if player.id in gone and player.state == State.IN]
        missing = [entrant for entrant in leaving if entrant in paid]
        out = [entrant for entrant in leaving if entrant not in paid]
        if come or out:
            ChangeEntries(come=come, go=out).perform(round_, f"{key}.people", who)
        for state, entrants in ((State.IN, back), (State.NO_SHOW, missing)):
            if entrants:
                SetPresence(entrants=entrants, state=state).perform(round_, f"{key}.{state}", who)
        payers = [player.id for player in here if player.fee and player.id not in gone.union(exceptions.owes)]
        if payers:
            PayFees(entrants=payers).perform(round_, f"{key}.fees", who)
        return bool(come or back or leaving)
