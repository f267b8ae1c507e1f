"""Pieces of a season's public pages, rendered once until its state changes; of long standings only a part."""

import gzip
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from tarockclub.kit.tables.search import fold_words, has_words, split_words
from tarockclub.kit.tables.table import PageLink, build_page_address, list_page_links
from tarockclub.kit.words import fold, get_current_language
from tarockclub.platform.server.page_cache import PageCache, is_for_elsewhere
from tournaments.models import Season, SeasonEvent
from tournaments.seasons.season.cache.progress import KeptSeason
from tournaments.seasons.season.course.race import draw_race
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.editions import SeasonEdition, SubEdition
from tournaments.seasons.season.head import list_marks
from tournaments.seasons.season.page import list_event_lines
from tournaments.seasons.season.results.services import list_left_out
from tournaments.seasons.season.rows_html import (
    OWN_LINE,
    build_player_link,
    list_day_heads,
    mark_own_row,
    render_season_rows,
)
from tournaments.seasons.season.settings import SeasonSettings, parse_season_settings
from tournaments.seasons.season.table import SeasonTable, build_current_table, load_edition_table, load_sub_table

MOST_CELLS = 10_000  # on a page: some 400 kB
FEWEST_LINES, MOST_LINES = 20, 500


class StandingPart(NamedTuple):
    """The lines of standings that a page shows, and the links to the others."""

    positions: Sequence[int]
    number: int  # of the page, from 1
    first: int  # the position of these lines among all that were looked for, from 1
    last: int
    all: int
    pages: tuple[PageLink, ...]
    is_long: bool  # the standings have more than one page: they can be searched
    typed: str  # what was looked for
    everything: str  # the address without it

    @property
    def is_whole(self) -> bool:
        """True if these are all lines that were looked for."""
        return len(self.positions) == self.all


