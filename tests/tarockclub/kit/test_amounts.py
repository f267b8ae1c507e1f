"""Amounts as pages write them."""

import pytest
from django.utils import translation

from tarockclub.kit.amounts import format_bare_cents, format_cents, format_signed_bare_cents, format_signed_cents


@pytest.mark.parametrize(
    ("amount", "german", "english"),
    [
        (-1250, ("−\u2060€\u00a012,50", "−\u2060€\u00a012,50", "−12,50"), ("−\u2060€12.50", "−\u2060€12.50", "−12.50")),
        (680, ("€\u00a06,80", "+\u2060€\u00a06,80", "6,80"), ("€6.80", "+\u2060€6.80", "6.80")),
        (0, ("€\u00a00,00", "€\u00a00,00", "0,00"), ("€0.00", "€0.00", "0.00")),
    ],
)
def test_money_has_its_sign_where_the_language_puts_it(amount, german, english):
    for language, wanted in (("de", german), ("en", english)):
        with translation.override(language):
            assert (format_cents(amount), format_signed_cents(amount), format_bare_cents(amount)) == wanted


@pytest.mark.parametrize(("amount", "shown"), [(100, "+1,00"), (-50, "−0,50"), (0, "0,00")])
def test_play_money_is_no_euros(amount, shown):
    assert format_signed_bare_cents(amount) == shown
