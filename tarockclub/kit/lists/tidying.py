"""Messages as people send them, made a list before it is read: chats, quoted mails, cells that became lines."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import groupby, pairwise

from tarockclub.kit.lists.abakus import find_day
from tarockclub.kit.lists.chats import STAMP, read_chat
from tarockclub.kit.lists.columns import NAMES
from tarockclub.kit.lists.words import (
    SENTENCE,
    compile_words,
    find_kind,
    fold_heading,
    has_answer,
    is_aside,
    load_words,
)
from tarockclub.kit.numbers import list_readings
from tarockclub.kit.text import has_digit

_BLOCK_NAME = re.compile(r"[^\W\d_][^0-9:|>]*? [^0-9:|>]+")
_REACHED = re.compile(r"@|(?:\+|\b0)[0-9][0-9 /-]{5,}")
_POSTCODE = re.compile(r"(?:[A-Z]{1,2}-)?[0-9]{4,5} ")
_FEWEST_BLOCKS, _LONGEST_BLOCK = 3, 6
_LEADERS = re.compile(r"(?<=\S)[ \t]*(?:(?:\. ?){3,}|…+ ?|_{3,})[ \t]*")
_MEDALS = str.maketrans({"🥇": "1. ", "🥈": "2. ", "🥉": "3. "})
_SCANNED_NUMBER = re.compile(r"^[ |]{0,2}([0-9]{1,3}) ?[.,](?: +(?=\S)|(?=\D))")
_ODD_NUMBER = re.compile(r"\|[0-9]|[0-9]{1,3}(?: [.,] *|, +)[^\W\d_]")
_COMMA_GAP = re.compile(r" {0,3}[,.] {2,}")
_MONEY = re.compile(r"[0-9]+(?:,[0-9]{2})? ?(?:€|,-)")
_CUT_WORD = re.compile(r"(?<=[A-ZÄÖÜ]{3})-\n(?=[A-ZÄÖÜ]{3})|(?<=[a-zäöüß]{3})-\n(?=[a-zäöüß]{3})")
_POINTS_BEHIND = re.compile(r"[.…_ ]{3}[+−–-]?[0-9][0-9.,]* ?(?:p\w*\.?)?$", re.IGNORECASE)
_SPACED_MARKS = (" - ", " – ", " / ")
_LEGEND = re.compile(r"^\W*([^\w\s(])\ufe0f? ?(?:=|:|heißt|bedeutet) ?(\w[\w ]*)$")
MINUS = re.compile(r"\bminus (?=[0-9])", re.IGNORECASE)
_NUMBER = re.compile(r"[+−–-]?[0-9][0-9.,]*")
_QUOTE = re.compile(r"^[ \t]{0,20}(?:> ?)+")
_LABEL = re.compile(r"([^\W\d_][^:,;]{2,30}?)\s*(?:\([0-9]+\))?:\s*(\S.*)")
_ADDRESS = re.compile(r"(?<![^\s<;,:\"'])[^\s<>;,:\"'@]{1,64}@[^\s<>;,:\"'@]{3,100}")
_BESIDE = re.compile(r"(\s*[0-9]{1,3}\.?\s+[^\W\d].*?)\s{2,}([0-9]{1,3}\.?\s+[^\W\d].*)")
_NEXT = re.compile(r"(?: ?[,;/|•]| [–-])? {1,3}(?=([0-9]{1,3})\.\s?[^\W\d_])")
_LONGEST = 1500  # lines that are looked at
_MOST_HEADINGS, _MOST_TITLES = 7, 4
_SEPARATORS = ("\t", ";", "|")
GAP = re.compile(r" {2,}")
_TOKEN = re.compile(r"\S+(?: \S+)*")
_HEADING_WITHIN = 20  # lines
_MINUTES = re.compile(
    r"([^\W\d_][^,;:0-9]{0,60}?):? (detto|dto\.?|[+−–-]?[0-9]+(?:[.,][0-9]+)?[½⅓⅔]?)(?=\s*(?:[,;]|$))"
)


def arrange_text(text: str) -> str:
    """Return a text as a list.

    >>> arrange_text("> Ada Lind\\n> Cora Berg"), arrange_text("1. Ada Lind 100, 2. Cora Berg 90")
    ('Ada Lind\\nCora Berg', '1. Ada Lind 100\\n2. Cora Berg 90')
    >>> arrange_text("28.11.25, 18:03 - Ada: bin dabei\\n28.11.25, 18:04 - Cora: kann nicht").splitlines()
    ['Name\\tStatus', 'Ada\\tbin dabei', 'Cora\\tkann nicht']
    """
    lines = _CUT_WORD.sub("", text).translate(_MEDALS).splitlines()
    filled = [line for line in lines if line.strip()]
    if not filled or len(filled) > _LONGEST:
        return text
    if 2 * sum(line.lstrip().startswith(">") for line in filled) >= len(filled):
        lines = [_QUOTE.sub("", line, count=1) if line.lstrip().startswith(">") else line for line in lines]
    led = [line for line in filled if _LEADERS.search(line) and not _POINTS_BEHIND.search(line)]
    if 2 * len(led) >= len(filled):
        lines = [_LEADERS.sub("\t", line) for line in lines]
    is_numbered = 3 * sum(bool(_SCANNED_NUMBER.match(line)) for line in filled) >= 2 * len(filled)
    if is_numbered and any(map(_ODD_NUMBER.match, filled)):
        lines = [_COMMA_GAP.sub(", ", _SCANNED_NUMBER.sub(r"\1. ", line)) for line in lines]
    lines = _split_spaced(_replace_legend(lines))
    stamped = sum(bool(STAMP.match(line)) for line in filled)
    if stamped > 1 and 5 * stamped >= len(filled):
        lines = read_chat(lines)
    if text.count("@") > 2 and (people := _read_addresses(text, len(filled))):
        lines = people
    filled = [line for line in lines if line.strip()]
    if 10 * sum(any(mark in line for mark in _SEPARATORS) for line in filled) < len(filled):
        lines = (
            _join_blocks(lines)
            or _read_minutes(lines)
            or _read_labels(lines)
            or _join_cells(lines)
            or [part for line in _split_beside(lines) for part in _split_numbered(line)]
        )
    elif _is_mixed(filled):
        lines = [line.replace(";", "\t") for line in lines]
    elif 2 * sum("\t" in line for line in filled) > len(filled):
        lines = _join_rows(lines)
    return "\n".join(lines)


def _replace_legend(lines: Sequence[str]) -> list[str]:
    """Return lines in which a sign that stands for a payment, "✅ = bezahlt", is that word."""
    legend = next(((match, line) for line in lines if (match := _LEGEND.search(line))), None)
    if legend is None or not compile_words("payments").search(legend[0][2]):
        return list(lines)
    match, own = legend
    rows = [line.replace("☐", "") for line in lines if line != own]
    return [f"{line.replace(match[1], '').strip()} – {match[2]}" if match[1] in line else line for line in rows]


def _split_spaced(lines: Sequence[str]) -> list[str]:
    """Return lines that all have some dashes or slashes with tabs in their place; a single one divides a payment."""
    filled = [line for line in lines if line.strip()]
    has_columns = 2 * sum(any(mark in line for mark in _SEPARATORS) for line in filled) > len(filled)
    for mark in _SPACED_MARKS if len(filled) > 2 and not has_columns else ():
        counts = Counter(line.count(mark) for line in filled)
        usual = max(counts, key=lambda count: (count > 0, counts[count]))
        behind = [line.rpartition(mark)[2].strip() for line in filled if line.count(mark) == usual]
        answers = sum(has_answer(text) or bool(_MONEY.match(text)) for text in behind)
        if 2 * counts[usual] > len(filled) and (usual > 1 or (usual and 2 * answers > len(behind))):
            return [line.replace(mark, "\t") if line.count(mark) == usual else line for line in lines]
    return list(lines)


def _read_addresses(text: str, count: int) -> list[str]:
    """Return the addressees of a mail, "Ada Lind" <ada@…>; …, as a row for each; [] for a text with few of them."""
    parts = [
        " ".join(part.split())
        for part in re.split(r"(?:;|(?<=>),|(?<=\.[a-z]{2}),|\n(?=\w+:))\s*", text)
        if part.strip()
    ]
    addresses = [_ADDRESS.search(part) for part in parts]
    if len(parts) <= count or 4 * sum(map(bool, addresses)) < 3 * len(parts):
        return []
    rows = [
        (
            _cut_word("heads", part[: match.start()]).strip("\"' <:"),
            match[0],
        )
        for part, match in zip(parts, addresses, strict=True)
        if match
    ]
    once = {address.casefold(): name for name, address in reversed(rows)}
    return ["Name\tE-Mail", *(f"{name or address}\t{address}" for address, name in reversed(once.items()))]


def _is_mixed(lines: Sequence[str]) -> bool:
    """Return whether two lists were put together, one with tabs, the other one with semicolons."""
    marks = [(";" in line, "\t" in line) for line in lines]
    counts = (
        sum(map(any, marks)),
        sum(has_mark for has_mark, _other in marks),
        sum(has_tab for _other, has_tab in marks),
    )
    return 10 * counts[0] >= 9 * len(lines) > 10 * max(counts[1:])


def split_aligned(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of lines whose columns stand below each other: below their headings, else between gaps.

    >>> split_aligned(["Platz  Name       Punkte", "1.     Ada Lind       77", "       Cora Berg      77"])[1:]
    [['1.', 'Ada Lind', '77'], ['', 'Cora Berg', '77']]
    """
    split = [GAP.split(line.strip()) for line in lines]
    usual = max((len(cells) for cells in split), default=0)
    split = [
        ["", *cells] if line[:2].isspace() and len(cells) == usual - 1 else cells
        for line, cells in zip(lines, split, strict=True)
    ]
    split = [_cut_number(cells) if len(cells) == usual - 1 else cells for cells in split]
    begin, starts, name = next(
        ((place, *layout) for place, line in enumerate(lines[:_HEADING_WITHIN]) if (layout := _find_starts(line))),
        (len(lines), [], 0),
    )
    last: list[str] = []
    for place in range(begin, len(lines)):
        cells = _split_aligned_line(lines[place], starts, name) if len(split[place]) > 1 else []
        if not cells:
            continue
        rest = [number for number, cell in enumerate(cells) if cell]
        if last and not any(cells[: name + 1]) and last[name] and any(not last[number] for number in rest):
            for number in rest:  # the row above goes on in this one
                last[number] = f"{last[number]} {cells[number]}".strip()
            cells = [""]
        else:
            last = cells
        split[place] = cells
    return split


