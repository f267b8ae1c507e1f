"""The actions that draw lots: between equals for a rank, a choice or a special prize; the winners of a raffle."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.form_fields import IdField, TextField, TickField
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Input, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content, join_act_names
from tournaments.core.actions.reversals import UndoStep, list_later_acts, must_be_last
from tournaments.core.actions.targets import TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.editions import FINAL, choose_equals, find_latest_edition
from tournaments.core.selectors import load_settings
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import RANK, build_standing_scope, list_drawn_lots, load_standings
from tournaments.models import Act, Tournament
from tournaments.results.final_results.missing import list_missing
from tournaments.results.final_results.prizes import list_choosing_rows
from tournaments.results.final_results.raffle import RAFFLE, choose_winners, list_participants
from tournaments.results.final_results.scopes import SCOPE, get_number
from tournaments.results.final_results.special_prizes import SPECIAL, load_special_prizes
from tournaments.results.standings.editions import EditionRow, compute_rows, load_standing_editions

MOST_WINNERS = 100
_WORDS = _("lots were drawn")


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
        of = next((number for number in numbers if build_standing_scope(number) == drawn), FINAL)
        later = list_later_acts(step.act, (Kind.RESULT, Kind.CHOICE))
        must_be_last(later_act for later_act in later if parse_content(later_act)["of"] == of)

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Return an empty content: readers of lots leave out the ones that were taken back."""
        return {}


@action(
    Spec(
        kind=Kind.LOT,
        operations=(Operation(SCOPE, "lots", "draw_result_lots"),),
        right=Right.DIRECT,
        words=_WORDS,
        schema=("Lots", "The purpose of drawing lots."),
    )
)
class DrawLots(LotAction):
    """Draw lots between tied players: for their rank, or for who chooses first."""

    what: Literal["rank", "choice"] = "rank"

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Draw them; "lots_drawn", "no_equals", "something_missing", for a choice "not_published"."""
        row, of = here.tournament, get_number(here)
        scope = build_standing_scope(of)
        drawn = scope in list_drawn_lots(row, self.what)
        if self.what == RANK:
            standings = load_standings(load_progress(row))
            missing = [missing_item.code for missing_item in list_missing(standings, of)]
            among = choose_equals(lambda: _list_equals(row, of, compute_rows(standings, of)), missing, drawn=drawn)
        else:
            among = choose_equals(lambda: _list_equals(row, of, _load_published(row, of)), drawn=drawn)
        return {"scope": scope, "what": self.what, "among": among}


@action(
    Spec(
        kind=Kind.LOT,
        operations=(Operation(TOURNAMENT, "prizes/special/lots", "draw_lots_for_special_prize"),),
        right=Right.DIRECT,
        words=_WORDS,
        sent_word=SPECIAL,
        schema=("SpecialLots", "The special prize for which lots are drawn."),
    )
)
class DrawSpecialLots(LotAction):
    """Draw lots between the players who are tied for a special prize."""

    kind: Annotated[str, Field(max_length=60), Input(TextField, refusal="no_equals")]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Draw them; "lots_drawn", "no_equals"."""
        prizes = load_special_prizes(load_standings(load_progress(here.tournament)))
        special = next((prize for prize in prizes if prize.kind == self.kind), None)
        equals = list(special.equals) if special is not None and len(special.equals) > 1 else []
        among = choose_equals(lambda: equals, drawn=self.kind in list_drawn_lots(here.tournament, SPECIAL))
        return {"scope": self.kind, "what": SPECIAL, "among": among}


@action(
    Spec(
        kind=Kind.LOT,
        operations=(Operation(TOURNAMENT, "prizes/raffle", "hold_raffle"),),
        right=Right.DIRECT,
        words=_WORDS,
        schema=("RaffleWanted", "A raffle to hold."),
    )
)
class HoldRaffle(LotAction):
    """Draw winners by lot from the tournament's seed."""

    winners: Annotated[int, Field(ge=1, le=MOST_WINNERS), Input(lambda: IdField(otherwise=0), refusal="raffle_wrong")]
    everybody: Annotated[bool, Input(lambda: TickField("1"))] = Field(
        default=False, description="Among all players, not only those without a prize."
    )
    refusals: ClassVar = {
        "raffle_wrong": _("One to a hundred can win."),
        "nobody_in_raffle": _("There is nobody among whom to draw."),
    }

    def list_sent(self) -> object:
        """Return how many win, and whether only those without a prize."""
        return [RAFFLE, self.winners, not self.everybody]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Draw them; "nobody_in_raffle"."""
        row = here.tournament
        among = list_participants(row, others=not self.everybody)
        if not among:
            raise ActionRefused("nobody_in_raffle")
        drawn = Act.objects.filter(tournament=row, kind=Kind.LOT)
        number = 1 + sum(parse_content(act)["what"] == RAFFLE for act in drawn)  # one that was taken back keeps its own
        winners = choose_winners(row.seed, number, among, self.winners)
        return {"scope": RAFFLE, "what": RAFFLE, "number": number, "among": among, "won": winners}


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
