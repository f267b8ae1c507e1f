"""Rows of text files and of pasted text: the encoding and the separator that fit the whole text.

>>> [[cell.text for cell in row.cells] for row in read_lines("Turnier Linz, 5.12.\\nNr;Name\\n7;Lind, Ada").rows]
[['Turnier Linz, 5.12.'], ['Nr', 'Name'], ['7', 'Lind, Ada']]
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO

from tarockclub.kit.lists.table import (
    MOST_CELLS,
    MOST_LINES,
    MOST_ROWS,
    Cell,
    ListSheet,
    Unreadable,
    build_row,
    clean_cell,
)
from tarockclub.kit.lists.words import find_kind

_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# Spreadsheets of Western Europe, of Slovenia and its neighbours, of old Macs, and programs for DOS; the usual first.
_GUESSES = ("cp1252", "cp1250", "mac_roman", "cp850")
_WESTERN = frozenset("äöüßÄÖÜéèáàâêëíîïóôúûñçÉøåæ")
_CENTRAL = frozenset("äöüßÄÖÜčćšžđČĆŠŽĐéáíóúýřěůňťďőűŐŰłńśźżąęÁÉÍÓÚ")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_WRONG_LETTERS = re.compile(
    "[ÃÂ][\u0080-\u00bf]|\ufffd|[^\\W\\d_][¤Ÿ€‚„Œ][^\\W\\d_]|[a-zäöü][ÈÉÊËÆÐØÝÞ]|\\b[ÈÆÐ][a-zäöüè]"
)
_SPACES = "  "  # columns that only stand below each other, as copied from a paper
_GAP = re.compile(r" {2,}")
_SEPARATORS = ("\t", ";", "|", ",")
_SAMPLE = 400  # lines by which the separator is judged
_RULE = re.compile(r"[\s|:+=-]+")  # a line between the head and the rows of a table in text
_NUMBER = re.compile(r'"?[0-9]{1,5}[.)]?"?')
_LONE_QUOTES = 6  # line breaks in one cell: its quotation mark is no quote
_GUARD = re.compile(r"'[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]|'\s+[=+\-@]")


def decode_bytes(raw: bytes) -> tuple[str, str]:
    """Decode a file: its text, and the encoding if that was guessed; Unreadable for what is no text.

    >>> decode_bytes("Jörg".encode("cp1252")), decode_bytes("Jörg".encode()), decode_bytes("Jörg".encode("utf-16-le"))
    (('Jörg', 'cp1252'), ('Jörg', ''), ('Jörg', ''))
    """
    for mark, name in _BOMS:
        if raw.startswith(mark):
            return raw.decode(name, "replace"), ""
    head = raw[:4000]
    if b"\0" in head:
        odd, even = head[1::2].count(0), head[::2].count(0)
        if max(odd, even) < len(head) // 4 or min(odd, even) > len(head) // 8:
            raise Unreadable("no_list")
        return raw.decode("utf-16-le" if odd > even else "utf-16-be", "replace"), ""
    try:
        return raw.decode("utf-8"), ""
    except UnicodeDecodeError:
        name = max(_GUESSES, key=lambda guess: _rate(raw.decode(guess, "replace"), guess))
        return raw.decode(name, "replace"), name


def _rate(text: str, name: str) -> float:
    """Return how likely an encoding is: its letters are those of names, and stand where letters stand."""
    letters = _CENTRAL if name == "cp1250" else _WESTERN
    score = -0.01 * _GUESSES.index(name)
    for match in _NOT_ASCII.finditer(text):
        char, place = match[0], match.start()
        before, behind = text[place - 1 : place], text[place + 1 : place + 2]
        if char in letters:
            score += 1.0 if char in "äöüßÄÖÜ" else 0.8
            score -= 2.0 if char.isupper() and before.islower() else 0  # "KovaÈ"
        elif char.isalpha():
            score -= 0.5
        elif before.isalpha() or behind.isalpha():
            score -= 2.0  # "M‰ller"
    return score


def has_wrong_letters(text: str) -> bool:
    """Return whether letters of a name look like those of another encoding.

    >>> [has_wrong_letters(name) for name in ("MÃ¼ller", "Kovaèiè", "Žiga Èuk", "MŸller", "Zoë Šimek-Graß", "André")]
    [True, False, True, True, False, False]
    """
    return bool(_WRONG_LETTERS.search(text))


def read_lines(text: str) -> ListSheet:
    """Return the rows of a text, with the separator that fits most of it; a text without one has one cell a line."""
    if len(text.splitlines()) > MOST_LINES:
        raise Unreadable("too_many_rows")
    separator = choose_separator(text)
    rows = []
    for number, cells in _iter_cells(text, separator):
        row = build_row(number, [Cell(_remove_guard(clean_cell(cell))) for cell in cells[:MOST_CELLS]])
        rows += [] if row is None else [row]
        if len(rows) > MOST_ROWS:
            raise Unreadable("too_many_rows")
    return ListSheet("", tuple(rows))


def _iter_cells(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row, with the number of the line in which it begins."""
    if separator == _SPACES:
        yield from ((number, _GAP.split(line.strip())) for number, line in enumerate(text.splitlines(), 1))
        return
    if separator in ("", "|"):
        for number, line in enumerate(text.splitlines(), 1):
            if not separator:
                yield number, [line]
            elif not _RULE.fullmatch(line):
                yield number, line.strip().strip("|").split("|")
        return
    yield from _parse_csv(text, separator)


