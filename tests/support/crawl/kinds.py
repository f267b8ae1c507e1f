"""Values that nobody should send, by kinds, and ten texts that somebody may type as a name or a remark.

Each text has words of its own, which stand nowhere else (a tag or an attribute of that name, the product of that sum):
they show that a page or a file took it for its own.
"""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree import ElementTree
from zlib import crc32

from tarockclub.platform.clubs.ownership import build_lookup, list_owned_models

TAG, ATTRIBUTE, SUM = "zq-tag", "zq-said", "6421+38526"
PRODUCT = re.compile(rb"(?<![\d.])44947(?!\d)")  # not within the moment of a cell
CARDS = 0x1F0A1  # the ace of spades, with which the row of playing cards begins
LONG = 4000


def _number_cards(number: int) -> str:
    return "".join(chr(CARDS + int(digit)) for digit in str(number))


TEXTS: tuple[Callable[[int], str], ...] = (
    lambda number: f"<{TAG} {ATTRIBUTE}=1>{number}</textarea></script>&amp;&lt;",
    lambda number: f'"\'> {ATTRIBUTE}="1" \'{number}`',
    lambda number: f"={SUM}+{number}-{number}",
    lambda number: f"@{SUM}\t={SUM} +{number};={SUM}",
    lambda number: f"#({SUM}) ${number}$ <label> @ref \\ */ // #sym.zws _*{number}",
    lambda number: f"{{{{ 6421|add:38526 }}}}{{% zq {number} %}}%(name)s{{0}}",
    lambda number: f"\u202eאבג دوستان {number}\u2066",
    lambda number: f"\U0001f0cf\U0001f468\u200d\U0001f469\u200d\U0001f467{_number_cards(number)}",
    lambda number: f"Z\u0334\u0327\u031b\u0353a\u0337\u035dl\u0335\u0360g\u0336\u0358o{number}\u2028\x07\x9f",
    lambda number: f"{number} " + "Überlang-" * (LONG // 9),
)
RAW_TAG, RAW_ATTRIBUTE = f"<{TAG}".encode(), f'{ATTRIBUTE}="1"'.encode()  # its quotes would be written otherwise
CELL_FORMULA = re.compile(rb"<f>[^<]*6421[^<]*</f>")
FORMULA_SIGNS = ("=", "@", "+", "-", "\t")


def build_text(number: int) -> str:
    """The text of a row by its number: each in its turn."""
    return TEXTS[number % len(TEXTS)](number)


def find_faults(kind: str, content: bytes) -> Iterator[str]:
    """The signs in an answer that a text was taken for markup, for a formula or for a piece of a program."""
    if "json" in kind:
        return
    if content.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for name in packed.namelist():
                inner = packed.read(name)
                yield from find_faults("text/csv" if name.endswith(".csv") else "", inner)
                if CELL_FORMULA.search(inner):
                    yield f"a formula in {name}"
        return
    if PRODUCT.search(content) and SUM.encode() in content:
        yield "a sum was computed"
    if "html" in kind or "svg" in kind:
        raw = [sign for sign in (RAW_TAG, RAW_ATTRIBUTE) if sign in content]
        yield from (f"markup: {_cut(content, content.index(sign))}" for sign in raw)
    elif "xml" in kind:
        yield from _find_elements(content)
    if "csv" in kind:
        yield from (f"a formula: {cell}" for cell in _list_cells(content.decode()) if _is_formula(cell))


def _find_elements(content: bytes) -> Iterator[str]:
    """The elements and attributes of XML that a text has made; in its texts quotes may stand as they are."""
    try:
        elements = list(ElementTree.fromstring(content).iter())
    except ElementTree.ParseError as error:
        yield f"no XML: {error}"
        return
    names = [name for element in elements for name in (element.tag, *element.attrib)]
    yield from (f"made of a text: {name}" for name in names if TAG in name or ATTRIBUTE in name)


def _list_cells(text: str) -> Iterator[str]:
    head = text.partition("\n")[0]
    delimiter = max(";,\t", key=head.count)
    for row in csv.reader(io.StringIO(text), delimiter=delimiter):
        yield from row


def _is_formula(cell: str) -> bool:
    return cell.startswith(FORMULA_SIGNS) and SUM in cell


def _cut(content: bytes, at: int) -> str:
    return content[max(0, at - 60) : at + 60].decode("utf-8", "replace")


EMPTY, TOO_LONG, NUL, DIGITS, BOUNDLESS, DAY, FOREIGN, MANY, UNKNOWN = KINDS = (
    *("empty", "too long", "NUL", "other digits", "beyond any bound", "impossible day"),
    *("ids of another club", "a list", "unknown fields"),
)
# Of these one database may think otherwise than another one; digits are read before they get there.
DATABASE_KINDS = (TOO_LONG, NUL, BOUNDLESS, FOREIGN)
FORM_VALUES: dict[str, tuple[str, ...]] = {
    EMPTY: ("", " ", "\u00a0", "\u200b"),
    TOO_LONG: ("x" * 5000, "9" * 400, "ä" * 301, "1\n" * 700),
    NUL: ("\0", "Anna\0", "1\0", "2026-11-26\0"),
    DIGITS: ("²", "٣", "１２", "१", "00", "1_0", "+1", "½", "Ⅳ"),
    BOUNDLESS: ("1e999", str(10**40), "-" + str(10**40), str(2**63), "NaN", "Infinity", "-1", "1e-400"),
    DAY: ("2026-02-30", "0000-00-00", "9999-12-31", "0001-01-01", "10000-01-01", "24:00", "29.2.2026", "2026-13-01T25"),
}
BODY_VALUES: dict[str, tuple[Any, ...]] = FORM_VALUES | {
    EMPTY: ("", None, [], {}, " "),
    TOO_LONG: ("x" * 5000, "9" * 400, ["x"] * 1100, 10**15),
    BOUNDLESS: (10**40, -(10**40), 2**63, -1, "1e999", "NaN", 1.5, 2**63 - 1),
}
UNKNOWN_NAME = "nobody_knows"
OTHER_NUMBERS = ("9", "²", "٣", "00", "-1", "99999999999999999999")


class ForeignIds(NamedTuple):
    """The ids of another club's rows, by the names of their models."""

    ids: Mapping[str, str]
    slugs: Mapping[str, str]  # by the first word of addresses

    def find(self, name: str) -> str:
        """The id that a field of this name may mean."""
        words = re.sub(r"[^a-z]", "", name.lower())
        fitting = [label for label in self.ids if label in words]
        return self.ids[max(fitting, key=len)] if fitting else self.ids["person"]

    def find_slug(self, address: str) -> str:
        """The slug of what such an address is about."""
        return next((slug for word, slug in self.slugs.items() if f"/{word}/" in address), self.ids["person"])


def load_foreign_ids(club: int) -> ForeignIds:
    """Load them."""
    ids, rows = dict[str, str](), dict[str, Any]()
    for model in list_owned_models():
        name = str(model._meta.model_name)
        rows[name] = model._default_manager.filter(**{build_lookup(model): club}).order_by("pk")[0]
        ids[name] = str(rows[name].pk)
    by_word = {"tournaments": "tournament", "seasons": "season", "tables": "gametable"}
    return ForeignIds(ids, {word: str(rows[name].slug) for word, name in by_word.items()})


def pick(values: Sequence[Any], name: str) -> Any:
    """One of the values, another one for fields of other names."""
    return values[crc32(name.encode()) % len(values)]


def choose_fields(names: Sequence[str], turn: int, sign: str) -> list[str]:
    """The fields that get the kind of this turn: each gets one kind, and each kind a field."""
    if not names:
        return []
    first = (turn + crc32(sign.encode())) % max(len(KINDS), 1)
    return list(names[first :: len(KINDS)]) if len(names) >= len(KINDS) else [names[first % len(names)]]


def list_typed(kind: str, name: str, was: Sequence[str], foreign: ForeignIds) -> list[list[str]]:
    """All values of a kind for a field of a form, each as the list that is sent."""
    if kind == FOREIGN:
        return [[foreign.find(name)]]
    if kind == MANY:
        return [[*(was or ["1"]), *(was or ["1"]), "x"]]
    return [[value] for value in FORM_VALUES.get(kind, ())]


def list_said(kind: str, name: str, was: Any, foreign: ForeignIds) -> list[Any]:
    """All values of a kind for a field of a body of the API."""
    if kind == FOREIGN:
        found = foreign.find(name)
        return [int(found) if found.isdecimal() and found.isascii() else found]
    if kind == MANY:
        return [[was, was]] if not isinstance(was, list) else [was[0] if was else 0]
    return list(BODY_VALUES.get(kind, ()))


def list_unknown(names: Sequence[str]) -> list[str]:
    """Names that a form does not have: those of its fields, with other numbers."""
    found = {UNKNOWN_NAME: None}
    for name in names:
        if number := re.search(r"\d+(?!.*\d)", name):
            for other in OTHER_NUMBERS:
                found.setdefault(name[: number.start()] + other + name[number.end() :])
    return list(found)
