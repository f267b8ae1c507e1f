"""docs/dev/live.md names every answer that a phone may get to a hand, with its status."""

import re

from scoring.book.ledger.entries import Outcome
from tests.support.paths import DEV_DOCS

PAGE = (DEV_DOCS / "live.md").read_text("utf-8")
OF_PHONES = {"same": 200, "dropped": 200, "invalid_json": 400, "no_right": 403, "no_table": 404}


def test_every_answer_to_a_hand_is_explained():
    told = {code: int(status) for status, code in re.findall(r'^\| (\d{3}) `"code": "(\w+)"`', PAGE, re.MULTILINE)}
    others = (Outcome.SAVED, Outcome.DECIDED, Outcome.DIRECTOR, Outcome.TIME_OVER, Outcome.NOT_NOW)
    as_they_are = {outcome.name.lower(): outcome.value for outcome in Outcome if outcome not in others}
    by_the_clock = {"time_up": Outcome.TIME_OVER.value, "in_pause": Outcome.NOT_NOW.value}
    assert told == as_they_are | by_the_clock | OF_PHONES
