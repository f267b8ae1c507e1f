"""The declaration of a setting of a tournament, beside its type and its default in core/settings.

From it follow its fields in the form, its field in the API, its row in exports and its name in contradictions.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Annotated, Any, Literal

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.templatetags.paragraphs import link_paragraphs
from tarockclub.kit.amounts import format_bare_cents
from tournaments.core.settings import Settings
from tournaments.hall.clock.display import format_clock
from tournaments.hall.setup.form_fields import MOST_CENTS, MOST_MINUTES, EuroField, LengthField

Text = str | Promise
Pairs = Iterable[tuple[Text, Text]]
Cents = Annotated[int, Field(ge=0, le=MOST_CENTS)]


@dataclass(frozen=True)
class Setting:
    """A setting, of the same name as in Settings; label and hint are those of its first field."""

    label: Text
    hint: Text = ""
    _: KW_ONLY
    name: str = ""  # given by the section
    build_field: Callable[..., Any]  # in the form; all of them, if there are several
    rows: tuple[tuple[str, ...], ...] = ()  # the names of several fields, those of a row together
    split: Callable[[Any], Iterable[Any]] = lambda value: (value,)  # the setting into the values of its fields
    join: Callable[..., Any] = lambda value: value  # the cleaned values of its fields
    is_beside: bool = False  # in the same row of the form as the setting before
    json_type: Any  # in the API
    about: str | None = None  # in its document
    what: Text = ""  # in exports; "": not there
    show: Callable[[Any], Text | None] = str  # how exports write a value; None: not at all
    only_with: tuple[str, ...] = ()  # settings without which exports leave this one out
    explain: Callable[[Settings], Pairs] | None = None  # the rows of exports, if they are others

    def list_rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of its fields, those of a row together."""
        return self.rows or ((self.name,),)

    def build_fields(self) -> dict[str, forms.Field]:
        """Return its fields in the form, by name."""
        built = self.build_field(label=self.label, help_text=link_paragraphs(str(self.hint)))
        return dict(zip(chain(*self.list_rows()), built if self.rows else (built,), strict=True))

    def build_initial(self, value: Any) -> dict[str, Any]:
        """Return the values of its fields."""
        return dict(zip(chain(*self.list_rows()), self.split(value), strict=True))

    def build_value(self, cleaned: Mapping[str, Any]) -> Any:
        """Return the setting from the cleaned values of its fields."""
        return self.join(*(cleaned[name] for name in chain(*self.list_rows())))

    def list_pairs(self, settings: Settings) -> Pairs:
        """Return the rows of exports: what, and how."""
        if self.explain is not None:
            return self.explain(settings)
        is_there = self.what and all(getattr(settings, name) for name in self.only_with)
        how = self.show(getattr(settings, self.name)) if is_there else None
        return [] if how is None else [(self.what, how)]


class Section:
    """Settings that stand together under a title; `list_phrases` says what is set, in a few words."""

    def __init__(
        self, id_: str, title: Text, list_phrases: Callable[[Settings], Iterable[Text]], /, **settings: Setting
    ) -> None:
        self.id, self.title, self.list_phrases = id_, title, list_phrases
        self.settings = tuple(replace(setting, name=name) for name, setting in settings.items())

    def list_rows(self) -> list[tuple[str, ...]]:
        """Return the names of the fields, those of a row together."""
        rows: list[tuple[str, ...]] = []
        for setting in self.settings:
            first, *rest = setting.list_rows()
            left = rows.pop() if setting.is_beside else ()
            rows += [(*left, *first), *rest]
        return rows


Tick = partial(
    Setting,
    build_field=partial(forms.BooleanField, required=False),
    json_type=bool,
    show=lambda on: _("yes") if on else _("no"),
)
PlayMoney = partial(Setting, build_field=partial(EuroField, least=0), json_type=Cents, show=format_bare_cents)
Euros = partial(PlayMoney, show=lambda cents: f"€ {format_bare_cents(cents)}")
Length = partial(
    Setting,
    build_field=partial(LengthField, required=False),
    json_type=Annotated[int, Field(ge=0, le=MOST_MINUTES * 60)],
    show=lambda seconds: f"{format_clock(1000 * seconds)} min" if seconds else None,
)


def build_number(most: int, *texts: Text, **more: Any) -> Setting:
    """Build the setting of a number from 0 to `most`."""
    return Setting(
        *texts,
        build_field=partial(forms.IntegerField, min_value=0, max_value=most),
        json_type=Annotated[int, Field(ge=0, le=most)],
        **more,
    )


def build_choice(
    words: Mapping[Any, Text],
    *texts: Text,
    coerce: Callable[[Any], Any] = str,
    options: Mapping[str, Any] = MappingProxyType({}),
    **more: Any,
) -> Setting:
    """Build the setting of a choice between the values that have words; `options`: more of its field."""
    return Setting(
        *texts,
        build_field=partial(forms.TypedChoiceField, choices=tuple(words.items()), coerce=coerce, **options),
        json_type=Literal[tuple(value for value in words if value != "")],
        show=words.get,
        **more,
    )
