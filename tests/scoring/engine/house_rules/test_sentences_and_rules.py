"""No own sheet keeps a sentence that its rules make false: each rule is changed, all sentences with its words read.

What names what was changed is not taken over, or is declared independent: in the sheet (`about = []`, or `not` before
a game or premium), or in tests/data/independent-sentences.toml with its reason.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import pytest

from scoring.engine.house_rules.library import BUILT_IN, SENTENCES, load, load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.schema import Table, lay_over
from scoring.engine.problems import SheetError
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from tests.scoring.engine.support.built_in import rules_of
from tests.support.paths import DATA

SECTIONS_WITH_NAMES = ("contracts", "premiums")
SWITCH = "Schalter"
# The place of a rule, what a club says instead (None: the other of two), and the words of sentences about it.
RULES: tuple[tuple[str, Any, str], ...] = (
    ("kontra", False, r"[Kk]ontra|kontrier|\bRe\b|\bSub"),
    ("kontra.written", False, r"Schrift|in Geld|im Geld|Spendenschwein"),
    ("kontra.coins", False, r"Münzen"),
    ("concede", False, r"[Ss]chleif|schliff"),
    ("radl.after", False, r"Radl|Nuller|Nullspiel"),
    ("trischaken", {"pays": [{"places": [-5, 1, 1, 3]}]}, r"Trischaken|[Vv]erlierer|Bürgermeister|Jungfrau"),
    ("groups.negativspiele.bei", [], r"-bei\b|nebeneinander"),
    ("groups.negativspiele.kontra", 1, r"jeder für sich"),
    ("groups.rufspiele.self_call", None, r"selber rufen|sich selbst"),
    ("groups.rufspiele.queen_call", None, r"Dame"),
    ("groups.solospiele.doubles", False, r"Solo\w*.*doppelt|doppelt.*Solo|Zusätze.*doppelt"),
    ("groups.solospiele.king_lies", False, r"kein Kontra|Kontra gilt nicht"),
    ("groups.farbspiele.premiums", False, r"Prämien in? Farb|im Farbenspiel zählen|Farbensolo"),
    ("groups.farbspiele.defence_kontra", False, r"Kontra oder Valat|entweder Kontra"),
    ("points.win", "30", r"35/2|\b4[45]\b"),
    ("points.rounded", None, r"unvollständig|Lage"),
    ("renonce.claims", None, r"fordern|fordert|entgangen|kommen dazu"),
    ("renonce.early", False, r"ohne Vogel"),
    ("renonce.bird", False, r"ohne Vogel"),
    ("renonce.pays", ["game"], r"Renonce|Renoncier"),
    ("settle.silent_lost", None, r"unangesagt|still verloren|stiller Vogel"),
    ("blank", False, r"blank|leerer"),
    ("pagatkassa", False, r"Pagatkassa|Obergrenze"),
    ("premiums.valat.beside", False, r"neben einem.* Valat zähl|daneben"),
    ("premiums.valat.excludes_announced", False, r"neben einem angesagten Valat"),
)
OTHER_OF_TWO: dict[str, tuple[Any, Any]] = {
    "renonce.claims": ("none", "dearest_hand"),
    "settle.silent_lost": ([], ["voegel"]),
}

AMOUNT = re.compile(r"\d|\b(ein|drei|vier|acht)fach\b|[Dd]oppelt|\beinmal\b")
_TRISCHAKEN = ("trischaken = { pays = [{ places = [-5, 1, 1, 3] }] }", "contracts.trischaken.value = 9")
_POINTS, _RADL = ('points.win = "43"',), ("radl.after = false",)
_DOUBLED, _IN_RADL = ("groups.solospiele.doubles = []",), ('radl.doubles = ["game"]',)
_VALAT = ('premiums.valat.announced = "x9"', "premiums.valat.announced = 99", "premiums.valat.silent = 99")
# Sentences with an amount, and the changes of rules that make it another one; (): of no rule that a sheet can change.
AMOUNTS: dict[str, tuple[str, ...]] = {
    "gaps.zwei_renonciers": _TRISCHAKEN,
    "gaps.zweier_und_honneurs": (),
    "options.kontra_limit_44": _POINTS,
    "options.piccolo_over_solo": ("contracts.piccolo.value = 9",),
    "options.radl_announced_only": _IN_RADL,
    "options.radl_game_and_announced": _IN_RADL,
    "options.valat_fixed": _VALAT,
    "options.valat_single": (*_DOUBLED, *_VALAT),
    "readings.alle_stiche": _TRISCHAKEN,
    "readings.fahrer": _TRISCHAKEN,
    "readings.fangen": _DOUBLED,
    "readings.gleiche": _TRISCHAKEN,
    "readings.grundwert": _TRISCHAKEN,
    "readings.jungfrau": _TRISCHAKEN,
    "readings.kontra": ("kontra.game = 8", "contracts.solo.kontra = 4", "premiums.valat.kontra = 4"),
    "readings.neues_radl": (*_RADL, *_IN_RADL, "radl.stacks = true"),
    "readings.radl": (*_IN_RADL, "radl.after = { equal = 2 }"),
    "readings.renonce": ('renonce.pays = ["all"]', "renonce.alone = 3"),
    "readings.sechser": ("contracts.sechserdreier.lost = 9", 'premiums.valat.multiplies = ["all"]'),
    "readings.sechserbock": ("contracts.sechserdreier.lost = 9",),
    "readings.soli": _DOUBLED,
    "readings.solo": ('groups.solospiele.doubles = ["premiums"]',),
    "readings.triccolo": tuple(f"contracts.{name}_ouvert.value = 9" for name in ("triccolo", "piccolo", "zwiccolo")),
    "readings.trull_und_koenige": ("premiums.trull.silent = 9", "premiums.koenige.silent = 9"),
    "readings.valat": _VALAT,
    "readings.vierfach": _TRISCHAKEN,
    "readings.vierundvierzig": _POINTS,
    "readings.vogelrufer": ("contracts.pagatrufer.value = 9",),
    "readings.zwei_verlierer": _TRISCHAKEN,
    "reminders.doppelte_runde": _IN_RADL,
    "reminders.drei_gut": (),
    "reminders.gestrichen": (),
    "reminders.halten": (),
    "reminders.kontra_44": _POINTS,
    "reminders.pflichtsolo": (),
    "reminders.renonce": (),
    "reminders.schlussradl": (*_RADL, *_IN_RADL, "radl.stacks = true"),
    "reminders.solo_koenig": _DOUBLED,
}


class Change(NamedTuple):
    """A rule that a club changes, and the words of sentences about it."""

    rule: str
    value: Any
    words: str

    def write(self) -> str:
        """Return the change as a line of a sheet."""
        return f"{self.rule} = {write_value(self.value)}\n"


def write_value(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {write_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(write_value, value)) + "]"
    return json.dumps(value)


def list_changes(parent: Rules) -> Iterator[Change]:
    """Yield a change of each rule of a sheet: every game and premium taken out, every switch, and the rules above."""
    table, whole = parent.table, lay_over(load_vocabulary(), parent.table)
    for section in SECTIONS_WITH_NAMES:
        for name, entry in table[section].items():
            if entry:
                yield Change(f"{section}.{name}", False, rf"\b{re.escape(whole[section][name]['name'])}\b")
    for name, entry in (table.get("options") or {}).items():
        if entry:
            yield Change(f"options.{name}", False, SWITCH)
    for rule, value, words in RULES:
        own: Any = table
        for key in rule.split("."):
            own = own.get(key) if isinstance(own, dict) else None
        first, second = OTHER_OF_TWO.get(rule, (False, True))
        changed = value if value is not None else second if own in (first, None) else first
        if changed is not False or own:
            yield Change(rule, changed, words)


def is_idle(change: Change, child: Rules) -> bool:
    """Return True if the games still have a kontra of their own."""
    games = child.build_sheet().contracts.values()
    return change.rule == "kontra" and any(contract.game.kontra > 1 for contract in games)


def list_kept(change: Change, child: Rules, parent: Table) -> Iterator[str]:
    """Yield the sentences that a sheet has taken over though they name what it changes."""
    said = {f"reminders.{reminder.id}" for reminder in child.build_sheet().reminders}
    for section in SENTENCES:
        for name, entry in (parent.get(section) or {}).items():
            sentence, about = f"{section}.{name}", (entry or {}).get("about")
            if not entry or not child.table[section][name] or about == [] or f"not {change.rule}" in (about or ()):
                continue
            if section == "reminders" and sentence not in said:
                continue  # of games and premiums that are not played
            if change.words == SWITCH and any(path.startswith("options.") for path in about or ()):
                continue  # of another switch
            if re.search(change.words, f"{entry.get('name', '')} {entry.get('text', '')}"):
                yield sentence


@cache
def list_left(sheet_id: str) -> frozenset[tuple[str, str]]:
    """Return the sentences of a sheet that are taken over though they name what was changed, each with the rule."""
    parent = rules_of(sheet_id)
    left: set[tuple[str, str]] = set()
    for change in list_changes(parent):
        try:
            child = load(f'id = "mine"\nsource = "our wall"\nextends = "{sheet_id}"\n{change.write()}')
        except SheetError:
            continue  # other rules need it
        if not is_idle(change, child):
            left.update((sentence, change.rule) for sentence in list_kept(change, child, parent.table))
    return frozenset(left)


def load_declared() -> list[tuple[str, str]]:
    rows = tomllib.loads((DATA / "independent-sentences.toml").read_text(encoding="utf-8"))["sentence"]
    assert all(row["why"] for row in rows)
    return [(row["sentence"], row["rule"]) for row in rows]


@pytest.mark.heavy_but("zwanzigerrufen_hksw")
@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_a_sentence_with_the_words_of_a_changed_rule_is_not_taken_over_or_declared_independent(sheet_id):
    assert sorted(list_left(sheet_id).difference(load_declared())) == []


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_a_sentence_with_an_amount_is_not_taken_over_where_the_amount_is_another_one(sheet_id):
    said = [
        (f"{section}.{name}", section, name)
        for section in SENTENCES
        for name, entry in (rules_of(sheet_id).table.get(section) or {}).items()
        if entry and AMOUNT.search(" ".join(str(entry.get(key, "")) for key in ("name", "text", "paper")))
    ]
    for sentence, section, name in said:
        changed = list(map(partial(_load_changed, sheet_id), AMOUNTS[sentence]))
        assert not AMOUNTS[sentence] or any(changed), sentence
        assert not [child for child in changed if child and child.table[section][name]], sentence


def _load_changed(sheet_id: str, change: str) -> Rules | None:
    """Return a sheet over this one with a change; None where it cannot be changed so."""
    try:
        return load(f'id = "mine"\nsource = "our wall"\nextends = "{sheet_id}"\n{change}\n')
    except SheetError:
        return None


def test_every_declaration_is_needed_by_some_sheet():
    needed = {pair for sheet_id in BUILT_IN for pair in list_left(sheet_id)}
    assert [pair for pair in load_declared() if pair not in needed] == []


@pytest.mark.parametrize(
    ("parent", "change", "gone"),
    [
        ("treffpunkt", "groups.solospiele.doubles = []", {"reminders.solo_koenig", "readings.fangen"}),
        ("treffpunkt", "premiums.koenigfang = false", {"reminders.koenig_liegt", "readings.fangen"}),
        ("wien_2020", "groups.solospiele.doubles = []", {"readings.valat", "options.valat_single"}),
        ("wien_2020", "groups.negativspiele.bei = []", {"readings.bei"}),
        (
            "zwanzigerrufen",
            'points.win = "44"',
            {"readings.vierundvierzig", "options.kontra_limit_44", "reminders.kontra_44"},
        ),
        ("zwanzigerrufen", "premiums.absolut = false", {"readings.absolut", "readings.kontra", "readings.renonce"}),
    ],
)
def test_a_sentence_that_was_false_on_an_own_sheet_is_no_more(parent, change, gone):
    child = load(f'id = "mine"\nsource = "our wall"\nextends = "{parent}"\n{change}\n')
    below = rules_of(parent).table
    dropped = {f"{part}.{name}" for part in SENTENCES for name in below.get(part, {}) if not child.table[part][name]}
    assert gone <= dropped
    assert not {"reminders.halten", "readings.still_verloren"} & dropped


@pytest.mark.parametrize(
    ("parent", "gone"), [("standard", "gaps.trischaken_statt"), ("oberoesterreich_2023", "gaps.zwei_renonciers")]
)
def test_without_trischaken_no_sentence_names_it(parent, gone):
    child = load(f'id = "mine"\nsource = "our wall"\nextends = "{parent}"\ncontracts.trischaken = false\n')
    section, name = gone.split(".")
    assert child.table[section][name] is False
    texts = [entry.get("text", "") for part in SENTENCES for entry in child.table[part].values() if entry]
    assert not [text for text in texts if "Trischaken" in text]


def test_a_rule_of_a_premium_that_is_not_on_the_sheet_is_not_told():
    text = 'id = "mine"\nsource = "our wall"\nextends = "zwanzigerrufen"\npremiums.absolut = false\n'
    assert "von den Gegnern nur mit Kontra" not in repr(build_rules_zettel(load(text), {}, "de"))
    assert "von den Gegnern nur mit Kontra" in repr(build_rules_zettel(rules_of("zwanzigerrufen"), {}, "de"))


def test_what_counts_on_nothing_is_not_told():
    text = 'id = "mine"\nsource = "our wall"\nextends = "treffpunkt"\ngroups.solospiele.king_lies = []\n'
    assert "zählt kein Kontra auf" not in repr(build_rules_zettel(load(text), {}, "de"))
    assert "zählt kein Kontra auf: alles" in repr(build_rules_zettel(rules_of("treffpunkt"), {}, "de"))


@pytest.mark.parametrize(
    ("parent", "change", "row", "said", "false"),
    [
        ("oesterreich_finale_2021", "", "renonce", "Pagat (Besserrufer 3 an jeden)", "–"),
        ("oesterreich_finale_2021", "premiums.pagat.announced = 4", "renonce", "(Besserrufer 5 an jeden)", "3 an"),
        ("oesterreich_finale_2021", "contracts.besserrufer.value = 2", "renonce", "(Besserrufer 4 an jeden)", "3 an"),
        ("oesterreich_finale_2021", 'renonce.pays = ["game"]', "renonce", "(Besserrufer 1 an jeden)", "3 an"),
        ("standard", 'points.win = "35/1"', "points", "auch wenn das Spiel ab 35/1 gewonnen ist", "35/1 sind"),
        ("standard", 'premiums.sack_1.points = "50"', "premium-sack_1", "Mindestens 50 Punkte", "45/2"),
        ("standard", "contracts.piccolo.tricks = 3", "contract-piccolo", "Genau 3 Stiche", "1 Stich"),
        ("zwanzigerrufen", 'premiums.absolut.points = "58"', "premium-absolut", "mindestens 58", "56"),
    ],
)
def test_a_number_in_a_sentence_is_that_of_the_rules(parent, change, row, said, false):
    text = f'id = "mine"\nsource = "our wall"\nextends = "{parent}"\n{change}\n'
    rules = build_rules_zettel(load(text), {}, "de").map_rows()[row]
    assert said in repr(rules)
    assert false not in repr(rules.notes)


def test_no_explanation_of_the_vocabulary_has_a_number_of_its_own():
    vocabulary = load_vocabulary()
    entries = [entry for section in SECTIONS_WITH_NAMES for entry in vocabulary[section].values()]
    glosses = [entry["gloss"] + entry["gloss_en"] for entry in entries if {"tricks", "points"} & entry.keys()]
    assert len(glosses) > 10
    assert [text for text in glosses if re.search(r"\d|[Gg]enau|[Ee]xactly", text)] == []


def test_without_sechserdreier_nobody_reads_when_it_is_declared():
    child = load('id = "mine"\nsource = "our wall"\nextends = "standard"\ncontracts.sechserdreier = false\n')
    assert "Sechserdreier" not in repr(build_rules_zettel(child, {}, "de"))
    assert "Semi-ouvert mit revers" in repr(build_rules_zettel(child, {}, "de"))
