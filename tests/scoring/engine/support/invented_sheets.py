"""The invented sheets of tests/data/sheets, and a desk that knows them beside the built-in ones."""

from functools import cache
from typing import Any

from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import load, load_built_in
from scoring.engine.house_rules.loader import Rules
from tests.support.paths import DATA

INVENTED = DATA / "sheets"
INVENTED_NAMES = sorted(path.stem for path in INVENTED.glob("*.toml"))


@cache
def invented(name: str) -> Rules:
    """Load a sheet of tests/data/sheets by the name of its file."""
    return load((INVENTED / f"{name}.toml").read_text(encoding="utf-8"))


def find_rules(sheet_id: str) -> Rules | None:
    """A built-in sheet, or an invented one: its file is called like it."""
    return invented(sheet_id) if sheet_id in INVENTED_NAMES else load_built_in(sheet_id)


def desk(own: str | None = None, language: str = "de") -> RecordScorer:
    """Make a desk that knows all of them; with a sheet of one's own, that one is the default."""
    return RecordScorer(find_rules, own, language)


def score_of(record: dict[str, Any], own: str | None = None) -> Score:
    """The score of a record that such a desk takes."""
    score = desk(own).score_raw(record).score
    assert score is not None
    return score
