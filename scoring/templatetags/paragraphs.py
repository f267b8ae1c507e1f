"""Paragraphs of the printed sheets as links to the page that says what stands there."""

import re

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scoring.engine.house_rules.paper_facts import TOURNAMENT, Paper, find_paper, load_paper, split_ref
from scoring.engine.texts import pick_language
from tarockclub.language import get_current_language

register = template.Library()
_SIGN = re.compile(r"§\d+")


def _build_link(paper: Paper, citation: str) -> str:
    """Return a link to a paragraph, or only its name where the printed sheet has none of this name."""
    paragraph = paper.find_paragraph(citation)
    if paragraph is None:
        return conditional_escape(citation)
    address = f"{reverse('sheet_paper', args=[paper.sheets[0]])}#{paragraph.anchor}"
    return format_html('<a href="{}">{}</a>', address, citation)


@register.simple_tag
def paragraph_links(ref: str, source: str) -> SafeString | str:
    """Return the paragraphs of a rule, each as a link if its sheet was written after one of the printed sheets."""
    paper = find_paper(source)
    return (
        ref if paper is None else format_html_join("", "{}", ((_build_link(paper, part),) for part in split_ref(ref)))
    )


@register.simple_tag
def paper_link(source: str) -> SafeString | str:
    """Return the printed sheet as a link to the page that says what stands in it."""
    paper = find_paper(source)
    if paper is None:
        return source
    title = pick_language(paper.titles, get_current_language())
    return format_html('<a href="{}">{}</a>', reverse("sheet_paper", args=[paper.sheets[0]]), title)


@register.filter
def link_paragraphs(text: str) -> SafeString:
    """Return a sentence in which each § of the tournament rules is a link."""
    paper = load_paper(TOURNAMENT)
    linked = _SIGN.sub(lambda found: _build_link(paper, found[0]), conditional_escape(text))
    return mark_safe(linked)  # noqa: S308 -- escaped above
