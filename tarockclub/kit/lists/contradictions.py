"""Contradictions between the rows of a list: the same person twice, places that do not follow, a sum that is nobody."""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction

from tarockclub.kit.lists.columns import NAMES
from tarockclub.kit.lists.name_order import ENOUGH, is_in_order, list_word_pairs
from tarockclub.kit.lists.names import fold_name, is_first_name
from tarockclub.kit.lists.person_row import PersonRow
from tarockclub.kit.lists.words import find_kind, load_words

_PLACE_NAME = re.compile(r"[A-ZÄÖÜŠŽČ][a-zäöüß][^\W\d_]*\.?(?:[ /-](?:am|an|der|bei|im|ob|[A-ZÄÖÜ][^\W\d_]*)){0,4}")
_NO_PLACE = re.compile(
    r"(?:gast|gäste|neu|orga|jugend|damen?|herren?|senior|junior|chor|anfänger|wirt|obmann|obfrau|kassier|schrift|spiel"
    r"|leit|ersatz|verein|club|tel|handy|geb|vegetar|privat|bez|offen|bar|mit|ohne|kommt|rolli)",
    re.IGNORECASE,
)
_ENOUGH_TOWNS = 3


def find_twins(keys: Sequence[Hashable]) -> set[int]:
    """Return the places of keys that are there more than once; "" is none.

    >>> sorted(find_twins(["a", "b", "a", "", ""]))
    [0, 2]
    """
    counts = Counter(key for key in keys if key)
    return {place for place, key in enumerate(keys) if counts[key] > 1}


def find_wrong_places(places: Sequence[int | None]) -> set[int]:
    """Return the rows whose place does not follow from those before them: nobody is second behind two first ones.

    >>> find_wrong_places([1, 2, 2, 4]), find_wrong_places([1, 1, 2, 3]), find_wrong_places([None, 1, 2])
    (set(), {2}, {0})
    """
    counts = Counter(place for place in places if place is not None)
    if not counts:
        return set()
    wrong, due = set(), 1
    for place in sorted(counts):
        if place != due:
            wrong.add(place)
        due = place + counts[place]
    return {row for row, place in enumerate(places) if place is None or place in wrong}


def find_wrong_order(places: Sequence[int | None], points: Sequence[Fraction | None]) -> set[int]:
    """Return the rows that have more points than somebody at a better place, unless few points win everywhere.

    >>> one, two, three = map(Fraction, (1, 2, 3))
    >>> find_wrong_order([1, 2, 3], [three, one, two]), find_wrong_order([1, 2, 3], [one, two, three])
    ({2}, set())
    """
    rows = [
        (place, amount, row)
        for row, (place, amount) in enumerate(zip(places, points, strict=True))
        if place is not None and amount is not None
    ]
    rows.sort(key=lambda values: (values[0], -values[1]))
    wrong: set[int] = set()
    is_rising = len(rows) > 1 and all(rows[number][1] <= rows[number + 1][1] for number in range(len(rows) - 1))
    if is_rising and rows[0][1] < rows[-1][1]:
        return wrong
    least: Fraction | None = None
    for _place, amount, row in rows:
        if least is not None and amount > least:
            wrong.add(row)
        else:
            least = amount
    return wrong


def list_bracket_towns(names: Sequence[str]) -> frozenset[str]:
    """Return the words in brackets behind names that are towns: known ones, repeated ones, or those of most names.

    >>> sorted(list_bracket_towns(["Ada Lind (Lunz)", "Cora Berg (Lunz), neu", "Dora Falk (Chor)", "Ida", "Jo"]))
    ['Lunz']
    """
    brackets = [match[1].strip() for name in names for match in [re.search(r"\(([^()]+)\)", name)] if match]
    counts = Counter(text for text in brackets if _PLACE_NAME.fullmatch(text) and not _NO_PLACE.match(text))
    is_usual = counts.total() >= _ENOUGH_TOWNS and 2 * counts.total() >= len(names)
    towns = load_words().towns
    return frozenset(text for text in counts if is_usual or counts[text] > 1 or fold_name(text).text in towns)


def is_alphabetical(texts: Sequence[str]) -> bool:
    """Return whether names are in the order of their first words, and no first name shows which these are."""
    pairs = list_word_pairs(texts)
    return len(pairs) == len(texts) and is_in_order(pairs) and not any(is_first_name(second) for _word, second in pairs)


def has_sum(people: Sequence[PersonRow]) -> bool:
    """Return whether the last row has the sum of the points above, and no place where others have one."""
    *above, last = people
    points = [person.points for person in above if person.points is not None]
    is_apart = last.place is None and any(person.place is not None for person in above)
    is_said = "typed" in last.looks or len(points) < ENOUGH // 2
    if (find_kind(last.name) or ("",))[0] in NAMES and is_apart and "typed" not in last.looks:
        return True  # "Spieler": how many there were
    return is_apart and not is_said and bool(last.points) and sum(points) == last.points


def add_looks(people: list[PersonRow], day: Sequence[int]) -> None:
    """Add to the people of a day (their places) the reasons that only show beside its other rows."""
    listed = [number for number in day if not people[number].out]
    rows = [people[number] for number in listed]
    places = [person.place for person in rows]
    keys = list(map(_build_key, rows))
    cancelled = {_build_key(people[number]): number for number in day if people[number].out == "gone"}
    for number in listed:
        if (key := _build_key(people[number])) and number < cancelled.get(key, -1):
            people[number] = people[number]._replace(out="gone", looks=(*people[number].looks, "twice"))
    single = {place for place, person in enumerate(rows) if person.name and " " not in person.name}
    reasons = {
        "odd": single if 5 * len(single) <= len(rows) else set(),  # a word beside whole names is perhaps nobody
        "twice": find_twins(keys) | {place for place, key in enumerate(keys) if key and key in cancelled},
        "place": find_wrong_places(places),
        "order": find_wrong_order(places, [person.points for person in rows]),
    }
    for place, number in enumerate(listed):
        reasons_beside = tuple(
            reason
            for reason, numbers in reasons.items()
            if place in numbers and reason not in people[number].looks and "typed" not in people[number].looks
        )
        people[number] = (
            people[number]._replace(looks=people[number].looks + reasons_beside) if reasons_beside else people[number]
        )


def _build_key(person: PersonRow) -> str:
    """Return what two rows about one person share."""
    name = fold_name(person.name).turned
    return f"{name} / {person.player} / {fold_name(person.town).text} / {person.birth_year or ''}" if name else ""
