"""The public pages of a tournament's results, made once for all who look and kept until something is new."""

import gzip
import uuid
from typing import NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string

from tarockclub.accounts.permissions import account_of
from tarockclub.language import language
from tarockclub.server.page_cache import Kept, Shelf
from tarockclub.server.program_version import program
from tournaments.standings.cache import Known, known_of
from tournaments.standings.editions import FINAL, Edition, editions_of, latest
from tournaments.standings.page import Shown, shown_edition, shown_round, shown_totals
from tournaments.standings.players import people_of
from tournaments.standings.progress import Stand, lately, stand_at
from tournaments.standings.rows_html import blocks_html

PACE = 10  # a standing of 2,000 players is made anew in at most a tenth of the time
SHELF = Shelf(256, pace=PACE)


class Page(NamedTuple):
    """What somebody asks for."""

    slug: uuid.UUID
    of: int  # a round's number, or FINAL
    language: str
    staff: bool  # sees what is not public yet


def page_of(request: HttpRequest, slug: uuid.UUID, of: int) -> tuple[Page, Stand]:
    """Which page is asked for, and the tournament as it is now, or was a moment ago for who only watches."""
    account = account_of(request)
    stand = stand_at(slug) if account is not None else lately(slug)
    staff = account is not None and account.club_id == stand.tournament.club_id
    return Page(slug, of, language(), staff), stand


def standing_kept(page: Page, stand: Stand) -> Kept:
    """The standing as it is sent; staff sees it as it is now."""
    known = known_of(stand, at_once=page.staff) if stand.settings.show_live or page.staff else None
    at = stand if known is None else known.standings.stand
    if page.of != FINAL:
        at.round(page.of)  # or 404
    tag = f'"{at.sign}.{page.of}.{page.language}.{"s" if page.staff else "p"}.{program()}"'
    return SHELF.newest(page, tag, lambda: _standing(page, at, known), at_once=page.staff)


def html_of(kept: Kept) -> str:
    """The piece, for the first page."""
    return gzip.decompress(kept.body).decode()


def _standing(page: Page, stand: Stand, known: Known | None) -> str:
    editions = editions_of(stand.tournament)
    if known is None:
        shown = _published(stand, latest(editions, page.of))
    elif page.of:
        shown = shown_round(known.standings, page.of, editions)
    else:
        shown = shown_totals(known.standings, editions)
    context = {
        "stand": stand,
        "tournament": stand.tournament,
        "of": page.of,
        "shown": shown,
        "round": stand.round(page.of) if page.of else None,
        "tables": [(one.number, f"/tables/{one.slug}/") for one in stand.round(page.of).tables] if page.of else [],
        "tabs": [one.number for one in stand.rounds if one.drawn],
        "is_live": known is not None,
        "blocks": blocks_html(shown, page.slug),
    }
    return render_to_string("tournaments/standings/_standing.html", context)


def _published(stand: Stand, edition: Edition | None) -> Shown | None:
    """What was published, where nothing else is public."""
    if edition is None:
        return None
    people = people_of(stand.tournament, [one.person for one in edition.rows])
    return shown_edition(edition, {one.person: people.player(one.person) for one in edition.rows}, stand.settings)
