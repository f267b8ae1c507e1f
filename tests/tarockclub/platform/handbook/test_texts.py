"""The texts of the handbook: both languages say the same, every link leads somewhere, every picture is small."""

import re

import pytest
from django.conf import settings

from scoring.engine.house_rules.paper_facts import PAPERS, load_paper
from tarockclub.platform.handbook.selectors import (
    KEPT_SECTIONS,
    LANGUAGES,
    PICTURES,
    SECTIONS,
    find_section,
    render_text,
)
from tarockclub.platform.navigation.rows import find_guide, load_pages
from tests.support.pictures import LAPTOP, list_handbook_pictures
from tests.support.states.registry import STATES

MOST_BYTES, MOST_PICTURES = 40_000, 20
LINK = re.compile(r"(?<!!)\[[^]]*\]\(([^)\s]+)\)")


def read_source(name, language):
    return (settings.HANDBOOK / language / f"{name}.md").read_text("utf-8")


def load_section(name, language):
    section = find_section(name, language)
    assert section is not None, name
    return section


def list_places(language):
    """All sections and headings to which an address may lead."""
    headings = {name: load_section(name, language).headings for name in SECTIONS}
    return set(SECTIONS) | {f"{name}#{heading.anchor}" for name in SECTIONS for heading in headings[name]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_section_and_no_other(language):
    assert {file.stem for file in (settings.HANDBOOK / language).glob("*.md")} == set(SECTIONS)
    assert all(load_section(name, language).language == language for name in SECTIONS)


@pytest.mark.parametrize("name", SECTIONS)
def test_both_languages_have_the_same_headings_and_pictures_in_the_same_order(name):
    anchors = [[heading.anchor for heading in load_section(name, language).headings] for language in LANGUAGES]
    assert anchors[0] == anchors[1]
    assert all(anchors[0]), "each heading has its anchor"
    assert len(set(anchors[0])) == len(anchors[0])
    pictures = [re.findall(r"\((images/\S+)\)", read_source(name, language)) for language in LANGUAGES]
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_leads_to_a_section_and_a_heading_that_are_there(language):
    places = list_places(language) | {"#"}  # of the handbook itself: all sections
    assert {route: guide for route in [*load_pages(), "nowhere"] if (guide := find_guide(route)) not in places} == {}


def test_every_section_is_where_some_page_leads_to_or_a_word_of_another_section():
    led_to = {find_guide(route).partition("#")[0] for route in load_pages()}
    linked = {link.partition(".md")[0] for name in SECTIONS for link in LINK.findall(read_source(name, "de"))}
    assert set(SECTIONS) <= led_to | linked
    assert set(KEPT_SECTIONS) <= led_to


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SECTIONS)
def test_every_link_of_a_text_leads_to_a_section_or_heading_that_is_there(name, language):
    places = list_places(language)
    papers = {f"../sheets/{paper}.md#{row.anchor}" for paper in PAPERS for row in load_paper(paper).paragraphs}
    for link in LINK.findall(read_source(name, language)):
        if link in papers:
            continue
        section, _dot, rest = link.partition(".md")
        wanted = f"{name}{link}" if link.startswith("#") else f"{section}{rest}"
        assert wanted in places, link


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_few_and_small_and_each_is_that_of_a_state(language):
    names = list_handbook_pictures(language)
    files = {file.stem: file.stat().st_size for file in (settings.HANDBOOK / language / PICTURES).iterdir()}
    assert set(files) == set(names)
    assert 0 < len(names) <= MOST_PICTURES
    assert {name: size for name, size in files.items() if size > MOST_BYTES} == {}
    assert {name.removesuffix(LAPTOP) for name in names} <= {state.name for state in STATES}


def test_what_looks_like_html_is_shown_as_it_stands_and_a_missing_picture_by_its_words(tmp_path):
    text = render_text("# A {#a}\n\n<b>x</b> ![Words](images/none.png)\n\n* [ ] tick\n\n## B {#b}\n", tmp_path)
    assert (text.title, text.headings) == ("A", (("B", "b"),))
    assert "&lt;b&gt;x&lt;/b&gt; Words" in text.html
    assert "☐ tick" in text.html
    assert "<h1" not in text.html
