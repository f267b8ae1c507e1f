"""The sentences about an imported list, row by row."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.kit.lists.table import MOST_BYTES, MOST_ROWS, Unreadable
from tarockclub.platform.accounts.persons import PersonDetails
from tournaments.people.name_lists.candidates import (
    ALREADY_ENTERED,
    ASKED_KINDS,
    DOUBLE,
    KNOWN_PERSON,
    NEW,
    RIVAL,
    SIMILAR,
    UNREADABLE,
    PersonCandidate,
    SimilarPerson,
)
from tournaments.people.name_lists.choices import AS_NEW, LEAVE_OUT, choose_default
from tournaments.people.name_lists.name_matching import (
    BY_NUMBER,
    BY_PLAYER_NUMBER,
    NO_UMLAUTS,
    ONE_LETTER,
    OTHER_ORDER,
    OTHER_SPELLING,
    PART,
    REMEMBERED,
    SAME,
)

WHATS: dict[str, Promise] = {
    NEW: gettext_lazy("new"),
    KNOWN_PERSON: gettext_lazy("known"),
    ALREADY_ENTERED: gettext_lazy("already taking part"),
    DOUBLE: gettext_lazy("listed twice"),
    SIMILAR: gettext_lazy("similar to somebody else"),
    UNREADABLE: gettext_lazy("unreadable"),
}
WHYS: dict[str, Promise] = {
    SAME: gettext_lazy("the same name"),
    OTHER_SPELLING: gettext_lazy("only spelt differently"),
    OTHER_ORDER: gettext_lazy("first name and surname swapped"),
    NO_UMLAUTS: gettext_lazy("only ä, ö or ü are written differently"),
    ONE_LETTER: gettext_lazy("one letter is different"),
    PART: gettext_lazy("part of the name"),
    BY_NUMBER: gettext_lazy("by number in the register"),
    BY_PLAYER_NUMBER: gettext_lazy("the same number"),
    REMEMBERED: gettext_lazy("so answered for an earlier list"),
}
AGAINST: dict[str, Promise] = {
    "player_number": gettext_lazy("another player number"),
    "federation_number": gettext_lazy("another number of the federation"),
    "birth_year": gettext_lazy("another year of birth"),
    "town": gettext_lazy("another town"),
    RIVAL: gettext_lazy("two of this name are listed"),
}
ROWS: dict[str, Promise] = {
    "no_name": gettext_lazy("There is no name in this row."),
    "too_long": gettext_lazy("This name is too long."),
    "total": gettext_lazy("This is a sum and nobody."),
    "waiting": gettext_lazy("This stands in a waiting list."),
    "gone": gettext_lazy("Does not come."),
    "several": gettext_lazy("These may be several people."),
    "left": gettext_lazy("You have left this row out."),
    "order": gettext_lazy("Surname and first name are not told apart."),
    "one_round": gettext_lazy("This is of a single round: the standing over all rounds counts."),
    "dot": gettext_lazy("This amount has two meanings: answer above what the dot is."),
}
LISTS: dict[str, Promise] = {
    "no_file": gettext_lazy("Choose a file first."),
    "nobody": gettext_lazy("There is no name in this list."),
    "prose": gettext_lazy("These are sentences, and no list: put each name in a line of its own."),
    "no_list": gettext_lazy("This is not a list: a workbook (xlsx, ods), CSV or plain text is needed."),
    "no_bank_file": gettext_lazy(
        "This is no file of a bank: camt.053 (XML) is needed, or CSV with amount, currency and text."
    ),
    "no_workbook": gettext_lazy(
        "This workbook cannot be read. Save it again as xlsx or CSV, or copy the names and paste them."
    ),
    "locked": gettext_lazy("This workbook has a password. Please save it without one."),
    "too_large": gettext_lazy(
        "This is too large: at most %(megabytes)s MB, and a workbook must not unpack to much more."
    ),
    "too_many_rows": gettext_lazy("These are too many rows: at most %(rows)s."),
    "too_slow": gettext_lazy("Reading this takes too long. Copy the names and paste them."),
    "several_days": gettext_lazy(
        "This file has the results of several days, and none of them is the day of this event: give the event its day, "
        "or take the file in by “Results of several days” on the season's page."
    ),
    "unknown_numbers": gettext_lazy(
        "This file has player numbers in place of names, and nobody in the register has one of these: %(what)s. "
        "Import the list of players first."
    ),
    "too_many_questions": gettext_lazy("Too many of these names are similar to others: import the list in parts."),
}


def format_unreadable(problem: Unreadable) -> str:
    """Return the reason why a list was not read."""
    return str(LISTS[problem.code]) % {"megabytes": MOST_BYTES >> 20, "rows": MOST_ROWS, "what": problem.what}


def format_others(candidate: PersonCandidate) -> str:
    """Return the names that the name of a row is like, with the reasons."""
    return "; ".join(format_similar(other) for other in candidate.others[:3])


def format_details(details: PersonDetails) -> str:
    """Return the details that a list has."""
    number = _("player number %(number)s") % {"number": details.player_number} if details.player_number else ""
    year = str(details.birth_year or "")
    return " · ".join(filter(None, (number, details.town, details.categories, year, *details.contact.splitlines())))


def format_similar(other: SimilarPerson) -> str:
    """Return the similar name, and the reason."""
    who = other.name
    if other.row:
        who = _("%(name)s in row %(row)s") % {"name": other.name, "row": other.row}
    elif other.number is not None:
        who = _("%(name)s, start number %(number)s") % {"name": other.name, "number": other.number}
    return f"{who}: {format_why(other)}"


def format_why(other: SimilarPerson) -> str:
    """Return the reason why somebody may be meant, and the facts against it."""
    against = _(" and ").join(str(AGAINST[fact]) for fact in other.against)
    why = str(WHYS[other.why])
    return _("%(why)s, but %(against)s") % {"why": why, "against": against} if against else why


def list_choices(candidate: PersonCandidate) -> list[tuple[str, str, bool]]:
    """Return the answers for a row: value, words, and whether it is the default; whoever is clear can be left out."""
    if candidate.what == UNREADABLE:
        return []
    if candidate.what not in ASKED_KINDS:
        return [(LEAVE_OUT, _("leave out"), False)]
    first = choose_default(candidate)
    persons = {str(other.person): other for other in candidate.others if other.person is not None}
    offered = [(value, _format_identity(other)) for value, other in list(persons.items())[:5]]
    if candidate.what == ALREADY_ENTERED:
        offered = [pair for pair in offered if pair[0] == str(candidate.person)]
    offered += [(AS_NEW, _("somebody else: add as a new person")), (LEAVE_OUT, _("leave out"))]
    return [(value, label, value == first) for value, label in offered]


def _format_identity(other: SimilarPerson) -> str:
    """Return the words for a row that is a known person."""
    sentence = _("is %(name)s") % {"name": other.name}
    return sentence if other.number is None else _("%(is)s: register only") % {"is": sentence}
