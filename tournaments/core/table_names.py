"""The names of tables in a round: pages, papers, files, logs and refusals ask here."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _


def name_table(number: int, of_round: int = 0, *, begins: bool = False) -> str:
    """Return what a table is called; `of_round`: with its round; `begins`: a heading or a sentence begins with it."""
    text = _("round %(round)s, table %(table)s") if of_round else _("table %(table)s")
    name = text % {"round": of_round, "table": number}
    return capfirst(name) if begins else name
