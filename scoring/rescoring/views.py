"""The pages of re-scoring: an evening, and all tables of a club, under other house rules."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.access.permissions import writers_only
from scoring.ledger.selectors import find_game_table
from scoring.rescoring.evening import rescore_evening
from scoring.rescoring.lists import ACCOUNTS, PEOPLE, choose_columns
from scoring.rescoring.page import FORM, XLSX, build_choice, build_tables_context, describe_result
from scoring.rescoring.sheets import OtherRules, parse_other_rules
from scoring.rescoring.tables import is_too_large, list_person_rows, rescore_tables
from scoring.statistics.filters import list_choices, list_tables, parse_filter
from tarockclub.accounts.permissions import get_staff_account, staff_only
from tarockclub.language import get_current_language

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@writers_only
def show_evening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show an evening under other house rules; without any, their choice."""
    table, language = find_game_table(slug), get_current_language()
    rules = parse_other_rules(request.GET)
    context = {"table": table, **build_choice(request, rules, language, table.sheet_version.sheet)}
    if rules is None:
        return render(request, "scoring/rescoring/evening.html", context)
    result = rescore_evening(table, rules, language)
    if request.GET.get(FORM) == XLSX:
        from scoring.rescoring.workbook import build_evening_workbook

        return send_workbook(rules, build_evening_workbook(result, rules, language))
    sentences = describe_result(result.hands, result.differing, result.missing, result.radl)
    people = ACCOUNTS.build_page(request, result.accounts, columns=choose_columns(result))
    own = result.rescored.book.sheet.names[language.startswith("en")]
    context |= {"result": result, "sentences": sentences, "list": people, "own": own}
    return render(request, "scoring/rescoring/evening.html", context)


@require_safe
@staff_only
def show_club(request: HttpRequest) -> HttpResponse:
    """Show the tables of a club under other house rules: all of them, or those of the statistics' filter."""
    club, language = get_staff_account(request).club, get_current_language()
    rules, wanted = parse_other_rules(request.GET), parse_filter(request.GET)
    tables = list_tables(club.pk, wanted)
    context = {
        **build_choice(request, rules, language),
        "wanted": wanted,
        "groups": list_choices(club.pk),
        "back": reverse("statistics"),
    }
    if rules is None:
        return render(request, "scoring/rescoring/club.html", context)
    if is_too_large(tables):
        return render(request, "scoring/rescoring/club.html", {**context, "too_large": True})
    result = rescore_tables(tables, rules)
    people = list_person_rows(result.sums, club.pk)
    if request.GET.get(FORM) == XLSX:
        from scoring.rescoring.workbook import build_tables_workbook

        return send_workbook(rules, build_tables_workbook(result, people, rules, club.name, language))
    context |= {"list": PEOPLE.build_page(request, people), **build_tables_context(request, result, rules, language)}
    return render(request, "scoring/rescoring/club.html", context)


def send_workbook(rules: OtherRules, content: bytes) -> HttpResponse:
    """Return a workbook as a file."""
    name = f"{slugify(_('Under other house rules'))}-{slugify(rules.sheet.id)}.xlsx"
    disposition = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    return HttpResponse(content, content_type=XLSX_TYPE, headers={"Content-Disposition": disposition})
