"""The feed of a club (Atom): its results, next dates and seasons, as far as its front page shows them."""

import hashlib
import uuid
from datetime import UTC, datetime
from io import StringIO
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.xmlutils import SimplerXMLGenerator

from tarockclub.kit.days import format_day
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import get_current_language
from tarockclub.platform.clubs.current_club import build_address, load_current_club
from tarockclub.platform.publication import load_publication
from tarockclub.platform.server.page_cache import has_tag
from tournaments.around.public.front import FrontPage, PublishedResult
from tournaments.around.public.views import load_kept_page
from tournaments.models import Season
from tournaments.people.invitations.dates import DatedTournament

PARTS = ("dates", "results", "seasons")
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)  # of a feed without entries


def serve_feed(request: HttpRequest) -> HttpResponse:
    """Serve the feed; 304 if the reader has it; raise 404 if the club publishes none of its parts."""
    club = load_current_club(request)
    publication = load_publication(club)
    if not any(getattr(publication, part) for part in PARTS):
        raise Http404
    page = load_kept_page(club, publication)
    content = _write_feed(request, page)
    tag = f'"{hashlib.sha256(content.encode()).hexdigest()[:24]}"'
    is_known = has_tag(request, tag)
    response = HttpResponse(status=304) if is_known else HttpResponse(content, content_type=Atom1Feed.content_type)
    response["ETag"] = tag  # no date: a name changes without one
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Accept-Language, Cookie"
    return response


class _Feed(Atom1Feed):
    """A feed of plain texts that is the same as long as its entries are."""

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        """Write an entry without what XML cannot say; readers take its description for HTML."""
        texts = {"title": clean_text(item["title"]), "description": escape(clean_text(item["description"]))}
        super().add_item_elements(handler, item | texts)

    def latest_post_date(self) -> datetime:
        """Return the moment of the newest entry; a fixed one without entries."""
        return max((item["updateddate"] for item in self.items), default=_NO_TIME)


def _write_feed(request: HttpRequest, page: FrontPage) -> str:
    club = clean_text(page.club)
    feed = _Feed(
        title=club,
        link=build_address(request, reverse("home")),
        description=_("Tarock: dates, results and standings"),
        language=get_current_language(),
        feed_url=build_address(request, reverse("feed")),
        feed_guid=f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, build_address(request, '/'))}",
    )
    for result in page.results:
        _add_result(request, feed, result, club)
    for dated in (dated for dated in page.dates if not dated.is_evening):
        _add_date(request, feed, dated, club)
    for season in page.seasons:
        _add_season(request, feed, season, club)
    out = StringIO()
    feed.write(out, "utf-8")
    return out.getvalue()


def _add_result(request: HttpRequest, feed: Atom1Feed, result: PublishedResult, club: str) -> None:
    path = reverse("edition", args=[result.slug, 0, result.edition])
    winners = ", ".join(result.winners)
    feed.add_item(
        title=_("Final result: %(name)s") % {"name": result.name},
        link=build_address(request, path),
        description=_("Winner: %(winners)s") % {"winners": winners},
        author_name=club,
        pubdate=result.at,
        updateddate=result.at,
        unique_id=f"urn:uuid:{result.slug}",
    )


def _add_date(request: HttpRequest, feed: Atom1Feed, dated: DatedTournament, club: str) -> None:
    day, news = format_day(dated.day), dated.news
    feed.add_item(
        title=f"{news.text}: {dated.name}, {day}" if news.text else f"{day}: {dated.name}",
        link=build_address(request, reverse("invitation", args=[dated.slug]) if dated.is_invited else reverse("home")),
        description=news.reason or _("Tournament on %(day)s") % {"day": day},
        author_name=club,
        pubdate=dated.made,
        updateddate=max(news.at or dated.made, dated.made),
        unique_id=f"urn:uuid:{uuid.uuid5(dated.slug, 'date')}",
    )


def _add_season(request: HttpRequest, feed: Atom1Feed, season: Season, club: str) -> None:
    """Add a season that has begun, or in its place its final standings."""
    moment = season.made if season.ended is None else season.ended
    stage = _("Standings so far") if season.ended is None else _("Final standings")
    feed.add_item(
        title=f"{stage}: {season.name}",
        link=build_address(request, reverse("season_standing", args=[season.slug])),
        description=season.name,
        author_name=club,
        pubdate=moment,
        updateddate=moment,
        unique_id=f"urn:uuid:{uuid.uuid5(season.slug, 'begun' if season.ended is None else 'ended')}",
    )
