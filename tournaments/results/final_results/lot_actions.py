"""The actions that draw lots: between equals for a rank or a choice."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content, join_act_names
from tournaments.core.actions.reversals import UndoStep, list_later_acts, must_be_last
from tournaments.core.actions.targets import Here
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.editions import FINAL, choose_equals, find_latest_edition
from tournaments.core.selectors import load_settings
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import RANK, build_standing_scope, list_drawn_lots, load_standings
from tournaments.models import Tournament
from tournaments.results.final_results.missing import list_missing
from tournaments.results.final_results.prizes import list_choosing_rows
from tournaments.results.final_results.scopes import SCOPE, get_number
from tournaments.results.standings.editions import EditionRow, compute_rows, load_standing_editions

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
            standings = load_standings(load_progress(row))
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
