"""The page of published results: what was published, what changed, and for the director what can be published now."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.results.messages import LinkedSentence, format_missing
from tournaments.results.missing import LOTS, list_missing_at_end, list_missing_in_round
from tournaments.results.prizes import load_choices
from tournaments.results.services import can_go_on, compute_sign, count_rounds_left
from tournaments.settings import Settings
from tournaments.standings.cells import build_amounts, format_play_money, list_heads
from tournaments.standings.columns import MONEY, list_columns, list_criteria
from tournaments.standings.editions import (
    FINAL,
    Edition,
    EditionRow,
    RankChange,
    compute_changes,
    compute_rows,
    find_latest,
    load_editions,
)
from tournaments.standings.page import StandingPage, build_edition_page
from tournaments.standings.players import People, load_people
from tournaments.standings.progress import TournamentProgress
from tournaments.standings.standing import Standings, load_standings


class ChangeLine(NamedTuple):
    """What is said otherwise of somebody."""

    name: str
    before: str
    after: str


class Section(NamedTuple):
    """The results of a round, or the final ones."""

    of: int
    editions: tuple[Edition, ...]  # the newest first; also those that were taken back
    missing: tuple[LinkedSentence, ...]
    changed: tuple[ChangeLine, ...]  # since the newest edition
    sign: str  # of what would be published now
    may_give_up: bool
    offers_lots: bool
    were_chosen: bool  # prizes, by what was published
    rounds_left: int = 0  # of those that were planned, where the final result would come before them
    may_go_on: bool = False  # it would be the final result, and another round may be played

    @property
    def counting(self) -> Edition | None:
        """The edition that counts."""
        return find_latest(self.editions, self.of)

    @property
    def is_new(self) -> bool:
        """Whether there is something that was not published."""
        return self.counting is None or bool(self.changed)


def load_sections(stand: TournamentProgress, *, directs: bool) -> tuple[Section, ...]:
    """The results of all rounds and the final one; what is missing only where somebody may publish."""
    editions = load_editions(stand.tournament)
    if not directs:
        found = sorted({edition.of for edition in editions}, key=_compute_last_first_key)
        return tuple(Section(of, _list_editions(editions, of), (), (), "", False, False, False) for of in found)
    standings = load_standings(stand)
    chosen = {of for of, _person in load_choices(stand.tournament, editions)}
    opened = [one.number for one in stand.rounds if one.started or not one.closed]
    goes_on = stand.tournament.ended is None and can_go_on(standings)
    scopes = sorted([*opened, FINAL], key=_compute_newest_first_key if goes_on else _compute_last_first_key)
    return tuple(_build_section(standings, of, _list_editions(editions, of), chosen=of in chosen) for of in scopes)


def _compute_last_first_key(of: int) -> int:
    return -of if of else -(10**6)


def _compute_newest_first_key(of: int) -> int:
    """The same while rounds are still to be played: nobody ends a tournament by the first button of a page."""
    return -of


def _list_editions(editions: Sequence[Edition], of: int) -> tuple[Edition, ...]:
    return tuple(edition for edition in reversed(editions) if edition.of == of)


def _build_section(standings: Standings, of: int, editions: tuple[Edition, ...], *, chosen: bool) -> Section:
    stand = standings.stand
    missing = list_missing_in_round(standings, of) if of else list_missing_at_end(standings)
    counting = find_latest(editions, of)
    told = compute_changes(counting.rows, compute_rows(standings, of)) if counting is not None else ()
    round_ = stand.round(of) if of else None
    return Section(
        of,
        editions,
        format_missing(stand.tournament, missing),
        format_changes(told, standings.people, of, stand.settings),
        compute_sign(standings, of),
        may_give_up=round_ is not None and not round_.started,
        offers_lots=bool(missing) and all(one.code == LOTS for one in missing),
        were_chosen=chosen,
        rounds_left=0 if of or counting is not None else count_rounds_left(standings),
        may_go_on=not of and counting is None and can_go_on(standings),
    )


def format_changes(some: Sequence[RankChange], people: People, of: int, settings: Settings) -> tuple[ChangeLine, ...]:
    """What has changed, by name."""
    columns = list_columns(settings, list_criteria(settings, of))
    return tuple(
        ChangeLine(
            people.player(one.person).name,
            _format_result(one.before, of, columns),
            _format_result(one.after, of, columns),
        )
        for one in some
    )


def _format_result(one: EditionRow | None, of: int, columns: Sequence[str]) -> str:
    if one is None:
        return "–"
    money = format_play_money(one.counted, exact=True, sign=of == FINAL)
    told = zip(list_heads(columns, of), build_amounts(one, columns, money), strict=True)
    numbers = [
        amount.text if column == MONEY else f"{head} {amount.text}"
        for column, (head, amount) in zip(columns, told, strict=True)
    ]
    replaced = f", {one.replaced} ×" if one.replaced else ""
    return f"{one.rank}. ({', '.join(numbers)}{replaced})"


class EditionPage(NamedTuple):
    """A published result, and what it says otherwise than the one before."""

    shown: StandingPage
    changed: tuple[ChangeLine, ...]
    is_newest: bool


def load_edition_page(stand: TournamentProgress, of: int, number: int) -> EditionPage | None:
    """A result as it was published; None where there is no such edition."""
    editions = {edition.number: edition for edition in load_editions(stand.tournament) if edition.of == of}
    found = editions.get(number)
    if found is None:
        return None
    before = editions.get(number - 1)
    persons = {row.person for one in (found, before) if one is not None for row in one.rows}
    people = load_people(stand.tournament, persons)
    told = compute_changes(before.rows, found.rows) if before is not None else ()
    shown = build_edition_page(found, {row.person: people.player(row.person) for row in found.rows}, stand.settings)
    return EditionPage(
        shown, format_changes(told, people, of, stand.settings), find_latest(editions.values(), of) == found
    )
