"""Entries that are wrong are left out, so that all others can be looked at; and what would only follow from that."""

from collections.abc import Iterable

from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.schema import OVERLAYS
from scoring.engine.problems import Problem


def drop_entries(table: Table, paths: Iterable[str]) -> Table:
    """The table without what stands at these paths; where a path leads into a list, without the whole list."""
    for path in paths:
        head, _, rest = path.partition("/")
        below = table.get(head)
        if rest and isinstance(below, dict):
            table = {**table, head: drop_entries(below, (rest,))}
        else:
            table = {key: value for key, value in table.items() if key != head}
    return table


def may_follow(problem: Problem, broken: Iterable[str]) -> bool:
    """Tell if a problem may be nothing but the consequence of entries that are wrong themselves."""
    own = [path.split("/") for path in (problem.path, *problem.others)]
    word = next((value for name, value in problem.params if name == "word"), None)
    for path in broken:
        parts = _strip_option(tuple(path.split("/")))
        if word in parts or any(all(a == b for a, b in zip(other, parts, strict=False)) for other in own):
            return True
    return False


def _strip_option(path: tuple[str, ...]) -> tuple[str, ...]:
    return path[3:] if path[0] == "options" and len(path) > 3 and path[2] in OVERLAYS else path
