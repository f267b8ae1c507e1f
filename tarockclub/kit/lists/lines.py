"""Lines of text that are one cell: a number, a name, and points, as people type and publish them."""

import re
from collections.abc import Sequence

from tarockclub.kit.lists.columns import NAMES, NUMBER, PLACE, POINTS, UNUSED
from tarockclub.kit.lists.names import is_around_name
from tarockclub.kit.lists.table import EMPTY, Cell, Row
from tarockclub.kit.lists.tidying import MINUS
from tarockclub.kit.lists.words import compile_words, find_kind, has_answer, is_role, is_total
from tarockclub.kit.numbers import list_readings
from tarockclub.kit.text import has_digit

_IN_FRONT = re.compile(
    r"(?:(?:nr|platz|rang|pl)\.? ?|w(?=[0-9]{1,2}[.)]))?"
    r"=?([0-9]{1,4})=? ?(?:[.):–-]+ ?(?:(?:platz|rang) ?[:–-] ?)?|\s)(?=\D)",
    re.IGNORECASE,
)
_UNIT = r"(?: ?(?:(?:pkte?|punkte?|pts?|points?|p|pont|točke?|točk|bodů|body?|punti|bodova?|b|euro?)\b\.?|€))?"
_DIGITS = r"[1-9][0-9]{0,2}(?: [0-9]{3})+(?= ?[^\W\d_])|[0-9][0-9.,'’]*[½⅓⅔¼¾⅙⅚]?|[½⅓⅔⅙⅚]"
_BEHIND = re.compile(rf"(?:\s|[:=.…_])(?P<minus>[+−–—±-] ?)?(?P<digits>{_DIGITS}){_UNIT} ?$", re.IGNORECASE)
_ROUNDS = re.compile(r"(?: [+−–-]?[0-9]{1,5}(?:[.,][0-9]{1,2})?[½⅓⅔]?){2,20}$")
_SCORE = re.compile(r"\([0-9/+−–, .:;-]{0,60}\)$")  # what the rounds were, behind the sum
_COUNT_MARK = re.compile(r"([0-9]{1,4})[.)]+ ?(?=\D)")
_PLACE = re.compile(r"(?:platz|rang)\b[ :–-]*", re.IGNORECASE)
_LEADERS = " .…_:=\t"
_RULE = re.compile(r"-- ?$|_{3,}|-{3,}$")  # above a signature
_HEADER = re.compile(r"(?:am|on) .*(?:schrieb|wrote).*:$", re.IGNORECASE)
_MOST_ABOVE = 10  # lines of a message above its list
_TITLE = re.compile(
    r"\w*(?:liste|verzeichnis|turnier|teilnehmer|anmeldung|meldung|rangliste|ergebnis|cup|stand\b|tarock|runde)",
    re.IGNORECASE,
)
_TITLE_INSIDE = re.compile(r"(?:turnier|tarock|rangliste|ergebnis|endstand|cup)\b", re.IGNORECASE)
_CONTACT = re.compile(r"<?[^\s<>,;@]{1,64}@[^\s<>,;@]{3,100}>?|(?<![\w.])(?:\+|00?[1-9])[0-9 /-]{6,20}$")
_GROUP = re.compile(
    r"(?:tisch|table|gruppe|group|runde|team|paar)\s?(?:nr\.?\s?)?\w{1,3}\s?[:–-]\s*(.*)", re.IGNORECASE
)
_BETWEEN = re.compile(r" ?[,;/|] ?| [–-] ")
_COLUMNS = {PLACE: 0, NUMBER: 0, "running": 0, POINTS: 2}
_PAYMENT_BEHIND = re.compile(r"(.*\S)(?:\s*,\s*|\s+[–-]\s+)(\S[^,]*)")
_REMARK_BEHIND = re.compile(r"\((?=[^()]*\)$)|(?<!\S)[^\W\d_]+")
_AFTER_NAME = re.compile(r" \(.*|(?<=^)(?:(?:Dr\.|[^\W\d_a-z][^\s,]*) ){1,3}[^\W\d_a-z][^\s,]*,.*")
_LONGEST_SHORT = 3  # letters of "Jo", "Bar" and the like
_MOST_SMALL = 3  # words of a name in small letters: "von und zu"
_MOST_WORDS = 6  # of a name


