"""Sentences of the result pages: missing items, and links to them."""

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.core.editions import LOTS, LinkedSentence
from tournaments.hall.desk import pending
from tournaments.models import Tournament
from tournaments.results.final_results import missing
from tournaments.results.final_results.missing import Missing

MISSING_SENTENCES: dict[str, Promise] = {
    missing.NOT_STARTED: gettext_lazy("Round %(round)s has not started."),
    missing.NOT_CLOSED: gettext_lazy("Round %(round)s: its result has not been published yet."),
    missing.CORRECTED_ROUND: gettext_lazy(
        "Round %(round)s has been corrected since its result was published: publish its current result first."
    ),
    missing.NOT_DONE: gettext_lazy("Round %(round)s, table %(table)s is not done."),
    LOTS: gettext_lazy("Equal ranks: the lots that decide have not been drawn yet."),
    missing.NO_ROUND: gettext_lazy("No round has been played."),
    pending.REFEREE_CALLED: gettext_lazy("Round %(round)s, table %(table)s: the referee has been called."),
    pending.HANDS_DISPUTED: gettext_lazy("Round %(round)s, table %(table)s: disputed hands: %(many)s."),
    pending.HANDS_LATE: gettext_lazy("Round %(round)s, table %(table)s: late hands waiting for you: %(many)s."),
    pending.HANDS_HELD: gettext_lazy("Round %(round)s, table %(table)s: late hands waiting for the players: %(many)s."),
}


def format_missing(tournament: Tournament, some: tuple[Missing, ...]) -> tuple[LinkedSentence, ...]:
    """Return a sentence for each missing item, with a link to the table."""
    return tuple(_format_sentence(tournament, missing_item) for missing_item in some)


def _format_sentence(tournament: Tournament, missing_item: Missing) -> LinkedSentence:
    text = str(MISSING_SENTENCES[missing_item.code]) % {
        "round": missing_item.round,
        "table": missing_item.table,
        "many": missing_item.many,
    }
    if missing_item.table:
        url = reverse(
            "desk_table", kwargs={"slug": tournament.slug, "number": missing_item.round, "table": missing_item.table}
        )
    elif missing_item.round and missing_item.code != LOTS:
        url = reverse("desk", kwargs={"slug": tournament.slug, "number": missing_item.round})
    else:
        url = ""
    return LinkedSentence(text, url)
