"""The page of an evening under other house rules."""

import uuid
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.book.access.permissions import writers_only
from scoring.book.ledger.selectors import find_game_table
from scoring.reports.rescoring.evening import rescore_evening
from scoring.reports.rescoring.lists import ACCOUNTS, choose_columns
from scoring.reports.rescoring.page import build_choice, describe_rescoring
from scoring.reports.rescoring.sheets import parse_other_rules
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.rights import Right


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
