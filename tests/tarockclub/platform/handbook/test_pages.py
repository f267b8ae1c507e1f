"""The handbook: its pages and the way to them; both languages say the same, every link leads somewhere."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.engine.house_rules.paper_facts import PAPERS, load_paper
from tarockclub.platform.handbook.selectors import (
    KEPT_SECTIONS,
    LANGUAGES,
    PICTURES,
    SECTIONS,
    find_section,
    render_text,
)
from tarockclub.platform.handbook.views import find_passages
from tarockclub.platform.navigation.places import list_arguments
from tarockclub.platform.navigation.rows import find_guide, load_pages
from tests.scoring.support.tables import new_table
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.pictures import LAPTOP, list_handbook_pictures
from tests.support.states.registry import STATES

HELP = re.compile(r'<a [^>]*href="(/help/[^"]*)"[^>]* rel="help"')
MOST_BYTES_OF_PAGE = 40_000  # of a page, before it is compressed
GERMAN, ENGLISH = {"HTTP_ACCEPT_LANGUAGE": "de"}, {"HTTP_ACCEPT_LANGUAGE": "en"}


def read_page(address, client=None, **head):
    response = (client or Client()).get(address, **head)
    assert response.status_code == 200, address
    return response.content.decode()


@pytest.mark.heavy
@pytest.mark.django_db
def test_every_page_that_needs_no_address_of_one_thing_has_its_help():
    director = log_in(make_account("director"))
    without = {"offline", "fame_for_all", "club_file_made", "export_made"}
    without |= {"confirm"}  # has the help of the page that asks for the password
    asked = 0
    for route in load_pages().keys() - without:
        if list_arguments(route):
            continue
        answer = director.get(reverse(route))
        if answer.status_code != 200:
            continue  # a page for others, or a step after another one
        asked += 1
        section, _sharp, anchor = find_guide(route).partition("#")
        wanted = f"{reverse('help_section', args=[section]) if section else '/help/'}{f'#{anchor}' if anchor else ''}"
        assert HELP.findall(answer.content.decode()) == [wanted], route
    assert asked > 40


@pytest.mark.django_db
def test_a_table_leads_to_its_help_on_the_page_and_in_its_live_pieces():
    table = new_table()
    page = read_page(f"/tables/{table.slug}/", phones.Client())
    assert HELP.findall(page) == ["/help/at-the-table/#enter-a-hand"]


@pytest.mark.django_db
def test_where_nothing_is_the_help_says_what_to_do():
    assert set(HELP.findall(Client().get("/nowhere/").content.decode())) == {"/help/when-something-fails/"}


@pytest.mark.parametrize("language", [GERMAN, ENGLISH], ids=["de", "en"])
@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_is_small_and_asks_no_database(section, language, django_db_blocker):
    with django_db_blocker.block():
        page = read_page(f"/help/{section}/", **language)
    assert len(page.encode()) < MOST_BYTES_OF_PAGE
    assert page.count("<h1") == 1
    ids = set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(r'<a href="#([^"]+)"', page)) <= ids


@pytest.mark.parametrize("language", [GERMAN, ENGLISH], ids=["de", "en"])
def test_what_is_often_asked_leads_to_its_passage_and_of_a_section_the_first_one_is_open(language, django_db_blocker):
    with django_db_blocker.block():
        asked = re.search(r"handbook-aside.*?<h2", read_page("/help/", **language), re.S)
        links = re.findall(r'href="([^"#]+)#([^"]+)"', asked[0] if asked else "")
        assert len(links) == 5
        for path, anchor in links:
            page = read_page(f"/help/{path}", **language)
            assert f'id="{anchor}"' in page
            assert (page.count("<details open"), page.count("<summary")) == (1, page.count("<details"))


def test_the_help_begins_with_the_part_that_fits_the_page_before(django_db_blocker):
    with django_db_blocker.block():
        for before, heading in (("/tournaments/people/", "Spielerverzeichnis"), ("/nowhere/", "Einen Abend beginnen")):
            page = read_page("/help/", HTTP_REFERER=f"http://testserver{before}", **GERMAN)
            assert f"<h1>{heading}</h1>" in page
            part = page.partition('class="handbook"')[2].partition('class="tools-row"')[0]
            for path in re.findall(r'href="([^"#]*)', part):
                assert Client().get(f"/help/{path}").status_code == 200, path


def test_who_came_from_a_page_finds_the_way_back(django_db_blocker):
    with django_db_blocker.block():
        came = read_page("/help/settlement/", HTTP_REFERER="http://testserver/tables/?page=2", **GERMAN)
        assert 'href="/tables/?page=2"' in came
        for elsewhere in ("http://evil.example/x", "http://testserver/help/glossary/", "javascript:alert(1)"):
            page = read_page("/help/settlement/", HTTP_REFERER=elsewhere, **GERMAN)
            assert "Zurück zur Seite" not in page
            assert "evil" not in page
        assert Client().get("/help/settlement/", headers={"X-By-Itself": "1"})["X-Page"] == "help"


def test_there_is_no_other_section():
    assert Client().get("/help/secrets/").status_code == 404


def test_a_section_that_a_language_lacks_comes_in_the_other_one(tmp_path, settings):
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "glossary.md").write_text("# Wörterbuch\n\n## Radl {#radl}\n\nDoppelt.\n", "utf-8")
    settings.HANDBOOK = tmp_path
    page = read_page("/help/glossary/", **ENGLISH)
    assert '<article class="handbook" lang="de">' in page
    assert "Doppelt." in page
    assert read_page("/help/", **ENGLISH).count("<strong>") == 1


@pytest.mark.parametrize(
    ("typed", "section"),
    [
        ("Radl", "at-the-table"),
        ("Kontra", "at-the-table"),
        ("Sicherung", "backup-and-moving"),
        ("sicherungen", "backup-and-moving"),
        ("praemie", "at-the-table"),
        ("Prämien", "at-the-table"),
        ("Passwort vergessen", "when-something-fails"),
        ("kein wlan", "without-network"),
        ("Wie kann ich ein Spiel ändern?", "corrections"),
        ("auslosen", "tournament-day"),
        ("QR code", "first-evening"),
    ],
)
def test_what_somebody_types_is_found_among_the_first(typed, section):
    finds = find_passages(typed, "de")
    assert section in [find.section.name for find in finds[:4]]


def test_the_words_stand_in_the_excerpt_and_what_is_nowhere_is_not_found():
    [find, *_more] = find_passages("Rekontra", "de")
    assert "Rekontra" in find.excerpt
    assert find_passages("xyzzy", "de") == find_passages("", "de") == find_passages(" \x00 ", "de") == []


def test_the_page_of_the_search_leads_to_the_heading(django_db_blocker):
    with django_db_blocker.block():
        page = read_page("/help/", HTTP_ACCEPT_LANGUAGE="de", QUERY_STRING="q=rekontra")
        assert "at-the-table/#kontra" in page
        assert "&lt;i&gt;" in read_page("/help/", QUERY_STRING="q=%3Ci%3E", **GERMAN)


@pytest.mark.django_db
def test_the_search_for_everything_finds_the_handbook_too():
    page = read_page("/search/?q=rekontra", **GERMAN)
    assert "/help/at-the-table/#kontra" in page


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
