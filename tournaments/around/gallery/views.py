"""The gallery with which a new tournament begins, and the example of each format."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.book.sheet_library import find_rules
from scoring.engine.agreement import Stakes
from scoring.engine.hand.score_lines import Amounts, Cause, ScoreLine
from scoring.engine.points import SIXTHS
from scoring.engine.settlement import Settlement, Standing, compute_donated, settle_accounts
from tarockclub.kit.amounts import (
    format_bare_cents,
    format_cents,
    format_hundredths,
    format_signed_cents,
    format_signed_points,
)
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account
from tournaments.core import view_helpers
from tournaments.core.formats.library import ExampleRound, Format, find_format, list_formats
from tournaments.core.rules.line_facts import (
    CapitalCourse,
    LineFacts,
    LinePayment,
    Rule,
    Stay,
    compute_courses,
    round_cents,
)
from tournaments.core.rules.ranking import (
    PARTS,
    PlayerResult,
    RankedResult,
    compute_places,
    rank_replaced_last,
    rank_results,
    sum_results,
)
from tournaments.core.settings import PAIR, SPIELGELD, SUM, TOURNAMENT, Settings, parse_settings
from tournaments.hall.setup.setting_table import list_facts
from tournaments.models import Tournament
from tournaments.people.invitations.page import list_templates
from tournaments.results.standings import columns
from tournaments.results.standings.editions import compute_made_points
from tournaments.seasons.season.points.formula.nodes import DayFacts
from tournaments.seasons.season.points.formula.printer import translate_formula
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import compute_points, format_places
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.settings import TABLE, SeasonSettings


class ExampleRoundResult(NamedTuple):
    """A player's result of a round; amounts as in a Result."""

    rank: int
    result: PlayerResult
    capital: int  # cents of play money at the end, with replacements


class ExampleLine(NamedTuple):
    """A player of the example, with everything that the format makes of their points."""

    name: str
    rank: int
    shared: bool
    rounds: tuple[ExampleRoundResult, ...]
    total: PlayerResult
    cents: int  # of real money at the tables
    made_points: Fraction  # the points by which the tournament ranks
    season: int  # hundredths


class WorkedExample(NamedTuple):
    """The example of a format, worked out."""

    lines: tuple[ExampleLine, ...]  # by rank
    fee: int  # cents that each player pays
    collected: int  # cents, all of them
    box: int  # cents for the donation box


def compute_example(tournament_format: Format) -> WorkedExample:
    """Work out the example of a format."""
    settings, played = tournament_format.settings, tournament_format.example.rounds
    count = len(tournament_format.example.players)
    rounds = [_compute_round(settings, round_, count) for round_ in played]
    totals = [sum_results(who, [(round_[who].result, round_[who].rank) for round_ in rounds]) for who in range(count)]
    settled = _settle(settings, played, count)
    ranked = rank_results(totals, settings.overall_criteria)
    rule = find_ready(tournament_format.season)
    season = _compute_season(settings, SeasonSettings() if rule is None else rule.settings, ranked)
    lines = tuple(
        ExampleLine(
            tournament_format.example.players[place.result.who],
            place.rank,
            place.shared,
            tuple(round_[place.result.who] for round_ in rounds),
            place.result,
            settled.people[place.result.who].balance,
            *points,
        )
        for place, points in zip(ranked, season, strict=True)
    )
    fee = settings.fee * (1 if settings.fee_per == TOURNAMENT else len(rounds))
    return WorkedExample(lines, fee, fee * count, settled.box_cents)


def _compute_round(settings: Settings, played: ExampleRound, count: int) -> dict[int, ExampleRoundResult]:
    """Return everybody's result of a round."""
    courses = _list_courses(settings, played, count)
    written = [sum(hand[place] for hand in played.hands) * SIXTHS for place in range(count)]
    places = compute_places(written, settings.place_points)
    results = [
        PlayerResult(
            who=place,
            gain=course.gain,
            replaced=course.replaced,
            written=written[place],
            facts=LineFacts(won=sum(hand[place] > 0 for hand in played.hands)),
            points=places[place].points,
            table_places=(places[place].place,),
        )
        for place, course in enumerate(courses)
    ]
    rank = rank_replaced_last if settings.replaced_last else rank_results
    ranked = rank(results, settings.round_criteria)
    return {
        line.result.who: ExampleRoundResult(line.rank, line.result, round_cents(courses[line.result.who].now))
        for line in ranked
    }


