"""The pages of re-scoring: an evening, and all tables of a club, under other house rules."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.book.access.permissions import writers_only
from scoring.book.ledger.selectors import find_game_table
from scoring.book.sheet_library import VERSION_SIGN
from scoring.reports.rescoring.evening import rescore_evening
from scoring.reports.rescoring.lists import ACCOUNTS, PEOPLE, choose_columns
from scoring.reports.rescoring.page import FORM, XLSX, build_choice, build_tables_context, describe_rescoring
from scoring.reports.rescoring.sheets import OtherRules, parse_other_rules
from scoring.reports.rescoring.tables import RescoredTables, is_too_large, list_person_rows, rescore_tables
from scoring.reports.rescoring.workbook import build_rescoring_workbook, generate_hand_rows, list_evening_hands
from scoring.reports.statistics.filters import list_filter_choices, list_filter_tables, parse_filter
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import List
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import RESCORED_FILE, note_file
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.server import downloads


@partial(writers_only, reading=Right.TABLES)
def show_evening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show an evening under other house rules; without any, their choice."""
    table, language = find_game_table(slug), get_current_language()
    rules = parse_other_rules(request, table.sheet_version)
    context = {"table": table, **build_choice(request, rules, language, table.sheet_version)}
    if rules is None:
        return render(request, "scoring/reports/rescoring/evening.html", context)
    result = rescore_evening(table, rules, language)
    sentences = describe_rescoring(result.hands, result.differing, result.missing, result.radl)
    if request.GET.get(FORM) == XLSX:
        people = replace(ACCOUNTS, columns=choose_columns(result)).build_sheet(request, result.accounts)
        note_file(request, table.club_id, RESCORED_FILE, XLSX, of=table.pk)
        foot = f"{table.club.name} – {format_day(table.started)}"
        hands = list_evening_hands(result, language)
        return send_workbook(rules, build_rescoring_workbook(rules, people, sentences, hands, foot))
    shown = ACCOUNTS.build_page(request, result.accounts, columns=choose_columns(result))
    own = result.rescored.book.sheet.names[language.startswith("en")]
    context |= {"result": result, "sentences": sentences, "list": shown, "own": own}
    return render(request, "scoring/reports/rescoring/evening.html", context)


def show_club(request: HttpRequest) -> HttpResponse:
    """Show the tables of a club under other house rules: all of them, or those of the statistics' filter."""
    club, language = get_staff_account(request).club, get_current_language()
    rules, wanted = parse_other_rules(request), parse_filter(request.GET)
    tables = list_filter_tables(club.pk, wanted)
    context = {
        **build_choice(request, rules, language),
        "wanted": wanted,
        "groups": list_filter_choices(club.pk),
        "back": reverse("statistics"),
    }
    if rules is None:
        return render(request, "scoring/reports/rescoring/club.html", context)
    if is_too_large(tables):
        return render(request, "scoring/reports/rescoring/club.html", {**context, "too_large": True})
    result = rescore_tables(tables, rules)
    people = list_person_rows(result.sums, club.pk)
    return render_tables(
        request, "scoring/reports/rescoring/club.html", context, PEOPLE, people, result, rules, club.name
    )


def render_tables(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    people: List,
    rows: Sequence[Any],
    result: RescoredTables,
    rules: OtherRules,
    foot: str,
) -> HttpResponse:
    """Show the result for many tables with everybody in it, as a page or as a workbook."""
    language, sums = get_current_language(), result.sums
    sentences = describe_rescoring(sums.hands, sums.differing, sums.missing.total(), sums.radl)
    if request.GET.get(FORM) == XLSX:
        note_file(request, get_staff_account(request).club_id, RESCORED_FILE, XLSX)
        hands, values = generate_hand_rows(result, rules, language), people.build_sheet(request, rows)
        return send_workbook(rules, build_rescoring_workbook(rules, values, sentences, hands, foot))
    shown = {"list": people.build_page(request, rows), "sentences": sentences}
    return render(request, template, {**context, **shown, **build_tables_context(request, result, rules, language)})


def send_workbook(rules: OtherRules, content: bytes) -> HttpResponse:
    """Return a workbook as a file."""
    title = _("Under other house rules")
    name = f"{slugify(title)}-{slugify(rules.word.replace(VERSION_SIGN, '-'))}.xlsx"
    return downloads.build_download(content, name, downloads.XLSX)
