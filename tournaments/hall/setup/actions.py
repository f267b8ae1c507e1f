"""The staff's actions on a tournament as a whole: its rounds, planned, opened, given up; archived, and brought back."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar

from django.db.models import Max
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.form_fields import NumberField, TickField
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Input, Operation, Spec, UndoStep, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import ROUND, TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, must_take_place, parse_content
from tournaments.core.settings import COLUMNS, Settings, encode_settings, has_double_round, parse_settings
from tournaments.core.view_helpers import find_own_tournament
from tournaments.hall.setup.contradictions import find_setting_contradictions
from tournaments.hall.setup.services import must_be_enough
from tournaments.hall.setup.setting_table import MOST_ROUNDS, ColumnName, ColumnsField, format_columns
from tournaments.models import Act, Round, Tournament

_ROUND_WORDS = _("a round was opened")
# Also one that the first of two taps has deleted: the second gets the same answer.
_ANY_TOURNAMENT = replace(TOURNAMENT, find=partial(find_own_tournament, deleted=True))
# Its number has always told two requests apart.
_NUMBERED_ROUND = replace(ROUND, add_sent=lambda spot, _sent: [spot.number])


class SettingAction(Action):
    """An action that changes one setting, also while rounds are played: no result depends on it."""

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return what the setting is now, where nothing else was changed."""
        if "columns" in content:
            heads = format_columns(content["columns"]) or gettext("what the ranking needs")
            return gettext("columns of the standings: %(columns)s") % {"columns": heads}
        if "rounds" not in content:
            return ""
        rounds, before = (content[name] or gettext("any number") for name in ("rounds", "before"))
        return gettext("number of rounds: %(rounds)s instead of %(before)s") % {"rounds": rounds, "before": before}


