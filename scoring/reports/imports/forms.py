"""The data of an imported evening: players, date, house rules, stakes; and the messages about its text."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.book.sheet_library import find_rules
from scoring.engine.agreement import format_agreement
from scoring.engine.hand.explain import format_score_formula
from scoring.engine.hand.story import tell_hand
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from scoring.engine.texts import describe_problem
from scoring.reports.imports.record_lines import MOST_BYTES, MOST_LINES, House, UnreadableLine, choose_house
from scoring.reports.imports.services import REDEAL, VOID, NotWritten, ReplayedLine
from scoring.table.evenings.forms import StartForm
from scoring.table.settlement.forms import MONEY, POINTS
from tarockclub.kit import time_source
from tarockclub.kit.days import DayField
from tarockclub.kit.words import get_current_language

_NO_DATE = _("Enter a date here, such as 24.12.2025.")
_FROM_RECORDS = ("%Y-%m-%d", "%d.%m.%Y", "%d. %m. %Y")


class ImportForm(StartForm):
    """The form of a new evening for one that has been played; `house`: the rules that its records name."""

    day = DayField(input_formats=_FROM_RECORDS, error_messages={"required": _NO_DATE, "invalid": _NO_DATE})

    def __init__(self, *args: Any, house: House | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.house = house
        del self.fields["high"]  # the records contain the forehand
        self._offer_choices("sheet", [(sheet.id, self._name_sheet(sheet)) for sheet in self.sheets])
        self.fields["sheet"].required = False

    def clean(self) -> dict[str, Any]:
        """Refuse a future day, and an evening without house rules."""
        data = super().clean()
        day = data.get("day")
        if day is not None and day > timezone.localtime(time_source.now()).date():
            self.add_error("day", _("It cannot be this day: only an evening that has been played can be imported."))
        if not data.get("sheet") and self.house is None:
            self.add_error("sheet", _("No record says which house rules were used: choose them."))
        return data

    def find_sheet(self) -> Sheet | None:
        """Return the sheet of the evening."""
        if self.cleaned_data.get("sheet") or self.house is None:
            return super().find_sheet()
        rules = find_rules(self.house.sheet)
        return None if rules is None else rules.build_sheet(self.house.options)

    def build_house(self) -> House:
        """Return the house rules; only after is_valid()."""
        sheet = super().find_sheet()
        if sheet is None and self.house is not None:
            return self.house
        if sheet is None:
            raise ValueError("no sheet was chosen")
        return choose_house(
            sheet.id, {name: bool(self.cleaned_data[f"option-{sheet.id}-{name}"]) for name in sheet.options}
        )

    @property
    def day_played(self) -> date:
        """The day of the evening; only after is_valid()."""
        day: date = self.cleaned_data["day"]
        return day

    @property
    def agreed_text(self) -> str:
        """The agreement about money, as JSON text; only after is_valid()."""
        return format_agreement(self.agreed)

    def list_mistakes(self) -> Iterator[str]:
        """Yield every mistake, with the name or day that was given."""
        for field, errors in self.errors.items():
            value = str(self.data.get(field, "")) if field.startswith(("name", "day")) else ""
            yield from (f"{value}: {error}" if value else str(error) for error in errors)


def build_import_form(
    club: int,
    names: Sequence[str],
    day: str,
    sheet: str,
    options: Mapping[str, bool],
    *,
    cents: str = "",
    house: House | None = None,
) -> ImportForm:
    """Return the form with these data; `options` that are not named have their defaults, `cents`: for a point."""
    form = ImportForm(language=get_current_language(), club=club, house=house)
    data = {"key": str(uuid.uuid4()), "sheet": sheet, "day": day, "played_for": MONEY if cents else POINTS}
    data |= {f"name{seat}": name for seat, name in enumerate(names)} | ({"rate": cents} if cents else {})
    chosen = next((offered for offered in form.sheets if offered.id == sheet), None)
    if chosen is not None:
        switched = {name: option.default for name, option in chosen.options.items()} | dict(options)
        data |= {f"option-{sheet}-{name}": "on" for name, on in switched.items() if on}
    return ImportForm(data, language=get_current_language(), club=club, house=house)


MOST_PROBLEMS = 5  # that a line tells
TEXTS: dict[str, Promise] = {
    "too_large": gettext_lazy("This is too large: at most %(megabytes)s MB."),
    "not_utf8": gettext_lazy("This is not UTF-8 text (line %(line)s). Save the file as UTF-8."),
    "nothing": gettext_lazy("There is no record here."),
    "too_many_lines": gettext_lazy("These are too many lines: at most %(lines)s."),
}
LINES: dict[str, Promise] = {
    "line_too_long": gettext_lazy("This line is far too long for a hand."),
    "nested_too_deep": gettext_lazy("This line has far more brackets than a hand."),
    "said_twice": gettext_lazy("“%(path)s” appears twice in this record: which one counts?"),
    "other_sheet": gettext_lazy(
        "This hand was recorded under other house rules (%(sheet)s) than those of this evening."
    ),
    "other_options": gettext_lazy(
        "This hand was recorded with other options of the house rules than those of this evening."
    ),
    "id_twice": gettext_lazy("Line %(line)s has the same id: is it the same hand?"),
}


def format_unreadable_line(problem: UnreadableLine) -> str:
    """Return the reason why a text was not read."""
    values = {"megabytes": MOST_BYTES >> 20, "lines": MOST_LINES, "line": problem.line}
    return str(TEXTS[problem.code]) % values


def format_line(line: ReplayedLine, names: tuple[str, ...], language: str) -> str:
    """Return a line in words: players, game, payout and what is set by hand, or why it cannot be imported."""
    if line.problems:
        reasons = (format_import_problem(problem, language) for problem in line.problems[:MOST_PROBLEMS])
        return gettext("Cannot be imported: %(problems)s") % {"problems": "; ".join(reasons)}
    if line.score is None or line.record is None:
        return {VOID: gettext("Void: everybody gets 0"), REDEAL: gettext("Redeal: the same dealer again")}[line.what]
    at_table = tuple(names[place] for place in line.before.active)
    parts = [tell_hand(line.record, line.score.sheet, at_table, language, line.score), format_score_formula(line.score)]
    if line.forehand_set:
        parts.append(gettext("forehand set by hand: %(name)s") % {"name": names[line.before.forehand]})
    if line.radl_set is not None:
        parts.append(gettext("counts ×%(times)s, set by hand") % {"times": line.radl_set})
    return "; ".join(parts)


def format_import_problem(problem: Problem, language: str) -> str:
    """Return a problem of a line in words that can be printed, whatever the line contains."""
    text = LINES.get(problem.code)
    if text is None:
        return escape_unprintable(describe_problem(problem, language))
    return escape_unprintable(str(text) % {"path": problem.path, **dict(problem.params)})


def escape_unprintable(text: str) -> str:
    """Return a text without characters that nothing can print.

    >>> escape_unprintable("a\\ud800\\x00b")
    'a\\\\ud800\\\\x00b'
    """
    shown = (char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return "".join(shown).encode("utf-8", "backslashreplace").decode()


def format_not_written(refused: NotWritten) -> str:
    """Return the reason why an evening was not written."""
    return gettext("Line %(line)s could not be saved, so nothing was.") % {"line": refused.line}
