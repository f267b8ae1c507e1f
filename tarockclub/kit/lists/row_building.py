"""The people of a list, built from the cells of its rows once the columns are known; contradictions between them."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.abakus import DayResult, parse_day
from tarockclub.kit.lists.columns import Column
from tarockclub.kit.lists.contradictions import add_looks, has_sum, is_alphabetical, list_bracket_towns
from tarockclub.kit.lists.doubtful_names import (
    GUEST,
    is_family,
    is_nobody,
    is_odd_name,
    is_pair_of_people,
    split_comma,
    split_people,
)
from tarockclub.kit.lists.file import has_wrong_letters
from tarockclub.kit.lists.name_order import find_order, list_word_pairs
from tarockclub.kit.lists.names import (
    NameParts,
    cut_gone,
    fold_name,
    has_capitals_first,
    has_dividing_comma,
    is_first_name_only_in_front,
    is_perhaps_turned,
    join_parts,
    judge_comma,
    split_name,
    turn_words,
)
from tarockclub.kit.lists.person_row import (
    BETWEEN_PEOPLE,
    HIGHEST_NUMBER,
    LONGEST_NAME,
    Choices,
    PersonRow,
    Purpose,
    add_others,
    find_fee,
    find_out,
    find_payment,
    judge_payment,
    take_name,
)
from tarockclub.kit.lists.row_cells import RowCells, add_row_amounts, fill_dittos
from tarockclub.kit.lists.table import Cell, Row, get_cell
from tarockclub.kit.lists.words import is_first_name_first, is_total
from tarockclub.kit.text import clean_text, has_digit, parse_whole

_YEAR = re.compile(r"\b(1[89][0-9]{2}|20[0-9]{2})\b")
_SHORT_YEAR = re.compile(r"(?:(?:0?[1-9]|[123][0-9])[./-]|')([0-9]{2})$")
_NEWEST_SHORT_YEAR = 20  # of two digits: who is born later is too young to play
_BORN = re.compile(r"(?:geb\w*|jg|jahrgang|\*)\.? ?", re.IGNORECASE)
_POSTCODE = re.compile(r"(?:[A-Z]{1,2}[- ])?[0-9]{4,5}\s+(?=\D)")
_COUNTRY = re.compile(
    r",\s*(?:austria|österreich|at|slovenia|slowenien|germany|deutschland|de|italy|italien|hungary|ungarn)$",
    re.IGNORECASE,
)


def build_people(
    rows: Sequence[Row], columns: Sequence[Column], purpose: Purpose, choices: Choices, aside: Mapping[int, str]
) -> tuple[tuple[PersonRow, ...], tuple[str, ...]]:
    """Build the person of each row, and the questions about the whole list; `aside`: why rows are left out."""
    places: dict[str, list[int]] = {}
    for number, column in enumerate(columns):
        places.setdefault(column.kind, []).append(number)
    totals = {row.number for row in rows if is_total(cell.text for cell in row.cells)}
    cells = [RowCells(row, places) for row in fill_dittos(rows, places)]
    listed = [own for row, own in zip(rows, cells, strict=True) if row.number not in totals]
    order, is_order_open = _find_order(listed, columns, purpose, choices)
    if order and _has(columns, kinds_of.NAME) and is_alphabetical([own.get_text(kinds_of.NAME) for own in listed]):
        columns = [
            column._replace(kind=kinds_of.SURNAME_FIRST) if column.kind == kinds_of.NAME else column
            for column in columns
        ]
        places[kinds_of.SURNAME_FIRST] = places.pop(kinds_of.NAME)
    new_names = dict(choices.names)
    guessed = _list_guessed_names(columns)
    if guessed and order is not None and order != (guessed[0] == kinds_of.LAST):
        places[kinds_of.LAST], places[kinds_of.FIRST] = places[kinds_of.FIRST], places[kinds_of.LAST]
    heading = next((column.heading for column in columns if column.kind == kinds_of.PAYMENT), "")
    if purpose.fee:
        purpose = purpose._replace(fee=find_fee([own.get(kinds_of.PAYMENT) for own in listed], purpose.fee, heading))
    people = []
    pairs = list_word_pairs([split_name(own.get_text(kinds_of.NAME)).name for own in listed])
    turns = not any(column.heading for column in columns) and find_order(pairs, frozenset()) is not False
    towns = list_bracket_towns([own.get_text(kinds_of.NAME) or own.get_text(kinds_of.SURNAME_FIRST) for own in listed])
    for row, own in zip(rows, cells, strict=True):
        texts = tuple(get_cell(row, number).text for number in range(len(columns)))
        if row.number in totals:
            person = PersonRow(row.number, texts, out="total")
        else:
            person = _build_person(row.number, own, columns, purpose, order, towns, turns=turns)
            person = find_out(person, aside.get(row.number, ""), has_results=kinds_of.POINTS in purpose.kinds)._replace(
                cells=texts
            )
        if person.out == "several" and row.number not in new_names and is_pair_of_people(person.split, person.name):
            new_names[row.number] = BETWEEN_PEOPLE.join(person.split)
            people.append(take_name(person, new_names[row.number])._replace(looks=("pair",), split=person.split))
            continue
        people.append(take_name(person, new_names[row.number]) if row.number in new_names else person)
    people, is_dot_open = add_row_amounts(people, cells, choices)
    if people and has_sum(people):
        people[-1] = people[-1]._replace(out="total")
    people = add_others(people, new_names)
    questions = ("order",) * is_order_open + ("dot",) * is_dot_open
    for day in {(person.day, person.cup) for person in people}:
        add_looks(people, [place for place, person in enumerate(people) if (person.day, person.cup) == day])
    return tuple(people), questions


def build_results(results: Sequence[DayResult]) -> tuple[PersonRow, ...]:
    """Build the rows of results that have players' numbers in place of names."""
    return tuple(
        PersonRow(
            result.row.number,
            tuple(cell.text for cell in result.row.cells),
            player=result.number,
            place=result.place or None,
            written=result.total,
            day=result.day,
            cup=result.cup,
            out=result.out,
        )
        for result in results
    )


