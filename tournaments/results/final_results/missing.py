"""Before a result is published: the items that are missing, with their tables, the rounds that are left, its sign.

A fixed number of queries.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.core.editions import FINAL, LOTS, LinkedSentence, compute_edition_sign, find_latest_edition
from tournaments.core.table_names import name_table
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.hall.desk.pending import HANDS_DISPUTED, HANDS_HELD, HANDS_LATE, REFEREE_CALLED
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import (
    Standings,
    build_standing_scope,
    is_broken_by_lot,
    list_drawn_lots,
    load_standings,
)
from tournaments.models import RoundTable, Tournament
from tournaments.results.standings.editions import compute_rows, compute_standing_changes, load_standing_editions
from tournaments.results.team_standings.editions import list_signed_rows

NOT_DONE, NOT_STARTED, NOT_CLOSED, NO_ROUND = "not_done", "not_started", "not_closed", "no_round"
CORRECTED_ROUND = "corrected"  # since its result was published
_MOST_NAMED = 3  # ranks


class Missing(NamedTuple):
    """An item without which there is no result."""

    code: str  # one of the above, of desk/pending.py, or LOTS
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
    rows = load_rows(RoundTable.objects.filter(round=round_.id))
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
    at_tables = (missing_item for row in load_rows(tables) for missing_item in _list_at_table(row, by_round[row.table]))
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
    """Return a sentence for each missing item, with a link to the table."""
    return tuple(_format_sentence(tournament, missing_item) for missing_item in missing)


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
    standings = load_standings(stand)
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
