"""The Trischaken table of a sheet: rows that contradict, are never reached, or cannot be paid in sixths."""

from collections.abc import Iterator
from fractions import Fraction

from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.engine.house_rules.schema import Table
from scoring.engine.house_rules.validate import check_words, report_both
from scoring.engine.points import convert_to_sixths, parse_amount
from scoring.engine.problems import Problem

# Who can have equal points: places from … to, behind each other. Four equals pay each other nothing.
TIES = ((0, 2), (0, 3), (1, 3), (1, 4), (2, 4))
ROW_WORDS = (
    "renonce", "forehand", "buergermeister", "alle_stiche", "gleich_2", "gleich_3",
    "jungfrauen_1", "jungfrauen_2", "jungfrauen_3",
)  # fmt: skip

# Words that never hold together: a Renonce ends the hand before the count; who has all tricks has no equal.
NEVER_TOGETHER = (
    ("renonce", {*ROW_WORDS} - {"renonce", "forehand"}),
    ("gleich_2", {"gleich_3", "alle_stiche", "jungfrauen_3"}),
    ("gleich_3", {"alle_stiche", "jungfrauen_2", "jungfrauen_3"}),
    ("jungfrauen_1", {"jungfrauen_2", "jungfrauen_3", "alle_stiche"}),
    ("jungfrauen_2", {"jungfrauen_3", "alle_stiche"}),
)


def check_rows(rules: Table, value: Fraction) -> Iterator[Problem]:
    """Contradictions in the rows, and shares that cannot be counted in sixths."""
    pays = rules["pays"]
    before: list[tuple[int, frozenset[str]]] = []
    for number, row in enumerate(pays, 1):
        path, when = f"trischaken/pays/{number}", frozenset(row.get("when", ()))
        yield from check_words(f"{path}/when", row.get("when", ()), ROW_WORDS)
        if "buergermeister" in when and "buergermeister" not in rules:
            about = (f"{path}/when", "trischaken/buergermeister")
            yield report_both(path, "key_needs_key", "when = buergermeister", "trischaken.buergermeister", about)
        for word, excluded in NEVER_TOGETHER:
            if word in when and when & excluded:
                yield report_both(f"{path}/when", "keys_contradict", word, min(when & excluded))
        ties = [
            (first, last)
            for first, last in TIES
            if frozenset((f"gleich_{last - first}",)) not in (words for _, words in before) or first
        ]
        yield from _check_places(row, path, when, value, ties, rules.get("jungfrauen", 0))
        covering = [other for other, words in before if words <= when and ("renonce" in words or "renonce" not in when)]
        if covering:
            yield report_both(path, "row_never_reached", str(number), str(covering[0]))
        before.append((number, when))
    if pays[-1].get("when"):
        yield Problem(f"trischaken/pays/{len(pays)}/when", "last_row_with_when")


def _check_places(
    row: Table,
    path: str,
    when: frozenset[str],
    value: Fraction,
    ties: list[tuple[int, int]],
    jungfrauen: int,
) -> Iterator[Problem]:
    places = [parse_amount(place) or Fraction(0) for place in row["places"]]
    if sum(places):
        yield Problem(f"{path}/places", "row_sum", (("sum", str(sum(places))),))
    if "renonce" in when and len(set(places[1:])) > 1:
        yield Problem(f"{path}/places", "renonce_row_unequal")
    if not all(convert_to_sixths(share * value) is not None for share in _list_shares(places, when, ties, jungfrauen)):
        paths = (f"contracts/{TRISCHAKEN}/value", "trischaken/jungfrauen")
        yield Problem(f"{path}/places", "not_in_sixths", others=paths)


def _list_shares(
    places: list[Fraction], when: frozenset[str], ties: list[tuple[int, int]], jungfrauen: int
) -> Iterator[Fraction]:
    """Every amount that a row can pay: alone, pooled among equals, shared by one to three Jungfrauen."""
    yield from places
    received = sum((place for place in places if place > 0), Fraction(0))
    tied = next((int(word[-1]) for word in when if word.startswith("gleich_")), 1)
    if not any(word == "alle_stiche" or word.startswith("jungfrauen") for word in when):
        yield from (received / share for share in range(1, min(jungfrauen, 4 - tied) + 1))
    if tied > 1 or "renonce" in when:
        return
    for first, last in ties:
        pool, size = places[first:last], last - first
        yield sum((place for place in pool if place > 0), Fraction(0)) / size
        yield sum((place for place in pool if place < 0), Fraction(0)) / size
