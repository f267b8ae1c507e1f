"""Lists that people sort, search and page through: django-tables2 behind plain values of our own.

A page says which columns its list has (`Column`, `List`) and hands it rows: values, or a query that is sorted and
cut by the database. `templates/tarockclub/tables/_list.html` shows what comes out. django-tables2 is imported by the
first list that is shown, never when the program starts.
"""

from tarockclub.collation import compute_german_key
from tarockclub.tables.search import filter_matching, find_matching
from tarockclub.tables.sorting import order_by_surname, order_german
from tarockclub.tables.table import Column, List, ListPage

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
