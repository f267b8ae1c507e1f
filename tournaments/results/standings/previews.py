"""The preview of the address of a tournament's standings in a messenger."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day
from tarockclub.platform.sharing.previews import SharePreview, build_preview
from tournaments.models import Tournament


def build_standing_preview(request: HttpRequest, tournament: Tournament, of: int, words: str) -> SharePreview:
    """Return the tags of a page about a round, or (FINAL) about the whole tournament."""
    where: list[object] = [tournament.slug, of, "wide"] if of else [tournament.slug, "wide"]
    round_ = _("round %(round)s") % {"round": of}
    about = f"{words}, {round_}" if of else words
    picture = reverse("round_standings_picture" if of else "standings_picture", args=where)
    return build_preview(request, tournament.name, f"{about} · {format_day(tournament.day)}", picture)
