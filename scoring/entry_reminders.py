"""The reminders of a sheet for the entry page: sentences in its language, and for its script when to say which."""

from typing import Any

from scoring.engine.house_rules.sheet import Sheet


def reminders_of(sheet: Sheet, language: str) -> list[dict[str, Any]]:
    """All of them, what is nearest to the last tap first; `in`, `items`: null where that does not matter."""
    english = language.startswith("en")
    return [
        {
            "text": one.text_en if english else one.text,
            "ref": one.ref,
            "in": None if one.contracts is None else sorted(one.contracts),
            "items": None if one.items is None else sorted(_kind(*item) for item in one.items),
            "when": sorted(one.when),
            "unless": sorted(one.unless),
        }
        for one in sheet.reminders
    ]


def _kind(premium: str, announced: bool) -> str:
    """A premium in one form, called as in the rules of the contracts."""
    return f"{premium}-{'announced' if announced else 'silent'}"
