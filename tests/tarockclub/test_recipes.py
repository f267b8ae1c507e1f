"""Three recipes of CONTRIBUTING.md, followed: what they name is all that it takes."""

import sys
from types import ModuleType

import pytest
from django.http import HttpResponse
from django.test import override_settings
from django.urls import include, path, reverse

from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import load
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import load_pages, page
from tarockclub.platform.server.lazy_views import LazyViews
from tests.support.accounts import log_in, make_account

HEAD = 'id = "mine"\nname = "Ours"\nsource = "our club"\nextends = "treffpunkt"\n'
RUFER = {"contract": "rufer", "declarer": 0, "partner": 2, "result": "won"}


def compute_payouts(sheet: str, **more: object) -> list[int]:
    """The payouts of a hand under a sheet of ours over Treffpunkt, in sixths of a point."""
    scorer = RecordScorer({"mine": load(HEAD + sheet)}.get, "mine")
    scored = scorer.score_raw({"forehand": 0, "plays": [RUFER], **more})
    assert scored.score is not None, scored.problems
    return list(scored.score.payouts)


def test_a_premium_is_a_row_of_a_sheet():
    usual = compute_payouts("")
    star = '[premiums.star]\nname = "Stern"\nname_en = "Star"\nsilent = 3\n'
    richer = compute_payouts(star, premiums=[{"premium": "star", "side": "declarer"}])
    assert [more - less for more, less in zip(richer, usual, strict=True)] == [18, -18, 18, -18]


def test_an_option_is_a_row_of_a_sheet():
    dear = '[options.dear]\nname = "Teuer"\nname_en = "Dear"\non = { contracts = { rufer = { value = 7 } } }\n'
    assert compute_payouts(dear)[0] < compute_payouts(dear, options={"dear": True})[0]


@pytest.fixture
def one_more_page(monkeypatch):
    """The addresses of the site and one more page, with its view."""
    views, urls = ModuleType("one_more_views"), ModuleType("one_more_urls")
    views.show_news = lambda _request: HttpResponse("news")  # type: ignore[attr-defined]
    row = page("news", "news/", LazyViews("one_more_views").show_news, "News", under="club", needs=Right.DIRECT)
    urls.urlpatterns = [row, path("", include("tarockclub.urls"))]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "one_more_views", views)
    monkeypatch.setitem(sys.modules, "one_more_urls", urls)
    load_pages.cache_clear()
    with override_settings(ROOT_URLCONF="one_more_urls"):
        yield
    load_pages.cache_clear()


@pytest.mark.django_db
@pytest.mark.usefixtures("one_more_page")
def test_a_page_is_a_row_of_its_addresses():
    director, secretary = (log_in(make_account(role)) for role in ("director", "secretary"))
    assert [client.get(reverse("news")).status_code for client in (director, secretary)] == [200, 403]
    assert director.post(reverse("news")).status_code == 405
    shown, above = load_pages()["news"], load_pages()["club"]
    assert (shown.parents, shown.viewers) == (("club",), Right.DIRECT)
    assert (shown.place, shown.guide) == (above.place, above.guide)