def _find_order(
    cells: Sequence[RowCells], columns: Sequence[Column], purpose: Purpose, choices: Choices
) -> tuple[bool | None, bool]:
    """Return whether the surname stands first where nothing else says so, and whether that is open."""
    answer = None if not choices.order else choices.order == "last"
    if by_shape := _list_guessed_names(columns):
        pairs = [(own.get_text(by_shape[0]), own.get_text(by_shape[1])) for own in cells]
        by_people = find_order(pairs, purpose.known_names)
        return answer, answer is None and by_people is None
    either, pairs, votes = [], [], 0
    for own in cells:
        text = own.get_text(kinds_of.NAME)
        parts = split_name(text)
        before, _comma, behind = text.partition(",")
        if not parts.is_sure:
            either.append((before.strip(), behind.strip()))
        else:
            votes += -1 if parts.town else int(bool(behind) and judge_comma(before, behind.strip()) == "turn")
            pairs += [(before, behind)] if behind and not parts.town else []
    if any(column.kind == kinds_of.NAME and is_first_name_first(column.heading) for column in columns):
        return False, False
    if answer is not None:
        return answer, False
    if not either:
        by_commas = find_order(pairs, frozenset()) if pairs else None
        return False if by_commas is False else None, _has(columns, kinds_of.NAME) and is_alphabetical(
            [own.get_text(kinds_of.NAME) for own in cells]
        )
    by_people = find_order(either, purpose.known_names)
    if by_people is None and votes:
        by_people = votes > 0
    if (
        by_people is None
        and find_order(list_word_pairs([own.get_text(kinds_of.NAME) for own in cells]), frozenset()) is False
    ):
        by_people = False  # the names without a comma begin with the first name
    return by_people, by_people is None


def _list_guessed_names(columns: Sequence[Column]) -> list[str]:
    """Return the kinds of two columns of which only the shape says which has the surnames, in their order; else []."""
    kinds = [
        column.kind
        for column in columns
        if column.kind in (kinds_of.LAST, kinds_of.FIRST) and column.surety == "unsure"
    ]
    return kinds if len(kinds) == 2 else []


