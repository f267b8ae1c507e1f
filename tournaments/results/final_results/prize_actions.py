"""The actions on prizes: added to the list, removed from it, chosen one after the other; lots between equals."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from django.db.models import Max
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.amounts import format_cents
from tarockclub.kit.form_fields import CentsField, IdField
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core.actions.base import (
    ID_RANGE,
    Action,
    Input,
    Name,
    Operation,
    Spec,
    UndoStep,
    action,
    list_later_acts,
    must_be_last,
)
from tournaments.core.actions.names import NOBODY, ActNames, Content, join_act_names
from tournaments.core.actions.targets import TOURNAMENT, Here, Spot, get_tournament_id
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.editions import FINAL, choose_equals, find_latest_edition
from tournaments.core.selectors import load_settings
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import RANK, build_standing_scope, list_drawn_lots, load_standings
from tournaments.models import Prize, Round, Tournament
from tournaments.results.final_results.prizes import (
    NONE,
    PrizeScope,
    list_choosing_rows,
    load_choices_by_prize,
    load_scope,
)
from tournaments.results.final_results.result_actions import SCOPE, SCOPE_ABOUT, get_number, list_missing
from tournaments.results.standings.editions import EditionRow, compute_rows, index_rows, load_standing_editions

MOST_CENTS = 1_000_000
INVALID = -1  # since 0 means nobody, nothing or everything
_WORDS = _("prizes were changed")


class CostField(CentsField):
    """Typed euros in cents, none for an empty text; INVALID for anything else."""

    def __init__(self) -> None:
        super().__init__(otherwise=INVALID)

    def to_python(self, value: Any) -> Any:
        """Return the cents."""
        return super().to_python(value or "0")


def _resolve_number(spot: Spot, number: int) -> int:
    return get_object_or_404(Prize, tournament=get_tournament_id(spot), number=number).pk


def _resolve_choice(spot: Spot, number: int) -> int:
    return _resolve_number(spot, number) if number else NONE


class PrizeAction(Action):
    """A change of the list of prizes."""

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return the prize, and its cost if it has one."""
        text = gettext("prize added to the list: %(name)s")
        if content.get("gone"):
            text = gettext("prize removed from the list: %(name)s")
        parts = [text % {"name": names.name_prize(content["prize"])}]
        parts += [format_cents(abs(content["cents"]))] if content["cents"] else []
        return " · ".join(parts)

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where the prize was changed or chosen since."""
        prize = parse_content(step.act)["prize"]
        later = list_later_acts(step.act, (Kind.PRIZE, Kind.CHOICE))
        must_be_last(later_act for later_act in later if parse_content(later_act)["prize"] == prize)

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Remove the prize again, or put it back."""
        content = parse_content(step.act)
        was_gone = bool(content.get("gone"))
        Prize.objects.filter(pk=content["prize"]).update(gone=None if was_gone else now())
        return {"prize": content["prize"], "cents": -content["cents"]} | ({} if was_gone else {"gone": True})


