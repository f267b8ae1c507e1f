"""The version of a round on the desk and the projector: a small read, and a tag for caches."""

from typing import NamedTuple

from django.db.models import Max, Sum

from scoring.models import Mark
from tarockclub.kit.computer_clock import get_sign
from tarockclub.platform.server.installation import compute_program_sign
from tournaments.models import Round, RoundTable


class RoundVersion(NamedTuple):
    """The version of a round's tables; it changes with everything shown of them."""

    acts: int  # of the tournament
    entries: int
    held: int
    news: int
    mark: int

    def build_tag(self, page: str, language: str) -> str:
        """Return the tag of a page in this version."""
        numbers = ".".join(str(number) for number in self)
        return f'"{page}.{numbers}.{language}.{compute_program_sign()}{get_sign()}"'


def load_round_version(round_: Round, acts: int) -> RoundVersion:
    """Load the version of a round; `acts`: the version of its tournament; two queries."""
    tables = RoundTable.objects.filter(round=round_)
    sums = tables.aggregate(
        entries=Sum("game_table__last_sequence"), held=Sum("game_table__held"), news=Sum("game_table__news")
    )
    mark = Mark.objects.filter(table__round_table__round=round_).aggregate(newest=Max("pk"))["newest"]
    return RoundVersion(acts, sums["entries"] or 0, sums["held"] or 0, sums["news"] or 0, mark or 0)
