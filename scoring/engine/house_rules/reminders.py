"""The parts of a sheet beside its amounts: rules that no record shows, readings of what the paper leaves open, gaps."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from scoring.engine.house_rules.schema import SECTIONS, Table
from scoring.engine.house_rules.validate import Key, Selector, check_words, strip_not
from scoring.engine.problems import Names, Problem
from scoring.engine.texts.play import PLAY, WAYS

# What can be so while a hand is entered; before each may stand `not`.
MOMENTS = (
    "start",  # no game is chosen yet, after the first deal of all
    "first",  # the same, before the second one
    "radl",
    "last_round",  # the Schlussradl
    "gstiess",  # the Schlussradl waits for the holder of the Gstieß
    "king_lies",
    "alone",  # a game that calls a king, with all four kings in hand
    "open",  # how the hand ended is not entered yet
    "conceded",
    "kontra",
    "announced",
    "beside",  # a second game (-bei)
    "defence",  # the premium is the opponents'
    "renonce",
)


# The rules that a reminder can say as the sheet has them.
SAYABLE = tuple(f"{section}.{key}" for section in ("auction", "play") for key in WAYS if key in SECTIONS[section])


@dataclass(frozen=True, slots=True, eq=False)
class Reminder:
    """One sentence of the sheet, and when it is said: every condition must hold."""

    id: str
    text: str
    text_en: str
    ref: str
    contracts: frozenset[str] | None  # the games in which it is said; None: in all, and before one is chosen
    items: frozenset[Key] | None  # one of these premiums is entered; None: whatever is
    when: frozenset[str]
    unless: frozenset[str]
    costs: bool = False  # who overlooks it pays for that, or is not paid

    @property
    def weight(self) -> tuple[bool, int]:
        """The cost of missing it, then the nearness to what was tapped: of two sentences the heavier comes first."""
        return self.costs, 2 * (self.items is not None) + 2 * len(self.when - {"open"}) + (self.contracts is not None)


def build_reminders(
    table: Table, named: Callable[[list[str]], frozenset[str]], select: Callable[[list[str]], Selector]
) -> tuple[Reminder, ...]:
    """The reminders of a sound table, the heavier ones first; not those of games or premiums that it does not have."""
    entries: Table = table.get("reminders", {})
    all_words = {name: read_reminder(entry, table) for name, entry in entries.items()}
    telling = {name: entry for name, entry in entries.items() if all_words[name][0] or "text" in entry}
    reminders = [_build_reminder(name, entry, all_words[name], named, select) for name, entry in telling.items()]
    possible = [reminder for reminder in reminders if frozenset() not in (reminder.contracts, reminder.items)]
    return tuple(sorted(possible, key=lambda reminder: reminder.weight, reverse=True))


def list_said(entry: Table, table: Table) -> list[Names]:
    """List the sentences of the rules that a reminder says as the sheet has them."""
    pairs = (path.split(".") for path in entry.get("says") or ())
    ways = ((key, table.get(section, {}).get(key)) for section, key in pairs)
    return [PLAY[f"{key}_{way}"] for key, way in ways if way]


def read_reminder(entry: Table, table: Table) -> Names:
    """Read what a reminder says: the sentences of the rules, then its own; "" where it says nothing."""
    rules = list_said(entry, table)
    german = [sentence for sentence, _english in rules] + [str(entry.get("text", ""))]
    english = [sentence for _german, sentence in rules] + [get_english(entry)]
    return " ".join(filter(None, german)), " ".join(filter(None, english))


def get_english(entry: Table) -> str:
    """Return the own words of a reminder in English; "" if it has none."""
    return str(entry.get("text_en", entry.get("text", "")))


def _build_reminder(
    name: str,
    entry: Table,
    words: Names,
    named: Callable[[list[str]], frozenset[str]],
    select: Callable[[list[str]], Selector],
) -> Reminder:
    moments: list[str] = entry.get("when", [])
    return Reminder(
        id=name,
        text=words[0],
        text_en=words[1],
        ref=entry.get("ref", ""),
        contracts=named(entry["in"]) if "in" in entry else None,
        items=select(entry["premiums"]).plain if "premiums" in entry else None,
        when=frozenset(moment for moment in moments if moment == strip_not(moment)),
        unless=frozenset(strip_not(moment) for moment in moments if moment != strip_not(moment)),
        costs=bool(entry.get("costs", False)),
    )


def find_reminder_faults(table: Table, contracts: Collection[str], items: Collection[str]) -> Iterator[Problem]:
    """Reminders without a text, and words in them that name nothing."""
    for name, entry in table.get("reminders", {}).items():
        path = f"reminders/{name}"
        if "text" not in entry and not entry.get("says"):
            yield Problem(path, "missing_key", (("key", "text"),))
        yield from check_words(f"{path}/says", entry.get("says", ()), SAYABLE)
        yield from check_words(f"{path}/in", entry.get("in", ()), contracts)
        yield from check_words(f"{path}/premiums", entry.get("premiums", ()), items)
        yield from check_words(f"{path}/when", entry.get("when", ()), MOMENTS)


# Beside contracts, groups and premiums these rules can be left open; so are they called on the Speiszettel too.
RULES = (
    "points",
    "settle",
    "hoch",
    "point",
    "kontra",
    "radl",
    "trischaken",
    "concede",
    "bei",
    "renonce",
    "pagatkassa",
)
OF_REMINDER = "reminders."  # before the id of a reminder


def find_remark_faults(table: Table, entries: Collection[str]) -> Iterator[Problem]:
    """Readings and gaps without a text, gaps without a name, and readings of nothing that there is."""
    reminders = [f"{OF_REMINDER}{name}" for name in table.get("reminders", {})]
    for section, needed in (("readings", ("text", "of")), ("gaps", ("name", "text"))):
        for name, entry in table.get(section, {}).items():
            path = f"{section}/{name}"
            yield from (Problem(path, "missing_key", (("key", key),)) for key in needed if not entry.get(key))
            yield from check_words(f"{path}/of", entry.get("of", ()), {*entries, *RULES, *reminders})
