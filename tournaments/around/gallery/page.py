"""The formats as cards, and an example as a page shows it."""

from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.book.sheet_library import find_rules
from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import (
    format_bare_cents,
    format_cents,
    format_hundredths,
    format_signed_cents,
    format_signed_points,
)
from tournaments.around.gallery.example import ExampleLine, ExampleRoundResult, WorkedExample, compute_example
from tournaments.core.formats.library import Format, list_formats
from tournaments.core.rules.ranking import PARTS, PlayerResult
from tournaments.core.settings import PAIR, SPIELGELD, SUM, Settings, parse_settings
from tournaments.hall.setup.setting_table import list_facts
from tournaments.models import Tournament
from tournaments.results.standings import columns
from tournaments.seasons.season.points.formula.printer import translate_formula
from tournaments.seasons.season.points.place_points import format_places
from tournaments.seasons.season.points.ready import find_ready
from tournaments.seasons.season.settings import TABLE

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
