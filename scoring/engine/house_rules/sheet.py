"""A sheet as the engine uses it: frozen, typed, everything resolved. Values are sixths, card points are thirds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from scoring.engine.house_rules.reminders import Reminder
from scoring.engine.house_rules.validate import Key, Selector
from scoring.engine.points import round_points
from scoring.engine.problems import Names
from scoring.engine.texts import pick_language
from scoring.engine.texts.rules import EVIDENCE
from scoring.engine.texts.words import CASES, ENDINGS, FACTORS, FORMS, KONTRAS, MARKS, PLAIN, SIDES

Texts = dict[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """Parts of notes. Parts that follow a name begin with a blank; where there is nothing to say they are empty."""

    names: Texts  # by the id of a contract or premium
    forms: Texts
    sides: Texts
    kinds: Texts
    ended: dict[bool | None, str]
    factors: Texts  # what a multiplier is called; kontra and case have words of their own
    kontras: dict[int, str]
    cases: Texts
    marks: Texts


class NamedItem(Protocol):
    """A contract or premium."""

    @property
    def id(self) -> str: ...

    @property
    def names(self) -> Names: ...


def make_wordings(named: Iterable[NamedItem], radl: Names) -> tuple[Wording, Wording]:
    """Make the wording in German and in English; `radl` is what doubles a whole deal."""
    names = {item.id: item.names for item in named}
    return _build_wording(names, radl, "de"), _build_wording(names, radl, "en")


def _build_wording(named: Mapping[str, Names], radl: Names, language: str) -> Wording:
    names = {**_choose_language(PLAIN, language), **_choose_language(named, language)}
    sides, kinds = (
        {name: f" ({text})" for name, text in _choose_language(table, language).items()} for table in (SIDES, PLAIN)
    )
    return Wording(
        names,
        {"": "", **_add_spaces(_choose_language(FORMS, language))},
        {"": "", "declarer": "", "defence": sides["defence"]},
        {"contract": "", "premium": "", "claim": "", "renonce": kinds["renonce"]},
        {None: "", **{won: f" {pick_language(text, language)}" for won, text in ENDINGS.items()}},
        {**names, **_choose_language(FACTORS, language), "radl": pick_language(radl, language)},
        {factor: pick_language(text, language) for factor, text in KONTRAS.items()},
        _choose_language(CASES, language),
        _add_spaces(_choose_language(MARKS, language)),
    )


def _choose_language(texts: Mapping[str, Names], language: str) -> Texts:
    return {name: pick_language(text, language) for name, text in texts.items()}


def _add_spaces(texts: Texts) -> Texts:
    return {name: f" {text}" for name, text in texts.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Premium:
    """A premium of the sheet (Zusatz, Prämie), with what is the same in both its forms."""

    id: str
    name: str
    name_en: str
    gloss: str
    gloss_en: str
    ref: str
    side: str | None  # "declarer" or "defence": whose it can be; None: both
    once: bool
    points: int | None  # card points it needs, in thirds
    between_players: bool
    multiplies: Selector | None
    multiplies_lost: Selector | None  # the same when it is lost
    beside: Selector | None
    beside_lost: Selector | None
    excludes: frozenset[str]
    excludes_announced: frozenset[str]  # what cannot be announced beside it once it is announced
    denies: Selector | None  # what the other side cannot have won beside it
    missed_denies: frozenset[str]  # what its own side cannot have won once it was missed without an announcement
    left_in: frozenset[str]  # the games in which it may be that the called king was left in the talon
    wins_game: bool
    all_points: bool  # who makes it has all card points but those of the talon
    takes_kontra: bool  # announced, it takes the one kontra of the hand: the game has none

    @property
    def names(self) -> Names:
        """Its name among players, in German and in English."""
        return self.name, self.name_en


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """An item that is settled on its own: the game, or a premium in one form, as one contract has it.

    `solo` and `radl` are pairs: for an item that was not kontra'd, and for one that was.
    """

    key: Key
    premium: Premium | None
    value: int  # sixths; 0 where `times` multiplies
    times: int  # what an x-value multiplies by; 1 for a plain value
    decides: bool  # a premium that multiplies other items, or lets them not count
    kontra: int  # highest kontra on it
    solo: tuple[int, int]
    radl: tuple[bool, bool]
    covered: bool  # the kontra on the game doubles it
    king_lies: bool  # its kontra is void when the called king lay in the talon
    can_be_lost: bool
    conceded: bool  # paid when the game is conceded
    renonce: tuple[bool, bool]  # made good after a Renonce


@dataclass(frozen=True, slots=True, eq=False)
class Contract:
    """A contract of the sheet, its groups' keys folded in."""

    id: str
    name: str
    name_en: str
    gloss: str
    gloss_en: str
    ref: str
    value: int
    lost: int
    by: str | None  # "forehand", "others" or None: anyone
    partner: str | None  # "king", "needed" or None: nobody
    self_call: bool
    tricks: int | None  # a negative game won with exactly so many
    is_trischaken: bool
    is_negative: bool  # a game for a number of tricks, without sides
    groups: frozenset[str]
    needs: tuple[str, ...]
    game: Item
    forms: Mapping[Key, Item]
    bei: frozenset[str] | None  # None: games of the same value
    only_bei: frozenset[str]
    must_kontra: frozenset[str]
    should_kontra: frozenset[str]
    never_kontra: frozenset[str]
    win: int
    win_kontra: int
    can_concede: bool
    multiplied: bool  # a premium of it multiplies others

    @property
    def names(self) -> Names:
        """Its name among players, in German and in English."""
        return self.name, self.name_en

    @property
    def needed_value(self) -> int:
        """The value of the one announcement that the game needs; 0 if it multiplies."""
        item = self.forms.get((self.needs[0], True))
        return item.value * item.solo[0] if item else 0

    def may_stand_beside(self, other: "Contract") -> bool:
        """Tell if two negative games may be played side by side (-bei): one of them has the other's company."""
        return self._has_company(other) or other._has_company(self)

    def _has_company(self, other: "Contract") -> bool:
        return self.value == other.value if self.bei is None else other.id in self.bei