def _cut_number(cells: list[str]) -> list[str]:
    """Return the cells of a line with the number at its end in one of its own, which a long name has reached."""
    name, _space, number = cells[-1].rpartition(" ")
    is_behind = any(map(str.isalpha, name)) and _NUMBER.fullmatch(number)
    return [*cells[:-1], name, number] if is_behind else cells


def _find_starts(line: str) -> tuple[list[int], int] | None:
    """Return where the columns begin below a line of headings, and which has the names; None for another line."""
    starts: list[int] = []
    kinds: list[str] = []
    for match in _TOKEN.finditer(line):
        words = list(re.finditer(r"\S+", match[0]))
        inside = words if len(words) > 1 and all(find_kind(word[0]) for word in words) else []
        for begin, text in [(word.start(), word[0]) for word in inside] or [(0, match[0])]:
            starts.append(match.start() + begin)
            kinds.append((find_kind(text) or ("",))[0])
    names = [place for place, kind in enumerate(kinds) if kind in NAMES]
    return (starts, names[0]) if names and len({*kinds} - {""}) > 1 else None


def _split_aligned_line(line: str, starts: Sequence[int], name: int) -> list[str]:
    """Return the cells of a line, each in the column above which it stands for the most part."""
    cells = [""] * len(starts)
    cuts = [start for start in starts[: name + 1] if start and line[start - 1 : start] == " "]
    for match in _TOKEN.finditer(line):
        edges = [match.start(), *(cut for cut in cuts if match.start() < cut < match.end()), match.end()]
        for begin, end in pairwise(edges):
            ends = [*starts[1:], max(end, starts[-1] + 1)]
            shared = [min(end, stop) - max(begin, start) for start, stop in zip(starts, ends, strict=True)]
            column = shared.index(max(shared))
            cells[column] = f"{cells[column]} {line[begin:end]}".strip()
    return cells


