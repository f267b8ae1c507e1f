"""The sub-rankings of a season: which events and whose results they take, by which rules, and their shares; pure."""

from collections.abc import Collection, Mapping, Sequence

from tarockclub.kit.words import fold
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import DAY, FINAL_ROUNDS, LOT, NUMBER, WHOLE, SeasonSettings, SubRanking
from tournaments.seasons.season.standing import EventRow, SeasonLine


def is_chosen(ranking: SubRanking, number: int, name: str) -> bool:
    """Return whether an event counts in a sub-ranking.

    >>> [is_chosen(SubRanking(word="bbtc", events=(3,)), *event) for event in ((1, "1. BBTC"), (2, "Kirtag"), (3, ""))]
    [True, False, True]
    """
    by_name = bool(ranking.word) and fold(ranking.word) in fold(name)
    return by_name or number in ranking.events or not (ranking.word or ranking.events)


def build_rules(settings: SeasonSettings, ranking: SubRanking) -> SeasonSettings:
    """Return the rules of a sub-ranking: those of its season where it has none of its own."""
    rules = (ranking.rules or settings)._replace(teams=settings.teams, rankings=(), prizes=ranking.prizes)
    rules = rules._replace(evenings=settings.evenings)
    if ranking.word or ranking.events:
        rules = rules._replace(days=0, least_days=0)  # these are about the days of the whole season
    return rules._replace(counting=NUMBER, best=ranking.best) if ranking.best else rules


def has_lots(settings: SeasonSettings) -> bool:
    """Return whether lots decide between equals, in a season or in one of its sub-rankings."""
    return any(LOT in each.criteria for each in list_rules(settings))


def must_know_facts(settings: SeasonSettings) -> bool:
    """Return whether more than its place decides the points of a day, in a season or in one of its sub-rankings.

    >>> [must_know_facts(SeasonSettings(formula=text)) for text in ("players - place + 1", "written / 10")]
    [False, True]
    """
    return any(
        each.per != DAY or FINAL_ROUNDS in each.criteria or bool(list_asked_facts(each))
        for each in list_rules(settings)
    )


def list_rules(settings: SeasonSettings) -> list[SeasonSettings]:
    """Return the rules of a season, and of its sub-rankings."""
    return [settings, *(build_rules(settings, ranking) for ranking in settings.rankings if not ranking.gone)]


def split_rows(rows: Sequence[EventRow], members: Collection[int]) -> tuple[tuple[EventRow, ...], tuple[int, ...]]:
    """Return the rows of members, and the places of all others: these stay, so that the points are those of the day."""
    rows_of_members = tuple(row for row in rows if row.who in members)
    return rows_of_members, tuple(row.rank for row in rows if row.who not in members)


def share_pot(pot: int, shares: Sequence[int], lines: Sequence[SeasonLine]) -> tuple[Mapping[int, int], int]:
    """Return everybody's part of the entry money, and what is left of it; whole cents.

    Those who share a place get equal parts of what their places get together.

    >>> def place(rank: int, who: int) -> SeasonLine:
    ...     return SeasonLine(rank, False, who, 0, 1, (), 0)
    >>> share_pot(1001, (3000, 2500, 1500), [place(1, 7), place(2, 8), place(2, 9)])
    ({7: 300, 8: 200, 9: 200}, 301)
    """
    parts: dict[int, int] = {}
    for rank in sorted({line.rank for line in lines if 0 < line.rank <= len(shares)}):
        among = [line.who for line in lines if line.rank == rank]
        together = sum(shares[rank - 1 : rank - 1 + len(among)])
        parts |= dict.fromkeys(among, pot * together // (WHOLE * len(among)))
    return parts, pot - sum(parts.values())
