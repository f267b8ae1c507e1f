"""Arranging the walls of a hall. Each change says how it shall be, not what to turn: sent twice it is the same."""

import hashlib
from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.core.acts import ActionRefused
from tournaments.core.messages import register_sentences
from tournaments.models import Hall, HallPicture, Tournament
from tournaments.models.hall import DIGEST_LENGTH
from tournaments.results.projector.walls import (
    LETTERS,
    LOOKS,
    MOST_WALLS,
    PARTS,
    HallWall,
    find_wall,
    list_walls,
    write_walls,
)


def _change_hall(tournament: Tournament, change: Callable[[Hall], None]) -> Hall:
    """Change the hall of a tournament; its walls follow with their next question."""
    with transaction.atomic():
        Hall.objects.get_or_create(tournament=tournament)
        hall = Hall.objects.select_for_update().get(tournament=tournament)
        change(hall)
        hall.version += 1
        hall.save()
    return hall


def _change_wall(tournament: Tournament, number: int, change: Callable[[HallWall], HallWall]) -> None:
    def apply(hall: Hall) -> None:
        walls = list_walls(hall)
        if find_wall(walls, number) is None:
            raise ActionRefused("no_wall")
        hall.walls = write_walls(change(wall) if wall.number == number else wall for wall in walls)

    _change_hall(tournament, apply)


def turn_part(tournament: Tournament, number: int, part: str, *, on: bool) -> None:
    """Show a part on a wall, or no longer; ActionRefused("no_wall", "no_part")."""
    if part not in PARTS:
        raise ActionRefused("no_part")
    _change_wall(tournament, number, lambda wall: wall.turn_part(part, on=on))


def show_by_itself(tournament: Tournament, number: int) -> None:
    """Let a wall show by itself what there is; ActionRefused("no_wall")."""
    _change_wall(tournament, number, lambda wall: wall._replace(parts=()))


def change_hall_look(tournament: Tournament, number: int, letters: str, look: str) -> None:
    """Change the size of a wall's letters and its ground; ActionRefused("no_wall", "no_part")."""
    if letters not in LETTERS or look not in LOOKS:
        raise ActionRefused("no_part")
    _change_wall(tournament, number, lambda wall: wall._replace(letters=letters, look=look))


def set_walls(tournament: Tournament, count: int) -> None:
    """Have so many walls: further ones begin by themselves, the last ones go; ActionRefused("no_wall")."""
    if not 1 <= count <= MOST_WALLS:
        raise ActionRefused("no_wall")

    def apply(hall: Hall) -> None:
        walls = list_walls(hall)
        further = (HallWall(number) for number in range(len(walls) + 1, count + 1))
        hall.walls = write_walls((*walls[:count], *further))

    _change_hall(tournament, apply)


def announce(tournament: Tournament, text: str) -> None:
    """Say something on the walls that show announcements; an empty text takes it away."""

    def apply(hall: Hall) -> None:
        hall.announcement = text

    _change_hall(tournament, apply)


def go_to_step(tournament: Tournament, step: int | None, *, from_last: bool) -> None:
    """Show a step of the ceremony on every wall; None ends it."""

    def apply(hall: Hall) -> None:
        hall.step, hall.from_last = step, from_last

    _change_hall(tournament, apply)


def put_hall_picture(tournament: Tournament, png: bytes | None) -> None:
    """Store the sponsor's picture (drawn by ourselves), or take it away."""

    def apply(hall: Hall) -> None:
        if png is None:
            HallPicture.objects.filter(hall=hall).delete()
        else:
            HallPicture.objects.update_or_create(hall=hall, defaults={"png": png})
        hall.picture = hashlib.sha256(png).hexdigest()[:DIGEST_LENGTH] if png is not None else ""

    _change_hall(tournament, apply)


register_sentences(
    {
        "no_wall": _("This wall is no longer there, or there are six already."),
        "no_part": _("A wall cannot show this."),
    }
)
