"""Publishing the result of a round, or the final one; what is missing before, with a fixed number of queries."""

import uuid
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, NamedTuple

from django.db.models import F
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.models import GameTable
from tarockclub.kit.form_fields import TextField, TickField
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tournaments.core.actions.base import (
    Action,
    Input,
    Operation,
    Spec,
    UndoStep,
    action,
    list_later_acts,
    must_be_last,
    must_not_be_published,
)
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TOURNAMENT, Here, Target, load_round
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.editions import (
    FINAL,
    LOTS,
    LinkedSentence,
    compute_edition_sign,
    find_latest_edition,
    must_be_complete,
    must_be_worth_an_edition,
)
from tournaments.core.table_names import name_table
from tournaments.core.view_helpers import find_own_round, find_own_tournament
from tournaments.hall.desk.overview import (
    HANDS_DISPUTED,
    HANDS_HELD,
    HANDS_LATE,
    REFEREE_CALLED,
    OverviewRow,
    load_rows,
)
from tournaments.hall.standing.players import TournamentProgress, load_progress
from tournaments.hall.standing.standing import (
    CHOICE,
    Standings,
    build_standing_scope,
    is_broken_by_lot,
    list_drawn_lots,
    load_standings,
)
from tournaments.models import Round, RoundTable, Tournament
from tournaments.results.final_results.prizes import load_choices
from tournaments.results.standings.editions import (
    compute_rows,
    compute_standing_changes,
    encode_edition_row,
    list_round_facts,
    load_standing_editions,
)
from tournaments.results.team_standings.standing import compute_team_rows, has_other_teams, list_signed_rows

NOT_DONE, NOT_STARTED, NOT_CLOSED, NO_ROUND = "not_done", "not_started", "not_closed", "no_round"
CORRECTED_ROUND = "corrected"  # since its result was published
_MOST_NAMED = 3  # ranks


class Missing(NamedTuple):
    """An item without which there is no result."""

    code: str  # one of the above, of desk/overview.py, or LOTS
    round: int = 0  # number; 0: of the tournament
    table: int = 0  # number; 0: of the whole round
    many: int = 0


def list_missing(standings: Standings, scope: int) -> tuple[Missing, ...]:
    """Return the items missing before the result of a round, or (FINAL) the final one, can be published."""
    return list_missing_at_end(standings) if scope == FINAL else _list_missing_in_round(standings, scope)


def _list_missing_in_round(standings: Standings, number: int) -> tuple[Missing, ...]:
    round_ = standings.stand.get_round(number)
    if not round_.started:
        return (Missing(NOT_STARTED, number),)
    rows = load_rows(RoundTable.objects.filter(round=round_.id), EVERYBODY)
    return (
        *(missing_item for row in rows for missing_item in _list_at_table(row, number)),
        *_list_lots(standings, number),
    )


def list_missing_at_end(standings: Standings) -> tuple[Missing, ...]:
    """Return the items missing before the final result can be published: each round must be over, with nothing open."""
    # The other rounds were given up.
    rounds = [round_ for round_ in standings.stand.rounds if round_.started or not round_.closed]
    if not rounds:
        return (Missing(NO_ROUND),)
    # One sentence is enough for a round that is not over: its own list shows the rest.
    tables = RoundTable.objects.filter(round__tournament=standings.stand.tournament, round__started__isnull=False)
    tables = tables.filter(round__closed__isnull=False)
    by_round = dict(tables.values_list("pk", "round__number"))
    open_rounds = (Missing(NOT_CLOSED, round_.number) for round_ in rounds if not round_.closed)
    rows = load_rows(tables, EVERYBODY)
    at_tables = (missing_item for row in rows for missing_item in _list_at_table(row, by_round[row.table]))
    return (*open_rounds, *_list_corrected(standings), *at_tables, *_list_lots(standings, 0))


def _list_corrected(standings: Standings) -> Iterator[Missing]:
    """Yield the rounds whose published result is out of date: papers of one tournament must agree."""
    editions = load_standing_editions(standings.stand.tournament)
    for round_ in standings.stand.rounds:
        edition = find_latest_edition(editions, round_.number)
        if edition is not None and compute_standing_changes(edition.rows, compute_rows(standings, round_.number)):
            yield Missing(CORRECTED_ROUND, round_.number)


def _list_at_table(row: OverviewRow, number: int) -> Iterator[Missing]:
    if row.called is not None:
        yield Missing(REFEREE_CALLED, number, row.number)
    for code, many in ((HANDS_DISPUTED, row.disputed), (HANDS_LATE, row.late), (HANDS_HELD, row.held)):
        if many:
            yield Missing(code, number, row.number, many)
    if row.is_open:
        yield Missing(NOT_DONE, number, row.number)


