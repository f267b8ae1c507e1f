"""The state of a table that others see while it is written to: on its page, and in one glance at the database."""

import re
from fractions import Fraction

from django.db import connection

FRACTIONS = {sign: Fraction(part, 6) for part, sign in enumerate("⅙⅓½⅔⅚", 1)}
_SUMS = re.compile(r"<tfoot>(.*?)</tfoot>", re.DOTALL)
_CELL = re.compile(r"<td[^>]*>([^<]*)</td>")
# Tables whose totals are not what their deals add up to, place by place, or do not add up to 0: one statement, so
# one moment of the database.
_UNEQUAL = """
SELECT s.table_id, s.place, t.money, t.written FROM scoring_total t JOIN scoring_sitting s ON s.id = t.sitting_id
WHERE t.money <> (SELECT COALESCE(SUM({money}), 0) FROM scoring_deal d JOIN scoring_entry e ON e.id = d.entry_id
                  WHERE d.table_id = s.table_id)
   OR t.written <> (SELECT COALESCE(SUM({written}), 0) FROM scoring_deal d JOIN scoring_entry e ON e.id = d.entry_id
                    WHERE d.table_id = s.table_id)
   OR 0 <> (SELECT SUM(o.money) FROM scoring_total o JOIN scoring_sitting p ON p.id = o.sitting_id
            WHERE p.table_id = s.table_id)
   OR (SELECT g.last_sequence FROM scoring_gametable g WHERE g.id = s.table_id)
      <> (SELECT COUNT(*) FROM scoring_entry n WHERE n.table_id = s.table_id)
"""


def _by_place(letter: str) -> str:
    cases = " ".join(f"WHEN {place} THEN e.{letter}{place}" for place in range(6))
    return f"CASE s.place {cases} END"


def unequal() -> list[tuple[int, ...]]:
    """The places of all tables whose totals are off at this moment."""
    with connection.cursor() as cursor:
        cursor.execute(_UNEQUAL.format(money=_by_place("money"), written=_by_place("written")))
        return [tuple(row) for row in cursor.fetchall()]


def page_sums(page: str) -> list[Fraction]:
    """The sums of the rows below the written sheet: of the players' totals, and of their money where it is shown."""
    found = _SUMS.search(page)
    if found is None:
        assert "<tbody" not in page
        return []  # nothing was played yet
    rows = found[1].split("</tr>")[:-1]
    return [sum((amount(cell) for cell in _CELL.findall(row)), Fraction()) for row in rows]


def amount(text: str) -> Fraction:
    """An amount as a page writes it.

    >>> amount("−3½"), amount("⅔"), amount("0")
    (Fraction(-7, 2), Fraction(2, 3), Fraction(0, 1))
    """
    digits = text.lstrip("−").rstrip("".join(FRACTIONS))
    value = Fraction(int(digits or 0)) + FRACTIONS.get(text[-1], Fraction())
    return -value if text.startswith("−") else value
