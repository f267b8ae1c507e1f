"""Sheets laid over each other, and which of two sheets mean the same, however they were written."""

import pytest

from scoring.engine.house_rules.library import BUILT_IN, load, load_vocabulary
from scoring.engine.house_rules.loader import Rules, is_same_in_meaning, is_same_with_options
from scoring.engine.house_rules.schema import drop_removed, lay_over
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.house_rules.validate import GAME, Items, resolve
from scoring.engine.problems import Problem, SheetError
from scoring.engine.texts import describe_problem
from tests.scoring.engine.support.built_in import rules_of

HEAD = 'id = "mine"\nsource = "our club"\n'
ITEMS = Items(
    frozenset((GAME, ("pagat", False), ("pagat", True), ("trull", False), ("trull", True))),
    {"voegel": frozenset(("pagat",))},
)
PAGAT, SAID_PAGAT, TRULL, SAID_TRULL = ("pagat", False), ("pagat", True), ("trull", False), ("trull", True)
BELOW = {*rules_of("treffpunkt").defaults}  # the options of the sheet below


def sheet(text: str, parent: str = "treffpunkt", **options: bool) -> Sheet:
    """Load a sheet that extends a built-in one."""
    return load(f'{HEAD}extends = "{parent}"\n{text}').build_sheet(options)


@pytest.mark.parametrize(
    ("words", "picked"),
    [
        ([], set()),
        (["all"], {GAME, PAGAT, SAID_PAGAT, TRULL, SAID_TRULL}),
        (["game"], {GAME}),
        (["premiums"], {PAGAT, SAID_PAGAT, TRULL, SAID_TRULL}),
        (["announced"], {SAID_PAGAT, SAID_TRULL}),
        (["silent"], {PAGAT, TRULL}),
        (["voegel"], {PAGAT, SAID_PAGAT}),
        (["trull"], {TRULL, SAID_TRULL}),
        (["game", "announced"], {GAME, SAID_PAGAT, SAID_TRULL}),
        (["not trull"], {GAME, PAGAT, SAID_PAGAT}),
        (["not voegel", "not game"], {TRULL, SAID_TRULL}),
        (["premiums", "not announced"], {PAGAT, TRULL}),
        (["not premiums", "not game"], set()),
    ],
    ids=lambda value: ", ".join(value) or "nothing" if isinstance(value, list) else "",
)
def test_the_words_of_a_selector_add_up_and_not_takes_away(words, picked):
    selector = resolve(words, ITEMS)
    assert {key for key in ITEMS.keys if selector.is_picked(key, False)} == picked
    assert {key for key in ITEMS.keys if selector.is_picked(key, True)} == picked


def test_the_word_kontra_picks_what_somebody_kontrad():
    selector = resolve(["game", "kontra"], ITEMS)
    assert [selector.is_picked(TRULL, kontrad) for kontrad in (False, True)] == [False, True]
    without = resolve(["all", "not kontra"], ITEMS)
    assert [without.is_picked(TRULL, kontrad) for kontrad in (False, True)] == [True, False]


def test_a_table_beats_a_plain_value_and_the_other_way_round():
    assert lay_over({"a": False}, {"a": {"x": 1}}) == {"a": {"x": 1}}
    assert lay_over({"a": {"x": 1}}, {"a": False}) == {"a": False}


def test_false_takes_out_at_any_depth():
    assert drop_removed({"a": False, "b": {"c": False, "d": 0, "e": []}}) == {"b": {"d": 0, "e": []}}


def test_a_contract_or_premium_taken_out_is_not_on_the_sheet():
    mine = sheet("contracts.dreier = false\npremiums.mondfang = false")
    assert "dreier" not in mine.contracts
    assert "mondfang" not in mine.premiums
    assert "einer" in mine.contracts


def test_a_form_taken_out_leaves_the_other():
    mine = sheet("premiums.trull.silent = false")
    assert set(mine.contracts["dreier"].forms) >= {("trull", True)}
    assert ("trull", False) not in mine.contracts["dreier"].forms


def test_trischaken_can_be_taken_out_of_a_sheet_that_starts_a_radl_with_it():
    assert sheet("contracts.trischaken = false").trischaken.rows == ()


def test_a_section_taken_out_is_as_the_vocabulary_says():
    assert (sheet("points = false", "zwanzigerrufen").total, sheet("", "zwanzigerrufen").total) == (210, 264)
    assert (sheet("kontra = false").contracts["dreier"].game.kontra, sheet("").contracts["dreier"].game.kontra) == (
        1,
        8,
    )
    assert (sheet("radl = false").radl_after, len(sheet("").radl_after)) == ({}, 2)
    renonce = [sheet(text, "zwanzigerrufen").renonce_alone for text in ("renonce = false", "")]
    assert renonce == [3, 1]
    calls = [sheet(text).contracts["rufer"] for text in ("groups = false", "")]
    assert [(call.partner, call.self_call) for call in calls] == [("king", False), ("king", True)]