def _read_minutes(lines: Sequence[str]) -> list[str]:
    """Return minutes, a line with the day and then sentences "name points, name points", as rows; [] for others."""
    rows, titles, days = list[str](), list[str](), 0
    day: date | None = None
    for line in map(str.strip, lines):
        if (moment := find_day(line) or (_find_near_day(line, day) if day else None)) is not None:
            day, days = moment, days + 1
        results = _MINUTES.findall(MINUS.sub("−", line)) if day and moment is None else []
        for name, points in results:
            own = points if has_digit(points) or not rows else rows[-1].rpartition("\t")[2]
            rows.append(f"{day}\t{_cut_word('guests', name)}\t{own}")
        titles += [line] if not results and line and moment is None else []
    is_read = days > 1 and len(rows) >= 2 * days and 2 * len(titles) < days + len(rows)
    return [*titles[:_MOST_TITLES], "Datum\tName\tPunkte", *rows] if is_read else []


def _find_near_day(line: str, day: date) -> date | None:
    """Return the day in a line without a year, in the year in which it is nearest to another day."""
    moments = [moment for step in (-1, 0, 1) if (moment := find_day(f"{line} {day.year + step}"))]
    return min(moments, key=lambda moment: abs(moment - day), default=None)


def _read_labels(lines: Sequence[str]) -> list[str]:
    """Return lines "Anwesend: Ada Lind, Cora Berg" and "Entschuldigt: …" as a row for each; [] for any others."""
    rows, label, kinds, is_cut = list[str](), "", set[bool](), False
    for line in map(str.strip, lines):
        match = _LABEL.match(line)
        if match:
            is_gone = is_aside([f"{match[1]}:"])
            label = match[1] if is_gone or compile_words("present").fullmatch(match[1]) else ""
            kinds |= {is_gone} if label else set()
        elif not is_cut and "," not in line:
            label = ""
        people = (match[2] if match else line).split(",") if label else []
        if people and not match and is_cut and rows and not rows[-1].endswith("\t"):
            # A line that breaks off within a name or behind an office goes on in the next one.
            people[0] = f"{rows.pop().partition(chr(9))[0]} {people[0].strip()}"
        rows += [f"{_cut_word('offices', name.strip())}\t{label}" for name in people if name.strip()]
        is_cut = bool(people) and " " not in people[-1].strip() and bool(people[-1].strip())
    return ["Name\tStatus", *rows] if len(rows) > 2 and len(kinds) > 1 else []


