"""The rules of a season as JSON, from a file: types are checked here, everything else as its form does."""

from typing import Annotated, Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from tarockclub.kit.json_text import encode_ascii
from tarockclub.kit.words import get_current_language
from tarockclub.platform.api.errors import ApiError, Mistake
from tournaments.hall.setup.form_fields import MOST_CRITERIA
from tournaments.seasons.season.forms import SeasonForm
from tournaments.seasons.season.settings import SeasonSettings

_OWN = ("rankings", "evenings")  # these name people and dates of a club
_KINDS = get_type_hints(SeasonSettings) | {"criteria": Annotated[tuple[str, ...], Field(max_length=MOST_CRITERIA)]}
_FIELDS: dict[str, Any] = {
    name: (_KINDS[name], default) for name, default in SeasonSettings._field_defaults.items() if name not in _OWN
}
_SeasonBody: type[BaseModel] = create_model(
    "_SeasonBody", __config__=ConfigDict(strict=True, extra="forbid"), **_FIELDS
)


def parse_season_body(said: dict[str, Any]) -> SeasonSettings:
    """Return the rules that JSON values say, without sub-rankings; omitted ones are as usual.

    Raise ValidationError for values of another type, and ApiError for those that the form of a season refuses.
    """
    values = _SeasonBody.model_validate_json(encode_ascii(said)).model_dump()
    criteria = values.pop("criteria")
    language = get_current_language()
    fields = SeasonForm(language=language).fields
    data: dict[str, Any] = {field: fields[field].prepare_value(value) for field, value in values.items()}
    data |= {f"criteria_{at}": criterion for at, criterion in enumerate(criteria)}
    form = SeasonForm(data | {"half_up": str(int(values["half_up"]))}, language=language)
    del form.fields["key"], form.fields["name"]  # they are typed when a season begins with these rules
    if not form.is_valid():
        errors = [Mistake(f"settings/{field}", "wrong_form", str(some[0])) for field, some in form.errors.items()]
        raise ApiError(400, "invalid", errors=errors)
    return form.build_settings()
