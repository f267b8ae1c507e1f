"""Fields of the form of a tournament, and how a setting declares its own."""

import re
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

from scoring.table.settlement.forms import LONGEST_AMOUNT
from scoring.templatetags.paragraphs import link_paragraphs
from tarockclub.kit.amounts import format_bare_cents, parse_cents
from tarockclub.kit.form_fields import must_be_clear
from tarockclub.kit.numbers import list_readings
from tarockclub.kit.text import parse_whole
from tarockclub.platform.accounts.persons import parse_categories
from tournaments.core.settings import Settings
from tournaments.hall.clock.display import MOST_HANDS, SIZES, compute_hands, format_clock, format_length

NONE, OWN = "", "own"
# Place points that clubs use, for tables of four, five, six.
PRESETS = (
    ((60, 40, 20, 0), (60, 45, 30, 15, 0), (60, 48, 36, 24, 12, 0)),
    ((10, 8, 6, 4), (10, 8, 6, 4, 2), (10, 8, 6, 4, 2, 0)),
    ((4, 2, 1, 0), (4, 2, 1, 0, 0), (4, 2, 1, 0, 0, 0)),
)
MOST_POINTS = 10_000
MOST_CENTS = 1_000_000
MOST_MINUTES = 600
MOST_CRITERIA = 5  # of a ranking
LONGEST_ROUND = 2 * MOST_HANDS
Points = tuple[int, ...]
_LENGTH = re.compile(r"([0-9]{1,3})(?::([0-5][0-9]))?")


def format_place_points(points: Points) -> str:
    """Format place points as typed text.

    >>> format_place_points((60, 40, 20, 0))
    '60/40/20/0'
    """
    return "/".join(map(str, points))


