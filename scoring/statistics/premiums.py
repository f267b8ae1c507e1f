"""Premiums: how often they are made and lost, silent and announced, at tables or by somebody's side."""

from typing import NamedTuple

from django.db.models import Sum
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import ClaimCount
from scoring.statistics.columns import parted, rated
from scoring.statistics.formatting import rate
from scoring.statistics.scope import Scope
from tarockclub.tables import Column, List


class ClaimRow(NamedTuple):
    """A premium in one of its forms."""

    name: str
    form: str
    made: int
    lost: int
    hands: int  # in which it could have been made

    @property
    def all(self) -> int:
        """How often somebody tried."""
        return self.made + self.lost


PREMIUMS = List(
    caption=_("Premiums"),
    columns=(
        Column("name", _("Premium")),
        Column("form", _("Form")),
        parted("times", _("in hands"), lambda row: rate(row.all, row.hands)),
        rated("made", _("made"), lambda row: rate(row.made, row.all)),
    ),
    sort="-times",
    empty=_("There was no premium."),
    prefix="m-",
)


def claim_rows(scope: Scope, people: list[int] | None, hands: int, sheet: str = "") -> list[ClaimRow]:
    """Premiums of the tables, or of somebody's side; one query."""
    rows = ClaimCount.objects.filter(table__in=scope.tables)
    rows = rows.filter(person=None) if people is None else rows.filter(person__in=people)
    added = rows.order_by().values_list("premium", "announced").annotate(Sum("made"), Sum("lost"))
    return [
        ClaimRow(scope.names.premium(premium, sheet), form_word(announced), made, lost, hands)
        for premium, announced, made, lost in sorted(added)
    ]


def form_word(announced: bool) -> str:
    """A form of a premium in words."""
    return gettext("announced") if announced else gettext("silent")
