"""What the settings are called, and what is said of those that contradict each other."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.settings import (
    BEST_ROUND,
    BEST_SUM,
    BEST_WRITTEN,
    CAPITAL,
    HANDS_WON,
    LOT,
    PLACE_POINTS,
    PLACES,
    REPLACEMENTS,
    ROUNDS_WON,
    SUM,
    TABLE_PLACES,
    UNREPLACED,
    WRITTEN,
)
from tournaments.setup.contradictions import COMPARE_ROUNDS

CRITERIA_WORDS: dict[str, Promise] = {
    UNREPLACED: _("never lost all the capital"),
    REPLACEMENTS: _("fewer replacements"),
    CAPITAL: _("more capital without replacements"),
    PLACES: _("better places in the rounds"),
    BEST_ROUND: _("better best round"),
    ROUNDS_WON: _("more rounds won"),
    WRITTEN: _("more written points"),
    HANDS_WON: _("more hands won"),
    PLACE_POINTS: _("more place points"),
    SUM: _("more written points and place points together"),
    TABLE_PLACES: _("better places at the tables"),
    BEST_WRITTEN: _("better best round by written points"),
    BEST_SUM: _("better best round by both together"),
    LOT: _("lot drawn by the program"),
}
OVERALL = tuple(CRITERIA_WORDS.items())
WITHIN_A_ROUND = tuple((name, word) for name, word in OVERALL if name not in COMPARE_ROUNDS)

KONTRA: tuple[tuple[str, Promise], ...] = (
    ("", _("as the house rules say")),
    ("0", _("all of it")),
    ("1", _("not at all: it counts in money only")),
    ("2", _("at most double")),
)

CONTRADICTIONS: dict[str, Promise] = {
    "stake_over_start": _(
        "“%(one)s” and “%(other)s” contradict each other: one point must not cost more than all that one has."
    ),
    "lot_not_last": _("“%(one)s”: after the lot nobody is equal any more, so nothing can follow it. Put it last."),
    "criterion_twice": _("“%(one)s”: the same thing stands there twice. Leave one of them out."),
    "compares_rounds": _(
        "“%(one)s” and “%(other)s” contradict each other: within a single round no rounds can be compared."
    ),
    "no_end": _(
        "“%(one)s” and “%(other)s”: a round needs one of the two, or it would never be over. Both may hold together."
    ),
    "needs_capital": _(
        "“%(one)s” and “%(other)s” contradict each other: without play money nobody can be ranked by capital or "
        "replacements."
    ),
    "chips_without_capital": _(
        "“%(one)s” and “%(other)s” contradict each other: without play money there are no chips to count."
    ),
    "needs_place_points": _(
        "“%(one)s” and “%(other)s” contradict each other: the ranking asks for place points, and there are none."
    ),
    "points_count_nowhere": _(
        "“%(one)s” and “%(other)s” contradict each other: no ranking asks for the place points. Choose a criterion "
        "with them, or none of them."
    ),
    "place_points_shape": _(
        "“%(one)s”: each table size needs as many numbers as it has places, and a worse place must not get more."
    ),
    "hands_shape": _("“%(one)s”: say how many for tables of four, five and six."),
    "donation_without_rate": _(
        "“%(one)s” and “%(other)s” contradict each other: without money for a point there is nothing to donate."
    ),
    "donation_without_cap": _(
        "“%(one)s” and “%(other)s” contradict each other: where all of it counts on the written score nothing is left "
        "for the box."
    ),
    "standing_of_one_round": _(
        "“%(one)s” and “%(other)s” contradict each other: in a single round there is no standing so far."
    ),
    "no_criterion": _("“%(one)s”: choose at least one, or everybody would be first."),
}