@action(
    Spec(
        kind=Kind.PRIZE,
        operations=(Operation(TOURNAMENT, "prizes", "put_prize_on_list"),),
        right=Right.DIRECT,
        words=_WORDS,
        schema=("NewPrize", "A prize."),
        undo_on=("prizes",),
    )
)
class AddPrize(PrizeAction):
    """Add a prize to the list of a round, or of the whole tournament.

    `cents`: its cost to the cash box.
    """

    of: Annotated[
        int,
        ID_RANGE,
        Input(lambda: IdField(otherwise=INVALID), refusal="no_such_round", facts={"round": NOBODY}),
    ] = Field(default=FINAL, description=SCOPE_ABOUT)
    name: Name
    cents: Annotated[
        int, Field(ge=0, le=10**9, description="Cents."), Input(CostField, "cost", refusal="prize_wrong")
    ] = 0
    refusals: ClassVar = {"prize_wrong": _("The cost of a prize is an amount like 12.50.")}

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Add it; "prize_wrong" where it costs too much, "no_such_round", for the name "no_name"."""
        if self.cents > MOST_CENTS:
            raise ActionRefused("prize_wrong")
        row = here.tournament
        number = (Prize.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0) + 1
        prize = Prize.objects.create(
            tournament=row, round=_find_round(row, self.of), number=number, name=self.name, cents=self.cents
        )
        return {"prize": prize.pk, "of": self.of, "cents": self.cents}


@action(
    Spec(
        kind=Kind.PRIZE,
        operations=(
            Operation(
                TOURNAMENT, "prizes/{int:number}/take-off", "take_prize_off_list", path_values={"number": "prize"}
            ),
        ),
        right=Right.DIRECT,
        words=_WORDS,
        undo_on=("prizes",),
    )
)
class RemovePrize(PrizeAction):
    """Remove a prize that nobody has chosen from the list."""

    prize: Annotated[int, ID_RANGE, Input(resolve=_resolve_number)]
    refusals: ClassVar = {
        "prize_chosen": _("Somebody has already chosen this prize: change their choice first."),
    }

    def list_sent(self) -> object:
        """Return the prize, and that it goes."""
        return [self.prize, "gone"]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Remove it, unless it is gone already; "prize_chosen"."""
        prize = Prize.objects.get(pk=self.prize, tournament=here.tournament)
        if prize.pk in load_choices_by_prize(here.tournament):
            raise ActionRefused("prize_chosen")
        if prize.gone is None:
            prize.gone = now()
            prize.save(update_fields=["gone"])
        return {"prize": prize.pk, "gone": True, "cents": -prize.cents}


