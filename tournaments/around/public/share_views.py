"""Sharing standings of a tournament or a season, and its date and draw: what everybody may see, whoever asks."""

import uuid
from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.days import format_day
from tarockclub.platform.sharing.picture import Card, CardRow, build_club_card
from tarockclub.platform.sharing.responses import build_picture_response, render_share_page
from tournaments.core import view_helpers
from tournaments.core.editions import FINAL, find_standing_address
from tournaments.core.selectors import find_date_news
from tournaments.core.settings import parse_settings
from tournaments.models import Round, Season, Tournament
from tournaments.people.entrants.applications import filter_waiting, load_waiting_places
from tournaments.people.invitations.page import find_invitation, format_fee, format_when, list_invitation_facts
from tournaments.results.standings.cached_page import load_public_page
from tournaments.results.standings.page import StandingPage, StandingRow
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.table import build_current_table
from tournaments.seasons.season.view_helpers import open_link, open_season

MOST_ROWS = 40  # of a card


def show_standings(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Share the standings of a round, or of the whole tournament."""
    stand, shown = load_public_page(slug, number)
    tournament = stand.tournament
    card = build_standing_card(tournament, number, shown, is_live=stand.settings.show_live)
    path = reverse("round_standings", args=[slug, number]) if number else find_standing_address(tournament)
    return render_share_page(request, card, path, tournament=tournament)


@open_season
def show_season(request: HttpRequest, season: Season) -> HttpResponse:
    """Share the standings of a season."""
    card, path = _load_season_card(season), reverse("season_standing", args=[season.slug])
    return render_share_page(request, card, path, season=season)


@open_link
def serve_linked_picture(request: HttpRequest, season: Season, shape: str) -> HttpResponse:
    """Serve the picture of a year to whoever has its secret link."""
    return build_picture_response(request, _load_season_card(season), shape)


def format_card_heading(scope: int, shown: StandingPage | None, *, is_live: bool) -> str:
    """Return the words for standings of a round, or over all rounds."""
    if shown is not None and shown.edition is not None and not shown.has_changed:
        return _("Result of round %(round)s") % {"round": scope} if scope else _("Final result")
    if not is_live:
        return _("Standings")
    return _("Live standings of round %(round)s") % {"round": scope} if scope else _("Live standings")


def build_standing_card(tournament: Tournament, scope: int, shown: StandingPage | None, *, is_live: bool) -> Card:
    """Return the standings of a tournament that everybody may see."""
    about = f"{format_card_heading(scope, shown, is_live=is_live)} · {format_day(tournament.day)}"
    rows = [row for block in shown.blocks for row in block.rows] if shown is not None else []
    story = "" if rows else _("In this tournament, standings are shown only once they are published.")
    if is_live and not rows:
        story = _("Nobody has played yet.")
    cards, rest = map(_build_row, rows[:MOST_ROWS]), max(0, len(rows) - MOST_ROWS)
    return build_club_card(tournament.club, tournament.name, about, cards, story=story, more=rest)


def _build_row(row: StandingRow) -> CardRow:
    amount = row.amounts[-1] if row.amounts else None
    text = amount.text if amount is not None else ""
    return CardRow(row.name, text, row.rank, row.wins, is_below=text.startswith(("−", "-")))


def _load_season_card(season: Season) -> Card:
    """Return the standings of a season by published results."""
    stand = load_kept_season(season).stand
    words = _("Final standings") if stand.season.ended else _("Standings so far")
    ranked = sum(bool(line.rank) for line in stand.standing.lines)  # the first ones
    shown = build_current_table(stand, range(min(MOST_ROWS, ranked))).lines
    rows = [CardRow(row.name, row.points, row.rank, row.rank == "1.", row.is_loss) for row in shown]
    days = [day for event in stand.result_days if (day := find_event_day(event.event)) is not None]
    words = f"{words} · {format_day(max(days))}" if days else words
    story = "" if rows else _("No result counts yet.")
    return build_club_card(season.club, stand.season.name, words, rows, story=story, more=ranked - len(rows))


# The text for the group, at the moments at which a secretary writes to it before a tournament is over: what everybody
# may see anyway, and of those who have registered only how many they are.


class Moment(NamedTuple):
    """Something that the group is told: a card, and the address of what it is about."""

    name: str
    label: str
    card: Card
    path: str


def show_group_text(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the text for the group at one of the moments (`about`; else the first of them), and lead to the others."""
    tournament = view_helpers.find_own_tournament(request, slug)
    moments = list(_list_moments(tournament))
    chosen = next((moment for moment in moments if moment.name == request.GET.get("about")), moments[0])
    tabs = [(moment.label, f"?about={moment.name}", moment is chosen) for moment in moments]
    kind = _("Text for the group")
    return render_share_page(
        request, chosen.card, chosen.path, no_picture=True, kind=kind, tabs=tabs, tournament=tournament
    )


def _list_moments(tournament: Tournament) -> Iterator[Moment]:
    """Yield what can be told now: the tables of the last draw, the date and what is new about it, how many come."""
    invitation, news = find_invitation(tournament), find_date_news(tournament)
    path = reverse("invitation", args=[tournament.slug]) if invitation is not None else ""
    card = build_club_card(tournament.club, tournament.name, format_when(tournament, invitation), ())
    rounds = Round.objects.filter(tournament=tournament, closed=None).exclude(draw=None)
    drawn = rounds.order_by("-number").first() if not (tournament.ended or tournament.cancelled) else None
    if drawn is not None:
        sentence = _("Round %(number)s is drawn. Who sits where:") % {"number": drawn.number}
        yield Moment(
            "draw", _("Draw"), card._replace(story=sentence), reverse("seats", args=[tournament.slug, drawn.number])
        )
    facts = [(_("Entry fee"), format_fee(parse_settings(tournament.settings)))]
    facts = facts if invitation is None else list_invitation_facts(tournament, invitation)
    rows = tuple(CardRow(f"{label}:", text) for label, text in facts if text)
    story = ": ".join(filter(None, (news.text, news.reason)))
    dated = card._replace(story=story, rows=() if news.is_cancelled else rows)
    yield Moment("date", _("When and where"), dated, path)
    if tournament.frozen is None and not news.is_cancelled:
        yield Moment("places", _("Who comes"), card._replace(rows=tuple(_list_places(tournament))), path)


def _list_places(tournament: Tournament) -> Iterator[CardRow]:
    yield CardRow(load_waiting_places(tournament).sentence)
    waiting = filter_waiting(tournament).count()
    if waiting:
        yield CardRow(
            ngettext("One person waits for a place", "%(count)s people wait for a place", waiting) % {"count": waiting}
        )