def _build_person(
    number: int,
    cells: RowCells,
    columns: Sequence[Column],
    purpose: Purpose,
    order: bool | None,
    towns: frozenset[str],
    *,
    turns: bool,
) -> PersonRow:
    parts, is_swapped = _find_name(cells, columns, purpose, order, turns=turns)
    year, parts = _cut_year(parts)
    town = _clean_town(cells.get(kinds_of.TOWN).text) or _clean_town(parts.town)
    remark = parts.remark
    words = remark.split()
    bracket = next((text for end in range(1, len(words) + 1) if (text := " ".join(words[:end])) in towns), "")
    if bracket:
        town, remark = town or bracket, remark[len(bracket) :].strip()
    if fold_name(remark).text and fold_name(f"{parts.name} {remark}").text in purpose.known_names:
        town, remark = town or ("" if parse_whole(remark) is not None else remark), ""
    fee_headings = [column.heading for column in columns if column.kind == kinds_of.PAYMENT]
    payment = judge_payment(cells.get(kinds_of.PAYMENT), purpose.fee, fee_headings[0]) if fee_headings else None
    if payment is None and kinds_of.PAYMENT in purpose.kinds:
        payment = find_payment([remark, *(cell.text for cell in cells.list_cells(kinds_of.UNUSED))], purpose.fee)
    looks = (
        ("name", not parts.is_sure),
        ("swapped", is_swapped),
        ("odd", is_odd_name(parts.name)),
        ("remark", bool(remark)),
        ("letters", has_wrong_letters(f"{cells.get_text(kinds_of.NAME)} {parts.name}{town}")),
    )
    person = PersonRow(
        number,
        (),
        parts.name,
        _read_number(cells.get(kinds_of.NUMBER)),
        cells.get_text(kinds_of.PLAYER_NUMBER),
        cells.get_text(kinds_of.FEDERATION_NUMBER),
        town,
        cells.get_text(kinds_of.TEAM)[:LONGEST_NAME],
        cells.get_text(kinds_of.CATEGORIES),
        read_year(cells.get(kinds_of.BIRTH_YEAR)) or year,
        _join_contacts(cells),
        payment.answer if payment else "",
        payment.word if payment else "",
        payment.owes if payment else "",
        day=parse_day(cells.get(kinds_of.DAY)),
        cup=cells.get_text(kinds_of.CUP),
        looks=tuple(look for look, is_so in looks if is_so),
        remark=remark,
        split=split_people(parts.name, remark) or split_comma(parts.name, parts.town),
    )
    person = person._replace(town="") if town and person.split[1:] == (parts.town,) else person
    return _mark_person(person, cells, purpose)


def _mark_person(person: PersonRow, cells: RowCells, purpose: Purpose) -> PersonRow:
    """Return a row with what is to be looked at, and why it may be nobody."""
    if person.split[1:] == (GUEST,):
        person = person._replace(
            name=person.split[0], looks=("guest", *(look for look in person.looks if look != "odd"))
        )
    if is_family(person.name) and kinds_of.POINTS not in purpose.kinds:
        return person._replace(out="several")
    if cells.has_error:
        person = person._replace(looks=(*person.looks, "error"))
    if not any(map(str.isalpha, person.name)) or is_nobody(person.name):
        return person if person.player and not person.name else person._replace(out="no_name")
    if len(person.name) > LONGEST_NAME:
        return person._replace(name=clean_text(person.name[:LONGEST_NAME]), out="too_long")
    return person


def _find_name(
    cells: RowCells, columns: Sequence[Column], purpose: Purpose, order: bool | None, *, turns: bool
) -> tuple[NameParts, bool]:
    """Return the name of a row, and whether surname and first name stand there the other way round than elsewhere."""
    parts = _build_name(cells, columns, purpose, order)
    whole = cells.get_name(kinds_of.NAME) or cells.get_name(kinds_of.SURNAME_FIRST)
    if whole and not parts.town:
        parts = _cut_known_town(parts, split_name(whole).name, purpose.known_names)
    is_swapped = _has(columns, kinds_of.NAME) and is_perhaps_turned(parts.name)
    if is_swapped and (turns or "-" in parts.name.partition(" ")[0]):
        parts = parts._replace(name=turn_words(parts.name, purpose.known_names))
    return parts, is_swapped


