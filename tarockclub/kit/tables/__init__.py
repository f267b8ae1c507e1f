"""Lists for sorting, searching and paging: django-tables2 behind our own plain values.

A page defines the columns of its list (`Column`, `List`) and passes rows: values, or a query that the database sorts
and cuts. `templates/tarockclub/kit/tables/_list.html` shows the result. django-tables2 is imported with the first list
shown, never at the start of the program.
"""

from tarockclub.kit.tables.search import filter_matching, find_matching, order_by_surname, order_german
from tarockclub.kit.tables.table import Column, List, ListPage
from tarockclub.kit.words import compute_german_key

__all__ = [
    "Column",
    "List",
    "ListPage",
    "compute_german_key",
    "filter_matching",
    "find_matching",
    "order_by_surname",
    "order_german",
]
