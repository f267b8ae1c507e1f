"""The ready rules of `ready.toml`, read once; pure.

>>> find_ready("tirol").settings.best, find_ready("nobody knows it")
(6, None)
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tournaments.seasons.season.settings import HUNDREDTHS, SeasonSettings

FILE = Path(__file__).with_name("ready.toml")
_POINTS = ("rest", "bonus")  # of the settings: points, in hundredths
_TABLES = ("table", "final_table")


class ReadyRule(NamedTuple):
    """A rule for points that a season can begin with."""

    id: str
    name: str
    name_en: str
    about: str
    about_en: str
    settings: SeasonSettings
    cup: bool = False  # of a cup of Austria, by its name

    def get_name(self, language: str) -> str:
        """Return the name in a reader's language."""
        return self.name_en if language.startswith("en") else self.name

    def get_about(self, language: str) -> str:
        """Return the description in a reader's language."""
        return self.about_en if language.startswith("en") else self.about


@cache
def list_ready() -> tuple[ReadyRule, ...]:
    """Return all rules, in the order of the file."""
    rows = tomllib.loads(FILE.read_text("utf-8"))["ready"]
    found: dict[str, ReadyRule] = {}
    for row in rows:
        base = found[row.pop("like")].settings if "like" in row else SeasonSettings()
        found[row["id"]] = ReadyRule(**row | {"settings": _build_settings(base, row["settings"])})
    return tuple(found.values())


def find_ready(rule_id: str) -> ReadyRule | None:
    """Return the rule of this id, if there is one."""
    return next((rule for rule in list_ready() if rule.id == rule_id), None)


def list_same_rules(settings: SeasonSettings) -> list[ReadyRule]:
    """Return the rules by which a season counts, whatever its planned days are: some cups have the same."""
    plain = settings._replace(evenings=None)
    return [rule for rule in list_ready() if rule.settings == plain._replace(days=rule.settings.days)]


def _build_settings(base: SeasonSettings, content: dict[str, Any]) -> SeasonSettings:
    """Return the settings of another rule with some of their own."""
    points = {name: content[name] * HUNDREDTHS for name in _POINTS if name in content}
    lists: dict[str, Any] = {name: tuple(value) for name, value in content.items() if isinstance(value, list)}
    tables = {name: tuple(place * HUNDREDTHS for place in content[name]) for name in _TABLES if name in content}
    return base._replace(**content | lists | points | tables)
