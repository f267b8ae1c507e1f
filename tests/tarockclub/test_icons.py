"""Icons of our own: drawn on one grid with one pen, and every name in a template is the name of a drawing."""

import re
from xml.etree import ElementTree

import pytest
from django.template import Context, Template, TemplateSyntaxError

from tarockclub.templatetags.icons import read_icons
from tests.support.paths import ROOT

DRAWINGS = ElementTree.fromstring((ROOT / "tarockclub/templatetags/icons.svg").read_text("utf-8"))
SVG = "{http://www.w3.org/2000/svg}"
OUTSIDE = re.compile(r"(?<![\d.])(?:2[5-9]|[3-9]\d)(?![\d])")  # numbers beyond the grid


def render(source):
    return Template("{% load icons %}" + source).render(Context({}))


def test_each_drawing_is_found_by_its_name_and_lies_on_the_grid_of_24():
    symbols = DRAWINGS.findall(f"{SVG}symbol")
    assert {symbol.get("id") for symbol in symbols} == set(read_icons())
    for symbol in symbols:
        assert symbol.get("viewBox") == "0 0 24 24"
        shapes = list(symbol)
        assert shapes
        for shape in shapes:
            assert shape.tag in {f"{SVG}{name}" for name in ("path", "circle", "rect", "ellipse")}
            assert not OUTSIDE.search(shape.get("d", "")), symbol.get("id")


def test_a_colour_is_always_that_of_the_words_around_it():
    for shape in DRAWINGS.iter():
        assert shape.get("fill", "none") in {"none", "currentColor"}
        assert shape.get("stroke", "currentColor") in {"none", "currentColor"}
        assert "style" not in shape.attrib, "the policy for contents refuses it"


def test_an_icon_beside_words_is_silent_and_one_in_their_place_says_its_label():
    ElementTree.fromstring(render('{% icon "home" %}'))
    assert 'aria-hidden="true"' in render('{% icon "home" %}')
    labelled = ElementTree.fromstring(render('{% icon "home" label="a < b" %}'))
    assert (labelled.get("role"), labelled.get("aria-label")) == ("img", "a < b")


def test_an_unknown_icon_is_refused():
    with pytest.raises(TemplateSyntaxError):
        render('{% icon "unicorn" %}')


def test_every_icon_that_a_template_names_is_drawn():
    names = {
        name
        for file in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'{% icon "(\w+)"', file.read_text("utf-8"))
    }
    assert names <= set(read_icons())