@action(
    Spec(
        kind=Kind.SETTINGS,
        operations=(
            Operation(
                TOURNAMENT,
                "rounds/planned",
                "plan_rounds",
                "Set the number of planned rounds, even while they are being played.\n\n"
                "No result depends on it. Not fewer than are already open; 0: any number.",
            ),
        ),
        right=Right.DIRECT,
        words=_("settings were changed"),
        is_repeatable=False,
        sent_word="rounds",
        schema=("PlannedRounds", "The number of rounds."),
    )
)
class PlanRounds(SettingAction):
    """Set the planned number of rounds, also while they are played (§2): it decides no result."""

    rounds: Annotated[int, Input(NumberField, refusal="rounds_wrong", facts={"most": MOST_ROUNDS})] = Field(
        ge=0, le=MOST_ROUNDS, description="0: any number."
    )
    refusals: ClassVar = {
        "double_needs_rounds": _("Only the last round has a double round: a number of rounds is needed. (§6)"),
        "double_round_begun": _(
            "A round that has started would get a double round, or lose it: the last round stays the last. (§6)"
        ),
        "one_round_only": _("The ranking or the draw compares rounds: a single round is not enough for that."),
        "rounds_wrong": _("Enter how many rounds: a whole number up to %(most)s, or 0 for any number."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Change this setting alone; "ended", "fewer_than_open", "one_round_only", or what the double round forbids."""
        must_not_have_ended(here.tournament)
        must_be_enough(here.tournament, self.rounds)
        before = parse_settings(here.tournament.settings)
        settings = before._replace(rounds=self.rounds)
        _must_keep_double_rounds(here.tournament, before, settings)
        if find_setting_contradictions(settings):
            raise ActionRefused("one_round_only")
        here.tournament.settings = encode_settings(settings)
        here.tournament.save(update_fields=["settings"])
        return {"rounds": self.rounds, "before": before.rounds}


@action(
    Spec(
        kind=Kind.SETTINGS,
        operations=(
            Operation(
                TOURNAMENT,
                "standings/columns",
                "choose_columns",
                "Choose the columns of the standings, also while rounds are played.\n\n"
                "No result depends on it. Empty: what the ranking needs.",
            ),
        ),
        right=Right.DIRECT,
        words=_("settings were changed"),
        sent_word="columns",
        schema=("StandingColumns", "The columns of the standings."),
    )
)
class ChooseColumns(SettingAction):
    """Choose the columns of the standings: they hold on pages, walls, papers and in files."""

    columns: Annotated[list[ColumnName], Input(ColumnsField, refusal="invalid_choice")] = Field(
        max_length=len(COLUMNS), description="In any order; the column that decides is always there."
    )
    refusals: ClassVar = {"invalid_choice": _("There is no such column.")}

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Change this setting alone."""
        columns = tuple(name for name in COLUMNS if name in self.columns)
        here.tournament.settings = encode_settings(parse_settings(here.tournament.settings)._replace(columns=columns))
        here.tournament.save(update_fields=["settings"])
        return {"columns": columns}


def _must_keep_double_rounds(row: Tournament, before: Settings, settings: Settings) -> None:
    """Raise ActionRefused("double_round_begun") if a round that has started would get or lose its double round (§6)."""
    begun = row.rounds.exclude(started=None).values_list("number", flat=True)
    if settings.double_round and settings.double_only_last and not settings.rounds:
        raise ActionRefused("double_needs_rounds")
    if any(has_double_round(before, number) != has_double_round(settings, number) for number in begun):
        raise ActionRefused("double_round_begun")


class RoundAction(Action):
    """An action that opens a round or gives one up; only the latter can be taken back."""

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return which round it was."""
        text = (
            gettext("round %(number)s was cancelled")
            if content.get("given_up")
            else gettext("round %(number)s was opened")
        )
        return text % {"number": content["round"]}

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it for a round that was opened, and after the end."""
        must_not_have_ended(step.tournament)
        if not parse_content(step.act).get("given_up"):
            raise ActionRefused("cannot_undo")

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Open the round again."""
        Round.objects.filter(pk=step.round.pk).update(closed=None)
        return {"round": parse_content(step.act)["round"]}


@action(
    Spec(
        kind=Kind.ROUND,
        operations=(Operation(TOURNAMENT, "rounds", "open_round"),),
        right=Right.DIRECT,
        words=_ROUND_WORDS,
        undo_on=("results",),
    )
)
class OpenRound(RoundAction):
    """Open the next round for registration."""

    refusals: ClassVar = {
        "all_rounds_open": _("All %(rounds)s planned rounds are already open. Increase their number in the settings."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Number it; "ended" or "all_rounds_open" if there is none to come."""
        must_take_place(here.tournament)
        number = (here.tournament.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
        planned = parse_settings(here.tournament.settings).rounds
        if planned and number > planned:
            raise ActionRefused("all_rounds_open", rounds=planned)
        return {"round": Round.objects.create(tournament=here.tournament, number=number).number}


def find_opened_round(act: Act) -> Round:
    """Return the round that an act has opened."""
    return Round.objects.get(tournament=act.tournament_id, number=parse_content(act)["round"])


@action(
    Spec(
        kind=Kind.ROUND,
        operations=(Operation(_NUMBERED_ROUND, "give-up", "give_round_up"),),
        right=Right.DIRECT,
        words=_ROUND_WORDS,
        needs_reason=True,
        schema=("GivingUp", "The reason why a round is not played."),
        undo_on=("results",),
    )
)
class GiveUpRound(RoundAction):
    """Cancel a round that was opened."""

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Close it without a result; "closed" or "started" where it was played."""
        if here.round.closed is not None:
            raise ActionRefused("closed")
        if here.round.started is not None:
            raise ActionRefused("started")
        here.round.closed = now()
        here.round.save(update_fields=["closed"])
        return {"round": here.round.number, "given_up": True}


@action(
    Spec(
        kind=Kind.ARCHIVED,
        operations=(
            Operation(
                _ANY_TOURNAMENT,
                "archive",
                "archive_tournament",
                "Remove a tournament from all lists, seasons and statistics, or restore it.\n\n"
                "A tournament in which nothing was played and no money has moved is deleted: its address no longer "
                "exists.",
            ),
        ),
        right=Right.ENTER,
        words=_("the tournament was archived or restored"),
        has_reason=True,
        schema=("Archiving", "A request to archive or restore a tournament."),
    )
)
class ArchiveTournament(Action):
    """Take a tournament out of all lists, seasons and statistics, or put it back.

    A tournament in which nothing was played (selectors.has_been_played) is not found any more; its rows are kept, since
    the database deletes nothing. Its registration link is closed, too.
    """

    back: Annotated[bool, Input(lambda: TickField("back"), "what")] = False

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Mark it, or take the mark away."""
        row = here.tournament
        closed = {} if self.back else {"register_digest": ""}
        archived = None if self.back else row.archived or now()
        Tournament.everything.filter(pk=row.pk).update(archived=archived, **closed)
        return {"archived": not self.back}
