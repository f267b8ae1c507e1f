"""The page of a draw: the players, a draft with its review, the list of drafts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.text import compute_surname_key
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE, Reader
from tournaments.core.acts import Kind, parse_content
from tournaments.core.selectors import Lookup, RoundContext, format_unknown_person
from tournaments.hall.draw.history import (
    is_hoch_dealer,
    is_out_of_date,
    list_apart_pairs,
    list_mate_pairs,
    load_rounds_by_number,
)
from tournaments.hall.draw.pairing import list_cut_equals
from tournaments.hall.draw.quality import (
    FairnessLine,
    QualityReport,
    build_fairness_lines,
    build_quality_report,
    compute_fairness,
)
from tournaments.hall.draw.values import (
    RULE_VERSIONS,
    DrawInput,
    DrawTable,
    Pair,
    build_played_round,
    compute_sizes,
    count_must_wait,
    parse_input,
    parse_tables,
)
from tournaments.models import Act, Draw, Entrant, Presence, Round, Tournament
from tournaments.people.entrants.selectors import list_present, list_unseated, list_unseen

TABLES_ON_A_PAGE = 60
_BY_LOT = (Draw.Way.DRAWN, Draw.Way.SWAPPED)
WAYS: dict[str, Promise] = {  # how a draft was made
    Draw.Way.DRAWN: _("drawn by the program"),
    Draw.Way.SWAPPED: _("seats swapped by hand"),
    Draw.Way.TYPED: _("drawn by cards, entered by hand"),
    Draw.Way.STANDING: _("by the standings so far"),
}
CHOSEN_BY_NAME = 60  # among more players start numbers are typed


class DrawPlayer(NamedTuple):
    """A player with their start number."""

    id: int
    number: int
    name: str


class RepeatRow(NamedTuple):
    """Two players who meet again."""

    table: int
    one: DrawPlayer
    other: DrawPlayer
    before: int
    mates: bool = False  # they play for one team


def count_round_players(players: int) -> dict[str, Any]:
    """Return how so many players of a round are seated.

    Beside `players`: `sizes` (how many at a table, how many tables), and how many must `wait` so that all others sit.
    """
    all_sizes = compute_sizes(players)
    each = [(size, all_sizes.count(size)) for size in sorted(set(all_sizes))]
    return {"players": players, "sizes": each, "wait": count_must_wait(players)}


def count_unseen_players(tournament: Tournament, round_: Round) -> int:
    """Count the players of a round whom nobody has seen yet; 0 where nobody is checked in."""
    if not Entrant.objects.filter(tournament=tournament).exclude(arrived=None).exists():
        return 0
    return len(list_unseen(round_))


def list_draw_choices(tournament: Tournament, round_: Round) -> tuple[DrawPlayer, ...]:
    """Return the players by name, if they are few enough to be chosen from a list."""
    present = list_present(round_)
    if len(present) > CHOSEN_BY_NAME:
        return ()
    people = load_players(tournament, present, INSIDE)
    return tuple(sorted(people.values(), key=lambda person: (compute_surname_key(person.name), person.number)))


def load_draft_page(tournament: Tournament, round_: Round, number: int, page: str) -> dict[str, Any] | None:
    """Load the draft with a number, or the latest one (0), with its review; None where there is none.

    `came`: play and are not in the draft; `gone`: are in it and do not play; `together`: forbidden pairs; `mates`:
    those of one team; `out_of_date`: the standing by which it was drawn has moved since.
    """
    drafts = Draw.objects.filter(round=round_).order_by("-number")
    draw = drafts.filter(number=number).first() if number else drafts.first()
    if draw is None:
        return None
    deals = is_hoch_dealer(tournament)
    tables, draw_input, report = examine_draft(draw, hoch_deals=deals)
    seated = [player for table in tables for player in table.seats]
    now = list_present(round_)
    entrants = {*seated, *now, *(entrant for pair in draw_input.apart for entrant in pair)}
    people = load_players(tournament, entrants, INSIDE)
    one_team = set(list_mate_pairs(tournament, round_.number))
    published = draw.pk == round_.draw_id
    met = {(index, player) for index, pair, _before in report.repeats for player in pair}
    rows = [_build_table(index, table, people, met, deals=deals) for index, table in enumerate(tables)]
    repeats = [
        RepeatRow(table_index + 1, *_name_pair(people, pair), before) for table_index, pair, before in report.repeats
    ]
    together = [
        RepeatRow(table_index + 1, *_name_pair(people, pair), 0, pair in one_team)
        for table_index, pair in report.together
    ]
    return {
        "draw": draw,
        "published": published,
        "report": report,
        "repeats": sorted(repeats, key=lambda repeat: -repeat.before),
        "together": [row for row in together if not row.mates],
        "mates": [row for row in together if row.mates],
        "tables": Paginator(rows, TABLES_ON_A_PAGE).get_page(page),
        "came": _list_people(people, set(now) - set(seated)),
        "gone": _list_people(people, set(seated) - set(now)),
        "by_standing": draw_input.way if draw_input.order else "",
        "cuts": _name_cuts(draw, draw_input, tables, people),
        "day": [] if draw_input.order else _list_day(draw_input, tables, people),
        "rule_version": RULE_VERSIONS.get(draw_input.rule, "") if draw.way == Draw.Way.DRAWN else "",
        "out_of_date": not published
        and round_.started is None
        and is_out_of_date(tournament, draw_input.order, draw_input.way),
    }


def _name_cuts(
    draw: Draw, draw_input: DrawInput, tables: Sequence[DrawTable], people: Mapping[int, DrawPlayer]
) -> list[list[tuple[DrawPlayer, int]]]:
    """Return the equals between whom the lot has decided who sits at the better table; after a swap it was somebody."""
    cuts = list_cut_equals(draw_input, tables) if draw.way == Draw.Way.STANDING else ()
    return [[(people[player], number) for player, number in equals] for equals in cuts]


def _list_day(
    draw_input: DrawInput, tables: Sequence[DrawTable], people: Mapping[int, DrawPlayer]
) -> list[FairnessLine]:
    """Return how fair the day is with this draft."""
    fairness = compute_fairness((*draw_input.rounds, build_played_round(tuple(tables))), draw_input.apart)
    return [] if fairness is None else build_fairness_lines(fairness, len(draw_input.apart), people)


def load_fairness_page(context: RoundContext) -> dict[str, Any]:
    """Load how fair the draws by lot were up to a round, as the rounds were really played.

    `otherwise`: the rounds that were seated otherwise, with how, and between which equals the lot decided; `seeds`: by
    round, of those that were drawn.
    """
    tournament, number = context.tournament, context.round.number
    rounds = Round.objects.filter(tournament=tournament, number__lte=number).exclude(draw=None)
    draws = {round_.number: round_.draw for round_ in rounds.select_related("draw").order_by("number") if round_.draw}
    played = load_rounds_by_number(tournament, number + 1)
    drawn = [
        played[round_number] for round_number, draw in draws.items() if draw.way in _BY_LOT and round_number in played
    ]
    apart = list_apart_pairs(tournament)
    fairness = compute_fairness(drawn, apart)
    otherwise = {round_number: draw for round_number, draw in draws.items() if draw.way not in _BY_LOT}
    deals = is_hoch_dealer(tournament)
    read = {
        round_number: (parse_input(draw.made_from, draw.seed), parse_tables(draw, hoch_deals=deals))
        for round_number, draw in otherwise.items()
    }
    equal = {
        player
        for draw_input, tables in read.values()
        for group in list_cut_equals(draw_input, tables)
        for player, _table in group
    }
    people = load_players(tournament, {*equal, *(fairness.uneven if fairness else ())}, EVERYBODY)
    return {
        "tournament": tournament,
        "round": context.round,
        "lines": build_fairness_lines(fairness, len(apart), people) if fairness else [],
        "otherwise": [
            (round_number, WAYS[draw.way], _name_cuts(draw, *read[round_number], people))
            for round_number, draw in otherwise.items()
        ],
        "seeds": [(round_number, draw.seed) for round_number, draw in draws.items() if draw.way in _BY_LOT],
    }


def examine_draft(draw: Draw, *, hoch_deals: bool) -> tuple[tuple[DrawTable, ...], DrawInput, QualityReport]:
    """Return the tables of a draft, what they were drawn from, and the remarks on them."""
    tables, draw_input = parse_tables(draw, hoch_deals=hoch_deals), parse_input(draw.made_from, draw.seed)
    if not draw_input.players:  # a draw that was not made here
        draw_input = draw_input._replace(players=tuple(player for table in tables for player in table.seats))
    return tables, draw_input, build_quality_report(draw_input, tables)


def load_players(tournament: Tournament, entrants: Iterable[int], reader: Reader) -> Lookup[DrawPlayer]:
    """Load the entrants of these ids, as the reader may see them."""
    ids = set(entrants)
    rows = Entrant.objects.filter(tournament=tournament).values_list("pk", "number", reader.build_player_name())
    players = {row[0]: DrawPlayer(*row) for row in rows if row[0] in ids}
    return Lookup(players, lambda entrant: DrawPlayer(entrant, 0, format_unknown_person()))


def _list_people(people: dict[int, DrawPlayer], ids: Iterable[int]) -> tuple[DrawPlayer, ...]:
    return tuple(sorted((people[entrant] for entrant in ids), key=lambda player: player.number))


def _name_pair(people: dict[int, DrawPlayer], pair: Pair) -> tuple[DrawPlayer, DrawPlayer]:
    return people[pair[0]], people[pair[1]]


def _build_table(
    index: int, table: DrawTable, people: dict[int, DrawPlayer], met: set[tuple[int, int]], *, deals: bool
) -> tuple[int, list[tuple[DrawPlayer, bool, bool]]]:
    """Return the number of a table and its seats: the player, who deals first, who meets somebody again."""
    first = table.high if deals else (table.high - 1) % len(table.seats)
    seats = [(people[seat], place == first, (index, seat) in met) for place, seat in enumerate(table.seats)]
    return index + 1, seats


def load_drafts(round_: Round) -> list[tuple[Draw, str]]:
    """Load all drafts of a round, the latest first, with their reasons."""
    acts = Act.objects.filter(round=round_, kind__in=(Kind.DRAFT, Kind.PUBLISHED_DRAW)).select_related("note")
    reasons: dict[int, list[str]] = {}
    for act in acts.order_by("sequence"):
        if act.note is not None and act.note.text:
            reasons.setdefault(parse_content(act)["draw"], []).append(act.note.text)
    drafts = Draw.objects.filter(round=round_).order_by("-number")
    return [(draft, " · ".join(reasons.get(draft.number, ()))) for draft in drafts]


def list_apart_players(tournament: Tournament) -> tuple[tuple[DrawPlayer, DrawPlayer], ...]:
    """Return the pairs that must not sit together, by name."""
    pairs = list_apart_pairs(tournament)
    people = load_players(tournament, (entrant for pair in pairs for entrant in pair), INSIDE)
    return tuple(_name_pair(people, pair) for pair in pairs)


def list_waiting_players(tournament: Tournament, round_: Round) -> tuple[DrawPlayer, ...]:
    """Return the players of the round who wait."""
    waits = Presence.objects.filter(round=round_, state=Presence.State.WAITS).values_list("entrant", flat=True)
    ids = set(waits)
    return _list_people(load_players(tournament, ids, INSIDE), ids)


def list_without_seat(tournament: Tournament, round_: Round) -> tuple[DrawPlayer, ...]:
    """Return the players who came after the draw was published."""
    if round_.draw_id is None:
        return ()
    ids = list_unseated(round_)
    return _list_people(load_players(tournament, ids, INSIDE), ids)
