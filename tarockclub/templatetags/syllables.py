"""Names and labels with soft hyphens, for narrow columns."""

from django import template

from tarockclub.kit.words import add_soft_hyphens

register = template.Library()
register.filter("syllables", add_soft_hyphens)