class EuroField(forms.CharField):
    """An amount with two decimals, as cents."""

    def __init__(self, *, least: int = 1, **options: Any) -> None:
        self.least = least
        attrs = {"inputmode": "decimal", "autocomplete": "off", "maxlength": LONGEST_AMOUNT, "class": "amount"}
        super().__init__(widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> Any:
        """Return the amount in cents."""
        typed = str(super().clean(value)) or ("" if self.required else "0")
        must_be_clear(typed)
        cents = parse_cents(typed)
        if cents is None or not self.least <= cents <= MOST_CENTS:
            few = _("An amount like 3.00, at most 10,000.") if not self.least else _("An amount like 50.00, above 0.")
            raise forms.ValidationError(few)
        return cents

    def prepare_value(self, value: Any) -> Any:
        """Return cents as typed text."""
        return format_bare_cents(value) if isinstance(value, int) else value


class LengthField(forms.CharField):
    """Minutes, or minutes and seconds with a colon, as seconds; empty or 0: no limit."""

    def clean(self, value: Any) -> Any:
        """Return the length in seconds."""
        text = str(super().clean(value)).strip()
        if text in ("", "0"):
            return 0
        match = _LENGTH.fullmatch(text)
        seconds = int(match[1]) * 60 + int(match[2] or 0) if match else 0
        if not 60 <= seconds <= MOST_MINUTES * 60:
            raise forms.ValidationError(_("Minutes from 1 to 600, with seconds like 22:30; empty for no limit."))
        return seconds

    def prepare_value(self, value: Any) -> Any:
        """Return seconds as typed text."""
        if not isinstance(value, int) or not value:
            return value or ""
        return format_length(value)


class PointsField(forms.CharField):
    """Place points of a table, from the first place on, as a tuple; empty: ()."""

    def __init__(self, size: int, **options: Any) -> None:
        self.size = size
        attrs = {"inputmode": "text", "autocomplete": "off", "maxlength": 60, "class": "amount"}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> Any:
        """Return the points."""
        text = str(super().clean(value)).strip()
        parts = [parse_whole(part.strip()) for part in text.split("/")] if text else []
        points = tuple(part for part in parts if part is not None and part <= MOST_POINTS)
        if len(points) < len(parts):
            raise forms.ValidationError(_("Whole numbers separated by slashes, like 60/40/20/0."))
        if parts and len(parts) != self.size:
            wrong = _("%(size)s places need %(size)s numbers; there are %(count)s here.")
            raise forms.ValidationError(wrong % {"size": self.size, "count": len(parts)})
        return points

    def prepare_value(self, value: Any) -> Any:
        """Return points as typed text."""
        return format_place_points(value) if isinstance(value, tuple) else value


class ReducedField(forms.CharField):
    """Reduced fees, a line for each category with its euros, as pairs of category and cents."""

    def __init__(self, **options: Any) -> None:
        attrs = {"rows": 2, "maxlength": 600, "autocomplete": "off"}
        super().__init__(required=False, widget=forms.Textarea(attrs=attrs), **options)

    def clean(self, value: Any) -> Any:
        """Return the pairs."""
        fees: dict[str, tuple[str, int]] = {}
        for line in str(super().clean(value)).splitlines():
            category, typed = _split_fee(line.split())
            must_be_clear(typed)
            words, cents = parse_categories(category.rstrip(" :=")), parse_cents(typed)
            if not line.strip():
                continue
            if len(words) != 1 or cents is None or cents > MOST_CENTS:
                raise forms.ValidationError(_("A line for each category, with its euros: Jugend 2,00"))
            if words[0].casefold() in fees:
                raise forms.ValidationError(_("The same category is there twice."))
            fees[words[0].casefold()] = (words[0], cents)
        return tuple(fees.values())

    def prepare_value(self, value: Any) -> Any:
        """Return the pairs as typed text."""
        if isinstance(value, str) or value is None:
            return value
        return "\n".join(f"{category} {format_bare_cents(cents)}" for category, cents in value)


def _split_fee(words: list[str]) -> tuple[str, str]:
    """Split a line into a category and the shortest amount at its end."""
    amounts = (" ".join(words[start:]) for start in range(len(words) - 1, 0, -1))
    amount = next((text for text in amounts if list_readings(text)), "")
    return " ".join(words[: len(words) - len(amount.split())]), amount


class OrderField(forms.MultiValueField):
    """A list of criteria, the first one first: as many lists to choose from as there are criteria."""

    def __init__(self, choices: tuple[tuple[str, Any], ...], **options: Any) -> None:
        with_none = (("", "–"), *choices)
        fields = [forms.ChoiceField(choices=with_none, required=False) for _choice in choices[:MOST_CRITERIA]]
        super().__init__(fields=fields, require_all_fields=False, widget=OrderWidget(with_none, len(fields)), **options)

    def compress(self, data_list: list[Any]) -> tuple[str, ...]:
        """Return the chosen criteria."""
        return tuple(criterion for criterion in data_list if criterion)


class OrderWidget(forms.MultiWidget):
    """The lists of an OrderField, one below the other."""

    def __init__(self, choices: tuple[tuple[str, Any], ...], count: int) -> None:
        named = [_("first"), *[_("then")] * (count - 1)]
        super().__init__([forms.Select(choices=choices, attrs={"aria-label": name}) for name in named])

    def decompress(self, value: Any) -> list[Any]:
        """Return one criterion for each list, then empty values."""
        return [*(value or ()), *[""] * (len(self.widgets) - len(value or ()))]

    def use_required_attribute(self, initial: Any) -> bool:
        """Return False: most lists stay empty."""
        return False


def build_hands_fields(label: Any, help_text: Any) -> tuple[forms.Field, ...]:
    """Return the fields for the hands of each table size; empty: as many as time allows, or in proportion to four."""
    five = _("Empty: enough for everybody to deal equally often.")
    texts = (label, help_text), (_("… at a table of five"), five), (_("… at a table of six"), "")
    field = partial(forms.IntegerField, required=False, min_value=1, max_value=LONGEST_ROUND)
    return tuple(field(label=label, help_text=hint) for label, hint in texts)


def build_larger_fields(label: Any, help_text: Any) -> tuple[forms.Field, ...]:
    """Return the fields for the minutes of a round at tables of five and of six."""
    texts = (label, help_text), (_("… at a table of six"), "")
    return tuple(LengthField(label=label, help_text=hint, required=False) for label, hint in texts)


def build_points_fields(label: Any, help_text: Any) -> tuple[forms.Field, ...]:
    """Return the choice of place points, and the fields for those of each table size."""
    return (
        forms.ChoiceField(label=label, choices=list_presets, required=False, help_text=help_text),
        PointsField(4, label=_("… of a table of four"), help_text=_("For example 60/40/20/0.")),
        PointsField(5, label=_("… of a table of five")),
        PointsField(6, label=_("… of a table of six")),
    )


def split_points(points: tuple[Points, ...]) -> tuple[str | Points, ...]:
    """Return what is chosen, and the points of each table size."""
    chosen = format_place_points(points[0]) if points in PRESETS else OWN if points else NONE
    return chosen, *(points or ((),) * len(SIZES))


def list_presets() -> list[tuple[str, Any]]:
    """Return the place points to choose from."""
    offered = [(format_place_points(points[0]), " · ".join(map(format_place_points, points))) for points in PRESETS]
    return [(NONE, _("no place points")), *offered, (OWN, _("others: as entered below"))]


def choose_points(chosen: str, *typed: Points) -> tuple[Points, ...]:
    """Return the chosen place points; typed ones count only if that option is chosen."""
    if chosen == OWN:
        return typed if any(typed) else ()
    return next((points for points in PRESETS if format_place_points(points[0]) == chosen), ())


def fill_hands(*typed: int | None) -> Points:
    """Return the hands of tables of four, five, six; missing numbers are derived from a table of four.

    >>> fill_hands(16, None, None), fill_hands(16, 15, None), fill_hands(None, None, None)
    ((16, 20, 24), (16, 15, 24), ())
    """
    if not any(typed):
        return ()
    size, first = next((size, hands) for size, hands in zip(SIZES, typed, strict=True) if hands)
    usual = compute_hands(first, size)
    return tuple(hands or by_itself for hands, by_itself in zip(typed, usual, strict=True))


# The declaration of a setting of a tournament, beside its type and its default in core/settings.
#
# From it follow its fields in the form, its field in the API, its row in exports and its name in contradictions.

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
