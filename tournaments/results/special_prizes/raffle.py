"""The raffle: winners drawn by lot from the tournament's seed, so that each draw can be repeated; each is an act."""

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.core.acts import Kind, parse_content
from tournaments.core.rules.ranking import compute_lot
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Tournament
from tournaments.results.final_results.prizes import NONE, load_choices
from tournaments.results.standings.editions import load_standing_editions

RAFFLE = "raffle"  # the purpose of lots


class Raffle(NamedTuple):
    """A raffle: its number, the persons among whom it was drawn, and the winners in the order of the draw."""

    number: int
    among: tuple[int, ...]
    winners: tuple[int, ...]


def load_raffles(tournament: Tournament) -> tuple[Raffle, ...]:
    """Return all raffles that were not taken back, in their order; one query."""
    acts = Act.objects.filter(tournament=tournament, kind=Kind.LOT, undone_by=None).order_by("sequence")
    contents = (parse_content(act) for act in acts)
    return tuple(
        Raffle(content["number"], tuple(content["among"]), tuple(content["won"]))
        for content in contents
        if content["what"] == RAFFLE
    )


def choose_winners(seed: str, number: int, among: Iterable[int], many: int) -> list[int]:
    """Return the winners of a raffle: the same for the same seed, number and persons.

    >>> first = choose_winners("seed", 1, [7, 8, 9], 2)
    >>> first == choose_winners("seed", 1, [9, 8, 7], 2), set(first) <= {7, 8, 9}, len(first)
    (True, True, 2)
    """
    return sorted(among, key=lambda person: compute_lot(seed, f"{RAFFLE} {number}", person), reverse=True)[:many]


def list_participants(tournament: Tournament, *, others: bool) -> list[int]:
    """Return the persons who have played; `others`: only those without a prize, chosen or won in a raffle."""
    standings = load_standings(load_progress(tournament))
    played = {line.player.person for standing in standings.rounds for line in standing.lines if standing.round.started}
    if not others:
        return sorted(played)
    chosen = load_choices(tournament, load_standing_editions(tournament)).values()
    has_prize = {choice.person for choice in chosen if choice.prize != NONE}
    has_prize |= {person for raffle in load_raffles(tournament) for person in raffle.winners}
    return sorted(played - {standings.people.get_player(person).person for person in has_prize})
