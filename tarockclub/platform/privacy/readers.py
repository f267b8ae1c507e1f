"""The reader decides which name of a person is shown. Made once for each request; names come only through it."""

from typing import NamedTuple

from django.db.models import Case, CharField, F, Q, Value, When
from django.db.models.functions import Cast, Coalesce, Concat, Left, Length, NullIf

from tarockclub.models import Person
from tarockclub.platform.privacy.public_names import join_name


class Reader(NamedTuple):
    """Whoever looks; without anything of the following they see what everybody may see."""

    writes: bool = False  # from a phone that has opened the table's link, or as staff that enters hands
    is_inside: bool = False  # the same, or as staff that may see the club's tables
    watches: bool = False  # with the code for watching

    @property
    def knows_names(self) -> bool:
        """Return whether somebody has let them in: at the table, or as staff of its club."""
        return self.writes or self.is_inside or self.watches

    @property
    def sign(self) -> str:
        """Return the part of a page's version that says for whom it was made: readers of one sign see the same."""
        return "w" if self.writes else "i" if self.is_inside else "n" if self.watches else "r"

    def name_person(self, person: Person) -> str:
        """Return the name of a person: as in the register, two of one name told apart, or as public pages show it."""
        return (person.called if self.knows_names else person.shown_as) or person.name

    def name_player(self, person: Person, number: int | None) -> str:
        """Return the name of a person in a tournament: namesakes are told apart by the start number (None: has none).

        >>> anna = Person(name="Anna Maier", called="Anna Maier (Wien)", shown_as="Anna M. (3)", number=3)
        >>> INSIDE.name_player(anna, 7), EVERYBODY.name_player(anna, 7), INSIDE.name_player(Person(name="Anna"), 7)
        ('Anna Maier (7)', 'Anna M. (7)', 'Anna')
        """
        if person.called and number:
            if self.knows_names:
                return join_name(person.name, f" ({number})")
            for end in (f" ({person.number})", f" ({person.town})"):
                if person.shown_as.endswith(end):
                    return f"{person.shown_as.removesuffix(end)} ({number})"
        return self.name_person(person)

    def build_name(self, path: str = "") -> Coalesce:
        """Return the expression of `name_person()`; `path`: to the person, with two underscores behind."""
        column = "called" if self.knows_names else "shown_as"
        return Coalesce(NullIf(f"{path}{column}", Value("")), f"{path}name")

    def build_player_name(self, path: str = "person__", number: str = "number") -> Case:
        """Return the expression of `name_player()`; `path`: to the person, `number`: to the start number."""
        is_told_apart = ~Q(**{f"{path}called": ""}) & Q(**{f"{number}__isnull": False})
        if self.knows_names:
            cases = [When(is_told_apart, then=Concat(f"{path}name", *_build_end(number)))]
        else:
            shown = F(f"{path}shown_as")
            ends = [Concat(*_build_end(f"{path}{name}"), output_field=CharField()) for name in ("number", "town")]
            cases = [
                When(
                    is_told_apart & Q(**{f"{path}shown_as__endswith": end}),
                    then=Concat(Left(shown, Length(shown) - Length(end)), *_build_end(number)),
                )
                for end in ends
            ]
        return Case(*cases, default=self.build_name(path))

    def read_text(self, text: str) -> str:
        """Return what somebody has typed, or the name of somebody who did; "" where it may name anybody."""
        return text if self.knows_names else ""


def _build_end(field: str) -> tuple[Value, Cast, Value]:
    return Value(" ("), Cast(field, CharField()), Value(")")


EVERYBODY = Reader()
INSIDE = Reader(is_inside=True)  # of pages that only those open who write at the table, and the staff
