"""docs/dev/sheet-keys.md explains every key that there is; the examples there and in sheets.md do what they say."""

import json
import tomllib
from collections.abc import Iterator

import pytest

from scoring.engine.hand.scorer import RecordScorer, format_explained_answer
from scoring.engine.house_rules.contradictions import EVENTS
from scoring.engine.house_rules.library import load, load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.reminders import MOMENTS
from scoring.engine.house_rules.trischaken_table import ROW_WORDS
from scoring.engine.house_rules.validate import WORDS
from tests.scoring.engine.support.documents import code, fences, list_keys, page, rows

pytestmark = pytest.mark.no_cover  # other tests of the same lines are measured

GUIDE, PAGE = page("sheets.md"), page("sheet-keys.md")
HEAD = {"id": 'id = "mine"', "source": 'source = "our club"', "extends": 'extends = "treffpunkt"'}
KEYS = rows(PAGE, "key")
EXAMPLES = [(" ".join(code(row[0])[:1]), code(row[4])[0]) for row in KEYS]


def on_treffpunkt(text: str) -> Rules:
    """Load a few lines as a sheet over treffpunkt."""
    head = [line for key, line in HEAD.items() if not text.startswith(f"{key} ")]
    return load("\n".join([*head, text]))


def test_every_key_is_explained_and_every_explained_key_exists():
    explained_keys = [key for row in KEYS for key in code(row[0])]
    assert sorted(explained_keys) == sorted(list_keys())


def test_every_row_says_type_default_meaning_and_gives_an_example():
    assert [row[0] for row in KEYS if len(row) != 5 or not all(row) or not code(row[4])] == []


@pytest.mark.heavy_but("concede.in")
@pytest.mark.parametrize(("key", "example"), EXAMPLES, ids=[key for key, _ in EXAMPLES])
def test_the_example_of_a_key_uses_it_and_can_be_loaded(key, example):
    assert key.rpartition(".")[2] in set(keys_of(tomllib.loads(example)))
    assert on_treffpunkt(example).build_sheet().contracts


def keys_of(value: object) -> Iterator[str]:
    """Name all keys in an example, at any depth."""
    if isinstance(value, dict):
        yield from value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from keys_of(inner)


def test_the_words_of_a_trischaken_row_are_all_explained():
    assert {word for row in rows(PAGE, "word in `when`") for word in code(row[0])} == set(ROW_WORDS)


def test_the_words_of_a_reminder_are_all_explained():
    assert {word for row in rows(PAGE, "word in `reminders.when`") for word in code(row[0])} == set(MOMENTS)


def test_the_words_of_a_selector_are_all_explained():
    told = {word for row in rows(GUIDE, "word") for word in code(row[0])}
    groups = {group for entry in load_vocabulary()["premiums"].values() for group in entry.get("groups", ())}
    assert told == {*WORDS, *groups, "not"}


def test_the_events_of_a_radl_are_all_named():
    row = next(row for row in KEYS if code(row[0]) == ["radl.after"])
    assert [word for word in code(row[3]) if word != '"round"'] == list(EVENTS)


def test_every_sheet_and_every_part_of_one_on_the_page_can_be_loaded():
    sheets = [fence.text for fence in fences(GUIDE + PAGE) if fence.kind == "toml"]
    assert len(sheets) == 2
    for text in sheets:
        assert (load(text) if text.startswith("id ") else on_treffpunkt(text)).build_sheet().contracts


def test_the_first_sheet_scores_the_hand_beside_it_as_printed():
    sheet, record, printed = (fence.text for fence in fences(GUIDE)[:3])
    own = load(sheet)
    desk = RecordScorer({own.table["id"]: own}.get, own.table["id"], "en")
    assert format_explained_answer(*desk.answer_line(record.encode()), "en") + "\n" == printed


@pytest.mark.parametrize(
    ("points", "paid"),
    [
        (["35/1", "34/2", "0", "0"], ["-4", "0", "2", "2"]),
        (["35", "35", "0", "0"], ["-2", "-2", "2", "2"]),
        (["20", "20", "20", "10"], ["-1", "-1", "-1", "3"]),
        (["36", "20", "14", "0"], ["-6", "0", "0", "6"]),
        (["30", "20", "10", "10"], ["-3", "1", "1", "1"]),
    ],
)
def test_the_example_of_a_trischaken_table_pays_what_the_sentence_above_it_says(points, paid):
    text = next(fence.text for fence in fences(PAGE) if fence.kind == "toml" and "jungfrauen_2" in fence.text)
    own = load(f"{HEAD['id']}\n{HEAD['source']}\n{text}")
    record = {"plays": [{"contract": "trischaken", "declarer": 0, "points": points}]}
    answer = json.loads(RecordScorer({"mine": own}.get, "mine").answer_line(json.dumps(record).encode())[0])
    assert answer["payouts"] == paid