def _cut_year(parts: NameParts) -> tuple[int | None, NameParts]:
    """Return the year of birth and the town behind a name; what else has digits is neither, but a remark.

    >>> year, parts = _cut_year(NameParts("Ada Lind", "geb. 1950, Wien"))
    >>> year, parts.town, _cut_year(NameParts("Ada Lind", "Gasse 7"))[1].remark
    (1950, 'Wien', 'Gasse 7')
    """
    if not has_digit(parts.town):
        return None, parts
    texts = parts.town.split(", ")
    years = [text for text in texts if _BORN.match(text)]
    towns = [text for text in texts if not has_digit(text) or _POSTCODE.match(text)]
    rest = [text for text in texts if text not in (*years, *towns)]
    remark = " ".join(filter(None, (parts.remark, ", ".join(rest))))
    return read_year(Cell(years[0])) if years else None, parts._replace(town=", ".join(towns), remark=remark)


def _cut_known_town(parts: NameParts, whole: str, known: frozenset[str]) -> NameParts:
    """Return a name without the town behind it, where the words in front are somebody who is known."""
    words = whole.split() if known and fold_name(parts.name).text not in known else []
    for end in range(2, len(words)):
        for name in (" ".join(words[:end]), turn_words(" ".join(words[:end]), known)):
            if fold_name(name).text in known:
                return parts._replace(name=name, town=" ".join(words[end:]))
    return parts


def _clean_town(text: str) -> str:
    """Return the town of an address, without postcode and country.

    >>> _clean_town("Dorf 4\\n4132 Lembach"), _clean_town("Graz, Austria"), _clean_town("A-1010 Wien")
    ('Lembach', 'Graz', 'Wien')
    """
    last = next((line for line in text.splitlines()[::-1] if line.strip()), "")
    return clean_text(_COUNTRY.sub("", _POSTCODE.split(last)[-1]))


def _has(columns: Sequence[Column], kind: str) -> bool:
    return any(column.kind == kind for column in columns)


def _build_name(cells: RowCells, columns: Sequence[Column], purpose: Purpose, order: bool | None) -> NameParts:
    """Build the name of a row, by the columns that it is in."""
    if _has(columns, kinds_of.SURNAME_FIRST):
        text, reason = cut_gone(cells.get_name(kinds_of.SURNAME_FIRST))
        parts = split_name(text, surname_first=True)
        parts = parts._replace(remark=reason) if reason else parts
        # One that is turned among the others shows it by its first name.
        is_turned = has_dividing_comma(text) or has_capitals_first(text) or is_first_name_only_in_front(parts.name)
        return parts if is_turned else parts._replace(name=turn_words(parts.name, purpose.known_names))
    if not _has(columns, kinds_of.LAST):
        text, reason = cut_gone(cells.get_name(kinds_of.NAME) or cells.get_text(kinds_of.FIRST))
        parts = split_name(text, surname_first=order)
        return parts._replace(remark=reason) if reason else parts
    last, first = (
        split_name(cells.get_text(kinds_of.LAST), surname_first=True),
        split_name(cells.get_text(kinds_of.FIRST), True),
    )
    name = join_parts(last.name, first.name) if first.name and last.name else last.name or first.name
    return NameParts(name, last.town or first.town, " ".join(filter(None, (last.remark, first.remark))))


def _read_number(cell: Cell) -> int | None:
    digits = cell.text.strip(" .)#")
    number = parse_whole(digits, 5) or 0
    return number if 0 < number <= HIGHEST_NUMBER else None


def read_year(cell: Cell) -> int | None:
    """Return the year of birth in a cell.

    >>> [read_year(Cell(text)) for text in ("1950", "12.3.50", "geb. 12.3.1950", "alt", "5.6.2015", "'62")]
    [1950, 1950, 1950, None, 2015, 1962]
    """
    if not isinstance(cell.value, Fraction | bool) and cell.value is not None:
        return cell.value.year
    if match := _YEAR.search(cell.text):
        return int(match[0])
    if match := _SHORT_YEAR.search(cell.text):
        return int(match[1]) + (2000 if int(match[1]) <= _NEWEST_SHORT_YEAR else 1900)
    return None


def _join_contacts(cells: RowCells) -> str:
    """Return the ways to reach somebody, one a line, each once."""
    texts = [cell.text for kind in (kinds_of.PHONE, kinds_of.EMAIL) for cell in cells.list_cells(kind)]
    for cell in cells.list_cells(kinds_of.CONTACT):
        texts += cell.text.replace(" / ", "\n").splitlines()
    reached = (text for text in map(clean_text, texts) if any(map(str.isalnum, text)))
    return "\n".join(dict.fromkeys(reached))
