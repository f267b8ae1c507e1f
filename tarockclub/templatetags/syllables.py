"""Names and labels that may be broken between syllables where a column is narrow."""

from django import template

from tarockclub.syllables import add_soft_hyphens

register = template.Library()
register.filter("syllables", add_soft_hyphens)