def split_text_lines(rows: Sequence[Row], *, with_points: bool) -> list[Row]:
    """Return lines of one cell as number, name, points and contact; lines that have none of these stay as they are."""
    texts = [row.cells[0].text for row in rows]
    numbers = [None if is_total((text,)) else _IN_FRONT.match(text) for text in texts]
    if len(rows) > 1 and rows[1].number - rows[0].number > 1 and numbers[0] and _TITLE_INSIDE.search(texts[0]):
        numbers[0] = None  # "17. Preistarock"
    names = [text[match.end() if match else 0 :].lstrip(_LEADERS) for text, match in zip(texts, numbers, strict=True)]
    if len(names) > 1 and all(map(_PLACE.match, names)):
        names = [_PLACE.sub("", name) for name in names]
    points = contacts = payments = [""] * len(rows)
    if with_points:
        names = [MINUS.sub("−", name) for name in names]
        names, points = _split_points([_SCORE.sub("", name) if has_digit(name) else name for name in names])
    else:
        contacts = [" / ".join(contact.strip("<> ") for contact in _CONTACT.findall(name)) for name in names]
        names = [
            _CONTACT.sub(" ", name).strip(" ,;<>()") if contact else name
            for name, contact in zip(names, contacts, strict=True)
        ]
        payments = list(map(_find_payment, names))
        names = [
            name.removesuffix(payment).rstrip(" ,–-(") if payment else name
            for name, payment in zip(names, payments, strict=True)
        ]
    if not (any(numbers) or any(points) or any(contacts) or any(payments)):
        return list(rows)
    split = [
        _split_headings(text) or (match[1] if match else "", *parts)
        for text, match, *parts in zip(texts, numbers, names, points, contacts, payments, strict=True)
    ]
    columns = [column for column in range(5) if any(cells[column] for cells in split)]
    return [
        row._replace(cells=tuple(Cell(cells[column]) for column in columns))
        for row, cells in zip(rows, split, strict=True)
    ]


def _find_payment(name: str) -> str:
    """Return what behind a name says that somebody has paid, or not; "Jo" is a first name as well.

    >>> _find_payment("Ada Lind - bezahlt"), _find_payment("Ada Lind hat noch nicht bezahlt"), _find_payment("Lind, Jo")
    ('bezahlt', 'hat noch nicht bezahlt', '')
    """
    match = _PAYMENT_BEHIND.fullmatch(name)
    if match and has_answer(match[2]) and len(match[2].partition(" ")[0]) > _LONGEST_SHORT:
        return match[2]
    words = [match for match in _REMARK_BEHIND.finditer(name) if not match[0][:1].isupper()]
    begins = [match.start() for match in words if not is_around_name(match[0])]
    return name[begins[0] :] if begins and begins[0] and compile_words("payments").search(name, begins[0]) else ""


def _split_headings(text: str) -> tuple[str, ...]:
    """Return a line of nothing but known headings, "Platz Name Punkte", with each above what it heads."""
    cells = [""] * 5
    words = text.split()
    if len(words) < 2:
        return ()
    for word in words:
        kind, _rank = find_kind(word) or (UNUSED, 0)
        column = 1 if kind in NAMES else _COLUMNS.get(kind)
        if column is None:
            return ()
        cells[column] = f"{cells[column]} {word}".strip()
    return tuple(cells)


def split_numbers(rows: Sequence[Row]) -> list[Row]:
    """Return rows whose first cells are a number and a name with these in two cells."""
    matches = [_COUNT_MARK.match(row.cells[0].text) for row in rows]
    if 10 * sum(map(bool, matches)) < 7 * len(rows):
        return list(rows)
    return [
        row._replace(
            cells=(Cell(match[1]), row.cells[0]._replace(text=row.cells[0].text[match.end() :]), *row.cells[1:])
            if match
            else (EMPTY, *row.cells)
        )
        for row, match in zip(rows, matches, strict=True)
    ]


def split_groups(rows: Sequence[Row]) -> list[Row]:
    """Return rows that are "Tisch 1: Anna Ast, Bert Bach" with a row for each of the people, any others as they are."""
    groups = [_GROUP.match(row.cells[0].text) for row in rows]
    if 2 * sum(map(bool, groups)) < len(rows):
        return list(rows)
    split: list[Row] = []
    places = [place for place, match in enumerate(groups) if match]
    for row, match in list(zip(rows, groups, strict=True))[places[0] : places[-1] + 1]:
        texts = [cell.text for cell in row.cells]
        if match is not None:
            texts = [name for text in (match[1], *texts[1:]) for name in _BETWEEN.split(text) if name.strip()]
        split += [Row(row.number + place * rows[-1].number, (Cell(text.strip()),)) for place, text in enumerate(texts)]
    return split


def find_message(rows: Sequence[Row]) -> set[int]:
    """Return the numbers of the lines of a message that stand around its list: heads, greetings, the signature."""
    texts = [row.cells[0].text if len(row.cells) == 1 else "" for row in rows]
    quoted = {row.number for row, text in zip(rows, texts, strict=True) if text.startswith(">")}
    heads = [place for place, text in enumerate(texts[:_MOST_ABOVE]) if _is_opening(text)]
    begin = heads[-1] + 1 if heads else 0
    closings = compile_words("closings")
    ends = [place for place, text in enumerate(texts) if place > begin and (closings.match(text) or _RULE.match(text))]
    last = [place for place in ends if all(texts[place:]) and not any(map(_COUNT_MARK.match, texts[place:]))]
    end = last[0] if last else len(rows)
    return quoted | ({row.number for row in [*rows[:begin], *rows[end:]]} if begin < end else set())


