"""Labels of a season's settings, and sentences about refused actions."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.messages import SEASON, register_sentences
from tournaments.seasons.season.settings import (
    ALL,
    BEST_CARRIED,
    BEST_DAY,
    BEST_DAYS,
    BETTER,
    CARRIED_PLACE,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ADDS,
    FINAL_ALONE,
    FINAL_PLACE,
    FINAL_POINTS,
    FINAL_ROUNDS,
    FORMULA,
    HALF,
    LOT,
    MEAN,
    MORE_DAYS,
    NUMBER,
    PLACES,
    ROUND,
    TABLE,
    TOGETHER,
    VIENNA,
    WORST,
)

WAYS = ((TABLE, _("by a table: a number for each place")), (FORMULA, _("by a formula of place and number of players")))
TIES = ((MEAN, _("the mean of the places they share")), (BETTER, _("what the better place gets")))
DECIMALS = ((0, _("whole points")), (1, _("one decimal place")), (2, _("two decimal places")))
COUNTING = (
    (ALL, _("all days")),
    (NUMBER, _("a number of best days")),
    (HALF, _("the best half of the days")),
    (VIENNA, _("the best half as in Vienna: rounded up to ten days, rounded down above that")),
    (WORST, _("all but the worst days; a day somebody missed is one of them")),
)
PER = (
    (DAY, _("the whole day")),
    (ROUND, _("each round, added up")),
    (TOGETHER, _("all days together, from their sums")),
)
HALVES = ((1, _("rounded up: three of five")), (0, _("rounded down: two of five")))
FINALS = (
    (FINAL_ADDS, _("counts in addition to the days, its points times the factor")),
    (FINAL_ALONE, _("decides alone, with a share of the points from the days")),
)
CARRIED_WAYS = ((ALL, _("all of them are added up")), (BEST_CARRIED, _("the better ones count")))
CRITERIA = (
    (PLACES, _("better places")),
    (BEST_DAY, _("better best day")),
    (BEST_DAYS, _("better best day, then the second best, the third …")),
    (MORE_DAYS, _("more days played")),
    (FINAL_PLACE, _("better place in the final")),
    (FINAL_POINTS, _("more points in the final")),
    (CARRIED_PLACE, _("better place among carried points")),
    (FINAL_ROUNDS, _("better rounds of the final: the best, then the second best")),
    (LOT, _("lot drawn by the program")),
)


def format_choice(among: tuple[tuple[object, object], ...], value: object) -> str:
    """Return the label of a choice."""
    return next((str(word) for name, word in among if name == value), str(value))


KINDS: dict[str, Promise] = {DAY: _("day"), FINAL: _("the final"), CARRIED_POINTS: _("points carried over")}

# The facts of a day that formulas can ask for.
FACTS: dict[str, Promise] = {
    "points": _("Points made"),
    "written": _("Written score"),
    "money": _("Play money won"),
    "capital": _("Capital"),
    "place_points": _("Place points"),
    "hands": _("Hands"),
    "won": _("Hands won"),
    "rounds": _("Rounds"),
    "firsts": _("First places"),
    "seconds": _("Second places"),
    "thirds": _("Third places"),
    "euros": _("Euros"),
    "days": _("Days added up"),
    "table_place": _("Place at the table"),
    "table_size": _("Size of the table"),
    "teams": _("Teams"),
    "team_place": _("Place of the team"),
    "most_hands": _("Most hands"),
}

REFUSALS: dict[str, Promise] = {
    "season_ended": _("The final standings of this season have been published: reopen the season first."),
    "teams_only": _("Only tournaments of the program with teams count in a season of teams."),
    "settled_elsewhere": _("The evenings of these days are settled in another season already."),
    "year_there": _("There is a year with this name or these dates already:"),  # its page links it
}
register_sentences(REFUSALS)
register_sentences(
    {
        "not_published": _("The final standings of that season have not been published yet."),
    },
    area=SEASON,
)
