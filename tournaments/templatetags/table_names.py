"""The names of tables, in templates: `{{ row.number|table_name:round.number|capfirst }}`."""

from django import template

from tournaments.core.table_names import name_table

register = template.Library()
register.filter("table_name", name_table)
