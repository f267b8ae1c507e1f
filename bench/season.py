"""The public pages of a season of 2,000 people and 300 events: a look at what is kept, in milliseconds."""

import time
from functools import cache
from statistics import median
from typing import Any

from bench.ratio import Measurement, build_stopwatch, measure_ratios

MOST_MILLISECONDS = 100.0  # of the processor, for anybody's second look at any page
MOST_FIRST = 0.6  # of what computing the whole state of the season takes, as every visitor did before
QUICK = (400, 60, 100)  # people, events, players of each


def measure_second_look(*, quick: bool) -> Measurement:
    """Measure the second look at each public page, and take the page that takes most."""
    addresses = _fill(quick=quick)
    times: dict[str, tuple[float, ...]] = {}
    for name, address in addresses.items():
        _look(address)
        times[name] = tuple(_measure_milliseconds(address) for _look_again in range(9))
    worst = max(times, key=lambda name: median(times[name]))
    return Measurement(f"second look at a season, {worst}, in milliseconds", times[worst], MOST_MILLISECONDS)


def _measure_milliseconds(address: str) -> float:
    return 1000 * build_stopwatch(lambda: _look(address), time.process_time)()


def measure_first_look(*, quick: bool) -> Measurement:
    """Compare the first look at a new version with computing all that is known of the season, the floor of before."""
    addresses = _fill(quick=quick)

    def look_first() -> None:
        _forget()
        _look(addresses["standing"])

    ours, theirs = (build_stopwatch(work, time.process_time) for work in (look_first, _load))
    ratios = measure_ratios(3 if quick else 7, ours, theirs)
    return Measurement("first look at a season's standing, against all its facts", ratios, MOST_FIRST)


def measure_memory(*, quick: bool) -> Measurement:
    """Measure the bytes that are kept for each result, of the state and the rendered pieces together."""
    addresses = _fill(quick=quick)
    for address in addresses.values():
        _look(address)
    from tournaments.models import Season
    from tournaments.seasons.season.cache.pieces import PIECE_CACHE
    from tournaments.seasons.season.cache.progress import SEASON_CACHE
    from tournaments.seasons.season.data import load_season_progress

    stand = load_season_progress(Season.objects.select_related("club").get(), whole=False)
    results = sum(len(event.rows) for event in stand.events)
    found = (SEASON_CACHE.compute_weight() + PIECE_CACHE.compute_weight()) / results
    return Measurement("bytes kept for each result of a season", (found,), 500.0)


@cache
def _fill(*, quick: bool) -> dict[str, str]:
    """Make the season in the database of this run; return the addresses of its public pages by what they show."""
    from django.core.management import call_command
    from django.urls import reverse

    from bench.season_filled import fill_season
    from tarockclub.models import Person
    from tarockclub.platform.accounts.persons import load_first_club
    from tournaments.around.hall_of_fame.views import compute_hall_secret

    call_command("migrate", verbosity=0)
    season = fill_season(*QUICK) if quick else fill_season()
    standing = reverse("season_standing", args=[season.slug])
    number = Person.objects.order_by("-pk").values_list("number", flat=True)[0]
    return {
        "standing": standing,
        "last page": f"{standing}?page=99",
        "search": f"{standing}?q=spieler%20a",
        "player": f"{standing}?who={number}",
        "event": reverse("season_event", args=[season.slug, 1]),
        "outlook": reverse("season_outlook", args=[season.slug]),
        "card": reverse("share_season", args=[season.slug]),
        "API": f"/api/v1/seasons/{season.slug}",
        "hall of fame": reverse("fame_for_all", args=[compute_hall_secret(load_first_club())]),
    }


def _look(address: str) -> None:
    response = _build_client().get(address, headers={"Accept-Encoding": "gzip"})
    if response.status_code != 200:
        raise RuntimeError(f"{address}: {response.status_code}")


@cache
def _build_client() -> Any:
    from django.test import Client

    return Client(SERVER_NAME="localhost")


def _forget() -> None:
    """Forget what is kept, as for another version."""
    from tests.support.shared_rows import clear_caches

    clear_caches()


def _load() -> None:
    from tournaments.models import Season
    from tournaments.seasons.season.data import load_season_progress

    load_season_progress(Season.objects.select_related("club").get())
