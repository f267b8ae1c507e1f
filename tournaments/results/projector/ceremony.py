"""The ceremony: a published result step by step, from the last to the first, with the hands of the day.

All names are those of public pages, so whoever wants to be a number there is one here too.
"""

import uuid
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.words import get_current_language
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import Standings, load_standings
from tournaments.models import Prize, Tournament
from tournaments.results.final_results.honours import Honoured, list_honoured
from tournaments.results.final_results.story import LEAST_RISE, list_rises, list_story_hands
from tournaments.results.standings.courses import compute_round_standings
from tournaments.results.standings.editions import EditionRow, load_standing_editions

FEWEST_HONOURED = 3  # where there are fewer prizes, or none
MOST_BEHIND = 5  # honoured before, that stand below the one who is honoured now
MOST_KEPT = 16
TITLE, HAND, COMEBACK, PLACE, PODIUM = "title", "hand", "comeback", "place", "podium"


class Scene(NamedTuple):
    """A step of the ceremony."""

    kind: str
    heading: str
    said: str = ""
    people: tuple[Honoured, ...] = ()
    behind: tuple[Honoured, ...] = ()  # who was honoured before, the best first
    amount: str = ""


_CEREMONIES: LruCache[tuple[uuid.UUID, int, bool, str], tuple[Scene, ...]] = LruCache(MOST_KEPT)


def load_ceremony(tournament: Tournament, *, from_last: bool) -> tuple[Scene, ...]:
    """Return the steps of the newest result's ceremony; read anew where something has happened in the tournament."""
    name = (tournament.slug, tournament.version, from_last, get_current_language())
    scenes = _CEREMONIES.get(name)
    if scenes is None:
        scenes = tuple(_list_scenes(tournament, from_last=from_last))
        _CEREMONIES.put(name, scenes)
    return scenes


def find_result(tournament: Tournament) -> tuple[int, tuple[EditionRow, ...]]:
    """Return the final result, or else that of the last round that is published; (0, ()) where there is none."""
    editions = load_standing_editions(tournament)
    last = max((edition.of for edition in editions if edition.withdrawn is None), default=FINAL)
    for scope in (FINAL, last):
        latest = find_latest_edition(editions, scope)
        if latest is not None:
            return scope, tuple(latest.rows)
    return FINAL, ()


def _list_scenes(tournament: Tournament, *, from_last: bool) -> Iterator[Scene]:
    scope, rows = find_result(tournament)
    about = _("Result of round %(round)s") % {"round": scope} if scope else _("Final result")
    yield Scene(TITLE, _("Prize giving"), about if rows else _("No result is published yet."))
    if not rows:
        return
    standings = load_standings(load_progress(tournament))
    yield from list_hand_scenes(standings)
    yield from _list_comebacks(standings, scope)
    groups = list_honoured(standings.stand, scope, rows)
    prizes = Prize.objects.filter(tournament=tournament, gone=None)
    count = (prizes.filter(round__number=scope) if scope else prizes.filter(round=None)).count()
    least = len(rows) if from_last else max(count, FEWEST_HONOURED)
    honoured = [group for group in groups if group[0].rank <= least]
    for index in reversed(range(len(honoured))):
        behind = tuple(person for group in honoured[index + 1 :] for person in group)[:MOST_BEHIND]
        heading = _("%(rank)s Place") % {"rank": f"{honoured[index][0].rank}."}
        yield Scene(PLACE, heading, people=honoured[index], behind=behind)
    best = tuple(person for group in honoured for person in group if person.rank <= FEWEST_HONOURED)
    yield Scene(PODIUM, _("Congratulations!"), people=best)


def list_hand_scenes(standings: Standings) -> Iterator[Scene]:
    """Yield the hands of the day, each with where it was played."""
    for hand in list_story_hands(standings):
        yield Scene(HAND, hand.heading, hand.words, (Honoured(0, hand.where, ""),), amount=hand.amount)


def _list_comebacks(standings: Standings, scope: int) -> Iterator[Scene]:
    """Yield who has won most places between the standings after an earlier round and the final result."""
    if scope != FINAL or len(standings.rounds) < 2:
        return
    rises = list_rises(compute_round_standings(standings))
    if not rises or rises[0].places < LEAST_RISE:
        return
    people = tuple(
        Honoured(
            0,  # the place in the end comes afterwards
            rise.player.name,
            _("still on place %(then)s after round %(round)s") % {"then": rise.before, "round": rise.round},
        )
        for rise in rises
        if rise.places == rises[0].places
    )
    yield Scene(COMEBACK, _("Comeback of the day"), people=people)
