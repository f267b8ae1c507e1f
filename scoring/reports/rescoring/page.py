"""The content of the pages of re-scoring: the choice of house rules, and the sentences of a result."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.sheet_library import VERSION_SIGN, list_readable_sheets
from scoring.engine.house_rules.overlay import list_names
from scoring.engine.house_rules.schema import ITEMS
from scoring.engine.texts import describe_problem
from scoring.models import SheetVersion
from scoring.reports.rescoring.comparison import Comparison
from scoring.reports.rescoring.sheets import (
    FIELD,
    OtherRules,
    find_played_word,
    format_version_name,
    list_version_choices,
)
from scoring.reports.rescoring.tables import MOST_SHOWN, RescoredTables, load_table_hands
from scoring.sheets.house_rules.page import list_sheet_switches
from tarockclub.platform.accounts.permissions import find_club_id

FORM = "form"
XLSX = "xlsx"


def build_choice(
    request: HttpRequest, rules: OtherRules | None, language: str, own: SheetVersion | None = None
) -> dict[str, Any]:
    """Return the template context of the choice; `own`: the sheet that was played by."""
    kept = request.GET.copy()
    for name in (FIELD, FORM, "set", "on", "page"):
        kept.pop(name, None)
    asked = request.GET.copy()
    asked.pop(FORM, None)
    asked.pop("page", None)
    return {
        "sheets": list(_list_offers(find_club_id(request), own, language)),
        "rules": rules,
        "versions": list_version_choices(rules.sheet.id) if rules is not None else (),
        "name": rules.format_name(language) if rules is not None else "",
        "switches": list_sheet_switches(rules.sheet, rules.chosen, language) if rules is not None else (),
        "kept": list(kept.items()),
        "kept_query": f"&{kept.urlencode()}" if kept else "",
        "asked": asked.urlencode(),
        "here": request.path,
    }


def _list_offers(club: int | None, own: SheetVersion | None, language: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the words and names of the sheets that are offered, and if they are what was played by."""
    word = find_played_word(own) if own is not None else ""
    played, _sign, number = word.partition(VERSION_SIGN)
    for sheet in list_readable_sheets(club, *([] if own is None else [own.sheet])):
        yield sheet.id, format_version_name(sheet, None, language), sheet.id == word
        if number and sheet.id == played:
            yield word, format_version_name(sheet, int(number), language), True


def describe_rescoring(hands: int, differing: int, missing: int, radl: int) -> list[str]:
    """Return the result in sentences; `differing` includes `missing`."""
    if not hands:
        return [_("No hand has been played yet.")]
    paying = differing - missing
    words = [
        ngettext("%(hands)s hand was played.", "%(hands)s hands were played.", hands) if differing or radl else "",
        ngettext(
            "%(hands)s hand was played, and it would pay the same there.",
            "%(hands)s hands were played, and all would pay the same there.",
            hands,
        )
        if not differing and not radl
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
        ngettext("%(radl)s hand would have another Radl there.", "%(radl)s hands would have another Radl there.", radl)
        if radl
        else "",
    ]
    values = {"hands": hands, "paying": paying, "missing": missing, "radl": radl}
    return [sentence % values for sentence in words if sentence]


def list_missing_reasons(sums: Comparison, language: str) -> list[tuple[str, int]]:
    """Return why hands do not exist there, the most frequent reason first, each with its number of hands.

    Games and premiums are called as on the sheet by which the hands were played.
    """
    played = SheetVersion.objects.filter(pk__in={version for version, _problem in sums.missing})
    names = {row.pk: list_names(json.loads(row.text), *ITEMS) for row in played}
    found = Counter[str]()
    for (version, problem), hands in sums.missing.items():
        found[describe_problem(problem, language, names[version])] += hands
    return found.most_common()


def build_tables_context(
    request: HttpRequest, result: RescoredTables, rules: OtherRules, language: str
) -> dict[str, Any]:
    """Return the template context of many tables: why hands do not exist there, one page of hands."""
    sums = result.sums
    page = Paginator(result.changed, MOST_SHOWN).get_page(request.GET.get("page"))
    return {
        "reasons": list_missing_reasons(sums, language),
        "papers": sums.papers,
        "pages": page,
        "tables": load_table_hands(list(page.object_list), rules, language),
    }
