"""The meaning of a sheet, without the words it is written in: what means the same pays the same for every hand."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from operator import itemgetter
from typing import Any

from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet import Contract, Sheet

# Names and sentences; options are compared by what they do, and the premium of an item is in its key.
_WORDS = frozenset(("id", "name", "name_en", "gloss", "gloss_en", "ref", "source", "year", "evidence", "doubling"))
_ELSEWHERE = frozenset(("options", "reminders", "wordings", "premium"))


def is_same_in_meaning(left: Sheet, right: Sheet) -> bool:
    """Say whether two sheets with their options decided play and pay the same, whatever they call it."""
    return bool(_describe_sheet(left) == _describe_sheet(right))


def is_same_with_options(left: Rules, right: Rules) -> bool:
    """Say whether two sheets mean the same by themselves, and leave the same choices, whatever the options' names."""
    if _describe_default(left) != _describe_default(right):
        return False
    return _describe_choices(left) == _describe_choices(right)


@lru_cache(maxsize=64)
def _describe_default(rules: Rules) -> Any:
    return _describe_sheet(rules.build_sheet())


@lru_cache(maxsize=64)
def _describe_choices(rules: Rules) -> Counter[Any]:
    return Counter(_describe_sheet(rules.build_sheet(chosen)) for chosen in rules.list_choices())


def _describe_sheet(sheet: Sheet) -> Any:
    contracts = {name: _say_company(contract, sheet) for name, contract in sheet.contracts.items()}
    return _describe(replace(sheet, contracts=contracts, written=_find_written_limit(sheet)))


def _say_company(contract: Contract, sheet: Sheet) -> Contract:
    """Return a contract that names the games which may be played beside it, also where they follow from the values."""
    negative_games = [other for other in sheet.contracts.values() if contract.is_negative and other.is_negative]
    company = (other.id for other in negative_games if contract.may_stand_beside(other))
    return replace(contract, bei=frozenset(company), needs=tuple(sorted(contract.needs)))


def _find_written_limit(sheet: Sheet) -> int | None:
    """Return what counts of a kontra on the written score; None where it is all that is possible."""
    items = (item for contract in sheet.contracts.values() for item in (contract.game, *contract.forms.values()))
    highest = max((item.kontra for item in items), default=1)
    return None if sheet.written is None or sheet.written >= highest else sheet.written


def _describe(value: Any) -> Any:
    """Return a value of a sheet without its words, so that it can be compared: nothing in it has an order by chance."""
    kind: Any = type(value)
    if kind is tuple:
        return tuple([_describe(part) for part in value])
    if (names := _list_fields(kind)) is not None:
        return tuple([(name, _describe(getattr(value, name))) for name in names])
    if _is_mapping(kind):
        return tuple(sorted([(repr(key), _describe(part)) for key, part in value.items()], key=itemgetter(0)))
    return value


@lru_cache(maxsize=64)
def _list_fields(kind: type[object]) -> tuple[str, ...] | None:
    """Return the fields of a part of a sheet that mean something; None of what has no fields."""
    if not is_dataclass(kind):
        return None
    named = (field.name for field in fields(kind))
    return tuple(name for name in named if name not in _WORDS and name not in _ELSEWHERE)


@lru_cache(maxsize=64)
def _is_mapping(kind: type[object]) -> bool:
    return issubclass(kind, Mapping)
