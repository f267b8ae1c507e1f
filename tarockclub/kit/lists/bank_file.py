"""The money that came in, by a bank's file: camt.053 (XML), or a table of Austrian banks, with or without headings.

Strangers' bytes: call it in another process (tarockclub/platform/server/apart).

>>> elba = "01.12.2026;Nenngeld Nr. 3 von Anna Ahorn;01.12.2026;15,00;EUR\\n02.12.2026;Saal;02.12.2026;-50,00;EUR"
>>> [tuple(credit) for credit in read_bank_file(elba.encode())]
[('01.12.2026', 1500, '', 'Nenngeld Nr. 3 von Anna Ahorn')]
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple
from xml.etree import ElementTree as ET

from tarockclub.kit.amounts import HUNDREDTHS, MOST_CENTS, count_parts, parse_cents
from tarockclub.kit.days import parse_day_or_none
from tarockclub.kit.lists.file import decode_bytes, read_file
from tarockclub.kit.lists.table import EMPTY, MOST_BYTES, MOST_ROWS, Cell, Row, Unreadable, clean_cell
from tarockclub.kit.lists.words import fold_heading, load_words

EURO = "EUR"
_BEFORE = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"  # marks of an encoding, and spaces
_AMOUNT = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,5})?")
_HEAD_ROWS = 30  # above the first row there may be the bank's address
Columns = Mapping[str, Sequence[int]]  # by kind


class Credit(NamedTuple):
    """An amount that came in."""

    day: str  # on which it was booked
    cents: int
    name: str  # who sent it; "": only the text says so
    text: str


def read_bank_file(raw: bytes) -> list[Credit]:
    """Return what has come in, in euros, in the order of the file; Unreadable where it is no file of a bank."""
    if len(raw) > MOST_BYTES:
        raise Unreadable("too_large")
    if raw.lstrip(_BEFORE).startswith(b"<"):
        return list(_read_camt(decode_bytes(raw)[0]))
    return [credit for sheet in read_file(raw).sheets for credit in _read_rows(sheet.rows)]


def _read_camt(text: str) -> Iterator[Credit]:
    """Yield the bookings of a statement that brought money; a text with entities of its own is refused."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise Unreadable("no_bank_file")
    try:
        entries = ET.fromstring(text).findall(".//{*}Ntry")  # noqa: S314 -- without a document type it has no entities
    except ET.ParseError:
        raise Unreadable("no_bank_file") from None
    if not entries:
        raise Unreadable("no_bank_file")
    if len(entries) > MOST_ROWS:
        raise Unreadable("too_many_rows")
    for entry in entries:
        status = entry.findtext("{*}Sts/{*}Cd") or entry.findtext("{*}Sts") or ""
        if status.strip() == "BOOK" and entry.findtext("{*}RvslInd") not in ("true", "1"):
            yield from _read_entry(entry)


def _read_entry(entry: ET.Element) -> Iterator[Credit]:
    """Yield the payments of a booking, which are several where the bank has booked them together."""
    day = parse_day_or_none(entry.findtext("{*}BookgDt/{*}Dt") or (entry.findtext("{*}BookgDt/{*}DtTm") or "")[:10])
    payments = entry.findall("{*}NtryDtls/{*}TxDtls") or [entry]
    for payment in payments:
        amount = entry.find("{*}Amt")
        if len(payments) > 1:
            own = payment.find("{*}Amt")
            amount = own if own is not None else payment.find("{*}AmtDtls/{*}TxAmt/{*}Amt")
        sign = payment.findtext("{*}CdtDbtInd") or entry.findtext("{*}CdtDbtInd")
        if amount is None or amount.get("Ccy") != EURO or sign != "CRDT":
            continue
        typed = (amount.text or "").strip()
        cents = count_parts(Fraction(typed), HUNDREDTHS, MOST_CENTS, 1) if _AMOUNT.fullmatch(typed) else None
        parts = [*payment.findall("{*}RmtInf/{*}Ustrd"), *payment.findall("{*}RmtInf//{*}Ref")]
        texts = [part.text or "" for part in parts] or [entry.findtext("{*}AddtlNtryInf") or ""]
        name = next((part.text or "" for part in payment.iterfind("{*}RltdPties/{*}Dbtr//{*}Nm")), "")
        if cents is not None:
            yield Credit(f"{day:%d.%m.%Y}" if day else "", cents, clean_cell(name), clean_cell(" ".join(texts)))


def _read_rows(rows: Sequence[Row]) -> Iterator[Credit]:
    """Yield the rows of a table that brought money, below its headings or by what stands beside the currency."""
    head = next(
        ((place, columns) for place, row in enumerate(rows[:_HEAD_ROWS]) if (columns := _find_columns(row))), None
    )
    is_bare = head is None and any(cell.text == EURO for row in rows[:_HEAD_ROWS] for cell in row.cells)
    if head is None and not is_bare:
        raise Unreadable("no_bank_file")
    for row in rows if head is None else rows[head[0] + 1 :]:
        columns = _guess_columns(row) if head is None else head[1]
        texts = {kind: [text for place in columns.get(kind, ()) if (text := _get_text(row, place))] for kind in _KINDS}
        amount = _read_amount(row, columns)
        is_in_euros = texts["currency"][:1] == [EURO] or "in_euros" in columns
        if amount and is_in_euros:
            yield Credit(
                *(next(iter(texts["day"]), ""), amount, next(iter(texts["name"]), "")), " ".join(texts["text"])
            )


_KINDS = ("day", "amount", "currency", "name", "text")


def _find_columns(row: Row) -> Columns | None:
    """Return the columns by their headings; None where a row is not the head: it names the amount and a text."""
    words, columns = load_words().bank, dict[str, list[int]]()
    for place, cell in enumerate(row.cells):
        heading = fold_heading(cell.text)
        if (kind := words.get(heading)) is not None:
            columns.setdefault(kind, []).append(place)
            if kind == "amount" and ("€" in cell.text or "eur" in heading.split()):
                columns["in_euros"] = [place]
    return columns if {"amount", "text"} <= columns.keys() else None


def _guess_columns(row: Row) -> Columns:
    """Return the columns of a row without headings: the amount stands before its currency, the text is the longest."""
    texts = [cell.text for cell in row.cells]
    place = texts.index(EURO) if EURO in texts else 0
    days = [number for number, text in enumerate(texts) if re.fullmatch(r"[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}", text)]
    longest = max(range(len(texts)), key=lambda number: len(texts[number]))
    return {"currency": [place], "amount": [place - 1] if place else [], "day": days, "text": [longest]}


def _read_amount(row: Row, columns: Columns) -> int | None:
    """Return the first amount of a row in cents; a number of a workbook must be a whole one of them."""
    cells = [row.cells[place] for place in columns.get("amount", ()) if place < len(row.cells)]
    cell = next((cell for cell in cells if cell.text), EMPTY)
    if isinstance(cell.value, Fraction):
        return count_parts(cell.value, HUNDREDTHS, MOST_CENTS)
    return parse_cents(cell.text.lstrip("+"))


def _get_text(row: Row, place: int) -> str:
    """Return the text of a cell; the day of a workbook as it can be typed."""
    cell: Cell = row.cells[place] if place < len(row.cells) else EMPTY
    return f"{cell.value:%d.%m.%Y}" if isinstance(cell.value, date) else cell.text
