"""Contradictions in a tournament's settings: each one names both settings.

>>> find_setting_contradictions(Settings())
()
>>> find_setting_contradictions(Settings(start=100, stake=5000))
(Contradiction(code='stake_over_start', fields=('stake', 'start')),)
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from pydantic import Field, create_model

from scoring.book.ledger.sheet_versions import NO_LIMIT, get_written_limit
from scoring.book.sheet_library import find_rules, list_readable_ids
from scoring.table.evenings.forms import format_option_clash
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.platform.accounts.persons import list_club_categories
from tarockclub.platform.api.errors import ApiError, Mistake, build_input_error
from tarockclub.platform.api.schemas import In
from tournaments.core.settings import (
    BEST_ROUND,
    BEST_SUM,
    CAPITAL,
    LAST_STANDING,
    LOT,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    REPLACEMENTS,
    ROUNDS_WON,
    STANDING,
    SUM,
    Settings,
    freeze_lists,
)
from tournaments.hall.clock.display import SIZES
from tournaments.hall.setup.setting_table import BY_NAME, COMPARE_ROUNDS

NEED_CAPITAL = frozenset((NO_REPLACEMENTS, REPLACEMENTS, CAPITAL, BEST_ROUND))
NEED_PLACE_POINTS = frozenset((PLACE_POINTS, SUM, BEST_SUM))


_SENTENCES = {
    "stake_over_start": _(
        "“%(one)s” and “%(other)s” contradict each other: one point must not cost more than a player has."
    ),
    "lot_not_last": _("“%(one)s”: drawing lots leaves no ties, so nothing can follow it. Put it last."),
    "criterion_twice": _("“%(one)s”: the same thing appears twice. Leave one of them out."),
    "compares_rounds": _(
        "“%(one)s” and “%(other)s” contradict each other: rounds cannot be compared within a single round."
    ),
    "no_criterion": _("“%(one)s”: choose at least one, otherwise everybody would be first."),
    "no_end": _(
        "“%(one)s” and “%(other)s”: a round needs one of the two, or it would never be over. Both together are "
        "also possible."
    ),
    "hands_shape": _("“%(one)s”: enter how many for tables of four, five and six."),
    "last_unknown": _("“%(one)s” and “%(other)s”: nobody knows which round is the last. Enter a number of rounds."),
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
    "donation_without_rate": _(
        "“%(one)s” and “%(other)s” contradict each other: without money per point there is nothing to donate."
    ),
    "donation_without_cap": _(
        "“%(one)s” and “%(other)s” contradict each other: if all of kontra counts in the written score, nothing is "
        "left for the donation box."
    ),
    "no_limit_at_four": _(
        "“%(one)s” and “%(other)s” contradict each other: only larger tables would have a limit of time."
    ),
    "standing_of_one_round": _(
        "“%(one)s” and “%(other)s” contradict each other: within a single round there are no standings so far."
    ),
}


class Contradiction(NamedTuple):
    """Two settings that contradict each other, or one that is wrong in itself; `fields` are names of Settings."""

    code: str
    fields: tuple[str, str]


def find_setting_contradictions(settings: Settings) -> tuple[Contradiction, ...]:
    """Return all contradictions, in a fixed order."""
    return tuple(
        Contradiction(code, (first, second)) for is_wrong, code, first, second in _list_checks(settings) if is_wrong
    )


def _list_checks(settings: Settings) -> Iterable[tuple[object, str, str, str]]:
    start, hands, rounds, points = settings.start, settings.hands, settings.rounds, settings.place_points
    rankings = (("round_criteria", settings.round_criteria), ("overall_criteria", settings.overall_criteria))
    of_points = NEED_PLACE_POINTS & {*settings.round_criteria, *settings.overall_criteria}
    only_last = settings.double_round and settings.double_only_last
    return (
        (settings.stake > start > 0, "stake_over_start", "stake", "start"),
        *((LOT in criteria[:-1], "lot_not_last", name, name) for name, criteria in rankings),
        *((len(set(criteria)) < len(criteria), "criterion_twice", name, name) for name, criteria in rankings),
        (COMPARE_ROUNDS & {*settings.round_criteria}, "compares_rounds", "round_criteria", "round_criteria"),
        (rounds == 1 and ROUNDS_WON in settings.overall_criteria, "compares_rounds", "rounds", "overall_criteria"),
        *((not criteria, "no_criterion", name, name) for name, criteria in rankings),
        (not settings.round_seconds and not hands, "no_end", "round_seconds", "hands"),
        (settings.larger_seconds and not settings.round_seconds, "no_limit_at_four", "larger_seconds", "round_seconds"),
        (hands and (len(hands) != len(SIZES) or min(hands) <= 0), "hands_shape", "hands", "hands"),
        (only_last and not rounds, "last_unknown", "double_only_last", "rounds"),
        *((not start and NEED_CAPITAL & {*criteria}, "needs_capital", "start", name) for name, criteria in rankings),
        (settings.count_chips and not start, "chips_without_capital", "start", "count_chips"),
        *(
            (not points and NEED_PLACE_POINTS & {*criteria}, "needs_place_points", "place_points", name)
            for name, criteria in rankings
        ),
        (points and not of_points, "points_count_nowhere", "place_points", "overall_criteria"),
        (not _has_right_shape(points), "place_points_shape", "place_points", "place_points"),
        (settings.donation and not settings.rate, "donation_without_rate", "donation", "rate"),
        (settings.donation and _is_all_kontra_counted(settings), "donation_without_cap", "donation", "kontra"),
        (settings.seating in (STANDING, LAST_STANDING) and rounds == 1, "standing_of_one_round", "seating", "rounds"),
        (settings.seating == LAST_STANDING and not rounds, "last_unknown", "seating", "rounds"),
    )


def _has_right_shape(points: tuple[tuple[int, ...], ...]) -> bool:
    fits = not points or [len(row) for row in points] == list(SIZES)
    return fits and all(list(row) == sorted(row, reverse=True) for row in points)


def _is_all_kontra_counted(settings: Settings) -> bool:
    """Return whether kontra leaves nothing for the box: all of it counts on the written score."""
    of_sheet = get_written_limit(settings.sheet, dict(settings.options))
    return of_sheet is None if settings.kontra is None else settings.kontra == NO_LIMIT


def format_contradiction(contradiction: Contradiction) -> str:
    """Return the sentence about a contradiction: both settings by their labels, and the reason."""
    one, other = (BY_NAME[name].label for name in contradiction.fields)
    return str(_SENTENCES[contradiction.code]) % {"one": one, "other": other}


if TYPE_CHECKING:
    SettingsIn = Any  # mypy knows no fields of a table
else:
    SettingsIn = create_model(
        "SettingsIn",
        __base__=In,
        __doc__="Settings of a tournament; omitted ones have the default of its format.",
        **{
            name: (BY_NAME[name].json_type | None, Field(default=None, description=BY_NAME[name].about))
            for name in Settings._fields
        },
    )


def merge_settings(body: SettingsIn, before: Settings, club: int) -> Settings:
    """Return what a body says, the rest as before; ApiError for contradictions, and for what the club does not have."""
    values = {name: freeze_lists(value) for name, value in body.model_dump(exclude_none=True).items()}
    options = values.pop("options", None)
    if "reduced" in values:
        values["reduced"] = _parse_reduced(values["reduced"], club)
    settings = before._replace(**values)
    settings = settings._replace(options=_parse_options(settings.sheet, options, before, club))
    if contradictions := find_setting_contradictions(settings):
        errors = [
            Mistake(f"settings/{contradiction.fields[0]}", contradiction.code, format_contradiction(contradiction))
            for contradiction in contradictions
        ]
        raise ApiError(400, "invalid", errors=errors)
    return settings


def _parse_reduced(reduced: dict[str, int], club: int) -> tuple[tuple[str, int], ...]:
    """Parse reduced fees; ApiError for a category that the club does not have."""
    folded = {category.casefold() for category in list_club_categories(Club.objects.get(pk=club))}
    for category in reduced:
        if category.casefold() not in folded:
            raise build_input_error(f"settings/reduced/{category}", "not_offered")
    return tuple(reduced.items())


def _parse_options(
    sheet: str, options: dict[str, bool] | None, before: Settings, club: int
) -> tuple[tuple[str, bool], ...]:
    rules = find_rules(sheet)
    current = dict(before.options) if before.sheet == sheet else {}
    if rules is None or sheet not in list_readable_ids(club):
        raise build_input_error("settings/sheet", "not_offered")
    available, excluding = rules.build_sheet().options, rules.build_sheet().find_clash
    for name in options or {}:
        if name not in available:
            raise build_input_error(f"settings/options/{name[:60]}", "unknown_field")
    chosen = {name: option.default for name, option in available.items()} | current | (options or {})
    if (clash := excluding(chosen)) is not None:
        raise build_input_error(
            f"settings/options/{clash[1].id}", "options_exclude", format_option_clash(clash, get_current_language())
        )
    return tuple((name, chosen[name]) for name in available)
