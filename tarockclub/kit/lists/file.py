r"""The table in an uploaded file or in pasted text: text, vCards, workbooks; the first bytes decide.

Rows of text files and of pasted text: the encoding and the separator that fit the whole text.

>>> [[cell.text for cell in row.cells] for row in read_lines("Turnier Linz, 5.12.\nNr;Name\n7;Lind, Ada").rows]
[['Turnier Linz, 5.12.'], ['Nr', 'Name'], ['7', 'Lind, Ada']]

vCards (versions 2.1 to 4.0) as a table with headings.

>>> card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Maier;Anna;;Dr.;jun.\r\nADR;TYPE=home:;;Gasse 1;Wien;;1010;AT\r\nEND:VCARD"
>>> [cell.text for cell in read_vcards(card).rows[1].cells]
['Dr. Anna Maier jun.', 'Wien']
"""

import csv
import quopri
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from tarockclub.kit.lists.names import join_parts
from tarockclub.kit.lists.table import (
    LONGEST_CELL,
    MOST_BYTES,
    MOST_CELLS,
    MOST_LINES,
    MOST_ROWS,
    Cell,
    ListSheet,
    Note,
    Row,
    Table,
    Unreadable,
    build_row,
    clean_cell,
)
from tarockclub.kit.lists.tidying import GAP, arrange_text, split_aligned
from tarockclub.kit.lists.words import find_kind
from tarockclub.kit.lists.workbook import read_old_workbook, read_workbook
from tarockclub.kit.text import has_digit

_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# Spreadsheets of Western Europe, of Slovenia and its neighbours, of old Macs, and programs for DOS; the usual first.
_GUESSES = ("cp1252", "cp1250", "mac_roman", "cp850")
_WESTERN = frozenset("äöüßÄÖÜéèáàâêëíîïóôúûñçÉøåæ")
_CENTRAL = frozenset("äöüßÄÖÜčćšžđČĆŠŽĐéáíóúýřěůňťďőűŐŰłńśźżąęÁÉÍÓÚ")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_WRONG_LETTERS = re.compile(
    "[ÃÂ][\u0080-\u00bf]|\ufffd|[^\\W\\d_][¤Ÿ€‚„Œ][^\\W\\d_]|[a-zäöü][ÈÉÊËÆÐØÝÞ]|\\b[ÈÆÐ][a-zäöüè]|[a-zäöüß][01|][a-zäöüß]"
)
_SPACES = "  "  # columns that only stand below each other, as copied from a paper
_SEPARATORS = ("\t", ";", "|", ",")
_SAMPLE = 400  # lines by which the separator is judged
_RULE = re.compile(r"[\s|:+=-]+")  # a line between the head and the rows of a table in text
_NUMBER = re.compile(r'"?[0-9]{1,5}[.)]?"?')
_LONE_QUOTE = re.compile(r'(?:(?<=\t)|(?<=\n)) *" *(?=\t)')
_LONE_QUOTE_BETWEEN = re.compile(r'(?:(?<=;)|(?<=\n)) *" *(?=;)')
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
    text = arrange_text(text)
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
        yield from enumerate(split_aligned(text.splitlines()), 1)
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
    if separator == "\t":
        text = _LONE_QUOTE.sub("〃", text)  # a ditto mark would quote the lines below it
    elif separator == ";" and '"' in text and text.count('"') == len(_LONE_QUOTE_BETWEEN.findall(text)):
        text = _LONE_QUOTE_BETWEEN.sub("〃", text)
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        reader = csv.reader(StringIO(text, newline=""), delimiter=separator, quoting=quoting)
        rows, line = [], 1
        try:
            for cells in reader:
                rows.append((line, cells))
                line = reader.line_num + 1
        except csv.Error:
            continue
        several = [cell for _, cells in rows for cell in cells if "\n" in cell]
        if quoting == csv.QUOTE_NONE or not (
            any(cell.count("\n") >= _LONE_QUOTES for cell in several)
            or (any(separator in cell for cell in several) and _is_even(text, separator))
        ):
            return rows
    raise Unreadable("no_list")


def _is_even(text: str, separator: str) -> bool:
    """Return whether each line has the same number of cells: quotation marks around a line break would cut one."""
    return len({line.count(separator) for line in text.splitlines() if line.strip()}) == 1


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
    gaps = sum(bool(GAP.search(line.strip())) for line in lines)
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
    heads = next((pair for pair in pairs[:20] if all(map(find_kind, pair)) and not has_digit("".join(pair))), None)
    is_name_over_one_column = heads is not None and {find_kind(part)[0] for part in heads} == {"last", "first"}  # type: ignore[index]
    if is_name_over_one_column and len(pairs) > 1 and not any('"' in line for line in lines):
        return False  # "Nachname, Vorname" above "Lind, Ada"
    return numbered > 0.7 * len(lines) or heads is not None


SHORTEST_LOOK = 200  # bytes in which the first card begins
NUMBER_FIELD = "X-SPIELERNUMMER"
HEADINGS = ("Name", "Ort", "Spielernummer", "Kategorie", "Geburtsdatum", "Kontakt", "Bemerkung")
_FOLD = re.compile(r"\r?\n[ \t]")
_SOFT_BREAK = re.compile(r"=\r?\n")
_CHARSETS = ("iso-8859-1", "iso-8859-2", "iso-8859-15", "windows-1250", "windows-1252", "cp1252", "us-ascii")
_PART = re.compile(r"((?:[^\\;]|\\.?)*)(?:;|\Z)", re.DOTALL)  # up to a semicolon that is no letter of it
_ESCAPES = re.compile(r"\\([nN,;\\])")