def _list_courses(settings: Settings, played: ExampleRound, count: int) -> tuple[CapitalCourse, ...]:
    """Return the capital of everybody in a round."""
    return compute_courses(
        Rule(settings.start, settings.stake, settings.replacement, settings.forgives_debt),
        [Stay(place, place) for place in range(count)],
        [LinePayment(line, _count_sixths(hand)) for line, hand in enumerate(played.hands, 1)],
    )


def _count_sixths(hand: Sequence[int]) -> Amounts:
    return cast("Amounts", tuple(points * SIXTHS for points in hand))  # at five, of all who took part in a round


def _settle(settings: Settings, played: Sequence[ExampleRound], count: int) -> Settlement:
    """Settle all rounds at the format's rate, with its donation box."""
    lines = [
        ScoreLine(Cause("example", "contract", 0), _count_sixths(money), _count_sixths(written))
        for round_ in played
        for written, money in zip(round_.hands, round_.money, strict=True)
    ]
    sums = [
        (sum(line.amounts[place] for line in lines), sum(line.written[place] for line in lines))
        for place in range(count)
    ]
    donated = [compute_donated([line], range(count)).by_place for line in lines]
    due = [sum(hand[place] for hand in donated) if settings.donation else sums[place][0] for place in range(count)]
    people = [Standing(money, written, due[place]) for place, (money, written) in enumerate(sums)]
    return settle_accounts(people, Stakes(settings.rate, settings.donation))


def _compute_season(
    settings: Settings, season: SeasonSettings, ranked: Sequence[RankedResult]
) -> list[tuple[Fraction, int]]:
    """Return the points made by everybody and those that they bring in the season, in the order of the ranks."""
    sharing = Counter(place.rank for place in ranked)
    scores = []
    for place in ranked:
        made_points = compute_made_points(settings, place.result)
        points = compute_points(season, place.rank, sharing[place.rank], len(ranked), DayFacts(made_points))
        scores.append((made_points, 0 if isinstance(points, Problem) else points))
    return scores


MOST_PLACES = 6  # of a table of season points that is shown


class FormatCard(NamedTuple):
    """A format in the gallery."""

    id: str
    name: str
    about: str
    source: str  # "": it is not of a cup
    facts: tuple[str, ...]
    sheet: str  # the name of its house rules
    used: bool  # by the club's last tournament

    @property
    def group(self) -> str:
        """The heading under which it stands."""
        if self.used:
            return _("Used last")
        if self.id == SPIELGELD:
            return _("As the printed rules say")
        return _("Cups and finals") if self.source else _("Other formats, and earlier ones")


def list_cards(club: int, language: str) -> list[FormatCard]:
    """Return all formats: that of the club's last tournament, that of the printed rules, those of cups; one query."""
    rows = Tournament.objects.filter(club=club, archived=None).order_by("-made", "-pk")
    last = rows.values_list("settings", flat=True).first()
    used = parse_settings(last).format if last is not None else ""
    cards = [build_format_card(each, language)._replace(used=each.id == used) for each in list_formats()]
    return sorted(cards, key=lambda card: (not card.used, card.id != SPIELGELD, not card.source))


def build_format_card(tournament_format: Format, language: str) -> FormatCard:
    """Return the card of a format."""
    rules = find_rules(tournament_format.settings.sheet)
    sheet = rules.build_sheet() if rules is not None else None
    name = "" if sheet is None else sheet.name_en if language.startswith("en") else sheet.name
    return FormatCard(
        tournament_format.id,
        tournament_format.get_name(language),
        tournament_format.get_about(language),
        tournament_format.get_source(language),
        tuple(list_facts(tournament_format.settings)),
        name,
        used=False,
    )


