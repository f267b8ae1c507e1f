"""What the settings are called, and what is said of those that contradict each other."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.settings import (
    BEST_ROUND,
    CAPITAL,
    HANDS_WON,
    LOT,
    PLACES,
    REPLACEMENTS,
    ROUNDS_WON,
    UNREPLACED,
    WRITTEN,
)
from tournaments.setup.problems import COMPARE_ROUNDS

CRITERIA_WORDS: dict[str, Promise] = {
    UNREPLACED: _("never lost all the capital"),
    REPLACEMENTS: _("fewer replacements"),
    CAPITAL: _("more capital without replacements"),
    PLACES: _("better places in the rounds"),
    BEST_ROUND: _("better best round"),
    ROUNDS_WON: _("more rounds won"),
    WRITTEN: _("more written points"),
    HANDS_WON: _("more hands won"),
    LOT: _("lot drawn by the program"),
}
OVERALL = tuple(CRITERIA_WORDS.items())
WITHIN_A_ROUND = tuple((name, word) for name, word in OVERALL if name not in COMPARE_ROUNDS)

CONTRADICTIONS: dict[str, Promise] = {
    "stake_over_start": _(
        "“%(one)s” and “%(other)s” contradict each other: one point must not cost more than all that one has."
    ),
    "lot_not_last": _("“%(one)s”: after the lot nobody is equal any more, so nothing can follow it. Put it last."),
    "criterion_twice": _("“%(one)s”: the same thing stands there twice. Leave one of them out."),
    "compares_rounds": _(
        "“%(one)s” and “%(other)s” contradict each other: within a single round no rounds can be compared."
    ),
    "no_criterion": _("“%(one)s”: choose at least one, or everybody would be first."),
}
