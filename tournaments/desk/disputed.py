"""How many hands are disputed at each of many tables: three queries at most, however many."""

from collections import Counter
from collections.abc import Collection

from scoring.marks.services import paid_by, read_all_marks
from scoring.marks.verdicts import Opinion, verdict
from scoring.models import Deal, GameTable, Mark


def disputed_at(tables: Collection[int]) -> Counter[int]:
    """How many hands somebody disputes, by id of the game table."""
    spoken = list(GameTable.objects.filter(pk__in=tables, marks__kind=Mark.Kind.DISPUTED).distinct())
    if not spoken:
        return Counter()
    by_line: dict[tuple[int, int], list[Opinion]] = {}
    for table, opinions in read_all_marks(spoken).items():
        for one in opinions:
            by_line.setdefault((table, one.line), []).append(one)
    found: Counter[int] = Counter()
    for deal in Deal.objects.filter(table__in=spoken).select_related("entry"):
        said = by_line.get((deal.table_id, deal.number))
        found[deal.table_id] += bool(said and verdict(paid_by(deal.entry), said).disputed)
    return found
