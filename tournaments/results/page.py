"""The page of published results: what was published, what changed, and for the director what can be published now."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.results.messages import Told, told_missing
from tournaments.results.missing import LOTS, missing_at_the_end, missing_in_round
from tournaments.results.prizes import choices_of
from tournaments.results.services import may_go_on, rounds_left, sign_of
from tournaments.settings import Settings
from tournaments.standings.cells import amounts, heads_of, play_money
from tournaments.standings.columns import MONEY, columns_of, criteria_of
from tournaments.standings.editions import FINAL, Change, Edition, Ranked, changes, editions_of, latest, rows_now
from tournaments.standings.page import Shown, shown_edition
from tournaments.standings.players import People, people_of
from tournaments.standings.progress import Stand
from tournaments.standings.standing import Standings, standings_of


class Changed(NamedTuple):
    """What is said otherwise of somebody."""

    name: str
    before: str
    after: str


class Section(NamedTuple):
    """The results of a round, or the final ones."""

    of: int
    editions: tuple[Edition, ...]  # the newest first; also those that were taken back
    missing: tuple[Told, ...]
    changed: tuple[Changed, ...]  # since the newest edition
    sign: str  # of what would be published now
    may_give_up: bool
    offers_lots: bool
    were_chosen: bool  # prizes, by what was published
    rounds_left: int = 0  # of those that were planned, where the final result would come before them
    may_go_on: bool = False  # it would be the final result, and another round may be played

    @property
    def counting(self) -> Edition | None:
        """The edition that counts."""
        return latest(self.editions, self.of)

    @property
    def is_new(self) -> bool:
        """Whether there is something that was not published."""
        return self.counting is None or bool(self.changed)


def sections_of(stand: Stand, *, directs: bool) -> tuple[Section, ...]:
    """The results of all rounds and the final one; what is missing only where somebody may publish."""
    editions = editions_of(stand.tournament)
    if not directs:
        found = sorted({one.of for one in editions}, key=_last_first)
        return tuple(Section(of, _of(editions, of), (), (), "", False, False, False) for of in found)
    standings = standings_of(stand)
    chosen = {of for of, _person in choices_of(stand.tournament, editions)}
    opened = [one.number for one in stand.rounds if one.started or not one.closed]
    goes_on = stand.tournament.ended is None and may_go_on(standings)
    scopes = sorted([*opened, FINAL], key=_newest_first if goes_on else _last_first)
    return tuple(_section(standings, of, _of(editions, of), chosen=of in chosen) for of in scopes)


def _last_first(of: int) -> int:
    return -of if of else -(10**6)


def _newest_first(of: int) -> int:
    """The same while rounds are still to be played: nobody ends a tournament by the first button of a page."""
    return -of


def _of(editions: Sequence[Edition], of: int) -> tuple[Edition, ...]:
    return tuple(one for one in reversed(editions) if one.of == of)


def _section(standings: Standings, of: int, editions: tuple[Edition, ...], *, chosen: bool) -> Section:
    stand = standings.stand
    missing = missing_in_round(standings, of) if of else missing_at_the_end(standings)
    counting = latest(editions, of)
    told = changes(counting.rows, rows_now(standings, of)) if counting is not None else ()
    round_ = stand.round(of) if of else None
    return Section(
        of,
        editions,
        told_missing(stand.tournament, missing),
        changed(told, standings.people, of, stand.settings),
        sign_of(standings, of),
        may_give_up=round_ is not None and not round_.started,
        offers_lots=bool(missing) and all(one.code == LOTS for one in missing),
        were_chosen=chosen,
        rounds_left=0 if of or counting is not None else rounds_left(standings),
        may_go_on=not of and counting is None and may_go_on(standings),
    )


def changed(some: Sequence[Change], people: People, of: int, settings: Settings) -> tuple[Changed, ...]:
    """What has changed, by name."""
    columns = columns_of(settings, criteria_of(settings, of))
    return tuple(
        Changed(people.player(one.person).name, _said(one.before, of, columns), _said(one.after, of, columns))
        for one in some
    )


def _said(one: Ranked | None, of: int, columns: Sequence[str]) -> str:
    if one is None:
        return "–"
    money = play_money(one.counted, exact=True, sign=of == FINAL)
    told = zip(heads_of(columns, of), amounts(one, columns, money), strict=True)
    numbers = [
        amount.text if column == MONEY else f"{head} {amount.text}"
        for column, (head, amount) in zip(columns, told, strict=True)
    ]
    replaced = f", {one.replaced} ×" if one.replaced else ""
    return f"{one.rank}. ({', '.join(numbers)}{replaced})"


class EditionPage(NamedTuple):
    """A published result, and what it says otherwise than the one before."""

    shown: Shown
    changed: tuple[Changed, ...]
    is_newest: bool


def edition_page(stand: Stand, of: int, number: int) -> EditionPage | None:
    """A result as it was published; None where there is no such edition."""
    editions = {one.number: one for one in editions_of(stand.tournament) if one.of == of}
    found = editions.get(number)
    if found is None:
        return None
    before = editions.get(number - 1)
    persons = {row.person for one in (found, before) if one is not None for row in one.rows}
    people = people_of(stand.tournament, persons)
    told = changes(before.rows, found.rows) if before is not None else ()
    shown = shown_edition(found, {row.person: people.player(row.person) for row in found.rows}, stand.settings)
    return EditionPage(shown, changed(told, people, of, stand.settings), latest(editions.values(), of) == found)
