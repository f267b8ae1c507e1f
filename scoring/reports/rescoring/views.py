"""The page of an evening under other house rules: their choice, the result in sentences, the list of everybody."""

import uuid
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.book.access.permissions import writers_only
from scoring.book.ledger.seats import find_game_table
from scoring.book.sheet_library import VERSION_SIGN, list_readable_sheets
from scoring.models import SheetVersion
from scoring.reports.rescoring.evening import (
    OtherRules,
    RescoredEvening,
    find_played_word,
    format_version_name,
    list_version_choices,
    parse_other_rules,
    rescore_evening,
)
from scoring.reports.statistics.report import build_points_column
from scoring.sheets.house_rules.page import list_sheet_switches
from tarockclub.kit.amounts import format_signed_cents
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.table import Words
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import COUNT, STANDING
from tarockclub.platform.accounts.permissions import find_club_id
from tarockclub.platform.accounts.rights import Right


def build_choice(request: HttpRequest, rules: OtherRules | None, language: str, own: SheetVersion) -> dict[str, Any]:
    """Return the template context of the choice; `own`: the sheet that was played by."""
    return {
        "sheets": list(_list_offers(find_club_id(request), own, language)),
        "rules": rules,
        "versions": list_version_choices(rules.sheet.id) if rules is not None else (),
        "name": rules.format_name(language) if rules is not None else "",
        "switches": list_sheet_switches(rules.sheet, rules.chosen, language) if rules is not None else (),
        "here": request.path,
    }


def _list_offers(club: int | None, own: SheetVersion, language: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the words and names of the sheets that are offered, and if they are what was played by."""
    word = find_played_word(own)
    played, _sign, number = word.partition(VERSION_SIGN)
    for sheet in list_readable_sheets(club, own.sheet):
        yield sheet.id, format_version_name(sheet, None, language), sheet.id == word
        if number and sheet.id == played:
            yield word, format_version_name(sheet, int(number), language), True


def describe_rescoring(result: RescoredEvening) -> list[str]:
    """Return the result in sentences."""
    hands, differing, missing, radl = result.hands, result.differing, result.missing, result.radl
    translated = result.translated
    if not hands:
        return [_("No hand has been played yet.")]
    paying = differing - missing
    words = [
        ngettext("%(hands)s hand was played.", "%(hands)s hands were played.", hands)
        if differing or radl or translated
        else "",
        ngettext(
            "%(hands)s hand was played, and it would pay the same there.",
            "%(hands)s hands were played, and all would pay the same there.",
            hands,
        )
        if not differing and not radl and not translated
        else "",
        ngettext(
            "%(paying)s hand would pay something else there.",
            "%(paying)s hands would pay something else there.",
            paying,
        )
        if paying
        else "",
        ngettext(
            "%(missing)s hand does not exist there and counts nothing.",
            "%(missing)s hands do not exist there and count nothing.",
            missing,
        )
        if missing
        else "",
        ngettext(
            "%(translated)s hand is entered otherwise there; what it is there stands beside it.",
            "%(translated)s hands are entered otherwise there; what they are there stands beside them.",
            translated,
        )
        if translated
        else "",
        ngettext("%(radl)s hand would have another Radl there.", "%(radl)s hands would have another Radl there.", radl)
        if radl
        else "",
    ]
    values = {"hands": hands, "paying": paying, "missing": missing, "radl": radl, "translated": translated}
    return [sentence % values for sentence in words if sentence]


CENTS = 100


def build_cents_column(name: str, title: Words, cents: Callable[[Any], int]) -> Column:
    """Return a column of money."""
    return Column(
        name,
        title,
        of=lambda row: Fraction(cents(row), CENTS),
        show=lambda value: format_signed_cents(int(value * CENTS)),
        kind=STANDING,
    )


_RANKS = (
    Column("name", gettext_lazy("Player"), surnames=True),
    Column("there", gettext_lazy("Rank there"), "ranks__other", kind=COUNT),
    Column("here", gettext_lazy("Rank here"), "ranks__own", kind=COUNT),
)
ACCOUNTS = List(
    caption=gettext_lazy("Everybody under both house rules"),
    columns=(
        *_RANKS,
        build_points_column("points", gettext_lazy("Points here"), lambda row: row.own.owed.written),
        build_points_column("other", gettext_lazy("Points there"), lambda row: row.other.owed.written),
        build_points_column("difference", gettext_lazy("Difference"), lambda row: row.difference),
    ),
    sort="there",
    prefix="p",
)
_MONEY_POINTS = (
    build_points_column("money", gettext_lazy("Money points here"), lambda row: row.own.owed.money),
    build_points_column("money_there", gettext_lazy("Money points there"), lambda row: row.other.owed.money),
)
_EUROS = (
    build_cents_column("euros", gettext_lazy("€ here"), lambda row: row.own.owed.points),
    build_cents_column("euros_there", gettext_lazy("€ there"), lambda row: row.other.owed.points),
)


def choose_columns(result: RescoredEvening) -> tuple[Column, ...]:
    """Return the columns of an evening's list, without those that say nothing."""
    extra_columns = (*(_MONEY_POINTS if result.tells_apart else ()), *(_EUROS if result.in_euros else ()))
    return (*ACCOUNTS.columns, *extra_columns)


@partial(writers_only, reading=Right.TABLES)
def show_evening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show an evening under other house rules; without any, their choice."""
    table, language = find_game_table(slug), get_current_language()
    rules = parse_other_rules(request, table.sheet_version)
    context = {"table": table, **build_choice(request, rules, language, table.sheet_version)}
    if rules is None:
        return render(request, "scoring/reports/rescoring/evening.html", context)
    result = rescore_evening(table, rules, language)
    sentences = describe_rescoring(result)
    shown = ACCOUNTS.build_page(request, result.accounts, columns=choose_columns(result))
    own = result.rescored.book.sheet.names[language.startswith("en")]
    context |= {"result": result, "sentences": sentences, "list": shown, "own": own}
    return render(request, "scoring/reports/rescoring/evening.html", context)
