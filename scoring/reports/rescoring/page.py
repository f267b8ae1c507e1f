"""The content of the pages of re-scoring: the choice of house rules, and the sentences of a result."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.sheet_library import VERSION_SIGN, list_readable_sheets
from scoring.models import SheetVersion
from scoring.reports.rescoring.evening import RescoredEvening
from scoring.reports.rescoring.sheets import (
    OtherRules,
    find_played_word,
    format_version_name,
    list_version_choices,
)
from scoring.sheets.house_rules.page import list_sheet_switches
from tarockclub.platform.accounts.permissions import find_club_id


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
