"""The action that publishes the result of a round, or the final one."""

from typing import Annotated, Any, ClassVar

from django.db.models import F
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.models import GameTable
from tarockclub.kit.form_fields import TextField, TickField
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Input, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.reversals import UndoStep, list_later_acts, must_be_last, must_not_be_published
from tournaments.core.actions.targets import Here
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.editions import FINAL, find_latest_edition, must_be_complete, must_be_worth_an_edition
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import CHOICE, Standings, build_standing_scope, load_standings
from tournaments.models import Round, Tournament
from tournaments.results.final_results.missing import can_go_on, compute_result_sign, count_rounds_left, list_missing
from tournaments.results.final_results.prizes import load_choices
from tournaments.results.final_results.scopes import SCOPE, get_number
from tournaments.results.standings.editions import (
    compute_rows,
    compute_standing_changes,
    encode_edition_row,
    load_standing_editions,
)
from tournaments.results.standings.round_facts import list_round_facts
from tournaments.results.team_standings.editions import compute_team_rows, has_other_teams


@action(
    Spec(
        kind=Kind.RESULT,
        operations=(Operation(SCOPE, "publish", "publish_result"),),
        right=Right.DIRECT,
        words=_("a result was published"),
        has_reason=True,
        reason_about="Reason for another edition.",
        undo_later=True,
        schema=("Publication", "The publication of a result."),
        undo_on=("results",),
    )
)
class PublishResult(Action):
    """Publish the result of a round, or the final one: exactly what was viewed.

    `seen`: the sign of the result shown.
    """

    seen: Annotated[str, Field(max_length=64), Input(TextField, refusal="standing_changed")]
    confirmed: Annotated[bool, Input(lambda: TickField("1"))] = Field(
        default=False, description="Even if prizes were chosen, or another round could be played."
    )
    refusals: ClassVar = {
        "prizes_chosen": _(
            "Prizes have already been chosen according to this result: please confirm that it is published anyway."
        ),
        "rounds_left": _(
            "%(left)s of the planned rounds have not been played: please confirm that the tournament ends anyway."
        ),
        "any_rounds": _(
            "Any number of rounds can be played: please confirm that no more follow and that the tournament ends here."
        ),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Publish it; "something_missing", "standing_changed", for another edition also "same_result", "no_reason".

        Unless confirmed, also "prizes_chosen", and for a final result "rounds_left" before all planned rounds were
        played, or "any_rounds" if no number of rounds was planned.
        """
        row, scope = here.tournament, get_number(here)
        standings = load_standings(load_progress(row))
        must_be_complete(list_missing(standings, scope), compute_result_sign(standings, scope), self.seen)
        editions = load_standing_editions(row)
        rows, teams = compute_rows(standings, scope), compute_team_rows(standings, scope)
        before = find_latest_edition(editions, scope)
        if before is not None:
            has_changed = bool(compute_standing_changes(before.rows, rows)) or has_other_teams(before, teams)
            must_be_worth_an_edition(has_changed=has_changed, reason=here.reason)
            if not self.confirmed and any(number == scope for number, _person in load_choices(row, editions)):
                raise ActionRefused("prizes_chosen")
        elif scope == FINAL and not self.confirmed:
            _must_be_the_end(standings)
        _close_scope(here)
        edition = 1 + sum(edition.of == scope for edition in editions)  # one that was taken back keeps its number
        content: dict[str, Any] = {"of": scope, "edition": edition, "rows": list(map(encode_edition_row, rows))}
        content |= _build_rules(standings, scope)
        content |= {"facts": list_round_facts(standings)} if scope == FINAL else {}
        return content | ({"teams": teams} if teams is not None else {})

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return whose result it is, and the edition."""
        final, of_round = gettext("final result published"), gettext("result of round %(round)s published")
        text = of_round % {"round": content["of"]} if content["of"] else final
        edition = gettext("edition %(number)s") % {"number": content["edition"]}
        return f"{text} · {edition}"

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it if prizes were chosen by it, or a later round has begun: these must be taken back first."""
        scope = parse_content(step.act)["of"]
        later = list_later_acts(step.act, (Kind.CHOICE, Kind.RESULT, Kind.LOT))
        must_be_last(later_act for later_act in later if _is_of(parse_content(later_act), scope))
        if scope != FINAL:
            must_not_be_published(step)
            must_be_last(list_later_acts(step.act, (Kind.START,)).filter(round__number__gt=scope))

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Withdraw the edition, which can still be read; without another one its round, or the tournament, goes on."""
        content = parse_content(step.act)
        scope, editions = content["of"], load_standing_editions(step.tournament)
        remaining = [edition for edition in editions if edition.sequence != step.act.sequence]
        if find_latest_edition(remaining, scope) is None and scope == FINAL:
            Tournament.everything.filter(pk=step.tournament.pk).update(ended=None)
            step.tournament.ended = None
        elif find_latest_edition(remaining, scope) is None:
            Round.objects.filter(pk=step.round.pk).update(closed=None)
            GameTable.objects.filter(round_table__round=step.round.pk).update(news=F("news") + 1)
        return {"of": scope, "edition": content["edition"]}


def _must_be_the_end(standings: Standings) -> None:
    """Raise ActionRefused for an unconfirmed final result while another round may be played."""
    if left := count_rounds_left(standings):
        raise ActionRefused("rounds_left", left=left)
    if can_go_on(standings):
        raise ActionRefused("any_rounds")


def _build_rules(standings: Standings, scope: int) -> dict[str, Any]:
    """Return the rules by which the result was ranked."""
    settings = standings.stand.settings
    criteria = settings.overall_criteria if scope == FINAL else settings.round_criteria
    return {"criteria": list(criteria)} | ({} if scope == FINAL else {"scope": settings.scope})


def _close_scope(here: Here) -> None:
    """Close the round with its result, or end the tournament with the final one."""
    if here.round_or_none is None:
        Tournament.everything.filter(pk=here.tournament.pk, ended=None).update(ended=now())
    else:
        Round.objects.filter(pk=here.round.pk, closed=None).update(closed=now())


def _is_of(content: dict[str, Any], scope: int) -> bool:
    """Return whether an act is about this result: lots for a rank are not."""
    if "of" in content:
        return bool(content["of"] == scope)
    return bool(content["scope"] == build_standing_scope(scope) and content["what"] == CHOICE)
