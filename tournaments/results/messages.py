"""What pages of results say: what is missing, where one looks after it, why something could not be done."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.acts import Refused
from tournaments.desk import pending
from tournaments.messages import SENTENCES, sentence
from tournaments.models import Tournament
from tournaments.results import missing
from tournaments.results.missing import Missing
from tournaments.standings.editions import FINAL

MISSING: dict[str, Promise] = {
    missing.NOT_STARTED: gettext_lazy("Round %(round)s has not started."),
    missing.NOT_CLOSED: gettext_lazy("Round %(round)s: its result is not published."),
    missing.CORRECTED: gettext_lazy(
        "Round %(round)s was corrected since its result was published: first publish it as it is now."
    ),
    missing.NOT_DONE: gettext_lazy("Round %(round)s, table %(table)s is not done."),
    missing.LOTS: gettext_lazy("Equal ranks: the lots that tell them apart are not drawn."),
    missing.NO_ROUND: gettext_lazy("No round was played."),
    pending.CALLED: gettext_lazy("Round %(round)s, table %(table)s: the referee was called."),
    pending.DISPUTED: gettext_lazy("Round %(round)s, table %(table)s: disputed hands: %(many)s."),
    pending.LATE: gettext_lazy("Round %(round)s, table %(table)s: late hands that wait for you: %(many)s."),
    pending.HELD: gettext_lazy("Round %(round)s, table %(table)s: late hands that wait for the players: %(many)s."),
}

REFUSED: dict[str, Promise] = {
    "something_missing": gettext_lazy("Something is still missing: it stands in the list."),
    "standing_changed": gettext_lazy("The standing has changed meanwhile: please look at it, and publish it then."),
    "same_result": gettext_lazy("Nothing has changed since the last edition."),
    "no_reason": gettext_lazy("Say why."),
    "prizes_chosen": gettext_lazy("Prizes were chosen by this result: confirm that it is published all the same."),
    "rounds_left": gettext_lazy(
        "Of the planned rounds %(left)s are not played yet: please confirm that the tournament ends all the same."
    ),
    "any_rounds": gettext_lazy(
        "Any number of rounds can be played: please confirm that no further one follows and the tournament ends."
    ),
    "no_equals": gettext_lazy("No two have the same rank: there is nothing to draw."),
    "lots_drawn": gettext_lazy("The lots are drawn already; drawing once more would give the same."),
    "prize_wrong": gettext_lazy("A prize needs a name; its cost is an amount like 12.50."),
    "prize_chosen": gettext_lazy("Somebody has chosen this prize: change his choice first."),
    "not_published": gettext_lazy("First publish the result: its order says who chooses."),
    "not_in_result": gettext_lazy("Whoever is to choose is not in this result: please look at the page as it is now."),
    "lots_first": gettext_lazy("Equal ranks: first draw the lots that say who chooses first."),
    "not_his_turn": gettext_lazy("It is somebody else's turn."),
    "prize_taken": gettext_lazy("Somebody has chosen this prize already."),
    "no_such_prize": gettext_lazy("This prize is not on the list any more."),
    "no_amount": gettext_lazy("Say how much, such as 12.50."),
}


class Told(NamedTuple):
    """A sentence, and where one looks after it."""

    text: str
    url: str


def told_missing(tournament: Tournament, some: tuple[Missing, ...]) -> tuple[Told, ...]:
    """What is missing, a sentence each, with a link to the table."""
    return tuple(_told(tournament, one) for one in some)


def _told(tournament: Tournament, one: Missing) -> Told:
    text = str(MISSING[one.code]) % {"round": one.round, "table": one.table, "many": one.many}
    if one.table:
        url = reverse("desk_table", kwargs={"slug": tournament.slug, "number": one.round, "table": one.table})
    elif one.round and one.code != missing.LOTS:
        url = reverse("desk", kwargs={"slug": tournament.slug, "number": one.round})
    else:
        url = ""
    return Told(text, url)


def problem(refused: Refused) -> str:
    """Why something could not be done."""
    said = REFUSED.get(refused.code)
    return str(said) % refused.params if said is not None and refused.code not in SENTENCES else sentence(refused)


def named(of: int) -> str:
    """A round, or everything."""
    return _("Final result") if of == FINAL else _("Round %(round)s") % {"round": of}
