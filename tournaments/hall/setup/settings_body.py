"""The settings of a tournament as JSON, of programs and of files: strict types, then the checks of the form."""

from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model

from scoring.book.sheet_library import find_rules, list_readable_ids
from scoring.table.evenings.forms import format_option_clash
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.platform.accounts.person_details import list_club_categories
from tarockclub.platform.api.errors import ApiError, Mistake, build_input_error
from tarockclub.platform.api.schemas import In
from tournaments.core.settings import Settings, freeze_lists
from tournaments.hall.setup.contradictions import find_setting_contradictions, format_contradiction
from tournaments.hall.setup.setting_table import BY_NAME

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
