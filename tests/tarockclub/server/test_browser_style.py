"""A stylesheet without comments and spaces says to a browser what the written one says."""

import re

from tarockclub.server.static_files import INN_STYLE, STYLES, USUAL_STYLE, read_style
from tests.tarockclub.server.test_bundles import read

# Each rule with its conditions around it, as the browser has understood them.
RULES = """(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  const list = (rules, around) => [...rules].flatMap((rule) => rule.conditionText === undefined
    ? [`${around}${rule.cssText}`] : list(rule.cssRules, `${around}${rule.conditionText} | `));
  return list(sheet.cssRules, "");
}"""
BESIDE_SIGNS = re.compile(r"(?<=[,{(])\s+|\s+(?=[)}])")  # spaces that a browser keeps where var() stands


def list_rules(page, style):
    return [BESIDE_SIGNS.sub("", rule) for rule in page.evaluate(RULES, style)]


def test_all_rules_are_served_as_they_are_written(chromium):
    page = chromium.new_page()
    written, inn = list_rules(page, read_style()), list_rules(page, read(INN_STYLE))
    assert len(written) > 1000
    assert [rule for rule in written if ":is(caption" in rule]  # within a condition about the written sheet
    assert list_rules(page, read(USUAL_STYLE)) == written
    for enlarged in STYLES.keys() - {USUAL_STYLE}:
        rules = list_rules(page, read(enlarged))
        assert rules[-len(inn) :] == inn
        assert len(rules) > len(written) + len(inn)
    page.close()
