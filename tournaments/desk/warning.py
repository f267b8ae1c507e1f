"""What a correction of a published result means, said once more where it is about to be written."""

from django.utils.translation import gettext as _

from scoring.models import GameTable
from tournaments.desk.correcting import CONFIRM, CONSEQUENCES, Level, level_of
from tournaments.models import RoundTable


def warning_of(table: GameTable) -> str:
    """What whoever changes the book of a table is told whose result is published; otherwise nothing; three queries."""
    round_table = RoundTable.objects.select_related("round").filter(game_table=table).first()
    return "" if round_table is None else _said(level_of(round_table))


def _said(level: Level) -> str:
    if level.name == CONSEQUENCES:
        choices = _(
            "Prizes chosen: %(choices)s. Standings and ranks change with the correction; in a different order, "
            "somebody else would have been entitled to choose. The published result stays as it is until you publish "
            "a new edition, and the choices stay until you change them."
        ) % {"choices": level.choices}
        return " ".join((_("The result has been published, and prizes were chosen according to it."), choices))
    if level.name == CONFIRM:
        return _(
            "The result has been published. Standings and ranks change with the correction; the published result "
            "keeps its old edition until you publish a new one."
        )
    return ""
