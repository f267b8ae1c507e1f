"""The data of a wall: the round on the clock, its tables, the standings, what the director has arranged; ceremonies."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from scoring.book.table_clock import DOUBLE
from tarockclub.kit.text import compute_surname_key, format_surname_first
from tarockclub.kit.words import get_current_language
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.selectors import load_settings
from tournaments.hall.clock.display import RUNS, ClockFace
from tournaments.hall.desk.overview import OverviewRow
from tournaments.hall.desk.page import load_desk
from tournaments.hall.standing.players import load_people, load_progress
from tournaments.hall.standing.standing import RankedLine, Standings, load_standings
from tournaments.models import Hall, Prize, Round, Tournament
from tournaments.results.final_results.result_page import (
    LEAST_RISE,
    Honoured,
    list_honoured,
    list_rises,
    list_story_hands,
)
from tournaments.results.projector import walls
from tournaments.results.projector.walls import MANY, HallWall, cut_share, list_walls
from tournaments.results.special_prizes.page import list_raffle_names
from tournaments.results.standings.column import AmountCell, StandingColumn, build_amounts, list_heads
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.editions import EditionRow, load_standing_editions, read_lines
from tournaments.results.standings.page import compute_round_standings
from tournaments.results.team_standings.standing_views import load_wall_teams

# The ceremony has the names of public pages, so whoever wants to be a number there is one here too.

FEWEST_HONOURED = 3  # where there are fewer prizes, or none
MOST_BEHIND = 5  # honoured before, that stand below the one who is honoured now
MOST_KEPT = 16
TITLE, HAND, COMEBACK, PLACE, PODIUM = "title", "hand", "comeback", "place", "podium"


class Scene(NamedTuple):
    """A step of the ceremony."""

    kind: str
    heading: str
    said: str = ""
    people: tuple[Honoured, ...] = ()
    behind: tuple[Honoured, ...] = ()  # who was honoured before, the best first
    amount: str = ""


_CEREMONIES: LruCache[tuple[uuid.UUID, int, bool, str], tuple[Scene, ...]] = LruCache(MOST_KEPT)


def load_ceremony(tournament: Tournament, *, from_last: bool) -> tuple[Scene, ...]:
    """Return the steps of the newest result's ceremony; read anew where something has happened in the tournament."""
    name = (tournament.slug, tournament.version, from_last, get_current_language())
    scenes = _CEREMONIES.get(name)
    if scenes is None:
        scenes = tuple(_list_scenes(tournament, from_last=from_last))
        _CEREMONIES.put(name, scenes)
    return scenes


def find_result(tournament: Tournament) -> tuple[int, tuple[EditionRow, ...]]:
    """Return the final result, or else that of the last round that is published; (0, ()) where there is none."""
    editions = load_standing_editions(tournament)
    last = max((edition.of for edition in editions if edition.withdrawn is None), default=FINAL)
    for scope in (FINAL, last):
        latest = find_latest_edition(editions, scope)
        if latest is not None:
            return scope, tuple(latest.rows)
    return FINAL, ()


def _list_scenes(tournament: Tournament, *, from_last: bool) -> Iterator[Scene]:
    scope, rows = find_result(tournament)
    about = _("Result of round %(round)s") % {"round": scope} if scope else _("Final result")
    yield Scene(TITLE, _("Prize giving"), about if rows else _("No result is published yet."))
    if not rows:
        return
    standings = load_standings(load_progress(tournament), EVERYBODY)
    yield from list_hand_scenes(standings)
    yield from _list_comebacks(standings, scope)
    groups = list_honoured(tournament, standings.stand.settings, scope, rows)
    prizes = Prize.objects.filter(tournament=tournament, gone=None)
    count = (prizes.filter(round__number=scope) if scope else prizes.filter(round=None)).count()
    least = len(rows) if from_last else max(count, FEWEST_HONOURED)
    honoured = [group for group in groups if group[0].rank <= least]
    for index in reversed(range(len(honoured))):
        behind = tuple(person for group in honoured[index + 1 :] for person in group)[:MOST_BEHIND]
        heading = _("%(rank)s Place") % {"rank": f"{honoured[index][0].rank}."}
        yield Scene(PLACE, heading, people=honoured[index], behind=behind)
    best = tuple(person for group in honoured for person in group if person.rank <= FEWEST_HONOURED)
    yield Scene(PODIUM, _("Congratulations!"), people=best)