class _Field(NamedTuple):
    name: str
    value: str


def is_vcard(head: bytes) -> bool:
    """Return whether a file begins with a vCard."""
    return b"BEGIN:VCARD" in head.replace(b"\x00", b"").upper()


def read_vcards(text: str) -> ListSheet:
    """Return a row for each card, below the headings; a row's number is that of the card plus 1."""
    if text.count("\n") > MOST_LINES:
        raise Unreadable("too_many_rows")
    rows = [Row(1, tuple(map(Cell, HEADINGS)))]
    card: list[_Field] | None = None
    for field in _list_fields(text):
        if (field.name, field.value.strip().upper()) == ("BEGIN", "VCARD"):
            card = []
        elif field.name == "END" and card is not None:
            rows.append(_build_card_row(len(rows) + 1, card))
            card = None
        elif card is not None:
            card.append(field)
        if len(rows) > MOST_ROWS:
            raise Unreadable("too_many_rows")
    return ListSheet("", tuple(rows))


def _list_fields(text: str) -> Iterator[_Field]:
    """Yield the fields, unfolded; those of version 2.1 may be quoted-printable."""
    if "QUOTED-PRINTABLE" in text.upper():
        text = _SOFT_BREAK.sub("", text)
    for line in _FOLD.sub("", text).splitlines():
        head, colon, value = line[: 50 * LONGEST_CELL].partition(":")
        if not colon:
            continue
        name, *parameters = head.upper().split(";")
        if any("QUOTED-PRINTABLE" in parameter for parameter in parameters):
            charset = next((part.partition("=")[2] for part in parameters if part.startswith("CHARSET=")), "utf-8")
            value = _decode_quoted(value, charset)
        yield _Field(name.rpartition(".")[2].strip(), value[: 2 * LONGEST_CELL])


def _decode_quoted(value: str, charset: str) -> str:
    """Return a quoted-printable value, in the letters that it says, or in those that it is written in."""
    raw = quopri.decodestring(value.encode("utf-8", "replace"))
    try:
        return raw.decode("utf-8" if charset.casefold() not in _CHARSETS else charset)
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _build_card_row(number: int, card: Sequence[_Field]) -> Row:
    values: dict[str, str] = {}
    contact: list[str] = []
    for field in card:
        if field.name in ("TEL", "EMAIL"):
            contact.append(_remove_escapes(field.value).removeprefix("tel:").removeprefix("mailto:"))
        else:
            values.setdefault(field.name, field.value)
    address = [*_split_value(values.get("ADR", "")), *[""] * 4][:4]
    details = [_remove_escapes(values.get(name, "")) for name in (NUMBER_FIELD, "CATEGORIES")]
    details.append(values.get("BDAY", "")[:4])
    note = " ".join(_remove_escapes(values.get("NOTE", "")).split())
    cells = [_build_name(values), address[3], *details, "\n".join(filter(None, contact)), note]
    row = build_row(number, [Cell(clean_cell(cell)) for cell in cells])
    return Row(number, (Cell("?"),)) if row is None else row  # a card of nobody is a row of the list as well


def _build_name(values: dict[str, str]) -> str:
    """Return the whole name with its titles and "jun.": by its parts, otherwise as the card shows it."""
    last, first, middle, title, end = [*_split_value(values.get("N", "")), *[""] * 5][:5]
    shown = _remove_escapes(values.get("FN", ""))
    company = _split_value(values.get("ORG", ""))[:1]
    if shown and (values.get("X-ABSHOWAS", "").upper() == "COMPANY" or (not (last and first) and company == [shown])):
        return f"({shown})"  # nobody's name
    if not (last or first):
        return shown
    return " ".join(filter(None, (title, join_parts(last, f"{first} {middle}"), end)))


def _split_value(value: str) -> list[str]:
    return [_remove_escapes(match[1]) for match in _PART.finditer(value)]


def _remove_escapes(value: str) -> str:
    return _ESCAPES.sub(lambda match: "\n" if match[1] in "nN" else match[1], value).strip()


_ZIP = b"PK\x03\x04"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"  # xls, or a newer one with a password


def read_file(raw: bytes) -> Table:
    """Read the table of a workbook, of CSV or of vCards; Unreadable where it is none, or has nothing in it."""
    if len(raw) > MOST_BYTES:
        raise Unreadable("too_large")
    if raw.startswith(_ZIP):
        return _check(read_workbook(raw))
    if raw.startswith(_OLD_WORKBOOK):
        return _check(read_old_workbook(raw))
    text, encoding = decode_bytes(raw)
    return _check(Table((_read_text(text),), (Note("encoding", encoding),) if encoding else ()))


def read_pasted(text: str) -> Table:
    """Read the table of a pasted list, or of pasted vCards; Unreadable where it has nothing in it."""
    return _check(Table((_read_text(text),)))


def _read_text(text: str) -> ListSheet:
    return read_vcards(text) if is_vcard(text[:SHORTEST_LOOK].encode("utf-8", "replace")) else read_lines(text)


def _check(table: Table) -> Table:
    if not any(sheet.rows for sheet in table.sheets):
        raise Unreadable("nobody")
    return table
