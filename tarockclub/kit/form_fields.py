"""The look of all forms, and fields that accept anything: what cannot be read becomes what services then refuse.

>>> [NumberField(3, otherwise=0).clean(text) for text in (" 12 ", "1234", "٣", "-1", "", None)]
[12, 0, 0, 0, 0, 0]
>>> [IdField().clean(text) for text in ("12", " 12", "x", None)]
[12, None, None, None]
>>> IdsField().clean(["3", "x", "4"]), TickField().clean(""), TickField().clean(None), ReasonField().clean(" so \\0 ")
([3, 4], True, False, 'so')
"""

from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting

from tarockclub.kit.amounts import HUNDREDTHS, MOST_CENTS, TWO_READINGS, name_readings, parse_parts
from tarockclub.kit.text import LONGEST_NUMBER, clean_name, clean_reason, clean_text, parse_whole

LONGEST_ID = 15  # digits


def must_be_clear(typed: str) -> None:
    """Refuse a number that allows two readings, with both."""
    if facts := name_readings(typed):
        thousands, decimal = facts["thousands"], facts["decimal"]
        raise forms.ValidationError(
            TWO_READINGS,
            code="two_readings",
            params={"typed": facts["typed"], "thousands": thousands, "decimal": decimal},
        )


class HouseRenderer(TemplatesSetting):
    """Render `{{ form }}` and `{{ field.as_field_group }}`; a form's `field_class` is the class of each box."""

    form_template_name = "tarockclub/forms/form.html"
    field_template_name = "tarockclub/forms/field.html"


class PostedField(forms.Field):
    """A field that may be missing; `otherwise`: the value of what cannot be read."""

    def __init__(self, *, otherwise: int | None = None) -> None:
        super().__init__(required=False)
        self.otherwise = otherwise


class TextField(PostedField):
    """Text as it was sent; "" if it was not."""

    def __init__(self, longest: int | None = None, *, strip: bool = False) -> None:
        super().__init__()
        self.longest, self.strip = longest, strip

    def to_python(self, value: Any) -> Any:
        """Return the text, cut where it is too long."""
        text = str(value or "")[: self.longest]
        return text.strip() if self.strip else text


class CleanTextField(TextField):
    """Typed text as it is stored."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned text."""
        return clean_text(str(value or ""))[: self.longest]

    def prepare_value(self, value: Any) -> Any:
        """Return the cleaned text for the form that is shown again, also where it is refused."""
        return CleanTextField.to_python(self, value)


class NameTextField(CleanTextField):
    """A name as it is stored; empty without a letter or a digit."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned name."""
        return clean_name(str(value or ""))[: self.longest]


class ReasonField(TextField):
    """The reason of an action as it is stored."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned reason."""
        return clean_reason(str(value or ""))


class NumberField(PostedField):
    """A whole number as people type it; `otherwise` for anything else."""

    def __init__(self, digits: int = LONGEST_NUMBER, *, otherwise: int | None = None) -> None:
        super().__init__(otherwise=otherwise)
        self.digits = digits

    def to_python(self, value: Any) -> Any:
        """Return the number."""
        number = parse_whole(str(value or "").strip(), self.digits)
        return self.otherwise if number is None else number


class CentsField(PostedField):
    """Typed euros, in cents; `otherwise` for what is no amount. Whoever can be understood in two ways is asked."""

    def __init__(self, *, least: int = 0, otherwise: int | None = None) -> None:
        super().__init__(otherwise=otherwise)
        self.least = least

    def to_python(self, value: Any) -> Any:
        """Return the cents; refuse what allows two readings."""
        typed = str(value or "")
        must_be_clear(typed)
        cents = parse_parts(typed, HUNDREDTHS, MOST_CENTS, self.least)
        return self.otherwise if cents is None else cents


class IdField(PostedField):
    """An id or number as pages send it, without spaces; `otherwise` for anything else."""

    def to_python(self, value: Any) -> Any:
        """Return the id."""
        number = parse_whole(value or "", LONGEST_ID)
        return self.otherwise if number is None else number


class TextsField(PostedField):
    """All texts that were sent by one name."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> Any:
        """Return the texts."""
        return list(value or ())


class IdsField(TextsField):
    """All ids that were sent by one name; anything else is an id of nobody."""

    def to_python(self, value: Any) -> Any:
        """Return the ids."""
        return [number for text in value or () if (number := parse_whole(text, LONGEST_ID)) is not None]


class TickField(PostedField):
    """A tick, or a button: true if it was sent, with this value or, if there is none, with any."""

    def __init__(self, sent: str | None = None) -> None:
        super().__init__()
        self.sent = sent

    def to_python(self, value: Any) -> Any:
        """Return True if it was sent."""
        return value is not None if self.sent is None else value == self.sent


class UntickedField(TickField):
    """A tick, or a button, that says the opposite: false if it was sent."""

    def to_python(self, value: Any) -> Any:
        """Return False if it was sent."""
        return not super().to_python(value)


class PostedForm(forms.Form):
    """A form of fields that accept anything."""

    def parse(self) -> dict[str, Any]:
        """Return the values by name."""
        self.full_clean()
        return self.cleaned_data
