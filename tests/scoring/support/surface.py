"""Controls under a thumb: the choice of a field itself, or on a table's surface the card or chip that sets it."""

import re

from playwright.sync_api import Locator, Page

from tests.scoring.support.scripts import ENTRY, build_call

SEATS = ("0", "1", "2", "3")
PREMIUM = re.compile(r"prem-(?P<id>.+)-(?P<side>declarer|defence)")
HOLD_MS = 700
# The states of a premium's chip in the order of its taps: a tap more passes one that is not possible.
STATES = build_call(
    ENTRY,
    """([id, side]) => {
      const { forms, needs } = contractOf(0);
      const states = ["silent", "announced"].filter((state) => `${id}-${state}` in forms);
      return ["", ...(side === "declarer" && needs.includes(id) ? states.reverse() : states)];
    }""",
)
PLAIN = build_call(ENTRY, "(id) => rules.contracts[id].plain")
FIELD = build_call(ENTRY, "(name) => value(name)")
EXTRA = re.compile(r"(?P<name>prem-.+-(?:declarer|defence))-(?P<of>lost|kontra)")


def find_choice(page: Page, name: str, value: str) -> Locator:
    """The choice of the form, where it is in sight."""
    return page.locator(f'label:has(input[name="{name}"][value="{value}"])')


def find_card(page: Page, seat: str) -> Locator:
    """The card of a player who sits on this seat of the deal."""
    return page.locator(f'.totals li[data-seat="{seat}"] .tap')


def find_controls(page: Page, name: str, value: str) -> list[Locator]:
    """The controls to tap on, in order, so that a field of the form says a value; empty: it says so already."""
    choice = find_choice(page, name, value)
    if not page.locator("#entry.surface").count():
        return [choice]
    if "blatt" in name or name.startswith(("p0-jungfrau-", "p0-mayor-")):
        return _find_beside_pad(page, name, value, choice)
    return _find_on_surface(page, name, value, choice)


def _find_on_surface(page: Page, name: str, value: str, choice: Locator) -> list[Locator]:
    if name in ("p0-declarer", "p0-partner") and value in SEATS:
        return _find_cards(page, name, value)
    if name.startswith("p0-loser-"):
        return [find_card(page, value)]
    if name == "renonce":
        chip = page.locator("[data-renonce]")
        return [*([chip] if chip.get_attribute("aria-pressed") == "true" else []), chip, find_card(page, value)]
    if (extra := EXTRA.fullmatch(name)) is not None:
        return _find_of_last(page, extra["name"], extra["of"], value)
    if name == "p0-contract":
        plain = find_choice(page, name, page.evaluate(PLAIN, value))
        choice.or_(plain).filter(visible=True).first.wait_for()  # the form of the next deal is there
        return [choice] if choice.is_visible() else [plain, page.locator(f'[data-open="{value}"]')]
    if choice.is_visible() and not name.startswith(("p1-", "p2-")):
        return [choice]
    if name.endswith("-kontra") or "-kontra-" in name:
        return _find_turns(page, name, value, _find_kontra_chip(page, name))
    found = PREMIUM.fullmatch(name)
    if found is None:
        return _find_beside(page, name, value) if name.startswith(("p1-", "p2-")) else [choice]
    return _find_premium_turns(page, name, value, found)


def _find_beside_pad(page: Page, name: str, value: str, choice: Locator) -> list[Locator]:
    """A key of the pad for a Blatt; what lies under the pad after it is put away."""
    if "blatt" in name:
        return [page.locator(f'.number-pad [data-blatt="{value}"]')]
    return [*put_pad_away(page), choice]


def put_pad_away(page: Page) -> list[Locator]:
    """The key that puts the number pad away, where it lies over the chips."""
    return [page.locator(".number-pad [data-digit=done]")] * page.locator(".number-pad").is_visible()


def _find_premium_turns(page: Page, name: str, value: str, found: re.Match[str]) -> list[Locator]:
    """The chip of a premium, as often as it has to be tapped on, after the switch to its side."""
    whose = page.locator(".chip.whose")
    is_turned = whose.get_attribute("aria-pressed") == str(found["side"] == "defence").lower()
    chip = page.locator(f'[data-chip="{found["id"]}"]')
    turns = [whose] * (not is_turned)
    states = page.evaluate(STATES, [found["id"], found["side"]])
    now, then = states.index(page.evaluate(FIELD, name)), states.index(value)
    return [*put_pad_away(page), *turns, *[chip] * ((then - now) % len(states))]


def find_control(page: Page, name: str, value: str) -> Locator:
    """The control to tap on last so that a field says a value."""
    return find_controls(page, name, value)[-1]


def tap_choice(page: Page, name: str, value: str) -> int:
    """Set a field by tapping; the number of taps."""
    controls = find_controls(page, name, value)
    for control in controls:
        control.tap()
    return len(controls)


def _find_of_last(page: Page, premium: str, of: str, value: str) -> list[Locator]:
    """The chip that says lost or kontra of the premium that was tapped last; another one is held for a moment first."""
    found = PREMIUM.fullmatch(premium)
    assert found is not None
    chip = page.locator(f'[data-chip="{found["id"]}"]')
    whose = page.locator(".chip.whose")
    is_turned = whose.get_attribute("aria-pressed") == str(found["side"] == "defence").lower()
    if not is_turned:
        whose.tap()
    if "is-last" not in (chip.get_attribute("class") or ""):
        chip.click(delay=HOLD_MS)
    of_last = page.locator(".chip.of-last")  # lost, and kontra where the sheet has one on premiums
    if of == "kontra":
        return _find_turns(page, f"{premium}-kontra", value, of_last.last)
    return [of_last.first] if page.locator(f'[name="{premium}-lost"]').is_checked() != bool(value) else []


def _find_beside(page: Page, name: str, value: str) -> list[Locator]:
    """The chip of a game beside the first, the card of who plays it, once more where he has lost."""
    if name.endswith("-contract"):
        return [page.locator(f'[data-beside="{value}"]')]
    if name.endswith("-declarer"):
        return [find_card(page, value)]
    if page.locator(f'[name="{name}"]:checked').get_attribute("value") == value:
        return []
    return [find_card(page, page.locator(f'[name="{name.replace("result", "declarer")}"]:checked').input_value())]


def _find_cards(page: Page, name: str, value: str) -> list[Locator]:
    """The cards to tap on; another declarer is taken back first."""
    chosen = page.locator(f'input[name="{name}"]:checked:enabled')
    before = chosen.get_attribute("value") if chosen.count() else None
    card = find_card(page, value)
    if before == value:
        return []
    return [find_card(page, before), card] if before in SEATS and name == "p0-declarer" else [card]


def _find_kontra_chip(page: Page, name: str) -> Locator:
    if name == "p0-kontra":
        return page.locator(".key.kontra:not([data-seat])")
    play, _kontra, seat = name.split("-")
    return page.locator(f'.kontra[data-against="{play[1:]}"][data-seat="{seat}"]')


def _find_turns(page: Page, name: str, value: str, chip: Locator) -> list[Locator]:
    """The chip, as often as it has to be tapped on."""
    fields = page.locator(f'input[name="{name}"]:enabled')
    values = fields.evaluate_all("(fields) => fields.map((field) => [field.value, field.checked])")
    offered = [given for given, _ in values]
    now = next((at for at, (_, checked) in enumerate(values) if checked), 0)
    if value not in offered:
        raise AssertionError(f"{name} does not offer {value!r}, only {offered}")
    return [chip] * ((offered.index(value) - now) % len(offered))