def test_a_key_taken_out_is_as_the_vocabulary_says():
    assert sheet("points.win = false", "karlsruhe").contracts["rufer"].win == 107
    assert sheet("kontra.game = false").contracts["dreier"].game.kontra == 1
    assert sheet("radl.after.zero = false").radl_after == {"trischaken": "round"}
    assert sheet("groups.solospiele.doubles = false").contracts["solodreier"].forms["pagat", False].solo == (1, 1)


def test_all_premiums_or_options_can_be_taken_out():
    text = "premiums = false\ncontracts = { besserrufer = false, solobesser = false }\noptions = false"
    mine = sheet(text)
    assert not mine.premiums
    assert not mine.options
    assert not mine.contracts["rufer"].forms


def test_a_contracts_own_key_beats_its_groups():
    mine = sheet("groups.solospiele.kontra = 2\ncontracts.solodreier.kontra = 4")
    assert (mine.contracts["solorufer"].game.kontra, mine.contracts["solodreier"].game.kontra) == (2, 4)


def test_an_option_is_off_by_itself_with_on_and_on_by_itself_with_off():
    text = """
options.dear.name = "Teurer Dreier"
options.dear.on.contracts.dreier.value = 8
options.kind.off.contracts.einer.value = 7
"""
    rules = load(f'{HEAD}extends = "treffpunkt"\n{text}')
    values = {
        chosen: tuple(rules.build_sheet(dict(chosen)).contracts[name].value // 6 for name in ("dreier", "einer"))
        for chosen in [(), (("dear", True),), (("kind", False),), (("dear", True), ("kind", False))]
    }
    assert list(values.values()) == [(5, 6), (8, 6), (5, 7), (8, 7)]
    options = rules.build_sheet().options
    assert (options["dear"].default, options["kind"].default) == (False, True)
    assert (options["dear"].name, options["kind"].name) == ("Teurer Dreier", "kind")


def test_an_option_can_put_a_contract_on_the_sheet():
    text = "options.more.on.contracts = { dreier = {}, solo = { value = 7 } }"
    assert "solo" not in sheet(text).contracts
    names = list(sheet(text, more=True).contracts)
    assert names[names.index("dreier") + 1] == "solo"


def test_an_option_of_the_sheet_below_can_be_taken_out():
    left = sheet("options.radl_announced_only = false").options
    assert set(left) == BELOW - {"radl_announced_only"}


def test_a_sheet_lists_contracts_in_its_own_order():
    contracts = "contracts = { dreier = { value = 4 }, rufer = { value = 1 } }\n"
    mine = load(HEAD + contracts + "premiums = { uhu = { silent = 2 }, pagat = { silent = 1 } }").build_sheet()
    assert list(mine.contracts) == ["dreier", "rufer"]
    assert list(mine.premiums) == ["uhu", "pagat"]


def test_a_refusal_calls_a_game_by_its_name_also_where_the_sheet_does_not_have_it():
    rules = load(
        f'{HEAD}name = "Adler"\nextends = "treffpunkt"\n'
        "[contracts]\nsolodreier = false\n"
        '[premiums.trull]\nname = "Trullaner"\n'
        '[options.more]\nname = "Mehr"\non.contracts.gemse = {name = "Gämse", name_en = "Chamois", value = 3}\n'
    )
    unknown = Problem("", "unknown_contract", (("contract", "gemse"), ("sheet", ("Adler", "Adler"))))
    names = rules.item_names
    assert (names["solodreier"][0], names["trull"][0]) == ("Solodreier", "Trullaner")
    assert describe_problem(unknown, "en", names) == "Adler has no contract “Chamois”."
    assert describe_problem(unknown, "en") == "Adler has no contract “gemse”."


SIX = "".join(f"options.own_{number}.on.contracts.dreier.value = {number}\n" for number in range(6, 12))


@pytest.mark.heavy
def test_six_options_are_a_files_own_whatever_it_extends():
    assert len(sheet(SIX).options) == 6 + len(BELOW)
    with pytest.raises(SheetError, match="too_many_options"):
        sheet(f"{SIX}options.own_12.on.contracts.dreier.value = 12")


def test_an_option_of_the_sheet_below_may_be_changed_beside_six_of_ones_own():
    changed = 'options.piccolo_over_solo = { name = "Piccolo", on = { contracts = { piccolo = { value = 4 } } } }'
    assert sheet(SIX + changed).options["piccolo_over_solo"].name == "Piccolo"


def test_a_sheet_that_was_saved_before_something_was_refused_can_still_be_read():
    table = load(f'{HEAD}extends = "treffpunkt"').table
    old = lay_over(table, {"premiums": {"valat": {"silent": "x4", "multiplies": ["game"]}}})
    with pytest.raises(SheetError, match="times_beside_amount"):
        Rules(load_vocabulary(), old)
    assert Rules(load_vocabulary(), old, is_sound=True).build_sheet().premiums["valat"].multiplies is not None


def test_no_sheet_has_more_options_than_can_be_combined():
    many = {f"o{number}": {"on": {"kontra": {"game": 4}}} for number in range(13)}
    with pytest.raises(SheetError, match="too_many_options"):
        Rules(load_vocabulary(), {"options": many}, is_sound=True)


EXTENDING_HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'
# Sheets are compared for each choice of their options; here they have none but those of a test.
NO_OPTIONS = "".join(f"options.{name} = false\n" for name in load(EXTENDING_HEAD).defaults)


def mine(text: str) -> Rules:
    return load(EXTENDING_HEAD + NO_OPTIONS + text)


def test_each_sheet_means_itself_and_nothing_else():
    same = [(left, right) for left in BUILT_IN for right in BUILT_IN if _is_same(left, right)]
    neighbours = {("wien_2020", "kaernten_2023"), ("kaernten_2023", "wien_2020")}  # as far as Carinthia's is known
    assert set(same) == {(sheet_id, sheet_id) for sheet_id in BUILT_IN} | neighbours


def _is_same(left: str, right: str) -> bool:
    return is_same_with_options(rules_of(left), rules_of(right))


@pytest.mark.parametrize(
    "text",
    [
        'name = "Am Mittwoch"\nref = "Zettel an der Wand"',
        "contracts.dreier.value = '10/2'",
        "contracts.dreier = { value = 5, lost = 5 }",
        "contracts.piccolo.name = 'Einer'",
        'reminders.mine = { text = "Beim Geben aufstehen." }',
        'gaps.mine = { name = "Honneurs", text = "Am Tisch zahlen." }',
        'order.contracts = ["dreier"]',
        'contracts.besserrufer.needs = ["quapil", "uhu", "kakadu", "pagat"]',
        'premiums.trull.in = ["all"]',
    ],
)
def test_words_and_spelling_mean_nothing(text):
    assert is_same_with_options(mine(text), mine(""))


def test_a_sheet_that_adds_nothing_means_what_the_one_below_does():
    assert is_same_with_options(load(EXTENDING_HEAD), rules_of("treffpunkt"))
    assert not is_same_with_options(mine(""), rules_of("treffpunkt")), "the options are gone"


@pytest.mark.parametrize(
    "text",
    [
        "contracts.dreier.value = 6",
        "contracts.dreier.lost = 6",
        "contracts.dreier = false",
        "premiums.trull.silent = 2",
        "kontra.written = 1",
        "contracts.piccolo.bei = []",
        "contracts.dreier.by = 'forehand'",
        "contracts.dreier.kontra = 1",
        "contracts.dreier.premiums = []",
        "contracts.dreier.win = '40'",
        "premiums.trull.announced = 8",
        "premiums.trull.in = ['rufer']",
        "premiums.trull.once = true",
        "premiums.trull.kontra = 16",
        "kontra.game = 2",
        "options.dear.on.contracts.dreier.value = 8",
        "trischaken.pays = [{ places = [-3, 1, 1, 1] }]",
        "radl.after = { zero = 2 }",
    ],
)
def test_what_pays_or_plays_otherwise_means_something_else(text):
    assert not is_same_with_options(mine(text), mine(""))


def test_games_of_the_same_value_may_be_named():
    unsaid = mine("contracts.piccolo = { value = 2, bei = false }\ncontracts.zwiccolo = { value = 2, bei = false }")
    company = sorted(
        other.id
        for other in unsaid.build_sheet().contracts.values()
        if other.is_negative and unsaid.build_sheet().contracts["piccolo"].may_stand_beside(other)
    )
    said = mine(
        f"contracts.piccolo = {{ value = 2, bei = {company} }}\ncontracts.zwiccolo = {{ value = 2, bei = false }}"
    )
    assert is_same_with_options(unsaid, said)


def test_a_limit_that_no_kontra_reaches_is_none():
    assert is_same_with_options(mine("kontra = { game = 8, written = 8 }"), mine("kontra = { game = 8 }"))


def test_options_are_known_by_what_they_do():
    here = mine("options.dear.on.contracts.dreier.value = 8")
    there = mine('options.teuer = { name = "Teuer", on = { contracts = { dreier = { value = 8 } } } }')
    other = mine("options.dear.on.contracts.dreier.value = 9")
    off = mine("contracts.dreier.value = 8\noptions.cheap.on.contracts.dreier.value = 5")
    assert is_same_with_options(here, there)
    assert not is_same_with_options(here, other)
    assert not is_same_with_options(here, off), "by themselves they differ"
    assert is_same_in_meaning(here.build_sheet({"dear": True}), off.build_sheet())