@dataclass(frozen=True, slots=True, eq=False)
class TrischakenRow:
    """One case of the Trischaken table: words that must hold, and four places in sixths."""

    when: frozenset[str]
    places: tuple[int, int, int, int]
    written_out: bool  # equal points do not share: the row says it all


@dataclass(frozen=True, slots=True, eq=False)
class Trischaken:
    """The Trischaken rules of a sheet."""

    buergermeister: int | None  # thirds
    jungfrauen: int
    rows: tuple[TrischakenRow, ...]
    renonce: tuple[TrischakenRow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A switch of the sheet."""

    id: str
    name: str
    name_en: str
    ref: str
    text: str  # what there is to say beside the switch
    text_en: str
    default: bool
    excludes: frozenset[str]  # options that cannot be on beside it

    @property
    def names(self) -> Names:
        """Its name in the form, in German and in English."""
        return self.name, self.name_en


@dataclass(frozen=True, slots=True, eq=False)
class Doubling:
    """The words of a sheet's players for a deal that counts double, in German and in English."""

    name: Names  # "Radl"
    within: Names  # "im Radl"
    last: Names  # "Schlussradl": the round at the end


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A house-rule sheet with its options decided."""

    id: str
    name: str
    name_en: str
    source: str
    year: int | None  # of the rules that it follows
    evidence: str | None  # how they are known (schema.EVIDENCE)
    point: str | None
    hoch: str | None
    blank: frozenset[str]
    total: int  # thirds
    whole: bool
    rounded: bool  # an incomplete Lage loses one whole point: 34/2 and 35/1 are written 35
    talon: int  # thirds: what cards that nobody takes can have at most
    contracts: Mapping[str, Contract]
    premiums: Mapping[str, Premium]
    written: int | None  # what counts of a kontra in the written score
    coins: bool  # a kontra is paid in coins at the table, and not recorded
    radl_after: Mapping[str, int | str]
    radl_stacks: bool
    doubling: Doubling
    trischaken: Trischaken  # without rows where the sheet has none
    renonce_beside: bool
    renonce_alone: int
    renonce_early: bool  # a breach may show before partner and bird are known
    renonce_bird: str | None  # what counts as announced where it is the declarer's and he has named no bird
    blame_side: bool
    claims: str | None  # "none", "dearest_hand"; None: any, on sheets pinned before there was a limit
    round_down: bool
    pot_version: str | None  # of the Pagatkassa that it speaks of (agreed.VERSIONS)
    pot_premium: str | None  # the premium that a Pagatkassa is played for
    options: Mapping[str, Option]
    reminders: tuple[Reminder, ...]
    wordings: tuple[Wording, Wording]  # in German and in English

    @property
    def names(self) -> Names:
        """Its name among players, in German and in English."""
        return self.name, self.name_en

    @property
    def labels(self) -> Names:
        """Its name where it is chosen: with how its rules are known, unless that is the printed sheet itself."""
        if self.evidence is None or self.evidence == "paper":
            return self.names
        german, english = EVIDENCE[self.evidence]
        return f"{self.name} ({german})", f"{self.name_en} ({english})"

    def get_wording(self, language: str) -> Wording:
        """Return the words for notes in a language: English for "en", else German."""
        return self.wordings[language.startswith("en")]

    def convert_points(self, points: int) -> int:
        """Card points (thirds) as this sheet writes them."""
        return round_points(points) if self.rounded else points

    def get_plain_game(self, contract: Contract) -> Contract:
        """The first negative game for as many tricks that is played alone: the others are it with open cards."""
        if contract.tricks is None or contract.only_bei:
            return contract
        games = self.contracts.values()
        return next(game for game in games if game.tricks == contract.tricks and not game.only_bei)

    def find_clash(self, chosen: Mapping[str, bool]) -> tuple[Option, Option] | None:
        """Two options that are on and exclude each other; what `chosen` does not name is as it is by itself."""
        on = [option for option in self.options.values() if chosen.get(option.id, option.default)]
        pairs = combinations(on, 2)
        return next(
            ((option, other) for option, other in pairs if other.id in option.excludes or option.id in other.excludes),
            None,
        )
