"""Labels of the settings, and sentences about contradictions between them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.settings import (
    BEST_ROUND,
    BEST_SUM,
    BEST_WRITTEN,
    CAPITAL,
    HANDS_WON,
    LOT,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    PLACES,
    REPLACEMENTS,
    ROUNDS_WON,
    SUM,
    TABLE_PLACES,
    WRITTEN_SCORE,
)
from tournaments.hall.setup.contradictions import COMPARE_ROUNDS

CRITERIA_WORDS: dict[str, Promise] = {
    NO_REPLACEMENTS: _("never lost all the capital"),
    REPLACEMENTS: _("fewer replacements"),
    CAPITAL: _("more capital without replacements"),
    PLACES: _("better places in the rounds"),
    BEST_ROUND: _("better best round"),
    ROUNDS_WON: _("more rounds won"),
    WRITTEN_SCORE: _("higher written score"),
    HANDS_WON: _("more hands won"),
    PLACE_POINTS: _("more place points"),
    SUM: _("higher written score and place points together"),
    TABLE_PLACES: _("better places at the tables"),
    BEST_WRITTEN: _("better best round by written score"),
    BEST_SUM: _("better best round by both combined"),
    LOT: _("lot drawn by the program"),
}
OVERALL_CRITERIA = tuple(CRITERIA_WORDS.items())
ROUND_CRITERIA = tuple((name, word) for name, word in OVERALL_CRITERIA if name not in COMPARE_ROUNDS)

SHEET_OF_CUP = _("The format “cup” has no house rules of its own: name them, such as zwanzigerrufen or standard.")

KONTRA: tuple[tuple[str, Promise], ...] = (
    ("", _("as the house rules say")),
    ("0", _("all of it")),
    ("1", _("not at all: it only counts in money")),
    ("2", _("at most double")),
)

CONTRADICTIONS: dict[str, Promise] = {
    "stake_over_start": _(
        "“%(one)s” and “%(other)s” contradict each other: one point must not cost more than a player has."
    ),
    "lot_not_last": _("“%(one)s”: drawing lots leaves no ties, so nothing can follow it. Put it last."),
    "criterion_twice": _("“%(one)s”: the same thing appears twice. Leave one of them out."),
    "compares_rounds": _(
        "“%(one)s” and “%(other)s” contradict each other: rounds cannot be compared within a single round."
    ),
    "no_end": _(
        "“%(one)s” and “%(other)s”: a round needs one of the two, or it would never be over. Both together are also "
        "possible."
    ),
    "needs_capital": _(
        "“%(one)s” and “%(other)s” contradict each other: without play money nobody can be ranked by capital or "
        "replacements."
    ),
    "chips_without_capital": _(
        "“%(one)s” and “%(other)s” contradict each other: without play money there are no chips to count."
    ),
    "needs_place_points": _(
        "“%(one)s” and “%(other)s” contradict each other: the ranking uses place points, but there are none."
    ),
    "points_count_nowhere": _(
        "“%(one)s” and “%(other)s” contradict each other: no ranking uses place points. Choose a criterion that "
        "does, or no place points."
    ),
    "place_points_shape": _(
        "“%(one)s”: each table size needs as many numbers as it has places, and a lower place must not get more."
    ),
    "last_unknown": _("“%(one)s” and “%(other)s”: nobody knows which round is the last. Enter a number of rounds."),
    "hands_shape": _("“%(one)s”: enter how many for tables of four, five and six."),
    "donation_without_rate": _(
        "“%(one)s” and “%(other)s” contradict each other: without money per point there is nothing to donate."
    ),
    "donation_without_cap": _(
        "“%(one)s” and “%(other)s” contradict each other: if all of kontra counts in the written score, nothing is "
        "left for the donation box."
    ),
    "standing_of_one_round": _(
        "“%(one)s” and “%(other)s” contradict each other: within a single round there are no standings so far."
    ),
    "no_criterion": _("“%(one)s”: choose at least one, otherwise everybody would be first."),
}