def list_hand_scenes(standings: Standings) -> Iterator[Scene]:
    """Yield the hands of the day, each with where it was played."""
    for hand in list_story_hands(standings):
        yield Scene(HAND, hand.heading, hand.words, (Honoured(0, hand.where, ""),), amount=hand.amount)


def _list_comebacks(standings: Standings, scope: int) -> Iterator[Scene]:
    """Yield who has won most places between the standings after an earlier round and the final result."""
    if scope != FINAL or len(standings.rounds) < 2:
        return
    rises = list_rises(compute_round_standings(standings))
    if not rises or rises[0].places < LEAST_RISE:
        return
    people = tuple(
        Honoured(
            0,  # the place in the end comes afterwards
            rise.player.name,
            _("still on place %(then)s after round %(round)s") % {"then": rise.before, "round": rise.round},
        )
        for rise in rises
        if rise.places == rises[0].places
    )
    yield Scene(COMEBACK, _("Comeback of the day"), people=people)


MOST_TABLES = 64  # with more tables, only those in a special state are shown
LAST_HAND = "last"  # the hand in play when the time was up
SHARE_LETTERS = 3  # of the first and last name of a wall's part of the alphabet
MOST_NUMBERS = 20  # tables that are named after the gong; of more only how many they are


def find_shown_round(tournament: Tournament) -> Round | None:
    """Return the round to show: one being played, else one that is drawn, else the latest one; None if none."""
    rounds = Round.objects.filter(tournament=tournament, draw__isnull=False).select_related("draw").order_by("-number")
    ordered = list(rounds)
    playing = (round_ for round_ in ordered if round_.started is not None and round_.closed is None)
    waiting = (round_ for round_ in ordered if round_.started is None and round_.closed is None)
    return next(playing, None) or next(waiting, None) or (ordered[0] if ordered else None)


def load_context(tournament: Tournament, round_: Round | None, hall: Hall, wall: HallWall) -> dict[str, Any]:
    """Return the template's context; a fixed number of queries."""
    context: dict[str, Any] = {"tournament": tournament, "round": round_, "hall": hall, "wall": wall}
    if hall.step is not None:
        scenes = load_ceremony(tournament, from_last=hall.from_last)
        return context | {"scene": scenes[min(hall.step, len(scenes) - 1)]}  # there may be fewer by now
    context |= _load_arranged(tournament, round_, hall, wall)
    if round_ is None:
        return context
    published = _load_published(tournament, round_, hall, wall)
    return context | (published or _load_played(tournament, round_, hall, wall))


def _load_arranged(tournament: Tournament, round_: Round | None, hall: Hall, wall: HallWall) -> dict[str, Any]:
    """Return what stands on a wall at any time, as far as it shows it."""
    content: dict[str, Any] = {
        "has_clock": walls.CLOCK in wall.visible_parts,
        "announcement": hall.announcement if walls.ANNOUNCEMENT in wall.visible_parts else "",
        "picture": hall.picture if walls.SPONSOR in wall.visible_parts else "",
        "has_code": walls.CODE in wall.visible_parts,
        "names_replaced": load_settings(tournament).show_replacements,
    }
    for part, loader in walls.PART_LOADERS.items():
        if part in wall.visible_parts:
            content[part] = import_string(loader)(tournament)
    if walls.PRIZES in wall.visible_parts:
        prizes = Prize.objects.filter(tournament=tournament, gone=None).order_by("number").select_related("round")
        of_round = [prize for prize in prizes if round_ is not None and prize.round_id == round_.pk]
        content["prizes"] = of_round or [prize for prize in prizes if prize.round_id is None]
        content["raffle"] = list_raffle_names(tournament)
    return content


def _load_published(tournament: Tournament, round_: Round, hall: Hall, wall: HallWall) -> dict[str, Any]:
    """Return the published result of a closed round, or the final one; nothing where there is none."""
    if round_.closed is None:
        return {}
    scope = FINAL if tournament.ended is not None else round_.number
    lines = _list_published(tournament, scope)
    if not lines:
        return {}
    columns = list_shown_columns(load_settings(tournament), scope, lines)
    shown = lines if walls.STANDING in wall.visible_parts else ()
    return {"published": True} | _build_standing(shown, columns, hall, wall)


