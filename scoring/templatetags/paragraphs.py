"""Paragraphs of the printed sheets as links to the page that says what stands there.

The rules of the engine are loaded with the first of them: many pages name none, the first one after a start among them.
"""

import re
from typing import TYPE_CHECKING

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scoring.engine.texts import pick_language
from scoring.engine.texts.rules import TITLES
from tarockclub.kit.words import get_current_language

if TYPE_CHECKING:
    from scoring.engine.house_rules.paper_facts import SheetPaper

register = template.Library()
_SIGN = re.compile(r"§\d+")


def _build_link(paper: "SheetPaper", citation: str) -> SafeString | str:
    """Return a link to a paragraph, or only its name where the printed sheet has none of this name."""
    paragraph = paper.find_paragraph(citation)
    if paragraph is None:
        return _format_name(citation)
    address = f"{reverse('sheet_paper', args=[paper.sheets[0]])}#{paragraph.anchor}"
    return format_html('<a href="{}" lang="de">{}</a>', address, citation)


def _format_name(ref: str) -> SafeString | str:
    if ref in TITLES["own"]:
        return ref
    return format_html('<span lang="de">{}</span>', ref)


@register.simple_tag
def paragraph_links(ref: str, source: str) -> SafeString | str:
    """Return the paragraphs of a rule, each as a link if its sheet was written after one of the printed sheets."""
    from scoring.engine.house_rules.paper_facts import find_paper, split_ref

    paper = find_paper(source)
    if paper is None:
        return _format_name(ref)
    parts = (part if index % 2 else _build_link(paper, part) for index, part in enumerate(split_ref(ref)))
    return format_html_join("", "{}", ((part,) for part in parts))


@register.simple_tag
def paper_link(source: str) -> SafeString | str:
    """Return the printed sheet as a link to the page that says what stands in it."""
    from scoring.engine.house_rules.paper_facts import find_paper

    paper = find_paper(source)
    if paper is None:
        return source
    title = pick_language(paper.titles, get_current_language())
    return format_html('<a href="{}">{}</a>', reverse("sheet_paper", args=[paper.sheets[0]]), title)


@register.filter
def link_paragraphs(text: str, source: str = "") -> SafeString:
    """Return a sentence in which each § is a link; without the source of a sheet, to the tournament rules."""
    from scoring.engine.house_rules.paper_facts import TOURNAMENT, find_paper, load_paper

    paper = find_paper(source) if source else load_paper(TOURNAMENT)
    html = conditional_escape(text)
    if paper is None:
        return html
    return mark_safe(_SIGN.sub(lambda found: _build_link(paper, found[0]), html))  # noqa: S308 -- escaped above
