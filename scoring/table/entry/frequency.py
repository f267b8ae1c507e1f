"""The games that a table plays most: they stand first on its phones."""

from collections import Counter
from collections.abc import Iterable

from scoring.engine.house_rules.sheet import Sheet

FIRST = 5
STEADY = 8  # hands for which the order stays: nothing moves under a thumb each deal
USUAL = ("rufer", "normalspiel", "trischaken", "solorufer", "solo", "dreier", "besserrufer", "piccolo", "farbensolo")


def list_frequent_games(sheet: Sheet, played: Iterable[str]) -> tuple[str, ...]:
    """Return the first games of a table, in the order of the sheet, from those that it has played, the oldest first.

    As long as there are too few hands, those that are played most everywhere.
    """
    games = list(played)
    counts = Counter(games[: len(games) // STEADY * STEADY])
    usual = {game: -at for at, game in enumerate(USUAL, start=1)}
    ranked = sorted(sheet.contracts, key=lambda game: (counts[game], usual.get(game, -len(USUAL) - 1)), reverse=True)
    first = set(ranked[:FIRST])
    return tuple(game for game in sheet.contracts if game in first)
