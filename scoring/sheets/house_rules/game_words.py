"""The words of the game: games and premiums with what they pay by each sheet, those of the glossary; the page of one.

A word's page has its prices, a hand with it, where it stands, and what goes with it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.book.sheet_library import find_rules, list_readable_ids
from scoring.engine.hand.record import HandRecord
from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.paper_facts import PAPERS, Fact, format_ref, load_paper
from scoring.engine.texts import pick_language
from scoring.sheets.examples.page import ScoredExample, ShownExample, describe_example, run_sheet_examples
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


MOST_RELATED = 8
ONE_BIRD = "one bird"  # games that need an announced bird, and which
WIDE = frozenset(("stichpraemien",))  # a group of too many
CARDS = {
    "pagat": "I",
    "uhu": "II",
    "kakadu": "III",
    "quapil": "IIII",
    "geier": "V",
    "mondfang": "XXI",
    "pagatfang": "I",
}


class SamePrice(NamedTuple):
    """The sheets that pay the same for a word."""

    amounts: tuple[str, ...]  # by column
    prices: tuple[WordPrice, ...]
    is_own: bool  # of the sheet by which the club plays, alone


class WordFact(NamedTuple):
    """A sentence about a word, from what a printed sheet says."""

    sheet_name: str
    ref: str
    text: str
    href: str


class WordPage(NamedTuple):
    """A word with all that is known of it."""

    word: GameWord
    own: WordPrice | None  # by the sheet by which the club plays
    prices: tuple[SamePrice, ...]  # that one's first, then what most sheets pay
    example: ShownExample | None
    example_of: WordPrice | None  # the sheet of the example
    facts: tuple[WordFact, ...]
    related: tuple[GameWord, ...]  # about the same card, of the same few, or that explain each other
    card: str  # the number of the tarock that it is about; "": none

    @property
    def columns(self) -> list[str]:
        """The titles of what it pays: silent and announced, or one."""
        return [title for title, _amount in self.word.prices[0].text.amounts] if self.word.prices else []


def build_word_page(words: Sequence[GameWord], anchor: str, usual: str, language: str) -> WordPage | None:
    """Return the page of a word; None if there is none. `usual`: the sheet by which the club plays, "": none."""
    word = next((each for each in words if each.anchor == anchor), None)
    if word is None:
        return None
    own = word.find_price(usual)
    kind, _sign, item = anchor.partition("-")
    examples = ((price, _find_example(price, kind, item, language)) for price in (own, *word.prices) if price)
    example_of, example = next((pair for pair in examples if pair[1] is not None), (None, None))
    ranks = {each: _compute_kinship(word, each) for each in words if each is not word}
    related = sorted((each for each in words if ranks.get(each)), key=lambda each: -ranks[each])
    return WordPage(
        word,
        own,
        _group_prices(word, own),
        example,
        example_of,
        tuple(_list_facts(f"{kind}s.{item}", language)) if word.prices else (),
        tuple(related[:MOST_RELATED]),
        CARDS.get(item, "") if kind == "premium" else "",
    )


def _compute_kinship(word: GameWord, other: GameWord) -> int:
    """Return how near two words are: both of the same few or about one card count 2, that one explains the other 1."""
    kin, none = _list_kin(), frozenset[str]()
    shared = kin.get(word.anchor, none) & kin.get(other.anchor, none)
    return 2 * bool(shared) + (_has_name(word.text, other.name) or _has_name(other.text, word.name))


def _has_name(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name.partition(' (')[0])}\b", text) is not None


@cache
def _list_kin() -> dict[str, frozenset[str]]:
    """Return, by anchor, to which few a game or premium belongs, and about which card it is."""
    table = load_vocabulary()
    kin = {
        f"contract-{name}": {*entry.get("needs", ()), *([ONE_BIRD] if entry.get("needs") else [])}
        for name, entry in table["contracts"].items()
    }
    kin |= {f"premium-{name}": {name, *entry.get("groups", ())} - WIDE for name, entry in table["premiums"].items()}
    return {anchor: frozenset(names) for anchor, names in kin.items()}


def _group_prices(word: GameWord, own: WordPrice | None) -> tuple[SamePrice, ...]:
    groups: dict[tuple[bool, tuple[str, ...]], list[WordPrice]] = {}
    for price in word.prices:
        groups.setdefault((price is own, price.amounts), []).append(price)
    shared = (SamePrice(amounts, tuple(prices), is_own) for (is_own, amounts), prices in groups.items())
    return tuple(sorted(shared, key=lambda group: (not group.is_own, -len(group.prices))))


def _find_example(price: WordPrice, kind: str, item: str, language: str) -> ShownExample | None:
    """Return the plainest hand with a game or premium among the examples of a sheet."""
    rules = find_rules(price.sheet)
    if rules is None:
        return None
    fitting = [
        ran
        for ran in run_sheet_examples(price.sheet, rules)
        if ran.agrees and ran.result.score is not None and _has_item(ran.result.record, kind, item)
    ]
    if not fitting:
        return None
    plainest = min(fitting, key=lambda ran: _compute_length(ran.result.record))
    return describe_example(ScoredExample(plainest.example, (plainest.result,), False), (rules,), language)


def _has_item(record: HandRecord | None, kind: str, item: str) -> bool:
    if record is None:
        return False
    if kind == "contract":
        return bool(record.plays) and record.plays[0].contract == item
    return any(recorded.premium == item for recorded in record.premiums)


def _compute_length(record: HandRecord | None) -> tuple[int, int]:
    return (len(record.plays), len(record.premiums) + bool(record.renonce)) if record is not None else (0, 0)


def _list_facts(key: str, language: str) -> Iterator[WordFact]:
    """Yield what printed sheets say about an entry of the sheets written after them."""
    for paper in map(load_paper, PAPERS):
        for paragraph in paper.paragraphs:
            for fact in paragraph.facts:
                if _is_about(fact, key):
                    page = reverse("sheet_paper", args=[paper.sheets[0]])
                    ref = format_ref(paragraph.ref, language)
                    texts = pick_language(paper.titles, language), ref, pick_language(fact.texts, language)
                    yield WordFact(*texts, f"{page}#fact-{fact.id}")


def _is_about(fact: Fact, key: str) -> bool:
    return any(place.key == key or place.key.startswith(f"{key}.") for place in fact.where)
