"""The page of published results: the editions, their changes, and for the director the results to publish next."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.core.editions import (
    FINAL,
    ChangeLine,
    EditionChange,
    LinkedSentence,
    find_latest_edition,
    format_changes,
    has_only_lots,
)
from tournaments.core.settings import Settings
from tournaments.hall.standing.players import People, load_people
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import Standings, load_standings
from tournaments.results.final_results.missing import (
    can_go_on,
    compute_result_sign,
    count_rounds_left,
    format_missing,
    list_missing,
)
from tournaments.results.final_results.prizes import load_choices
from tournaments.results.standings.column import StandingColumn
from tournaments.results.standings.columns import is_money, list_shown_columns
from tournaments.results.standings.editions import (
    EditionRow,
    TournamentEdition,
    compute_rows,
    compute_standing_changes,
    load_standing_editions,
    read_lines,
)
from tournaments.results.standings.page import StandingPage, build_edition_page
from tournaments.results.team_standings.editions import compute_team_rows, has_other_teams
from tournaments.results.team_standings.page import TeamStandingPage, load_edition_teams


class ResultSection(NamedTuple):
    """The results of a round, or the final ones."""

    of: int
    editions: tuple[TournamentEdition, ...]  # the newest first; including withdrawn ones
    missing: tuple[LinkedSentence, ...]
    changed: tuple[ChangeLine, ...]  # since the newest edition
    sign: str  # sign of the result that would be published now
    may_give_up: bool
    offers_lots: bool
    were_chosen: bool  # prizes, by the published result
    rounds_left: int = 0  # planned rounds that are left, if the final result would come before them
    may_go_on: bool = False  # it would be the final result, and another round may be played
    has_other_teams: bool = False  # the newest edition does not have the teams as they stand now

    @property
    def counting(self) -> TournamentEdition | None:
        """The edition that counts; None if there is none."""
        return find_latest_edition(self.editions, self.of)

    @property
    def is_new(self) -> bool:
        """True if there is an unpublished result."""
        return self.counting is None or bool(self.changed) or self.has_other_teams


def load_result_sections(stand: TournamentProgress, *, directs: bool) -> tuple[ResultSection, ...]:
    """Return the results of all rounds and the final one; missing items only for a person who may publish."""
    editions = load_standing_editions(stand.tournament)
    if not directs:
        published = sorted({edition.of for edition in editions}, key=_compute_last_first_key)
        return tuple(
            ResultSection(scope, _list_editions(editions, scope), (), (), "", False, False, False)
            for scope in published
        )
    standings = load_standings(stand)
    chosen = {scope for scope, _person in load_choices(stand.tournament, editions)}
    opened = [round_.number for round_ in stand.rounds if round_.started or not round_.closed]
    goes_on = stand.tournament.ended is None and can_go_on(standings)
    scopes = sorted([*opened, FINAL], key=_compute_newest_first_key if goes_on else _compute_last_first_key)
    return tuple(
        _build_section(standings, scope, _list_editions(editions, scope), chosen=scope in chosen) for scope in scopes
    )


def _compute_last_first_key(scope: int) -> int:
    return -scope if scope else -(10**6)


def _compute_newest_first_key(scope: int) -> int:
    """Return the order while rounds are still to be played: the page's first button must not end the tournament."""
    return -scope


def _list_editions(editions: Sequence[TournamentEdition], scope: int) -> tuple[TournamentEdition, ...]:
    return tuple(edition for edition in reversed(editions) if edition.of == scope)


def _build_section(
    standings: Standings, scope: int, editions: tuple[TournamentEdition, ...], *, chosen: bool
) -> ResultSection:
    stand = standings.stand
    missing = list_missing(standings, scope)
    counting = find_latest_edition(editions, scope)
    changes = compute_standing_changes(counting.rows, compute_rows(standings, scope)) if counting is not None else ()
    round_ = stand.get_round(scope) if scope else None
    return ResultSection(
        scope,
        editions,
        format_missing(stand.tournament, missing),
        _format_changes(changes, standings.people, scope, stand.settings),
        compute_result_sign(standings, scope),
        may_give_up=round_ is not None and not round_.started,
        offers_lots=has_only_lots([missing_item.code for missing_item in missing]),
        were_chosen=chosen,
        rounds_left=0 if scope or counting is not None else count_rounds_left(standings),
        may_go_on=not scope and counting is None and can_go_on(standings),
        has_other_teams=counting is not None and has_other_teams(counting, compute_team_rows(standings, scope)),
    )


def _format_changes(
    changes: Sequence[EditionChange[EditionRow]], people: People, scope: int, settings: Settings
) -> tuple[ChangeLine, ...]:
    """Return the changes with names."""
    columns = list_shown_columns(settings, scope)
    return format_changes(
        changes, lambda person: people.get_player(person).name, lambda row: _format_result(row, people, scope, columns)
    )


def _format_result(row: EditionRow, people: People, scope: int, columns: Sequence[StandingColumn]) -> str:
    (line,) = read_lines([row], people, scope)
    texts = [(column, column.text(column.value(line), True)) for column in columns]
    numbers = [text if is_money(column) else f"{column.head} {text}" for column, text in texts]
    replaced = f", {row.replaced} ×" if row.replaced else ""
    return f"{row.rank}. ({', '.join(numbers)}{replaced})"


class EditionPage(NamedTuple):
    """A published result, and its changes against the previous edition."""

    edition: TournamentEdition
    shown: StandingPage
    changed: tuple[ChangeLine, ...]
    is_newest: bool
    teams: TeamStandingPage | None = None  # the teams' result, published with it

    @property
    def counts(self) -> bool:
        """True if it is the result that counts."""
        return self.is_newest and self.edition.withdrawn is None


def load_edition_page(stand: TournamentProgress, scope: int, number: int) -> EditionPage | None:
    """Return a published result; None if there is no such edition."""
    editions = {edition.number: edition for edition in load_standing_editions(stand.tournament) if edition.of == scope}
    current = editions.get(number)
    if current is None:
        return None
    before = editions.get(number - 1)
    persons = {row.person for edition in (current, before) if edition is not None for row in edition.rows}
    people = load_people(stand.tournament, persons)
    changes = compute_standing_changes(before.rows, current.rows) if before is not None else ()
    shown = build_edition_page(current, people, stand.settings)
    return EditionPage(
        current,
        shown,
        _format_changes(changes, people, scope, stand.settings),
        find_latest_edition(editions.values(), scope) == current,
        load_edition_teams(stand, current),
    )
