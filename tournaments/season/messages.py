"""What the settings of a season are called, and what is said where something could not be done."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.acts import Refused
from tournaments.messages import SENTENCES, sentence
from tournaments.season.settings import (
    ADDS,
    ALL,
    ALONE,
    BEST_DAY,
    BETTER,
    CARRIED,
    DAY,
    FINAL,
    FINAL_PLACE,
    FORMULA,
    HALF,
    LOT,
    MEAN,
    MORE_DAYS,
    NUMBER,
    PLACES,
    TABLE,
)

WAYS = ((TABLE, _("by a table: so many for each place")), (FORMULA, _("by a formula of place and number of players")))
TIES = ((MEAN, _("the mean of the places they share")), (BETTER, _("what the better place gets")))
DECIMALS = ((0, _("whole points")), (1, _("one decimal")), (2, _("two decimals")))
COUNTING = ((ALL, _("all days")), (NUMBER, _("the best so many days")), (HALF, _("the best half of the days")))
HALVES = ((1, _("rounded up: three of five")), (0, _("rounded down: two of five")))
FINALS = (
    (ADDS, _("counts besides the days, its points times the factor")),
    (ALONE, _("decides alone, with a share of the points of the days")),
)
CRITERIA = (
    (PLACES, _("better places")),
    (BEST_DAY, _("better best day")),
    (MORE_DAYS, _("more days played")),
    (FINAL_PLACE, _("better place in the final")),
    (LOT, _("lot drawn by the program")),
)
KINDS: dict[str, Promise] = {DAY: _("day"), FINAL: _("the final"), CARRIED: _("carried points")}

REFUSED: dict[str, Promise] = {
    "season_ended": _("The final standing of this season is published: take the season up again first."),
    "other_club": _("This tournament belongs to another club."),
    "event_there": _("This counts in the season already."),
    "event_gone": _("This was taken out of the season meanwhile."),
    "final_there": _("The season has a final already: there can be only one."),
    "tournament_carries_nothing": _("A tournament is a day or the final; carried points come from a season."),
    "something_missing": _("Something is still missing: it stands in the list."),
    "standing_changed": _("The standing has changed meanwhile: please look at it, and publish it then."),
    "same_result": _("Nothing has changed since the last edition."),
    "not_ended": _("The season has not ended."),
    "no_lot_wanted": _("The settings name no lot between equals."),
    "lots_drawn": _("The lots are drawn already; drawing once more would give the same."),
    "no_equals": _("No two have the same rank: there is nothing to draw."),
    "not_published": _("The final standing of that season is not published yet."),
    "same_season": _("Points are carried from another season."),
    "nobody_carries": _("Nobody has points there that could be carried."),
}


def problem(refused: Refused) -> str:
    """Why something could not be done."""
    said = REFUSED.get(refused.code)
    return str(said) % refused.params if said is not None and refused.code not in SENTENCES else sentence(refused)