def _is_opening(text: str) -> bool:
    """Return whether a line stands above what somebody writes: a greeting, or a head of a mail."""
    head = compile_words("heads").match(text)
    is_greeting = bool(compile_words("openings").match(text)) and text.endswith((",", "!", ".", ":"))
    is_closing = compile_words("closings").match(text) is not None
    is_head = head is not None and text[head.end() :].lstrip().startswith(":")
    return (is_greeting and not is_closing) or is_head or bool(_HEADER.match(text))


def split_names(rows: Sequence[Row]) -> list[Row]:
    """Return a single row of nothing but whole names as a row for each of them."""
    if len(rows) != 1 or len(rows[0].cells) < 3:
        return list(rows)
    cells = [cell for cell in rows[0].cells if cell.text]
    names = [_COUNT_MARK.sub("", cell.text) for cell in cells]
    if has_digit("".join(names)) or not all(" " in name for name in names):
        return list(rows)
    return [Row(number, (cell,)) for number, cell in enumerate(cells, rows[0].number)]


def _split_points(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names, and the amounts behind them; a dash before all of them is no minus."""
    matches = [_BEHIND.search(name) if any(map(str.isalpha, name)) else None for name in names]
    matches = [match if match and list_readings(match["digits"]) else None for match in matches]
    minuses = [match["minus"] or "" for match in matches if match is not None]
    dashes = sum(minus.endswith(" ") and not minus.startswith("+") for minus in minuses)
    dashes += sum(
        name[: match.start()].rstrip()[-1:] in ("–", "—", "-")
        for name, match in zip(names, matches, strict=True)
        if match
    )
    is_dashed = len(minuses) > 1 and 4 * dashes >= 3 * len(minuses)
    rests, amounts = [], []
    for name, match in zip(names, matches, strict=True):
        if match is None or not any(map(str.isalpha, name[: match.start()])):
            rests.append(name)
            amounts.append("")
            continue
        rests.append(name[: match.start()].rstrip(_LEADERS + "–—-"))
        sign = "" if is_dashed and (match["minus"] or " ").endswith(" ") else (match["minus"] or "").strip(" ±")
        amounts.append(sign + name[match.start("digits") :].strip())
    # The rounds stand between the name and the sum, if every line has some.
    rounds = [_ROUNDS.search(rest) for rest in rests]
    if all(rounds):
        rests = [rest[: match.start()] for rest, match in zip(rests, rounds, strict=True) if match is not None]
    return rests, amounts


def find_outside(rows: Sequence[Row], usual: int, names: Sequence[int]) -> set[int]:
    """Return the numbers of lines around a list that are no rows of it: titles, greetings, dates; `names`: columns."""
    outside: set[int] = set()
    numbered = [bool(row.cells[0].text) for row in rows]
    is_numbered = 0 not in names and 10 * sum(numbered) >= 6 * len(rows) and sum(numbered) > 1
    for place, row in enumerate(rows):
        if not is_numbered or numbered[place]:
            break
        outside.add(row.number)  # titles above a numbered list
    if usual > 1:  # lonely cells above, up to an empty line
        single = [sum(bool(cell.text) for cell in row.cells) == 1 for row in rows]
        begin = single.index(False) if False in single else 0
        gaps = [place for place in range(1, begin + 1) if _has_gap(rows[place - 1], rows[place])]
        outside |= {row.number for row in rows[: gaps[-1] if gaps else 0]}
    for ordered in (list(rows), list(rows)[::-1]):
        for place, row in enumerate(ordered):
            neighbour = ordered[place + 1] if place + 1 < len(ordered) else None
            has_gap = neighbour is not None and _has_gap(*sorted((row, neighbour)))
            if not _is_outside(row, usual, names, has_gap=has_gap):
                break
            outside.add(row.number)
    return outside if len(outside) < len(rows) else set()


def _has_gap(row: Row, below: Row) -> bool:
    """Return whether an empty line stands between two rows; a cell may have several lines."""
    return below.number - row.number > 1 + sum(cell.text.count("\n") for cell in row.cells)


def _is_outside(row: Row, usual: int, names: Sequence[int], *, has_gap: bool) -> bool:
    filled = [column for column, cell in enumerate(row.cells) if cell.text]
    if len(filled) != 1:
        return False
    text = row.cells[filled[0]].text
    if is_role(text):
        return True
    if usual > 1 and (filled[0] not in names or has_gap):
        return True
    words = _AFTER_NAME.sub("", text).split()
    is_sentence = (
        len(words) > _MOST_WORDS
        or sum(word[:1].islower() for word in words) > _MOST_SMALL
        or text.endswith((":", "!", "…"))
        or (find_kind(text) or ("paid",))[0] != "paid"
    )
    return (
        is_sentence
        or bool(compile_words("openings", "closings").match(text))
        or bool(_TITLE.match(text) and (usual > 1 or " " in text or has_gap or text.endswith(("liste", "verzeichnis"))))
    )
