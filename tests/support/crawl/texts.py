"""Ten texts that somebody may type as a name or a remark, and how a page or a file shows that it took one for its own.

Each has words of its own, which stand nowhere else: a tag or an attribute of that name, the product of that sum.
"""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

TAG, ATTRIBUTE, SUM = "zq-tag", "zq-said", "6421+38526"
PRODUCT = b"44947"
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
    if PRODUCT in content and SUM.encode() in content:
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