def _join_blocks(lines: Sequence[str]) -> list[str]:
    """Return people of whom each has several lines, an empty line or a repeated one between them, as rows; else []."""
    stripped = [line.strip() for line in lines]
    times = Counter(filter(None, stripped))
    between = {"", *(line for line, count in times.items() if count > _FEWEST_BLOCKS and " " in line)}
    blocks = [list(block) for is_gap, block in groupby(stripped, between.__contains__) if not is_gap]
    usual = max(map(len, blocks[1:]), default=len(lines))
    above: list[str] = []
    first = blocks[0] if blocks else []
    while len(first) > 1 and (
        not _BLOCK_NAME.fullmatch(first[0]) or (len(first) > usual and _BLOCK_NAME.fullmatch(first[1]))
    ):
        above.append(first.pop(0))  # what stands on a page above its first person
    people = [block for block in blocks if 1 < len(block) <= _LONGEST_BLOCK and _BLOCK_NAME.fullmatch(block[0])]
    detailed_count = sum(any(map(_REACHED.search, block)) or any(map(_POSTCODE.match, block)) for block in people)
    is_told = len(between) > 1 or 3 * detailed_count >= 2 * len(people)  # else these are groups of people
    if len(people) < _FEWEST_BLOCKS or 3 * len(people) < 2 * len(blocks) or not is_told:
        return []
    rows = []
    for name, *rest in people:
        reached = list(filter(_REACHED.search, rest))
        towns = [line for line in rest if line not in reached and (_POSTCODE.match(line) or line in rest[-1:])]
        remarks = [line for line in rest if line not in (*reached, *towns)]
        rows.append("\t".join([name, *towns[:1], *[""] * (not towns), " / ".join(reached), "; ".join(remarks)]))
    above += [line for block in blocks[:1] if block not in people for line in block]
    below = [line for block in blocks[1:] if block not in people for line in block]
    return [*above, "Name\tOrt\tKontakt\tBemerkung", *rows, *below]


def _cut_word(name: str, text: str) -> str:
    """Return a text without a word of these in front: an office, "Gast", "An:"."""
    match = compile_words(name).match(text)
    return text[match.end() :].lstrip(" .:-") if match and match.end() < len(text) else text