def _load_played(tournament: Tournament, round_: Round, hall: Hall, wall: HallWall) -> dict[str, Any]:
    """Return the round that is played, or is about to be, as far as the wall shows it."""
    desk = load_desk(tournament, round_, EVERYBODY)
    settings, shown = load_settings(tournament), wall.visible_parts
    lines = load_standings(load_progress(tournament), EVERYBODY).list_lines(round_.number) if round_.started else ()
    columns = list_shown_columns(settings, round_.number, lines)
    has_seats = _has_seats(wall, round_)
    sitting = ((name, row.number) for row in desk.rows for name in row.names) if has_seats else ()
    everybody = sorted(sitting, key=lambda seat: compute_surname_key(seat[0]))
    sharing = [each.number for each in list_walls(hall) if _has_seats(each, round_)]
    seats = [(format_surname_first(name), table) for name, table in cut_share(everybody, sharing, wall.number)]
    has_standing = walls.STANDING in shown and settings.show_live
    has_tables = round_.started and walls.TABLES in shown
    return {
        "desk": desk,
        **_build_standing(lines if has_standing else (), columns, hall, wall),
        "teams": load_wall_teams(tournament) if has_standing else (),
        "tables": _list_ending_tables(desk.rows) if has_tables else (),
        "seats": seats,
        "seats_share": _format_share([name for name, _table in seats]) if len(seats) < len(everybody) else "",
        "is_hall": sum(len(row.names) for row in desk.rows) >= MANY,
        "last_hands": [row.number for row in desk.rows if _find_ending(row, desk.face) == LAST_HAND],
        "double_rounds": [row.number for row in desk.rows if _find_ending(row, desk.face) == DOUBLE],
        "most_numbers": MOST_NUMBERS,
        "halted": [row.number for row in desk.rows if row.face.state == "referee"],
    }


def _has_seats(wall: HallWall, round_: Round) -> bool:
    return walls.SEATS in (wall.visible_parts if round_.started is None else wall.parts)


def _build_standing(
    lines: Sequence[RankedLine], columns: Sequence[StandingColumn], hall: Hall, wall: HallWall
) -> dict[str, Any]:
    """Return the standing as a wall shows it: in a hall short lines, and each wall its part of the alphabet."""
    sharing = [each.number for each in list_walls(hall) if walls.STANDING in each.visible_parts]
    is_hall = len(lines) >= MANY
    is_shared = is_hall and len(sharing) > 1
    if is_shared:
        by_surname = sorted(lines, key=lambda line: compute_surname_key(line.player.name))
        lines = cut_share(by_surname, sharing, wall.number)
    share = _format_share([format_surname_first(line.player.name) for line in lines]) if is_shared else ""
    short = {"standing_share": share, "is_hall": True, "is_short": True} if is_hall else {}
    return {"standing": _add_amounts(lines, columns), "heads": list_heads(columns)[-1 if is_hall else 0 :]} | short


def _format_share(names: Sequence[str]) -> str:
    """Return from where to where the names of a wall go, as it stands above them.

    >>> _format_share(["Abel Anna", "Berger Otto", "Gruber Ida"])
    'Abe – Gru'
    """
    return f"{names[0][:SHARE_LETTERS]} – {names[-1][:SHARE_LETTERS]}" if names else ""


def _find_ending(row: OverviewRow, round_face: ClockFace) -> str:
    """Return what a table still plays after its time or hands are over: LAST_HAND, DOUBLE, or an empty text.

    A table whose time ends with the round's is treated as if it were over: the page says so by itself at the gong.
    """
    ends = row.is_over or (row.face.timed and row.face.ends == round_face.ends != 0)
    if not ends or not row.is_open or row.is_played:
        return ""
    waits = row.clock.in_play and not (row.played_on or row.progress.is_over or row.doubles)
    if waits:
        return LAST_HAND
    return DOUBLE if row.clock.double else ""


def _list_ending_tables(rows: Sequence[OverviewRow]) -> Sequence[OverviewRow]:
    if len(rows) <= MOST_TABLES:
        return rows
    return [row for row in rows if row.is_open and row.face.state != RUNS][:MOST_TABLES]


def _list_published(tournament: Tournament, scope: int) -> Sequence[RankedLine]:
    """Return the published result of a round, or the final one, that counts; empty if there is none."""
    edition = find_latest_edition(load_standing_editions(tournament), scope)
    if edition is None:
        return ()
    people = load_people(tournament, {row.person for row in edition.rows}, EVERYBODY)
    return read_lines(edition.rows, people, scope)


def _add_amounts(
    lines: Iterable[RankedLine], columns: Sequence[StandingColumn]
) -> list[tuple[RankedLine, tuple[AmountCell, ...]]]:
    """Return the lines with their amounts as on the page of standings; the last one decides the rank."""
    return [(line, build_amounts(line, columns, exact=True)) for line in lines]
