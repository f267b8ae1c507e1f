"""A year of a person to look back on, from their page: in names that everybody may see, once it is counted."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.kit.time_source import pretend_time
from tests.scoring.support.tables import dreier, rufer
from tests.support.accounts import log_in, make_account
from tests.tournaments.around.own_page.test_own_page import _empty_cache, agree, find_page, give
from tests.tournaments.seasons.season.evenings.year import evening
from tests.tournaments.seasons.season.seasons import person
from tournaments.around.own_page import page as selectors

__all__ = ["_empty_cache"]
pytestmark = pytest.mark.django_db


def test_a_year_is_offered_once_it_is_over_or_in_december_and_names_a_partner_only_who_has_agreed(monkeypatch):
    for when in ((2025, 3, 4, 19), (2026, 3, 3, 19)):
        evening(rufer(0), dreier(0), when=when)
    evening(dreier(0), when=(2026, 3, 3, 23, 30))  # still the same day
    agree()
    for month, offered, review in ((11, [2025], None), (12, [2026, 2025], 2026)):
        with pretend_time(datetime(2026, month, 24, 12, tzinfo=UTC)):
            context = Client().get(find_page()).context
            assert (context["years"], context["review"]) == (offered, review)
    with pretend_time(datetime(2027, 2, 1, 12, tzinfo=UTC)):
        assert Client().get(find_page()).context["review"] is None
    secret = give(person("Anna"))
    page = Client().get(reverse("own_page", args=[secret]), {"year": "2026"})
    text = page.context["text"]
    assert text.startswith("Anna\nDas Jahr 2026\n\nSpieltage 1\n")
    assert "Spiele 3\n" in text
    assert "Bestes Spiel +15" in text
    assert not [word for word in (secret, "Schlechtestes", "Berta", "Cilli", "Dora") if word in text]
    partner = next(name for name in ("Berta", "Cilli", "Dora") if name in read_numbers("Anna"))
    agree(partner)
    shared = Client().get(find_page(), {"year": "2026"})
    assert f"Häufigster Partner {partner}" in shared.context["text"]
    assert shared.context["text"].endswith(find_page())
    for year_of in ("2024", "0", "x", ""):
        assert Client().get(find_page(), {"year": year_of}).status_code == 404
    monkeypatch.setattr(selectors, "update_counts", lambda _club: 1)
    waiting = Client().get(find_page(), {"year": "2026"}).content.decode()
    assert "Es wird noch gespielt oder gezählt" in waiting
    assert "+15" not in waiting


def read_numbers(name: str) -> str:
    """The partners of somebody, as the staff reads them, the most frequent one first."""
    client = log_in(make_account("director"))
    return client.get(reverse("player_statistics", args=[person(name).number])).content.decode().partition("Partner")[2]
