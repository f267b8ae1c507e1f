"""Whatever colour a club chooses, letters on it and links in it are legible."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.platform.club_look import services
from tarockclub.platform.club_look.forms import PALETTE
from tests.support.paths import ROOT

TOKENS = (ROOT / "tarockclub/static/tarockclub/styles/tokens.css").read_text("utf-8")
any_colour = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def read_tones(colour):
    """The tones on a light page, on a dark device, and where dark was chosen."""
    parts = services.write_rules(colour).split("@media ")[1:]
    return [dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6});", rules)) for rules in parts]


@given(any_colour)
def test_every_tone_of_every_colour_has_enough_contrast(colour):
    light, dark, chosen = read_tones(colour)
    assert dark == chosen
    for ground in ("green", "green-deep", "chosen"):
        assert services.measure_contrast(light[ground], services.ON_CLOTH) >= services.ENOUGH
        assert services.measure_contrast(dark[ground], services.ON_CLOTH_DARK) >= services.ENOUGH
    assert services.measure_contrast(light["green-strong"], services.PAPER) >= services.ENOUGH
    assert services.measure_contrast(dark["green-strong"], services.CARD_DARK) >= services.ENOUGH


def test_grounds_and_letters_are_those_of_the_stylesheet():
    light, dark = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in TOKENS.split("@media"))
    assert (light["on-green"], light["cream"]) == (services.ON_CLOTH, services.PAPER)
    assert (dark["on-green"], dark["card"]) == (services.ON_CLOTH_DARK, services.CARD_DARK)
    assert (light["green-deep"], dark["green-deep"]) == (services.USUAL_HEADER, services.USUAL_DARK_HEADER)


@pytest.mark.parametrize("colour", [colour for colour, _ in PALETTE if colour])
def test_colours_that_were_tried_are_taken_as_they_are(colour):
    assert services.find_cloth(colour) == colour
    assert not services.is_red(colour)


RED, NO_RED = ("#9a2a1b", "#ff0000", "#e0103c"), ("#1f5c44", "#5a3b22", "#111111", "#804080", "#ffdddd")


@pytest.mark.parametrize("colour", RED + NO_RED)
def test_red_alone_is_the_colour_of_losses(colour):
    assert services.is_red(colour) is (colour in RED)
