"""A stylesheet without comments and spaces says to a browser what the written one says."""

import re

import pytest

from tarockclub.platform.server.static_files import (
    GROUPS,
    INN_STYLE,
    ORDER,
    OVER,
    SIZES,
    STYLES,
    WHOLE,
    get_style_name,
    offer_both_lights,
    read_style,
)
from tests.support.paths import ROOT
from tests.tarockclub.platform.server.test_static_files import read

# Each rule with its conditions around it, as the browser has understood them.
RULES = """(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  const list = (rules, around) => [...rules].flatMap((rule) => rule.conditionText === undefined
    ? [`${around}${rule.cssText}`] : list(rule.cssRules, `${around}${rule.conditionText} | `));
  return list(sheet.cssRules, "");
}"""
BESIDE_SIGNS = re.compile(r"(?<=[,{(])\s+|\s+(?=[)}])")  # spaces that a browser keeps where var() stands
AFTER_COLON = re.compile(r":\s+")  # in a condition the browser keeps what was written


def list_rules(page, style):
    return [AFTER_COLON.sub(":", BESIDE_SIGNS.sub("", rule)) for rule in page.evaluate(RULES, style)]


@pytest.mark.heavy
@pytest.mark.parametrize(
    "group", [pytest.param(name, marks=[] if name == WHOLE else [pytest.mark.soak]) for name in GROUPS]
)
def test_all_rules_are_served_as_they_are_written(chromium, group):
    page = chromium.new_page()
    written, inn = (list_rules(page, offer_both_lights(rules)) for rules in (read_style(group), read(INN_STYLE)))
    assert len(written) > (100 if group == OVER else 400)
    if group == WHOLE:
        assert [rule for rule in written if ":is(caption" in rule]  # within a condition about the written sheet
    usual, *larger = (get_style_name(group, size) for size in SIZES)
    assert list_rules(page, read(usual)) == written
    for enlarged in larger:
        rules = list_rules(page, read(enlarged))
        assert rules[-len(inn) :] == inn
        assert len(rules) > len(written) + len(inn)
    page.close()


def test_every_part_is_on_some_pages_and_in_one_order():
    files = {file.stem for file in (ROOT / "tarockclub/static/tarockclub/styles").glob("*.css")}
    assert files == set(ORDER)
    assert files == {part for group in GROUPS.values() if group != ORDER for part in group}
    for group in GROUPS.values():
        assert list(group) == sorted(group, key=ORDER.index)
    assert len(STYLES) == len(GROUPS) * len(SIZES)
