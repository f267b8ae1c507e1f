"""The walls of a hall: their arrangement, the director's page, and the sponsor's picture.

Each change says how it shall be, not what to turn: sent twice it is the same.
"""

import hashlib
import uuid
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control

from tarockclub.kit.form_fields import CleanTextField, NumberField, TextField, TickField
from tarockclub.platform.club_look.forms import ACCEPTED
from tarockclub.platform.server.wsgi.uploads import take_small_file
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import register_sentences
from tournaments.core.view_helpers import ActionForm, PictureForm, find_own_tournament, format_problem, render_page
from tournaments.models import Hall, HallPicture, Tournament
from tournaments.models.belongings import ANNOUNCEMENT_LENGTH, DIGEST_LENGTH
from tournaments.results.projector.page import find_result, load_ceremony
from tournaments.results.projector.walls import (
    LETTER_NAMES,
    LETTERS,
    LOOK_NAMES,
    LOOKS,
    MOST_WALLS,
    PART_NAMES,
    PARTS,
    HallWall,
    find_hall,
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


for_good = cache_control(max_age=365 * 24 * 3600, public=True, immutable=True)  # the address has what is in it


class HallForm(ActionForm):
    """A tap on the page of the walls: `what`, and for which wall."""

    what = TextField(longest=12)
    wall = NumberField(1, otherwise=0)
    part = TextField(longest=16)
    letters = TextField(longest=16)
    look = TextField(longest=16)
    count = NumberField(1, otherwise=0)
    step = NumberField(4, otherwise=0)
    from_last = TickField()
    announcement = CleanTextField(longest=ANNOUNCEMENT_LENGTH)


def handle_hall(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the walls of a tournament, and arrange them."""
    tournament = find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_hall(request, tournament)
    content = HallForm(request.POST).parse()
    try:
        anchor = _arrange(tournament, content)
    except ActionRefused as refused:
        return _render_hall(request, tournament, format_problem(refused), 409)
    return redirect(f"{reverse('hall', args=[slug])}#{anchor}")


def _arrange(tournament: Tournament, content: dict[str, Any]) -> str:
    """Do what a tap says, and return the part of the page where it was; raise ActionRefused."""
    what, wall = content["what"], content["wall"]
    if what in ("show", "hide"):
        turn_part(tournament, wall, content["part"], on=what == "show")
    elif what == "by-itself":
        show_by_itself(tournament, wall)
    elif what == "look":
        change_hall_look(tournament, wall, content["letters"], content["look"])
    elif what == "walls":
        set_walls(tournament, content["count"])
        return "walls"
    elif what == "announce":
        announce(tournament, content["announcement"])
        return "announcement"
    elif what in ("step", "end"):
        step = content["step"] if what == "step" else None
        go_to_step(tournament, step, from_last=content["from_last"])
        return "ceremony"
    else:
        raise ActionRefused("no_part")
    return f"wall-{wall}"


def _render_hall(
    request: HttpRequest, tournament: Tournament, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    hall = find_hall(tournament)
    walls = list_walls(hall)
    context = {
        "tournament": tournament,
        "hall": hall,
        "walls": walls,
        "more_walls": len(walls) + 1 if len(walls) < MOST_WALLS else 0,
        "fewer_walls": len(walls) - 1,
        "part_names": PART_NAMES.items(),
        "letter_names": LETTER_NAMES.items(),
        "look_names": LOOK_NAMES.items(),
        "accepted": ACCEPTED,
        "picture_form": PictureForm(),
        **_load_ceremony_context(tournament, hall.step, from_last=hall.from_last),
        **(more or {}),
    }
    return render_page(request, "tournaments/results/projector/hall.html", context, status)


def _load_ceremony_context(tournament: Tournament, step: int | None, *, from_last: bool) -> dict[str, Any]:
    """Return the step of the ceremony that is shown now, and the ones before and after it."""
    if step is None:
        return {"has_result": bool(find_result(tournament)[1])}
    scenes = load_ceremony(tournament, from_last=from_last)
    last = len(scenes) - 1
    current = min(step, last)
    return {
        "has_result": True,
        "scene": scenes[current],
        "at": current,
        "scene_number": current + 1,
        "scene_count": last + 1,
        "next_scene": scenes[current + 1] if current < last else None,
        "next_step": current + 1,
        "step_before": current - 1,
    }


@take_small_file
def handle_picture(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Take the sponsor's picture, or take it away."""
    tournament = find_own_tournament(request, slug)
    form = PictureForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_hall(request, tournament, {"picture_form": form}, 400)
    put_hall_picture(tournament, form.cleaned_data["picture"])
    return redirect(f"{reverse('hall', args=[tournament.slug])}#sponsor")


def serve_picture(request: HttpRequest, slug: uuid.UUID, digest: str) -> HttpResponse:
    """Serve the sponsor's picture to every wall."""
    picture = get_object_or_404(HallPicture, hall__tournament__slug=slug, hall__picture=digest)
    return for_good(lambda _request: HttpResponse(bytes(picture.png), content_type="image/png"))(request)