def choose_part(
    request: HttpRequest,
    lines: int,
    columns: int,
    list_names: Callable[[], Sequence[str]],
    *,
    tables: int = 1,
    of: str = "",
) -> StandingPart:
    """Return the part of standings that an address names.

    `list_names`: of all lines, for a search; `tables`: how many share the page; `of`: which of these this one is.
    What goes elsewhere has all lines, whatever the address says.
    """
    if is_for_elsewhere():
        return StandingPart(range(lines), 1, 1, lines, lines, (), False, "", "")
    typed = " ".join(split_words(request.GET.get("q", "")))
    words, name = fold_words(typed), f"{of}page"
    long, most = max(1, columns) * tables, MOST_CELLS // 2 if words else MOST_CELLS  # a search is rendered each time
    size = min(MOST_LINES, max(FEWEST_LINES, most // long))
    wanted = range(lines) if not words else [at for at, who in enumerate(list_names()) if has_words(fold(who), words)]
    page = Paginator(wanted, size).get_page(request.GET.get(name, "1"))
    return StandingPart(
        list(page.object_list),
        page.number,
        page.start_index(),
        page.end_index(),
        len(wanted),
        tuple(list_page_links(page.paginator, page.number, request, name, f"#{of}standing" if of else "")),
        lines > size or bool(typed),
        typed,
        build_page_address(request, {"q": "", name: ""}),
    )


MOST_PIECES = 512
_TEMPLATES = "tournaments/seasons/season"
PIECE_CACHE = PageCache(MOST_PIECES)


def load_piece(kept: KeptSeason, name: tuple[object, ...], render: Callable[[], str]) -> SafeString:
    """Return a piece for this state of a season, or render it now; `name`: which one of the season's it is."""
    whole_name = (kept.stand.season.slug, get_current_language(), *name)
    body = PIECE_CACHE.load_body(whole_name, kept.version, render)
    return mark_safe(gzip.decompress(body).decode())  # noqa: S308 -- rendered by our own template


def load_standing_piece(
    kept: KeptSeason, stand: SeasonProgress, part: StandingPart, number: int, *, is_linked: bool = False, own: int = 0
) -> SafeString:
    """Return a part of the current standings.

    `number`: of the sub-ranking whose state `stand` is, 0: the season's; `is_linked`: for a secret link, which leads on
    to no other page; `own`: the number of whoever's line is marked, and on phones stands first.
    """

    def render() -> str:
        shown = build_current_table(stand, part.positions)
        return _render_standing(stand.season, shown, part, stand.settings, OWN_LINE, {"is_linked": is_linked})

    piece = _load_part(kept, ("standing", number, is_linked), part, render)
    return mark_own_row(piece, stand, own) if own else piece


def load_race_piece(
    kept: KeptSeason, stand: SeasonProgress, number: int, *, is_linked: bool = False, own: int = 0
) -> SafeString:
    """Return the lines of the first few, and of whoever has the number `own`; the rest as in load_standing_piece()."""
    own = own if any(who.number == own for who in stand.people.values()) else 0

    def render() -> str:
        race = draw_race(stand, own)
        context = {
            "season": stand.season,
            "race": race._replace(strips=()) if is_linked else race,
            "is_linked": is_linked,
        }
        return render_to_string(f"{_TEMPLATES}/_race.html", context)

    return load_piece(kept, ("race", number, is_linked, own), render)


def load_marks_piece(kept: KeptSeason, stand: SeasonProgress, number: int) -> SafeString:
    """Return the marks of a season; of a sub-ranking with this number."""

    def render() -> str:
        return render_to_string(f"{_TEMPLATES}/_marks.html", {"marks": list_marks(stand)}).strip()

    return load_piece(kept, ("marks", number), render)


def load_edition_piece(
    kept: KeptSeason, edition: SeasonEdition, part: StandingPart, events: list[SeasonEvent]
) -> SafeString:
    """Return a part of published standings; `events`: all of the season, in order."""

    def render() -> str:
        season, rules = kept.stand.season, parse_season_settings(edition.settings)
        shown = load_edition_table(season, edition, events, part.positions)
        return _render_standing(season, shown, part, rules, build_player_link(season.slug))

    return _load_part(kept, ("edition", edition.number), part, render)


def load_sub_edition_piece(
    kept: KeptSeason, sub: SubEdition, part: StandingPart, events: list[SeasonEvent]
) -> SafeString:
    """Return a part of a sub-ranking that was published with standings; `events`: all of the season, in order."""
    season = kept.stand.season

    def render() -> str:
        shown = load_sub_table(season, sub, events, part.positions)
        link = build_player_link(season.slug)
        table = _render_standing(season, shown["shown"], part, shown["rules"], link, {"of": f"r{sub.number}-"})
        return render_to_string(f"{_TEMPLATES}/_sub_edition.html", {"sub": shown, "part": part, "table": table})

    return _load_part(kept, ("sub", sub.edition.number, sub.number), part, render)


def load_event_piece(kept: KeptSeason, event: SeasonEvent) -> SafeString:
    """Return everybody's points at an event."""
    season = kept.stand.season

    def render() -> str:
        players, _end = build_player_link(season.slug)
        left_out = list_left_out(kept.stand, event)
        context = {"lines": list_event_lines(kept.stand, event), "players": players, "left_out": left_out}
        return render_to_string(f"{_TEMPLATES}/_event_lines.html", context)

    return load_piece(kept, ("event", event.number), render)


def _load_part(kept: KeptSeason, name: tuple[object, ...], part: StandingPart, render: Callable[[], str]) -> SafeString:
    """Return a part; what was looked for is rendered each time, since words have no end."""
    if part.typed:
        return mark_safe(render())  # noqa: S308 -- by our own template
    return load_piece(kept, (*name, part.number, part.is_whole), render)


def _render_standing(
    season: Season,
    shown: SeasonTable,
    part: StandingPart,
    rules: SeasonSettings,
    link: tuple[str, str],
    more: Mapping[str, object] = MappingProxyType({}),
) -> str:
    groups = {"ranked": shown.ranked, "unranked": shown.unranked, "guests": shown.guests}
    rows = {name: render_season_rows(some, link) for name, some in groups.items()}
    context = {"season": season, "shown": shown, "heads": list_day_heads(shown), "rules": rules, "part": part}
    return render_to_string(f"{_TEMPLATES}/_standing.html", {**context, **rows, **more})
