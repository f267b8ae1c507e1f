"""The results of a made-up day, and the prizes that are chosen (§3)."""

from datetime import timedelta

from tarockclub.time_source import told_afterwards
from tournaments.demo.day import DIRECTOR, Day
from tournaments.demo.names import OF_A_ROUND, OF_THE_DAY
from tournaments.models import Tournament
from tournaments.results.prizes import add_prize, choose, scope_at
from tournaments.results.services import draw_lots, publish, sign_of
from tournaments.standings.editions import FINAL
from tournaments.standings.progress import stand_of
from tournaments.standings.standing import CHOICE, standings_of


def prizes(day: Day, made: Tournament, of: int) -> None:
    """Put up what can be won in a round, or in all of them."""
    with told_afterwards(day.at):
        for name, cents in OF_THE_DAY if of == FINAL else OF_A_ROUND:
            add_prize(made.pk, day.key(), of, name, cents, DIRECTOR)


def published(day: Day, made: Tournament, of: int) -> None:
    """Publish a result as it stands; whoever is placed chooses, the first prize that is left."""
    with told_afterwards(day.at):
        standings = standings_of(stand_of(_now(made)))
        publish(made.pk, day.key(), of, sign_of(standings, of), DIRECTOR)
        if scope_at(_now(made), of).lots_first:
            draw_lots(made.pk, day.key(), of, CHOICE, DIRECTOR)
    while (scope := scope_at(_now(made), of)).turn:
        day.at += timedelta(minutes=1)
        with told_afterwards(day.at):
            choose(made.pk, day.key(), of, scope.turn, day.chance.choice(scope.free).pk, DIRECTOR)


def _now(made: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=made.pk)
