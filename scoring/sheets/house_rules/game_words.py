"""The words of the game: games and premiums with what they pay by each sheet, and those of the glossary."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.book.sheet_library import find_rules, list_readable_ids
from scoring.engine.house_rules.loader import Rules
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.house_rules.speiszettel.sections import NONE
from scoring.table.entry.script_data import PREMIUMS as PREMIUM_SIGNS
from scoring.table.entry.script_data import find_motif
from tarockclub.kit.words import compute_german_key, fold
from tarockclub.platform.handbook.selectors import find_file

PRICED = ("contracts", "premiums")  # sections
GLOSSARY, OF_THE_PROGRAM = "glossary", "program-words"  # a section of the handbook, and its part that is left out
_PART = re.compile(r"^## (.*) \{#([a-z-]+)\}$", re.MULTILINE)
_HEAD = r"\*\*[^*]+\*\*(?: \([^)]*\))?"  # a word, maybe with the German one
_HEADS = rf"{_HEAD}(?:(?:, | oder | or ){_HEAD})*"
_SAYING = re.compile(rf"({_HEADS}): (.+?)(?=(?<=\.) {_HEADS}: |$)")
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


class RuleText(NamedTuple):
    """A rule of a sheet, or the sheet itself, as it is looked for."""

    name: str
    anchor: str
    about: str  # the section
    folded: str
    price: str = ""  # in a few words
    amounts: tuple[tuple[str, str], ...] = ()  # of a game or premium: the titles of its columns, and what stands there
    gloss: str = ""  # what it is
    sign: str = ""  # the icon of a game or premium


class WordPrice(NamedTuple):
    """The price of a word under a sheet."""

    sheet: str
    sheet_name: str
    text: RuleText

    @property
    def amounts(self) -> tuple[str, ...]:
        """Return what it pays, by column: silent and announced, or one."""
        return tuple(amount for _title, amount in self.text.amounts)

    @property
    def examples(self) -> str:
        """Return the address of hands with it, worked out."""
        kind, _sign, item = self.text.anchor.partition("-")
        query = f"game={item}" if kind == "contract" else f"q={self.text.name}"
        return f"{reverse('sheet_examples', args=[self.sheet])}?{query}"


class GameWord(NamedTuple):
    """A word of the game with a sentence about it."""

    name: str
    anchor: str
    text: str
    prices: tuple[WordPrice, ...] = ()  # by the sheets that have it
    span: str = ""  # from the least to the most
    part: str = ""  # of the glossary

    @property
    def bare_span(self) -> str:
        """Return the same without the titles of columns."""
        return _format_span([tuple(("", amount) for amount in price.amounts) for price in self.prices], " / ")

    @property
    def sign(self) -> str:
        """Return the icon of a game or premium; "": it has none."""
        return self.prices[0].text.sign if self.prices else ""

    @property
    def kind(self) -> str:
        """Return what it is: contract, premium or word."""
        return self.anchor.partition("-")[0]

    def find_price(self, sheet: str) -> WordPrice | None:
        """Return what it pays under a sheet that has it."""
        return next((price for price in self.prices if price.sheet == sheet), None)


SheetTexts = tuple[str, Sequence[RuleText]]  # a sheet's id; itself, then its rules


def list_sheet_texts(club: int | None, language: str) -> list[SheetTexts]:
    """Return the sheets that people of a club may read (None: of no club), with their rules."""
    all_rules = ((sheet, find_rules(sheet)) for sheet in list_readable_ids(club))
    return [(sheet, _list_texts(rules, language)) for sheet, rules in all_rules if rules is not None]


@lru_cache(maxsize=128)
def _list_texts(rules: Rules, language: str) -> tuple[RuleText, ...]:
    """Return a sheet and its rules in words, with what is looked for; each sheet once."""
    zettel, sheet = build_rules_zettel(rules, {}, language), rules.build_sheet()
    signs = {f"contract-{contract.id}": find_motif(contract) for contract in sheet.contracts.values()}
    signs |= {f"premium-{premium}": PREMIUM_SIGNS.get(premium, "star") for premium in sheet.premiums}
    whole = RuleText(zettel.name, "", "", fold(f"{zettel.name} {zettel.source}"))
    return (
        whole,
        *(
            RuleText(
                row.name,
                row.anchor,
                " · ".join(filter(None, (zettel.name, section.title, row.ref))),
                fold(f"{zettel.name} {section.title} {row.name} {row.aside} {row.also} {row.ref}"),
                section.format_price(row),
                tuple(zip(section.columns, row.cells, strict=True)) if section.id in PRICED else (),
                " ".join(filter(None, (next(iter(row.notes), row.aside), row.also))),
                signs.get(row.anchor, ""),
            )
            for section in zettel.sections
            for row in section.rows
        ),
    )


def list_game_words(sheets: Sequence[SheetTexts], language: str) -> list[GameWord]:
    """Return the games and premiums of these sheets, and what else the glossary explains, by the alphabet."""
    prices: dict[str, list[WordPrice]] = {}
    for sheet, (whole, *texts) in sheets:
        for text in texts:
            if text.amounts:
                prices.setdefault(text.anchor, []).append(WordPrice(sheet, whole.name, text))
    words = [_build_word(anchor, tuple(of_word)) for anchor, of_word in prices.items()]
    names = {fold(word.name) for word in words}
    words += [word for name, word in _read_glossary(language).items() if name not in names]
    return sorted(words, key=lambda word: compute_german_key(word.name))


def _build_word(anchor: str, prices: tuple[WordPrice, ...]) -> GameWord:
    first = prices[0].text
    return GameWord(first.name, anchor, first.gloss, prices, _format_span([price.text.amounts for price in prices]))


def _format_span(amounts: Sequence[tuple[tuple[str, str], ...]], between: str = " · ") -> str:
    """Return the least and the most in each column.

    >>> _format_span([(("still", "1"), ("angesagt", "2")), (("still", "–"), ("angesagt", "2"))])
    'still 1 · angesagt 2'
    """
    parts = []
    for column in zip(*amounts, strict=True):
        cells = sorted({cell for _title, cell in column if cell != NONE}, key=_compute_size)
        title = f"{column[0][0]} " if len(amounts[0]) > 1 and column[0][0] else ""
        span = _("%(least)s to %(most)s") % {"least": cells[0], "most": cells[-1]} if cells[1:] else "".join(cells)
        parts += [f"{title}{span}"] if cells else []
    return between.join(parts)


def _compute_size(cell: str) -> tuple[bool, int, str]:
    """Return by what amounts are put in order: what multiplies comes last."""
    digits = re.search(r"\d+", cell)
    return cell.startswith("×"), int(digits[0]) if digits else 0, cell


@lru_cache(maxsize=4)
def _read_glossary(language: str) -> Mapping[str, GameWord]:
    """Return the words that the handbook explains, by their folded names."""
    file = find_file(GLOSSARY, language)
    _before, *parts = _PART.split(file.read_text("utf-8")) if file is not None else [""]
    words: dict[str, GameWord] = {}
    for title, part, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        for item in text.split("\n* ")[1:] if part != OF_THE_PROGRAM else ():
            for heads, saying in _SAYING.findall(_LINK.sub(r"\1", " ".join(item.split()))):
                for name in re.findall(_HEAD, heads):
                    plain = name.replace("*", "")
                    anchor = f"word-{'-'.join(re.findall('[a-z0-9]+', compute_german_key(plain)[0]))}"
                    text_of_word = capfirst(saying.replace("*", ""))
                    word = GameWord(plain, anchor, text_of_word, part=title)
                    words.setdefault(fold(plain.partition(" (")[0]), word)
    return words
