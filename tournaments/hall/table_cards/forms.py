"""The form of table cards."""

from django import forms

from tarockclub.kit.form_fields import NumberField


class TableCardsForm(forms.Form):
    """The first and the last table, and how many cards there are on a page; `pdf`: the same, as a document."""

    first = NumberField()
    last = NumberField()
    a_page = NumberField()
    pdf = NumberField()
