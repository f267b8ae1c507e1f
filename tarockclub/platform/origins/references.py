"""The ids of rows inside of texts (JSON): where they stand, and the same text with other ids (references.toml)."""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tarockclub.kit.text import parse_whole

Convert = Callable[[str, int], int]  # model (lower case label) and id: the other id
Place = tuple[tuple[str, ...], str]  # path, model
Places = tuple[Place, ...]
EACH, KEYS, ANY_KIND = "*", "#", "*"
PLACE = "place"  # in place of a model: a text that names column and id
_FILE = Path(__file__).parent / "references.toml"
# As our writers encode: the first one that gives a text again is the one it was written with.
_ENCODERS = tuple(
    json.JSONEncoder(separators=(",", ":"), sort_keys=is_sorted, ensure_ascii=is_ascii).encode
    for is_sorted in (True, False)
    for is_ascii in (True, False)
)


class UnknownTextError(ValueError):
    """Raised for a text that contains ids and was not written by this program."""


@cache
def load_places() -> dict[str, dict[str, Places]]:
    """Return, for each column ("app.model.column") and kind of row, the places of ids."""
    table: dict[str, dict[str, dict[str, str]]] = tomllib.loads(_FILE.read_text("utf-8"))
    return {
        column: {
            kind: tuple((tuple(path.split(".")), model) for path, model in places.items())
            for kind, places in kinds.items()
        }
        for column, kinds in table.items()
    }


def translate_text(text: str, column: str, kind: str, convert: Convert) -> str:
    """Return a text with other ids; a text without ids stays as it is."""
    kinds = load_places().get(column)
    if not kinds or not text:
        return text
    if text[0] not in "[{":
        return _translate_numbers(text, kinds.get(ANY_KIND, ()), convert)
    places = [place for name in dict.fromkeys((kind, ANY_KIND)) for place in kinds.get(name, ())]
    narrower = {name.partition("/")[2]: own_places for name, own_places in kinds.items() if name.startswith(f"{kind}/")}
    return _translate_json(text, places, narrower, convert) if places or narrower else text


def _translate_numbers(text: str, places: Places, convert: Convert) -> str:
    """Translate numbers with commas: the places are "5-", from there on."""
    numbers = text.split(",")
    for (path, *_rest), model in places:
        first = int(path.rstrip("-"))
        numbers[first:] = [str(convert(model, int(number))) if int(number) else number for number in numbers[first:]]
    return ",".join(numbers)


def _translate_json(text: str, places: list[Place], narrower: Mapping[str, Places], convert: Convert) -> str:
    content = was = json.loads(text)
    words = (content.get(name) for name in ("what", "kind")) if narrower and isinstance(content, dict) else ()
    extra_places = [place for word in words if isinstance(word, str) for place in narrower.get(word, ())]
    for path, model in (*places, *extra_places):
        content = _replace(content, path, model, convert)
    if content == was:
        return text
    encode = next((encode for encode in _ENCODERS if encode(was) == text), None)
    if encode is None:
        raise UnknownTextError(text[:80])
    return encode(content)


def _replace(value: Any, path: Sequence[str], model: str, convert: Convert) -> Any:
    """Return a value with other ids at the end of a path; what is not there stays."""
    if not path:
        if model == PLACE:
            return _replace_place(value, convert) if isinstance(value, str) else value
        return convert(model, value) if isinstance(value, int) and not isinstance(value, bool) and value > 0 else value
    step, rest = path[0], path[1:]
    if isinstance(value, list):
        return [
            _replace(item, rest, model, convert) if step in (EACH, str(index)) else item
            for index, item in enumerate(value)
        ]
    if not isinstance(value, Mapping):
        return value
    if step == KEYS and model == PLACE:
        return {_replace_place(key, convert): item for key, item in value.items()}
    if step == KEYS:
        return {_replace_key(key, model, convert): item for key, item in value.items()}
    return {key: _replace(item, rest, model, convert) if step in (EACH, key) else item for key, item in value.items()}


def _replace_place(place: str, convert: Convert) -> str:
    """Return the place of a text ("app.model.column:id") with the other id."""
    column, _colon, key = place.rpartition(":")
    model = column.rpartition(".")[0]
    return f"{column}:{_replace_key(key, model, convert)}" if model else place


def _replace_key(key: str, model: str, convert: Convert) -> str:
    """Return the other id for one that stands as a key of an object; any other key as it is."""
    number = parse_whole(key)
    return key if number is None else str(convert(model, number))
