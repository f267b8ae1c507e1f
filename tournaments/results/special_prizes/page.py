"""The special prizes and the raffles as pages, papers and workbooks show them: with names."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import Standings, load_standings
from tournaments.models import Tournament
from tournaments.results.special_prizes.prizes import (
    BEST_HAND,
    BIRDS,
    CATEGORY,
    HANDS_WON,
    LEAST,
    MOON,
    NEWCOMER,
    OLDEST,
    VALATS,
    list_participants,
    load_prize_names,
    load_raffles,
    load_special_prizes,
)

LABELS: dict[str, Promise] = {
    BEST_HAND: _("Best single hand"),
    BIRDS: _("Most birds"),
    VALATS: _("Most Valats"),
    MOON: _("Most captured Monds"),
    HANDS_WON: _("Most hands won"),
    LEAST: _("Fewest points"),
    NEWCOMER: _("Best newcomer"),
    OLDEST: _("The oldest player"),
}
_UNITS: dict[str, Promise] = {
    BEST_HAND: _("%(many)s points"),
    LEAST: _("%(many)s points"),
    NEWCOMER: _("rank %(many)s"),
    OLDEST: _("born %(many)s"),
}
_OF_CATEGORY = _("Best of the category: %(category)s")


class SpecialLine(NamedTuple):
    """A special prize."""

    kind: str
    label: str
    amount: str
    winner: str  # name; "": lots are to be drawn
    number: int  # the winner's start number; 0: none
    equals: tuple[str, ...]  # names, if there are several


def load_page(tournament: Tournament) -> dict[str, Any]:
    """Return the special prizes and the raffles with real names."""
    raffles = load_raffles(tournament)
    people = load_prize_names(tournament, (person for raffle in raffles for person in raffle.winners), INSIDE)
    lines = (
        {
            "number": raffle.number,
            "winners": tuple(people.get_player(who).name for who in raffle.winners),
            "among": len(raffle.among),
        }
        for raffle in raffles
    )
    count = len(list_participants(tournament, others=True))
    special = list_special_lines(load_standings(load_progress(tournament), EVERYBODY))
    return {
        "lines": tuple(special),
        "raffles": tuple(lines),
        "others": count,  # players without a prize
    }


def list_special_lines(standings: Standings) -> Iterator[SpecialLine]:
    """Yield the special prizes with the real names of their winners."""
    prizes = load_special_prizes(standings)
    winners = (person for prize in prizes for person in prize.equals)
    people = load_prize_names(standings.stand.tournament, winners, INSIDE)
    for prize in prizes:
        names = tuple(people.get_player(person).name for person in prize.equals)
        winner = people.get_player(prize.winner) if prize.winner else None
        unit = _UNITS.get(NEWCOMER if prize.kind.startswith(CATEGORY) else prize.kind)
        amount = str(unit) % {"many": prize.text} if unit is not None else f"{prize.text}×"
        yield SpecialLine(
            prize.kind,
            _format_label(prize.kind),
            amount,
            winner.name if winner is not None else "",
            winner.number if winner is not None else 0,
            names if len(names) > 1 else (),
        )


def _format_label(kind: str) -> str:
    if kind.startswith(CATEGORY):
        return str(_OF_CATEGORY) % {"category": kind.removeprefix(CATEGORY)}
    return str(LABELS[kind])


def list_raffle_names(tournament: Tournament) -> list[str]:
    """Return the winners of the last raffle as public pages name them, in the order of the draw."""
    raffles = load_raffles(tournament)
    if not raffles:
        return []
    people = load_prize_names(tournament, raffles[-1].winners, EVERYBODY)
    return [people.get_player(person).name for person in raffles[-1].winners]
