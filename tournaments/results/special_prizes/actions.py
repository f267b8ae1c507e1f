"""The actions that draw lots for special prizes, and hold raffles."""

from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.form_fields import IdField, TextField, TickField
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core.actions.base import Input, Operation, Spec, action
from tournaments.core.actions.targets import TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.editions import choose_equals
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import list_drawn_lots, load_standings
from tournaments.models import Act
from tournaments.results.final_results.prize_actions import LOT_WORDS, LotAction
from tournaments.results.special_prizes.prizes import (
    RAFFLE,
    SPECIAL,
    choose_winners,
    list_participants,
    load_special_prizes,
)

MOST_WINNERS = 100


@action(
    Spec(
        kind=Kind.LOT,
        operations=(Operation(TOURNAMENT, "prizes/special/lots", "draw_lots_for_special_prize"),),
        right=Right.DIRECT,
        words=LOT_WORDS,
        sent_word=SPECIAL,
        schema=("SpecialLots", "The special prize for which lots are drawn."),
        undo_on=("special_prizes", "results", "prizes"),
    )
)
class DrawSpecialLots(LotAction):
    """Draw lots between the players who are tied for a special prize."""

    kind: Annotated[str, Field(max_length=60), Input(TextField, refusal="no_equals")]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Draw them; "lots_drawn", "no_equals"."""
        prizes = load_special_prizes(load_standings(load_progress(here.tournament), EVERYBODY))
        special = next((prize for prize in prizes if prize.kind == self.kind), None)
        equals = list(special.equals) if special is not None and len(special.equals) > 1 else []
        among = choose_equals(lambda: equals, drawn=self.kind in list_drawn_lots(here.tournament, SPECIAL))
        return {"scope": self.kind, "what": SPECIAL, "among": among}


@action(
    Spec(
        kind=Kind.LOT,
        operations=(Operation(TOURNAMENT, "prizes/raffle", "hold_raffle"),),
        right=Right.DIRECT,
        words=LOT_WORDS,
        schema=("RaffleWanted", "A raffle to hold."),
        undo_on=("special_prizes", "results", "prizes"),
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