def _join_cells(lines: Sequence[str]) -> list[str]:
    """Return lines that are the cells of a table, one after the other, as its rows; [] for any other lines."""
    filled = [line.strip() for line in lines if line.strip()]
    runs = [_count_headings(filled[place:]) for place in range(_MOST_TITLES)]
    width = max(runs)
    begin = runs.index(width)
    heads, body = filled[begin : begin + width], filled[begin + width :]
    kinds = [(find_kind(line) or ("",))[0] for line in heads]
    if 1 < width <= _MOST_HEADINGS and len({*kinds}) == width and NAMES & {*kinds}:
        is_numbered = kinds[0] in ("running", "place", "number") and body[:1] in (["1"], ["1."])
        groups = _group_numbered(body) if is_numbered else _group_alike(body, width)
        rows = [
            _fit_group(group, width, kinds.index(next(kind for kind in kinds if kind in NAMES))) for group in groups
        ]
        return [*filled[:begin], "\t".join(heads), *rows] if rows else []
    towns = filled[1::2]
    count = sum(fold_heading(line) in load_words().towns or bool(compile_words("clubs").match(line)) for line in towns)
    is_paired = len(filled) > 3 and len(filled) % 2 == 0 and 2 * count >= len(towns)
    return [" \t".join(pair) for pair in zip(filled[::2], towns, strict=True)] if is_paired and not width else []


def _count_headings(lines: Sequence[str]) -> int:
    kinds = [find_kind(line) or ("", SENTENCE) for line in lines[: _MOST_HEADINGS + 1]]
    return next((place for place, (_kind, rank) in enumerate(kinds) if rank >= SENTENCE), len(kinds))


def _group_numbered(body: Sequence[str]) -> list[list[str]]:
    groups: list[list[str]] = []
    for place, line in enumerate(body):
        is_next = line.rstrip(".") == str(len(groups) + 1) and any(
            map(str.isalpha, "".join(body[place + 1 : place + 2]))
        )
        if is_next or not groups:
            groups.append([])
        groups[-1].append(line)
    most = max(map(len, groups[:-1]), default=len(body))
    return [*groups[:-1], groups[-1][:most], *([line] for line in groups[-1][most:])]  # below stands what is no row


def _group_alike(body: Sequence[str], width: int) -> list[list[str]]:
    starts = range(0, len(body), width) if len(body) % width == 0 else ()
    return [list(body[place : place + width]) for place in starts]


def _fit_group(group: Sequence[str], width: int, name: int) -> str:
    """Return the cells of a person as a row; what is too many or too few stands in brackets behind the name."""
    if len(group) > width and list_readings(group[width - 1]):  # below a row stands what is none
        return "\n".join(["\t".join(group[:width]), *group[width:]])
    if len(group) in (1, width):
        return "\t".join(group)
    if name + 1 < len(group) < width and (has_answer(group[-1]) or has_digit(group[-1])):
        return "\t".join([*group[:-1], *[""] * (width - len(group)), group[-1]])
    rest = group[name + 1 :]
    last = rest[len(rest) - (width - name - 1) :] if len(group) > width else []
    middle = rest[: len(rest) - len(last)]
    return "\t".join([*group[:name], f"{' '.join(group[name : name + 1])} ({', '.join(middle)})", *last])


def _join_rows(lines: Sequence[str]) -> list[str]:
    """Return rows of which a cell has gone on in the next line in one line, with what stood there in brackets."""
    usual = max(line.count("\t") for line in lines)
    joined: list[str] = []
    for line in lines:
        is_rest = bool(joined) and bool(line.strip()) and 0 < usual - joined[-1].count("\t") == line.count("\t")
        if is_rest and joined[-1].strip() and joined[-1].count("\t"):
            first, tab, rest = line.partition("\t")
            joined[-1] = f"{joined[-1].rstrip()} ({first.strip()}){tab}{rest}"
        else:
            joined.append(line)
    return joined


def _split_beside(lines: Sequence[str]) -> list[str]:
    """Return two numbered columns beside each other as one below the other."""
    pairs = [_BESIDE.fullmatch(line) for line in lines]
    if sum(map(bool, pairs)) < 3 or 3 * sum(map(bool, pairs)) < 2 * sum(map(bool, map(str.strip, lines))):
        return list(lines)
    right = [match[2] for match in pairs if match]
    last = max(place for place, match in enumerate(pairs) if match)
    left = [match[1] if match else line for line, match in zip(lines, pairs, strict=True)]
    return [*left[: last + 1], *right, *left[last + 1 :]]


def _split_numbered(line: str) -> list[str]:
    """Return a line of several numbered people as a line for each: "1. Ada Lind 100, 2. Cora Berg 90"."""
    if not line.lstrip().startswith("1."):
        return [line]
    parts, begin, number = [], 0, 1
    for match in _NEXT.finditer(line):
        if int(match[1]) in (number, number + 1) and match.start() > begin:
            parts.append(line[begin : match.start()])
            begin, number = match.end(), int(match[1])
    return [*parts, line[begin:]]