def _parse_csv(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each row of CSV; quotation marks that quote nothing are part of their cell."""
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        reader = csv.reader(StringIO(text, newline=""), delimiter=separator, quoting=quoting)
        rows, line = [], 1
        try:
            for cells in reader:
                rows.append((line, cells))
                line = reader.line_num + 1
        except csv.Error:
            continue
        if quoting == csv.QUOTE_NONE or not any(
            cell.count("\n") >= _LONE_QUOTES for _, cells in rows for cell in cells
        ):
            return rows
    raise Unreadable("no_list")


def _remove_guard(cell: str) -> str:
    """Return a cell without the guard against formulas with which programs write it.

    >>> _remove_guard("'=1+1"), _remove_guard('="007"'), _remove_guard("'s Hertogenbosch")
    ('=1+1', '007', "'s Hertogenbosch")
    """
    if _GUARD.match(cell):
        return cell[1:]
    return cell[2:-1] if len(cell) > 3 and cell.startswith('="') and cell.endswith('"') else cell


def choose_separator(text: str) -> str:
    """Return the separator of a text; "" where each line is one cell.

    >>> choose_separator("Lind, Ada\\nBerg, Cora"), choose_separator("Liste\\n1,Ada,Wien\\n2,Bert,Linz")
    ('', ',')
    """
    lines = [line for line in text.splitlines()[: 4 * _SAMPLE] if line.strip()][:_SAMPLE]
    best, separator = 0.5, ""
    for mark in _SEPARATORS:
        widths = _measure_widths(lines, mark)
        if not widths or (mark == "," and not _is_table_of_commas(lines, widths)):
            continue
        usual, count = max(Counter(width for width in widths if width > 1).items(), key=lambda pair: pair[::-1])
        split = sum(width > 1 for width in widths) / len(widths)
        fit = (split + count / len(widths)) / 2 + (0.1 if mark in "\t;" else 0)
        # Titles and greetings stand above: what the last lines share counts more.
        tail = widths[-max(2, len(widths) // 2) :]
        if len(set(tail)) == 1 and tail[0] > 1:
            fit = max(fit, 0.9)
        elif tail.count(usual) >= 0.8 * len(tail):
            fit = max(fit, 0.7)
        if fit > best:
            best, separator = fit, mark
    gaps = sum(bool(_GAP.search(line.strip())) for line in lines)
    return _SPACES if not separator and len(lines) > 1 and 10 * gaps >= 7 * len(lines) else separator


def _measure_widths(lines: Sequence[str], mark: str) -> list[int]:
    """Return the number of cells of each row, with quoted line breaks inside; [] where nothing is split."""
    if mark == "|":
        widths = [line.strip().strip("|").count("|") + 1 for line in lines if not _RULE.fullmatch(line)]
    else:
        widths = [len(cells) for _, cells in _parse_csv("\n".join(lines), mark) if any(map(str.strip, cells))]
    return widths if max(widths, default=1) > 1 else []


def _is_table_of_commas(lines: Sequence[str], widths: Sequence[int]) -> bool:
    """Return whether commas separate cells, and not surname from first name, a town, or decimals."""
    usual, count = Counter(widths).most_common(1)[0]
    if usual >= 3 and count >= 0.6 * len(widths):
        return True
    if max(widths) < 2:
        return False
    pairs = [tuple(map(str.strip, line.split(",", 1))) for line in lines if "," in line]
    numbered = sum(bool(_NUMBER.fullmatch(pair[0]) or _NUMBER.fullmatch(pair[1])) for pair in pairs)
    heads = next((pair for pair in pairs[:20] if all(find_kind(part) for part in pair)), None)
    is_name_over_one_column = heads is not None and {find_kind(part)[0] for part in heads} == {"last", "first"}  # type: ignore[index]
    if is_name_over_one_column and len(pairs) > 1 and not any('"' in line for line in lines):
        return False  # "Nachname, Vorname" above "Lind, Ada"
    return numbered > 0.7 * len(lines) or heads is not None
