"""The chips of premiums: a tap is one step, and a chip that cannot take it says why and enters nothing."""

import pytest
from playwright.sync_api import expect

from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import ENTRY, build_call

pytestmark = pytest.mark.heavy
OFTEN = ("zwanzigerrufen", "skoty", "steindl")  # the other sheets by a soak

# Taps at random on what lies on the surface; what each has changed besides one field, and the states that were passed
# without a word. A presumed result, and what can only be lost, are said as such and no change of their own.
WANDER = """([seed, steps]) => {
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const isThere = (one) => !one.disabled && !one.hidden && one.getClientRects().length > 0;
  const list = (selector) => [...document.querySelectorAll(selector)].filter(isThere);
  const boxes = () => [...form.querySelectorAll("[data-follows]")].map((box) => box.name);
  // All fields with what they say, and whether they are offered.
  const read = () => {
    const said = new Map();
    for (const { name, type, checked, value, disabled } of form.elements) {
      if (!name || type === "hidden") continue;
      if (type !== "radio" || checked) said.set(name, [type === "checkbox" ? checked : value, !disabled]);
    }
    return said;
  };
  const isChanged = ([before, wasOffered] = ["", true], [after, isOffered] = ["", true]) =>
    before !== after && (wasOffered || isOffered);
  // With the field in front those behind it change: they say the same thing once more, or what was said of it.
  const SAME = [
    [/^p0-contract$/, /^prem-.*-declarer$/], // a bird that the game is named after
    [/^p0-declarer$/, /^p0-partner$/], // who was the partner
    [/^p0-partner$/, /^p0-result$/], // conceded with the king in the talon
    [/^p0-result$/, /^p0-(points|blatt)$/], // the points that said otherwise
    [/^(prem-.*)$/, /^p0-kontra$|^$1-/], // the one kontra goes along
    [/^p0-(loser|mayor)-(\\d)$/, /^p0-(loser|mayor)-$2$/], // the Bürgermeister has lost
  ];
  const nameThing = (name) => (/^p[12]-/.test(name) ? "games beside the first" : name);
  const isSame = (name, other) => SAME.some(([first, then]) => {
    const match = first.exec(name);
    return match && new RegExp(then.source.replace(/\\$(\\d)/g, (_, at) => match[at])).test(other);
  });
  const TAPS = ".chip, .standing .tap, .results label, .nobody, .ending label";
  const found = [];
  for (let step = 0; step < steps; step += 1) {
    if (!value("p0-contract") || random(12) === 0) {
      if (value("p0-contract")) find('[data-part="other"]', form).click();
      const games = list('[data-play="0"] .contracts label');
      games[random(games.length)].click();
      continue;
    }
    const taps = list(TAPS);
    const tap = taps[random(taps.length)];
    const [before, presumed, follows] = [read(), "presumed" in form.dataset, boxes()];
    const words = tap.textContent;
    tap.click();
    const after = read();
    const isPresumed = presumed || "presumed" in form.dataset;
    const loose = [...follows, ...boxes(), ...(isPresumed ? ["p0-result"] : [])];
    const changed = [...new Set([...before.keys(), ...after.keys()])]
      .filter((name) => isChanged(before.get(name), after.get(name)) && !loose.includes(name));
    const change = changed.map((name) => `${name} ${before.get(name)} > ${after.get(name)}`);
    const heads = changed.filter((name) => !changed.some((other) => other !== name && isSame(other, name)));
    if (new Set(heads.map(nameThing)).size > 1) found.push([words, change]);
    const id = tap.dataset?.chip;
    if (id && !changed.length && tap.textContent === words) found.push([words, "says nothing"]);
    if (list(".premium-strip .is-dead").some((chip) => !chip.querySelector("small").textContent))
      found.push([words, "a dead chip without a reason"]);
  }
  return found;
}"""
SEED, STEPS = 45, 300


def read_field(page, name):
    """Return what a field of the form says."""
    return page.evaluate(build_call(ENTRY, "(name) => value(name)"), name)


def test_a_premium_that_cannot_be_silent_says_why_and_a_tap_only_asks(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    thumb.choose(p0_contract="rufer", p0_partner="2", prem_trull_declarer="silent")
    phone.locator(".chip.whose").tap()
    chip = phone.locator('[data-chip="mondfang"]')
    expect(chip.locator("small")).to_have_text("weil Trull bei Anna")
    chip.tap()
    expect(chip.locator("small")).to_have_text("angesagt?")
    assert read_field(phone, "prem-mondfang-defence") == ""
    chip.tap()
    expect(chip.locator("small")).to_have_text("angesagt · verloren")
    chip.tap()
    expect(chip.locator("small")).to_have_text("weil Trull bei Anna")
    expect(phone.locator('[data-chip="trull"] small')).to_have_text("weil Trull bei Anna")
    phone.locator(".chip.whose").tap()
    thumb.choose(prem_trull_declarer="")
    phone.locator(".chip.whose").tap()
    chip.tap()
    expect(chip.locator("small")).to_have_text("still")


def test_a_side_that_said_kontra_reads_at_its_valat_why_it_cannot_announce_one(phone):
    thumb = Thumb(phone)
    thumb.start("oberoesterreich_2023")
    thumb.choose(p0_contract="farbensolo", p0_kontra="2")
    phone.locator(".chip.whose").tap()
    chip = phone.locator('[data-chip="valat"]')
    chip.tap()
    expect(chip.locator("small")).to_have_text("still")
    chip.tap()
    expect(chip.locator("small")).to_have_text("angesagt: nicht neben Kontra")
    thumb.choose(p0_kontra="1")
    chip.tap()
    expect(chip.locator("small")).to_have_text("angesagt")
    thumb.choose(p0_kontra="2")
    expect(chip.locator("small")).to_have_text("nicht neben Kontra")


def test_a_king_that_the_own_pagat_brought_home_says_why_it_was_not_lost(phone):
    thumb = Thumb(phone)
    thumb.start("treffpunkt")
    thumb.choose(p0_contract="rufer", p0_partner="2", prem_pagat_declarer="silent")
    king = phone.locator('[data-chip="koenig_ultimo"]')
    king.tap()
    expect(king.locator("small")).to_have_text("still")
    expect(phone.locator(".chip.of-last").first).to_have_text("wegen Pagat")
    expect(phone.locator(".chip.of-last").first).to_be_disabled()
    thumb.choose(prem_pagat_declarer="")
    king.tap()
    king.tap()
    king.tap()
    expect(king.locator("small")).to_have_text("still")
    expect(phone.locator(".chip.of-last").first).to_have_text("verloren")
    expect(phone.locator(".chip.of-last").first).to_be_enabled()


@pytest.mark.parametrize(
    "sheet", [pytest.param(name, marks=[] if name in OFTEN else [pytest.mark.soak]) for name in BUILT_IN]
)
def test_no_tap_changes_two_things_or_skips_a_state_and_every_dead_chip_says_why(phone, faults, sheet):
    faults.expect("request|console")  # nobody waits for previews
    thumb = Thumb(phone)
    thumb.start(sheet)
    phone.context.route("**/preview/", lambda route: route.abort())
    assert phone.evaluate(build_call(ENTRY, WANDER), [SEED, STEPS]) == []
