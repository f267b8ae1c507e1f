"""Publishing draws: a hall of 500 people, and twelve rounds of 2,000, in seconds of the processor."""

import time
from collections.abc import Iterator

from bench.ratio import Measurement

HALL, MOST_SECONDS = 500, 0.5
LONGEST = (2000, 12)  # players, rounds
MOST_SECONDS_TOGETHER = 20.0


def measure_hall(*, quick: bool) -> Measurement:
    """Measure the publication of a draw: another hall each time."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    _first, *seconds = (sum(_publish_rounds(HALL, 1)) for _again in range(3 if quick else 7))
    return Measurement("publishing a draw of 500 players, in seconds", tuple(seconds), MOST_SECONDS)


def measure_longest(*, quick: bool) -> Measurement:
    """Measure the publications of a whole day of the largest size."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    players, rounds = (HALL, 4) if quick else LONGEST
    seconds = sum(_publish_rounds(players, rounds))
    words = f"publishing {rounds} draws of {players:,} players, in seconds"
    return Measurement(words, (seconds,), MOST_SECONDS_TOGETHER)


def _publish_rounds(players: int, rounds: int) -> Iterator[float]:
    """Yield the seconds of each publication."""
    from tarockclub.platform.accounts.actors import ANONYMOUS
    from tests.tournaments.support import factories
    from tournaments.hall.draw.actions import DrawSeats, PublishDraft
    from tournaments.hall.draw.services import find_made_draft

    tournament = factories.tournament(rounds=rounds)
    factories.people(tournament, players)
    for _round in range(rounds):
        round_ = factories.round_(tournament)
        draft = find_made_draft(DrawSeats(way="lots").perform(round_, factories.new_key(), ANONYMOUS))
        publication = PublishDraft(draft=draft.number)
        start = time.process_time()
        publication.perform(round_, factories.new_key(), ANONYMOUS)
        yield time.process_time() - start
