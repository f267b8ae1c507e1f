"""The words of a sheet in one language, ready to be put together to the note of a line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from scoring.engine.problems import Names
from scoring.engine.texts import pick_language
from scoring.engine.texts.lines import CASES, ENDINGS, FACTORS, FORMS, KONTRAS, MARKS, PLAIN, SIDES

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
