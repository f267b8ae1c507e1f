"""Dates are written as each language writes them, whatever format a page names."""

import datetime as dt

import pytest
from django.template import Context, Template
from django.utils.formats import date_format
from django.utils.translation import override

MOMENT = dt.datetime(2026, 11, 21, 9, 5, 7)  # noqa: DTZ001 (only its digits are shown)


@pytest.mark.parametrize(
    ("form", "german", "english"),
    [
        ("l, j. F Y", "Samstag, 21. November 2026", "Saturday, 21 November 2026"),
        ("j. F Y, H:i", "21. November 2026, 09:05", "21 November 2026, 09:05"),
        ("D j. F, H:i:s", "Sa 21. November, 09:05:07", "Sat 21 November, 09:05:07"),
        ("H:i", "09:05", "09:05"),
        ("DATE_FORMAT", "21. November 2026", "21 November 2026"),
    ],
)
def test_a_day_has_a_point_in_german_and_none_in_english(form, german, english):
    template = Template('{{ moment|date:"' + form + '" }}')
    for language, wanted in (("de", german), ("en", english)):
        with override(language):
            assert template.render(Context({"moment": MOMENT})) == wanted
            assert date_format(MOMENT, form) == wanted
