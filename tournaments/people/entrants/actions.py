"""The staff's actions on entries: into rounds and out of them, who is there, and who withdraws from the tournament."""

from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.form_fields import TickField
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import (
    Action,
    Input,
    Operation,
    Spec,
    UndoStep,
    action,
    is_about,
    list_later_acts,
    must_be_last,
    must_not_be_over,
)
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import ROUND, TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, must_take_place, parse_content
from tournaments.models import Entrant, Presence, Round
from tournaments.people.entrants.applications import PlaceAction
from tournaments.people.entrants.entering import (
    ENTRY_SPEC,
    EntrantId,
    EntrantIds,
    EntryAction,
    SomeEntrantIds,
    enter_round,
)
from tournaments.people.entrants.fees import is_paid_once
from tournaments.people.entrants.selectors import format_start_numbers, format_state
from tournaments.people.entrants.substitutes import list_seat_kinds

State = Presence.State
_ENTRY = ("round__number", "state", "debt")


@action(
    replace(
        ENTRY_SPEC,
        operations=(Operation(ROUND, "entries", "change_round_entries"),),
        schema=("Entries", "Registrations for a round, and registrations to cancel; start numbers."),
    )
)
class ChangeEntries(EntryAction):
    """Register people for a round, or cancel their registrations."""

    come: EntrantIds = Field(default=[])
    go: EntrantIds = Field(default=[])

    def list_sent(self) -> object:
        """Return both in order, each entrant once."""
        return [sorted(set(self.come)), sorted(set(self.go))]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it; "drawn" or "has_paid" for those who cannot be taken out any more, "gone_home" for the withdrawn."""
        _must_be_open(here)
        coming = sorted(set(self.come))
        entrants = Entrant.objects.filter(tournament=here.tournament, pk__in=coming)
        if entrants.count() < len(coming):
            raise ActionRefused("nobody_known")
        withdrawn = entrants.exclude(withdrawn=None).values_list("pk", flat=True)
        if withdrawn:
            raise ActionRefused("gone_home", numbers=format_start_numbers(withdrawn))
        leaving = Presence.objects.filter(round=here.round, entrant__in=self.go)
        if here.round.draw_id is not None and leaving.exists():
            raise ActionRefused("drawn")
        if leaving.exclude(paid=0).exists():
            raise ActionRefused("has_paid")
        left = sorted(leaving.values_list("entrant", flat=True))
        leaving.delete()
        return {"entrants": enter_round(here.round, coming), "out": left}


@action(
    Spec(
        kind=Kind.PRESENCE,
        operations=(Operation(ROUND, "presence", "set_presence"),),
        right=Right.ENTER,
        words=_("attendance was changed"),
        schema=("Presences", "Players who play, sit out, did not come or have left; start numbers."),
        undo_on=("desk", "entrants", "entrant", "draw"),
    )
)
class SetPresence(Action):
    """Set which players play in a round, sit out, did not come, or have left in the middle."""

    entrants: SomeEntrantIds
    state: Annotated[str, Input(body=Literal["in", "waits", "no_show", "left"])]

    def list_sent(self) -> object:
        """Return them in order."""
        return [sorted(self.entrants), self.state]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Record it with what was said before; "not_drawn" where nobody can have left yet."""
        _must_be_open(here)
        rows = Presence.objects.filter(round=here.round, entrant__in=self.entrants)
        if rows.count() < len(set(self.entrants)):
            raise ActionRefused("not_entered")
        if self.state == State.LEFT and here.round.draw_id is None:
            raise ActionRefused("not_drawn")
        was = [list(row) for row in rows.order_by("entrant").values_list("entrant", "state")]
        rows.update(state=State(self.state))
        return {"entrants": sorted(self.entrants), "state": self.state, "was": was}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who it is about, and what was said of them."""
        return gettext("%(names)s: %(state)s") % {
            "names": names.name_entrants(content["entrants"]),
            "state": format_state(content["state"]),
        }

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where something was said of them since, or they have a seat by now."""
        must_not_be_over(step)
        content = parse_content(step.act)
        if "was" not in content:
            raise ActionRefused("cannot_undo")
        later = list_later_acts(step.act, (Kind.PRESENCE, *list_seat_kinds())).filter(round=step.act.round)
        names, about = ("entrants", "entrant", "gone", "came"), content["entrants"]
        must_be_last(later_act for later_act in later if any(is_about(later_act, name, about) for name in names))

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Say again what was said before."""
        for entrant, state in parse_content(step.act)["was"]:
            Presence.objects.filter(round=step.act.round, entrant=entrant).update(state=state)
        return {}


@action(
    Spec(
        kind=Kind.WITHDRAWN,
        operations=(
            Operation(
                TOURNAMENT, "entrants/{int:number}/withdraw", "withdraw_entrant", path_values={"number": "entrant"}
            ),
        ),
        right=Right.ENTER,
        words=_("somebody withdrew or came back"),
        schema=("Withdrawal", "A withdrawal, or its reversal."),
        undo_on=("entrants", "entrant"),
    )
)
class Withdraw(PlaceAction):
    """Withdraw a player from this tournament, or undo that.

    Rounds not drawn yet drop the entry. Payments for a round remain until they are given back; decisions about the fee
    of a tournament remain, too.
    """

    entrant: EntrantId
    back: Annotated[bool, Input(TickField)] = False
    refusals: ClassVar = {
        "withdrawn_already": _("This player has already withdrawn."),
        "takes_part_already": _("This player takes part already."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it, and keep which entries it has dropped; refused where nothing changes: undo would do the opposite."""
        must_not_have_ended(here.tournament)
        entrant = Entrant.objects.filter(tournament=here.tournament, pk=self.entrant).first()
        if entrant is None:
            raise ActionRefused("nobody_known")
        if (entrant.withdrawn is None) == self.back:
            raise ActionRefused("takes_part_already" if self.back else "withdrawn_already")
        entrant.withdrawn = None if self.back else now()
        entrant.save(update_fields=["withdrawn"])
        ahead = Presence.objects.filter(entrant=self.entrant, round__draw=None, round__closed=None, paid=0)
        if is_paid_once(here.tournament):
            ahead = ahead.filter(debt=Presence.Debt.OPEN)
        was = [] if self.back else [list(entry) for entry in ahead.order_by("round__number").values_list(*_ENTRY)]
        if not self.back:
            ahead.delete()
        rounds = [number for number, *_rest in was]
        return {"entrant": self.entrant, "back": self.back, "rounds": rounds, "was": was}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who has gone, or is back."""
        text = gettext("%(name)s is back") if content["back"] else gettext("%(name)s withdrew")
        return text % {"name": names.name_entrant(content["entrant"])}

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where they came or went since, or a round was drawn without them."""
        must_not_be_over(step)
        content = parse_content(step.act)
        later, names = list_later_acts(step.act, (Kind.WITHDRAWN, Kind.ENTERED)), ("entrant", "entrants")
        must_be_last(act for act in later if any(is_about(act, name, [content["entrant"]]) for name in names))
        if not content["back"]:
            drawn = list_later_acts(step.act, (Kind.PUBLISHED_DRAW,)).filter(round__number__in=content["rounds"])
            must_be_last(drawn)

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Let them take part as before, in the same rounds; or withdraw them again."""
        content = parse_content(step.act)
        Entrant.objects.filter(pk=content["entrant"]).update(withdrawn=now() if content["back"] else None)
        for round_ in Round.objects.filter(tournament=step.tournament, number__in=content["rounds"], closed=None):
            enter_round(round_, [content["entrant"]])
        for number, state, debt in content.get("was", ()):
            entry = Presence.objects.filter(entrant=content["entrant"], round__number=number, round__closed=None)
            entry.update(state=state, debt=debt)
        return {}


def _must_be_open(here: Here) -> None:
    must_take_place(here.tournament)
    if here.round.closed is not None:
        raise ActionRefused("closed")
