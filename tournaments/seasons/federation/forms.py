"""The forms of a federation and its clubs."""

from tarockclub.kit.form_fields import CleanTextField, IdField, PostedForm, TextField
from tournaments.models import SeasonEvent

LONGEST_WORD = 60


class KindField(TextField):
    """The way in which a result counts: as the final, or as a day like others."""

    def to_python(self, value: object) -> str:
        """Return the kind."""
        return str(SeasonEvent.Kind.FINAL if value == SeasonEvent.Kind.FINAL else SeasonEvent.Kind.DAY)


class MembershipForm(PostedForm):
    """A step of a membership; `word`: the other side's word in its address."""

    what = TextField(20)
    member = IdField(otherwise=0)
    word = CleanTextField(LONGEST_WORD)


class OfferForm(PostedForm):
    """A step of a result on its way."""

    what = TextField(20)
    offer = IdField(otherwise=0)
    season = IdField(otherwise=0)
    kind = KindField()
    size = IdField(otherwise=0)