def _list_lots(standings: Standings, number: int) -> Iterator[Missing]:
    """Yield equal ranks that are to be decided by lot: the director must draw the lots first."""
    if not is_broken_by_lot(standings.stand, number):
        return
    if build_standing_scope(number) in list_drawn_lots(standings.stand.tournament):
        return
    standing = standings.find_round(number) if number else None
    ranks = standing.lines if standing is not None else standings.totals if not number else ()
    by_rule = bool(number) and standings.stand.settings.replaced_last  # the last rank is shared by rule, not by chance
    if any(rank.shared and not (by_rule and rank.replaced) for rank in ranks):
        yield Missing(LOTS, number)


MISSING_SENTENCES: dict[str, Promise] = {
    NOT_STARTED: gettext_lazy("Round %(round)s has not started."),
    NOT_CLOSED: gettext_lazy("Round %(round)s: its result has not been published yet."),
    CORRECTED_ROUND: gettext_lazy(
        "Round %(round)s has been corrected since its result was published: publish its current result first."
    ),
    NOT_DONE: gettext_lazy("%(table)s is not done."),
    LOTS: gettext_lazy("Equal ranks: the lots that decide have not been drawn yet."),
    NO_ROUND: gettext_lazy("No round has been played."),
    REFEREE_CALLED: gettext_lazy("%(table)s: the referee has been called."),
    HANDS_DISPUTED: gettext_lazy("%(table)s: disputed hands: %(many)s."),
    HANDS_LATE: gettext_lazy("%(table)s: late hands waiting for you: %(many)s."),
    HANDS_HELD: gettext_lazy("%(table)s: late hands waiting for the players: %(many)s."),
}


def format_missing(tournament: Tournament, missing: tuple[Missing, ...]) -> tuple[LinkedSentence, ...]:
    """Return a sentence for each missing item, with a link; what says why a table is not done is enough for it."""
    explained = {(item.round, item.table) for item in missing if item.code != NOT_DONE}
    shown = (item for item in missing if item.code != NOT_DONE or (item.round, item.table) not in explained)
    return tuple(_format_sentence(tournament, item) for item in shown)


def _format_sentence(tournament: Tournament, missing_item: Missing) -> LinkedSentence:
    table = name_table(missing_item.table, missing_item.round, begins=True)
    text = str(MISSING_SENTENCES[missing_item.code]) % {**missing_item._asdict(), "table": table}
    if missing_item.table:
        url = reverse(
            "desk_table", kwargs={"slug": tournament.slug, "number": missing_item.round, "table": missing_item.table}
        )
    elif missing_item.round and missing_item.code != LOTS:
        url = reverse("desk", kwargs={"slug": tournament.slug, "number": missing_item.round})
    else:
        url = ""
    return LinkedSentence(text, url)


def load_final_question(stand: TournamentProgress) -> dict[str, Any] | None:
    """Return the facts that are shown before the final result is published; None if it cannot be, or already is."""
    if find_latest_edition(load_standing_editions(stand.tournament), FINAL) is not None:
        return None
    standings = load_standings(stand, INSIDE)
    if list_missing_at_end(standings):
        return None
    best = [total for total in standings.totals if total.rank <= _MOST_NAMED][: 2 * _MOST_NAMED]
    return {
        "first": best,
        "players": len(standings.totals),
        "rounds": len(stand.started_rounds),
        "left": count_rounds_left(standings),  # planned and not played
        "may_go_on": can_go_on(standings),
        "seen": compute_result_sign(standings, FINAL),
    }


def compute_result_sign(standings: Standings, scope: int) -> str:
    """Return the sign of a result."""
    return compute_edition_sign(list_signed_rows(standings, scope))


def count_rounds_left(standings: Standings) -> int:
    """Return the number of planned rounds that have not been played; 0 if no number was planned."""
    played = sum(round_.started for round_ in standings.stand.rounds)
    return max(0, standings.stand.settings.rounds - played)


def can_go_on(standings: Standings) -> bool:
    """Return True if another round may still be played according to the planned number."""
    return bool(count_rounds_left(standings)) or not standings.stand.settings.rounds


Scope = Tournament | Round
SCOPE_ABOUT = "Number of the round; 0: the final result."  # in the API


def find_own_scope(request: HttpRequest, slug: uuid.UUID, of: int) -> Scope:
    """Return a round, or (FINAL) the tournament, if the own club has it; otherwise 404."""
    return find_own_tournament(request, slug) if of == FINAL else find_own_round(request, slug, of).round


def get_number(here: Here) -> int:
    """Return the number of the round that an action is about, or FINAL."""
    return FINAL if here.round_or_none is None else here.round.number


SCOPE = Target(
    (Tournament, Round),
    f"{TOURNAMENT.path}/results/{{int:of}}",
    {**TOURNAMENT.arguments, "of": int},
    find_own_scope,
    lambda spot: {"round": spot} if isinstance(spot, Round) else {},
    lambda row, spot: load_round(row, spot) if isinstance(spot, Round) else Here(row),
    lambda spot, sent: [spot.number if isinstance(spot, Round) else FINAL, *sent],
)


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
        standings = load_standings(load_progress(row), EVERYBODY)
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
