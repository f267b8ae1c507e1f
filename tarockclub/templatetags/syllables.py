"""Names and labels that may be broken between syllables where a column is narrow."""

from django import template

from tarockclub.syllables import with_syllables

register = template.Library()
register.filter("syllables", with_syllables)