@action(
    Spec(
        kind=Kind.CHOICE,
        operations=(Operation(SCOPE, "choice", "choose_prize"),),
        right=Right.DIRECT,
        words=_("a prize was chosen"),
        has_reason=True,
        undo_later=True,
        schema=("Choosing", "A player's choice."),
        undo_on=("prizes",),
    )
)
class ChoosePrize(Action):
    """Record which prize a player takes; a second choice for the same person replaces the first, with a reason.

    Programs say the number of the prize; the page, and whoever builds the action, its id.
    """

    person: Annotated[int, ID_RANGE, Input(lambda: IdField(otherwise=INVALID), refusal="not_in_result")]
    prize: Annotated[
        int,
        ID_RANGE,
        Input(lambda: IdField(otherwise=INVALID), refusal="no_such_prize", resolve=_resolve_choice),
    ] = Field(description="Number of the prize; 0: none.")
    refusals: ClassVar = {
        "not_published": _("Publish the result first: its order decides who chooses."),
        "not_in_result": _("The person who is to choose is not in this result: please reload the page."),
        "lots_first": _("Equal ranks: first draw lots to decide who chooses first."),
        "not_his_turn": _("It is somebody else's turn."),
        "prize_taken": _("Somebody has already chosen this prize."),
        "no_such_prize": _("This prize is no longer on the list."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Record it by the result as it is published now; "no_reason" where another choice is replaced."""
        number = get_number(here)
        scope = load_scope(here.tournament, number)
        if scope.edition is None:
            raise ActionRefused("not_published")
        has_chosen, ranked = self.person in scope.order_then, index_rows(scope.edition).get(self.person)
        if not has_chosen and ranked is None:
            raise ActionRefused("not_in_result")
        if not has_chosen and scope.lots_first:
            raise ActionRefused("lots_first")
        if has_chosen and not here.reason:
            raise ActionRefused("no_reason")
        if not has_chosen and scope.turn != self.person:
            raise ActionRefused("not_his_turn")
        self._must_be_free(scope)
        entrant = ranked.entrant if ranked is not None else 0
        content = {"of": number, "person": self.person, "entrant": entrant, "prize": self.prize}
        return content | {"edition": scope.edition.number}

    def _must_be_free(self, scope: PrizeScope) -> None:
        if self.prize != NONE and self.prize not in {prize.pk for prize in scope.prizes}:
            raise ActionRefused("no_such_prize")
        if self.prize != NONE and scope.taken.get(self.prize, self.person) != self.person:
            raise ActionRefused("prize_taken")

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who takes what, also where it does not count since nobody knows the person."""
        name, is_known = names.name_person(content["person"]), content["person"] in names.persons
        text = gettext("%(name)s takes the prize %(prize)s") if content["prize"] else gettext("%(name)s takes no prize")
        sentence = text % {"name": name, "prize": names.name_prize(content["prize"]) if content["prize"] else ""}
        return sentence if is_known else gettext("%(what)s (does not count)") % {"what": sentence}

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it if another choice of the round followed, or a receipt for the prize was written."""
        content = parse_content(step.act)
        for later_act in list_later_acts(step.act, (Kind.CHOICE, Kind.CASH)):
            then = parse_content(later_act)
            chose = later_act.kind == Kind.CHOICE and then["of"] == content["of"]
            signed = later_act.kind == Kind.CASH and then.get("kind") == "prize" and then.get("of") == content["prize"]
            if chose or signed:
                raise ActionRefused("followed", act=later_act)

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Return an empty content: readers of choices leave out the ones that were taken back."""
        return {}


def _find_round(row: Tournament, scope: int) -> Round | None:
    if scope == FINAL:
        return None
    round_ = Round.objects.filter(tournament=row, number=scope).first()
    if round_ is None:
        raise ActionRefused("no_such_round", round=scope)
    return round_


LOT_WORDS = _("lots were drawn")


class LotAction(Action):
    """Lots drawn from the tournament's seed: who draws them again gets the same."""

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return the winners of a raffle, or between whom lots were drawn."""
        if "won" in content:
            winners = join_act_names(map(names.name_person, content["won"]))
            return gettext("raffle won by: %(names)s") % {"names": winners}
        among = join_act_names(map(names.name_person, content["among"]))
        return gettext("lots were drawn: %(names)s") % {"names": among}

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it if a result was published, or a prize chosen, by these lots."""
        drawn, numbers = parse_content(step.act)["scope"], step.tournament.rounds.values_list("number", flat=True)
        round_number = next((number for number in numbers if build_standing_scope(number) == drawn), FINAL)
        later = list_later_acts(step.act, (Kind.RESULT, Kind.CHOICE))
        must_be_last(later_act for later_act in later if parse_content(later_act)["of"] == round_number)

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Return an empty content: readers of lots leave out the ones that were taken back."""
        return {}


@action(
    Spec(
        kind=Kind.LOT,
        operations=(Operation(SCOPE, "lots", "draw_result_lots"),),
        right=Right.DIRECT,
        words=LOT_WORDS,
        schema=("Lots", "The purpose of drawing lots."),
        undo_on=("special_prizes", "results", "prizes"),
    )
)
class DrawLots(LotAction):
    """Draw lots between tied players: for their rank, or for who chooses first."""

    what: Literal["rank", "choice"] = "rank"

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Draw them; "lots_drawn", "no_equals", "something_missing", for a choice "not_published"."""
        row, number = here.tournament, get_number(here)
        scope = build_standing_scope(number)
        drawn = scope in list_drawn_lots(row, self.what)
        if self.what == RANK:
            standings = load_standings(load_progress(row), EVERYBODY)
            missing = [missing_item.code for missing_item in list_missing(standings, number)]
            among = choose_equals(
                lambda: _list_equals(row, number, compute_rows(standings, number)), missing, drawn=drawn
            )
        else:
            among = choose_equals(lambda: _list_equals(row, number, _load_published(row, number)), drawn=drawn)
        return {"scope": scope, "what": self.what, "among": among}


def _list_equals(tournament: Tournament, scope: int, rows: Sequence[EditionRow]) -> list[int]:
    """Return the persons who share their rank, but not the last one by rule (§4)."""
    rows = list_choosing_rows(load_settings(tournament), scope, rows)
    equals = Counter(row.rank for row in rows)
    return [row.person for row in rows if equals[row.rank] > 1]


def _load_published(row: Tournament, scope: int) -> tuple[EditionRow, ...]:
    edition = find_latest_edition(load_standing_editions(row), scope)
    if edition is None:
        raise ActionRefused("not_published")
    return edition.rows