def build_example_page(tournament_format: Format, language: str) -> dict[str, Any]:
    """Return the context of the page of a format's example."""
    worked = compute_example(tournament_format)
    settings, example = tournament_format.settings, tournament_format.example
    hands = tuple(
        (number, tuple(tuple(format_signed_points(points * SIXTHS) for points in hand) for hand in round_.hands))
        for number, round_ in enumerate(example.rounds, 1)
    )
    return {
        "card": build_format_card(tournament_format, language),
        "about": example.about_en if language.startswith("en") else example.about,
        "rounds": range(1, len(example.rounds) + 1),
        "hands": [(number, rows) for number, rows in hands if len(rows) > 1],  # what each hand pays, by player
        "players": example.players,
        "rows": [_build_row(settings, line) for line in worked.lines],
        "has_money": bool(settings.rate),
        "season": _build_season_rule(tournament_format.season, language),
        "sums": _list_sums(tournament_format, worked),  # fee and box, in sentences
    }


def _build_row(settings: Settings, line: ExampleLine) -> dict[str, Any]:
    return {
        "rank": f"{line.rank}.",
        "name": line.name,
        "rounds": [_format_round(settings, round_) for round_ in line.rounds],
        "total": _format_pair(line.total) if PAIR in settings.columns else _format_amount(line.made_points),
        "with_total": _format_parts(settings, line),
        "money": format_signed_cents(line.cents) if settings.rate else "",
        "season": format_hundredths(line.season),
    }


def _format_round(settings: Settings, result: ExampleRoundResult) -> tuple[str, str]:
    """Return the points of a round, and the place points or the replacements that come with them."""
    if settings.start:
        replaced = _("%(times)s× replaced") % {"times": result.result.replaced} if result.result.replaced else ""
        return format_bare_cents(result.capital), replaced
    if PAIR in settings.columns:
        return _format_pair(result.result), ""
    points = _("+ %(points)s") % {"points": _format_amount(Fraction(result.result.points, PARTS))}
    return format_signed_points(result.result.written), points if settings.place_points else ""


def _format_parts(settings: Settings, line: ExampleLine) -> str:
    """Return the sum from which the total follows, where it is of two parts, or what decides between equals."""
    if not settings.place_points or PAIR in settings.columns:
        return ""
    written, points = format_signed_points(line.total.written), _format_amount(Fraction(line.total.points, PARTS))
    if SUM in settings.overall_criteria:
        return f"{written} + {points}"
    return _("written score %(score)s") % {"score": written}


def _format_pair(result: PlayerResult) -> str:
    return columns.PAIR.text(columns.PAIR.value(result), True)


def _format_amount(amount: Fraction) -> str:
    return format_hundredths(round(amount * 100))


def _list_sums(tournament_format: Format, example: WorkedExample) -> list[str]:
    values = {"fee": format_cents(example.fee), "sum": format_cents(example.collected), "players": len(example.lines)}
    sums = [_("Entry fee: %(fee)s each, together %(sum)s from %(players)s players.") % values] if example.fee else []
    if tournament_format.settings.donation:
        sums.append(_("Donation box: %(sum)s.") % {"sum": format_cents(example.box)})
    if tournament_format.settings.choosers:
        chosen = ", ".join(line.name for line in example.lines[: tournament_format.settings.choosers])
        sums.append(_("Prizes are chosen by: %(names)s, in this order.") % {"names": chosen})
    return sums


def _build_season_rule(rule_id: str, language: str) -> dict[str, str] | None:
    """Return the ready rule for the points of a season, in the reader's words; None: there is none."""
    rule = find_ready(rule_id)
    if rule is None:
        return None
    words = {"name": rule.get_name(language), "about": rule.get_about(language)}
    if rule.settings.way == TABLE:
        points = {"points": format_places(rule.settings.table[:MOST_PLACES])}
        rest = format_hundredths(rule.settings.rest)
        return words | {"points": _("%(points)s … by place, then %(rest)s") % (points | {"rest": rest})}
    return words | {"points": translate_formula(rule.settings.formula, language)}


def show_gallery(request: HttpRequest) -> HttpResponse:
    """Show the formats as cards, the one that was used last first."""
    club = get_staff_account(request).club_id
    context = {
        "cards": list_cards(club, get_current_language()),
        "templates": list_templates(club),
    }
    return view_helpers.render_page(request, "tournaments/around/gallery/gallery.html", context)


def show_example(request: HttpRequest, format_id: str) -> HttpResponse:
    """Show the example of a format, worked out."""
    tournament_format = find_format(format_id)
    if tournament_format is None:
        raise Http404
    page = build_example_page(tournament_format, get_current_language())
    return view_helpers.render_page(request, "tournaments/around/gallery/example.html", {"seen": page})
