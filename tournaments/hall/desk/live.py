"""The version of a round on the desk and the projector: a small read, and a tag for caches."""

from django.db.models import Max, Sum

from scoring.models import Mark
from tarockclub.kit.computer_clock import get_sign
from tarockclub.platform.server.installation import compute_program_sign
from tournaments.models import Round, RoundTable


def build_round_tag(round_: Round | None, acts: int, page: str, language: str) -> str:
    """Return the tag of a page in the present version of a round's tables: it changes with all that is shown of them.

    `acts`: the version of the tournament. Two queries, none without a round.
    """
    tables = RoundTable.objects.none() if round_ is None else RoundTable.objects.filter(round=round_)
    sums = tables.aggregate(
        entries=Sum("game_table__last_sequence"), held=Sum("game_table__held"), news=Sum("game_table__news")
    )
    marks = Mark.objects.none() if round_ is None else Mark.objects.filter(table__round_table__round=round_)
    newest = marks.aggregate(newest=Max("pk"))["newest"]
    numbers = ".".join(str(number or 0) for number in (acts, *sums.values(), newest))
    return f'"{page}.{numbers}.{language}.{compute_program_sign()}{get_sign()}"'
