"""Publishing results, drawing lots between equals: each once for each key, as an act."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.announcements import CORRECTED, PUBLISHED, announce_result
from tournaments.core.editions import (
    FINAL,
    choose_equals,
    compute_edition_sign,
    find_latest_edition,
    must_be_complete,
    must_be_worth_an_edition,
)
from tournaments.core.selectors import load_settings
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import RANK, Standings, build_standing_scope, list_drawn_lots, load_standings
from tournaments.models import Act, Round, Tournament
from tournaments.results.final_results.missing import Missing, list_missing_at_end, list_missing_in_round
from tournaments.results.final_results.prizes import list_choosing_rows, load_choices
from tournaments.results.standings.editions import (
    EditionRow,
    compute_rows,
    compute_standing_changes,
    load_standing_editions,
)
from tournaments.results.standings.round_facts import list_round_facts
from tournaments.results.team_standings.editions import compute_team_rows, has_other_teams, list_signed_rows


def compute_result_sign(standings: Standings, scope: int) -> str:
    """Return the sign of a result."""
    return compute_edition_sign(list_signed_rows(standings, scope))


def publish_edition(
    tournament: int,
    key: str,
    scope: int,
    seen: str,
    who: Actor = ANONYMOUS,
    *,
    reason: str = "",
    confirmed: bool = False,
) -> Act:
    """Publish the result of a round (its number), or the final one (FINAL); `seen`: the sign of the result shown.

    Raise ActionRefused("something_missing", "standing_changed"), for another edition also ("same_result", "no_reason").
    Unless confirmed, also ("prizes_chosen"), and for a final result ("rounds_left") before all planned rounds were
    played, or ("any_rounds") if no number of rounds was planned.
    """

    def do(row: Tournament) -> dict[str, Any]:
        standings = load_standings(load_progress(row))
        must_be_complete(_list_missing(standings, scope), compute_result_sign(standings, scope), seen)
        editions = load_standing_editions(row)
        rows, before, teams = (
            compute_rows(standings, scope),
            find_latest_edition(editions, scope),
            compute_team_rows(standings, scope),
        )
        if before is not None:
            has_changed = bool(compute_standing_changes(before.rows, rows)) or has_other_teams(before, teams)
            must_be_worth_an_edition(has_changed=has_changed, reason=reason)
            if not confirmed and any(at == scope for at, _person in load_choices(row, editions)):
                raise ActionRefused("prizes_chosen")
        elif scope == FINAL and not confirmed:
            _must_be_the_end(standings)
        _close_scope(row, scope)
        edition = 1 + sum(edition.of == scope for edition in editions)  # one that was taken back keeps its number
        announce_result(row, PUBLISHED if before is None else CORRECTED, scope, edition)
        facts: dict[str, Any] = {"facts": list_round_facts(standings)} if scope == FINAL else {}
        facts |= {"teams": teams} if teams is not None else {}
        return (
            {"of": scope, "edition": edition, "rows": [list(row) for row in rows]}
            | _build_rules(standings, scope)
            | facts
        )

    sent = [scope, seen, confirmed]
    return TOURNAMENTS.act(
        tournament, Command(key, Kind.RESULT, sent, who, reason, round=_find_round(tournament, scope)), do
    )


def count_rounds_left(standings: Standings) -> int:
    """Return the number of planned rounds that have not been played; 0 if no number was planned."""
    played = sum(round_.started for round_ in standings.stand.rounds)
    return max(0, standings.stand.settings.rounds - played)


def can_go_on(standings: Standings) -> bool:
    """Return True if another round may still be played according to the planned number."""
    return bool(count_rounds_left(standings)) or not standings.stand.settings.rounds


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


def _find_round(tournament: int, scope: int) -> Round | None:
    return None if scope == FINAL else Round.objects.get(tournament=tournament, number=scope)


def _close_scope(row: Tournament, scope: int) -> None:
    """Close the round with its result, or end the tournament with the final one."""
    if scope == FINAL:
        Tournament.everything.filter(pk=row.pk, ended=None).update(ended=now())
    else:
        Round.objects.filter(tournament=row, number=scope, closed=None).update(closed=now())


def draw_lots(tournament: int, key: str, of: int, what: str, who: Actor = ANONYMOUS) -> Act:
    """Draw lots between the equal players of a round, or of the whole tournament: for their rank, or for prizes."""

    def do(row: Tournament) -> dict[str, Any]:
        scope = build_standing_scope(of)
        drawn = scope in list_drawn_lots(row, what)
        if what == RANK:
            standings = load_standings(load_progress(row))
            missing = [missing_item.code for missing_item in _list_missing(standings, of)]
            among = choose_equals(lambda: _list_equals(row, of, compute_rows(standings, of)), missing, drawn=drawn)
        else:
            among = choose_equals(lambda: _list_equals(row, of, _load_published(row, of)), drawn=drawn)
        return {"scope": scope, "what": what, "among": among}

    return TOURNAMENTS.act(tournament, Command(key, Kind.LOT, [of, what], who, round=_find_round(tournament, of)), do)


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


def _list_missing(standings: Standings, scope: int) -> tuple[Missing, ...]:
    return list_missing_at_end(standings) if scope == FINAL else list_missing_in_round(standings, scope)
