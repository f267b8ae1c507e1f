"""Sentences about a list of results: about each row and about its places."""

from collections import Counter
from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarockclub.kit.amounts import format_hundredths, format_points
from tournaments.seasons.season.results.parsing import TypedResult

ROWS: dict[str, Promise] = {
    "no_place": gettext_lazy("This is not a place: enter a whole number from 1 to 9999."),
    "no_points": gettext_lazy("These are not points: enter a number with at most two decimal places."),
    "no_result": gettext_lazy("This row is no result: a number, the rounds and their sum belong in it."),
    "wrong_sum": gettext_lazy("The sum is not that of the rounds."),
    "unknown_number": gettext_lazy("Nobody in the register has this player number."),
    "other_day": gettext_lazy("This is of another day or another cup."),
    "no_days": gettext_lazy("This is not a number of tournaments: enter a whole number."),
    "no_written": gettext_lazy("This is not a written score: enter whole or half points."),
}
MOST_TOLD = 8


def describe_typed_result(result: TypedResult) -> str:
    """Return what the preview says of a result, beside the name."""
    if result.unreadable:
        return ""
    words = _("points"), _("written score")
    amounts = (
        "" if result.points is None else format_hundredths(result.points, "de"),
        "" if result.written is None else format_points(result.written),
    )
    parts = [f"{word} {amount}" for word, amount in zip(words, amounts, strict=True) if amount]
    if result.days is not None:
        parts.append(ngettext("%(count)s tournament", "%(count)s tournaments", result.days) % {"count": result.days})
    return " · ".join([f"{result.rank}."] * bool(result.rank) + parts)


def list_warnings(results: Sequence[TypedResult]) -> list[str]:
    """Return warnings about the places of a list; they may be right all the same."""
    ranks = Counter(result.rank for result in results if not result.unreadable)
    without = ranks.pop(0, 0)
    found = []
    if without and ranks:
        sentence = ngettext("%(rows)s row has no place.", "%(rows)s rows have no place.", without)
        found.append(sentence % {"rows": without})
    missing = _list_missing(ranks)
    if missing:
        found.append(_("Nobody has place %(places)s.") % {"places": _format_places(missing)})
    after = _list_after_equals(ranks)
    if after:
        said = _(
            "After a tie the next place stays empty: two firsts, then the third. This is not so at place %(places)s."
        )
        found.append(said % {"places": _format_places(after)})
    return found


def _list_missing(ranks: Counter[int]) -> list[int]:
    """Return places that nobody has, although nobody shares a place above."""
    due, found = 1, list[int]()
    for rank in sorted(ranks):
        found += range(due, min(rank, due + MOST_TOLD + 1))
        due = max(due, rank + ranks[rank])
    return found


def _list_after_equals(ranks: Counter[int]) -> list[int]:
    """Return places that are taken although players sharing a place above occupy them."""
    return [rank for rank in sorted(ranks) if any(other < rank < other + ranks[other] for other in ranks)]


def _format_places(places: Sequence[int]) -> str:
    return ", ".join(map(str, places[:MOST_TOLD])) + (" …" if len(places) > MOST_TOLD else "")
