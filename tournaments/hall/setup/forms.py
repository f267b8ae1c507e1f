"""The form of a tournament: its name and day, and every setting with the house rules' value as default."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.sheet_library import list_offered_sheets
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import SheetVersion
from scoring.table.evenings.forms import refuse_clash
from tarockclub.kit.days import DayField
from tarockclub.models import Club
from tarockclub.platform.accounts.forms import NameField
from tarockclub.platform.accounts.person_details import list_club_categories
from tournaments.core.formats.library import find_format, list_formats
from tournaments.core.settings import (
    CUP,
    LOTS,
    ROUND,
    SPIELGELD,
    STANDING,
    TABLE,
    TOURNAMENT,
    Settings,
    build_default_settings,
)
from tournaments.hall.clock.hand_limit import SIZES
from tournaments.hall.setup.actions import MOST_ROUNDS
from tournaments.hall.setup.contradictions import Contradiction, find_setting_contradictions
from tournaments.hall.setup.form_fields import (
    EuroField,
    LengthField,
    PointsField,
    ReducedField,
    build_form_values,
    build_hands_field,
    choose_points,
    fill_hands,
    list_presets,
)
from tournaments.hall.setup.messages import CONTRADICTIONS, KONTRA, OVERALL_CRITERIA, ROUND_CRITERIA
from tournaments.hall.setup.sections import SettingSection, build_sections, list_unusual
from tournaments.hall.setup.services import TournamentDetails

MOST_CHOOSERS = 500
MOST_CRITERIA = 5  # of a ranking
_FORM_FIELDS = {"hands": "hands_4", "place_points": "points"}  # settings that are several fields


class OrderField(forms.MultiValueField):
    """A list of criteria, the first one first: as many lists to choose from as there are criteria."""

    def __init__(self, choices: tuple[tuple[str, Any], ...], **options: Any) -> None:
        with_none = (("", "–"), *choices)
        fields = [forms.ChoiceField(choices=with_none, required=False) for _choice in choices[:MOST_CRITERIA]]
        super().__init__(fields=fields, require_all_fields=False, widget=OrderWidget(with_none, len(fields)), **options)

    def compress(self, data_list: list[Any]) -> tuple[str, ...]:
        """Return the chosen criteria."""
        return tuple(criterion for criterion in data_list if criterion)


class OrderWidget(forms.MultiWidget):
    """The lists of an OrderField, one below the other."""

    def __init__(self, choices: tuple[tuple[str, Any], ...], count: int) -> None:
        named = [_("first"), *[_("then")] * (count - 1)]
        super().__init__([forms.Select(choices=choices, attrs={"aria-label": name}) for name in named])

    def decompress(self, value: Any) -> list[Any]:
        """Return one criterion for each list, then empty values."""
        return [*(value or ()), *[""] * (len(self.widgets) - len(value or ()))]

    def use_required_attribute(self, initial: Any) -> bool:
        """Return False: most lists stay empty."""
        return False


class TournamentForm(forms.Form):
    """The form that cleans to TournamentDetails; every message says what to do."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    format = forms.ChoiceField(
        choices=[(name, name) for name in (*(each.id for each in list_formats()), CUP)],
        widget=forms.HiddenInput,
        required=False,
        initial=SPIELGELD,
    )
    name = NameField(
        label=_("Name of the tournament"), widget=forms.TextInput(attrs={"autocomplete": "off", "list": "names"})
    )
    day = DayField(label=_("Day"))
    sheet = forms.ChoiceField(
        label=_("House rules"),
        help_text=_("What a hand is worth. They stay as they are today, even if something changes later. (§6–§24)"),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=0,
        max_value=MOST_ROUNDS,
        help_text=_("How many rounds are played; 0 for any number. Players register round by round. (§2)"),
    )
    round_seconds = LengthField(
        label=_("Length of a round in minutes"),
        required=False,
        help_text=_("Only the clock of this program decides. Empty: no time limit. (§1)"),
    )
    hands_4 = build_hands_field(
        _("Hands at a table of four"),
        _("A round is over after this many hands, void ones included. Empty: as many as time allows."),
    )
    hands_5 = build_hands_field(_("… at a table of five"), _("Empty: enough for everybody to deal equally often."))
    hands_6 = build_hands_field(_("… at a table of six"))
    hand_in_play = forms.BooleanField(
        label=_("The hand in play at the gong may be finished"), required=False, help_text=_("One hand, and it counts.")
    )
    double_round = forms.BooleanField(
        label=_("Then a round with double stake"),
        required=False,
        help_text=_("Everybody deals once more after the gong or the last hand; then the table is done. (§6)"),
    )
    double_only_last = forms.BooleanField(
        label=_("… only in the last round"),
        required=False,
        help_text=_("Otherwise in every round. The number of rounds must be planned. (§6)"),
    )
    start = EuroField(
        least=0,
        label=_("Starting capital"),
        help_text=_(
            "Play money for everybody; players who lose all of it get a replacement and are then ranked last. 0: no "
            "play money. (§2, §4)"
        ),
    )
    replacement = EuroField(
        least=0,
        label=_("Replacement capital"),
        required=False,
        help_text=_("For players who have lost all of theirs. 0: as much as the starting capital. (§4)"),
    )
    forgives_debt = forms.BooleanField(
        label=_("What was lost beyond the capital is forgiven"),
        required=False,
        help_text=_("The replacement is then whole; otherwise the debt is taken from it, as often as it takes. (§4)"),
    )
    stake = EuroField(label=_("Stake per point"), help_text=_("Play money; has no effect without it. (§2)"))
    rate = EuroField(
        least=0,
        label=_("Euros per point at the table"),
        help_text=_("Real money that the players of a table settle among themselves. 0: none."),
    )
    kontra = forms.TypedChoiceField(
        label=_("Kontra on the written score"),
        choices=KONTRA,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("In money, all of it counts in any case. The house rules of the tables say so, too."),
    )
    donation = forms.BooleanField(
        label=_("The difference goes to the donation box"),
        required=False,
        help_text=_("What kontra costs on top of the written score; the winners get the written score."),
    )
    fee = EuroField(least=0, label=_("Entry fee in euros"), help_text=_("For each player; 0: none. (§2)"))
    fee_per = forms.ChoiceField(
        label=_("The entry fee is for"),
        choices=((ROUND, _("each round")), (TOURNAMENT, _("the whole tournament, paid once"))),
        required=False,
    )
    reduced = ReducedField(
        label=_("Reduced entry fee for categories"),
        help_text=_("A line for each category of your player register, with its euros: Jugend 2,00. 0: pays nothing."),
    )
    scope = forms.ChoiceField(
        label=_("A round is ranked"),
        choices=((ROUND, _("across all tables")), (TABLE, _("table by table"))),
        help_text=_("At the end of the round. (§3)"),
    )
    points = forms.ChoiceField(
        label=_("Place points at each table and in each round"),
        choices=list_presets,
        required=False,
        help_text=_("By the written score of the table, for four, five and six players; tied players share the mean."),
    )
    points_4 = PointsField(4, label=_("… of a table of four"), help_text=_("For example 60/40/20/0."))
    points_5 = PointsField(5, label=_("… of a table of five"))
    points_6 = PointsField(6, label=_("… of a table of six"))
    seating = forms.ChoiceField(
        label=_("Seats are drawn"),
        choices=((LOTS, _("by lot, with new opponents")), (STANDING, _("by the standings so far"))),
        help_text=_("By the standings: the first four at table 1. The first round is always drawn by lot."),
    )
    team_size = forms.TypedChoiceField(
        label=_("Teams"),
        choices=((0, _("no teams")), (2, _("of two")), (3, _("of three")), (4, _("of four"))),
        coerce=int,
        help_text=_("The results of their members are added up."),
    )
    mates_apart = forms.BooleanField(
        label=_("Players of the same team do not sit at the same table"),
        required=False,
        help_text=_("As far as possible."),
    )
    round_criteria = OrderField(
        ROUND_CRITERIA,
        label=_("Ranking of a round"),
        help_text=_(
            "The first difference between two players decides; players without any difference share a place. (§3, §4)"
        ),
    )
    overall_criteria = OrderField(
        OVERALL_CRITERIA, label=_("Ranking over all rounds"), help_text=_("The same for the whole tournament.")
    )
    replaced_last = forms.BooleanField(
        label=_("Players who needed a replacement share the last rank of the round and choose no prize"),
        required=False,
        help_text=_("Otherwise they are ranked behind all others, by replacements and capital, and may choose. (§4)"),
    )
    choosers = forms.IntegerField(
        label=_("How many players choose from the prizes"),
        min_value=0,
        max_value=MOST_CHOOSERS,
        help_text=_("The highest ranked, in order. (§3)"),
    )
    count_chips = forms.BooleanField(
        label=_("Chips are counted at the end"),
        required=False,
        help_text=_("The chips on the table are compared with the computed amounts before a table is done."),
    )
    show_live = forms.BooleanField(
        label=_("Everybody can see the standings while a round is running"),
        required=False,
        help_text=_("On the public page and the projector; otherwise only after the round."),
    )
    show_replacements = forms.BooleanField(
        label=_("The walls name who plays on with replacement capital"),
        required=False,
        help_text=_("On a page of its own."),
    )
    silent_seconds = LengthField(
        label=_("Minutes without a hand"),
        required=False,
        help_text=_("After so many, the desk names a table that is playing against the clock. Empty: never."),
    )
    overtime_seconds = LengthField(
        label=_("Minutes after the gong"),
        required=False,
        help_text=_("After so many, the desk names a table that still plays. Empty: never."),
    )

    def __init__(self, *args: Any, language: str, club: int, pinned: SheetVersion | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language, self.club = language, club
        self.sheets = list_offered_sheets(club, str(self.initial.get("sheet", "")))  # the last used one first
        fixed_id = ""
        if pinned is not None and all(sheet.id != pinned.sheet for sheet in self.sheets):
            fixed_id = pinned.sheet  # of a federation that was left: it stays as it is, or gives way to another one
            self.sheets.append(parse_sheet(pinned))
        field = self.fields["sheet"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(sheet.id, self._get_word(sheet)) for sheet in self.sheets]
        for sheet in self.sheets:
            for option in sheet.options.values():
                self.fields[f"option-{sheet.id}-{option.id}"] = forms.BooleanField(
                    label=" ".join(filter(None, (self._get_word(option), option.ref and f"({option.ref})"))),
                    help_text=option.text_en if self.language.startswith("en") else option.text,
                    required=False,
                    initial=option.default,
                    disabled=sheet.id == fixed_id,
                )

    def _get_word(self, of: Any) -> str:
        return str(of.name_en if self.language.startswith("en") else of.name)

    def list_short_fields(self) -> list[forms.BoundField]:
        """Return the fields that differ from one tournament to the next."""
        return [self[name] for name in ("sheet", "rounds", "fee", "fee_per", "reduced")]

    def list_sections(self) -> tuple[SettingSection, ...]:
        """Return all other settings in folded sections."""
        usual = get_usual_settings(str(self["format"].value() or SPIELGELD))
        return build_sections(self, self.find_settings(), usual)

    def list_unusual_names(self) -> set[str]:
        """Return the names of the fields that are not as the format has them."""
        settings = self.find_settings()
        return list_unusual(settings, get_usual_settings(settings.format)) if settings is not None else set()

    def find_settings(self) -> Settings | None:
        """Return the settings on display; None while something typed is refused."""
        if self.is_bound:
            return None if self.errors else self.build_settings()
        return Settings(**{name: self.initial[name] for name in Settings._fields if name in self.initial})

    def list_option_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the option fields of each sheet that has options."""
        return [
            (sheet.id, [self[f"option-{sheet.id}-{option}"] for option in sheet.options])
            for sheet in self.sheets
            if sheet.options
        ]

    def clean_reduced(self) -> tuple[tuple[str, int], ...]:
        """Refuse a category that the club does not have: nobody would pay by it."""
        reduced: tuple[tuple[str, int], ...] = self.cleaned_data["reduced"]
        kept = {category.casefold() for category, _cents in self.initial.get("reduced") or ()}
        words = list_club_categories(Club.objects.get(pk=self.club)) if reduced else ()
        known = kept | {word.casefold() for word in words}
        unknown = [category for category, _cents in reduced if category.casefold() not in known]
        if unknown:
            said = _("The settings of the player register have no category %(category)s.")
            raise forms.ValidationError(said % {"category": ", ".join(unknown)})
        return reduced

    def clean(self) -> dict[str, Any]:
        """Refuse settings that contradict each other, naming both."""
        data = super().clean() or {}
        if "sheet" in data:
            refuse_clash(self, self._load_sheet(), self.language)
        if not self.errors:
            for found in find_setting_contradictions(self.build_settings()):
                self.add_error(_FORM_FIELDS.get(found.fields[0], found.fields[0]), format_contradiction(found))
        return data

    def _load_sheet(self) -> Sheet:
        return next(sheet for sheet in self.sheets if sheet.id == self.cleaned_data["sheet"])

    def _list_options(self) -> Iterator[tuple[str, bool]]:
        for option in self._load_sheet().options:
            yield option, bool(self.cleaned_data[f"option-{self._load_sheet().id}-{option}"])

    def build_settings(self) -> Settings:
        """Return the chosen settings; only without errors."""
        data = self.cleaned_data
        plain = {name: data[name] for name in Settings._fields if name in data}
        plain["format"] = data["format"] or SPIELGELD
        plain["fee_per"] = data["fee_per"] or ROUND
        plain["hands"] = fill_hands(tuple(data[f"hands_{size}"] for size in SIZES))
        plain["place_points"] = choose_points(data["points"], tuple(data[f"points_{size}"] for size in SIZES))
        return Settings(**plain, options=tuple(self._list_options()))

    def build_details(self) -> TournamentDetails:
        """Return the form's values; only after is_valid()."""
        return TournamentDetails(self.cleaned_data["name"], self.cleaned_data["day"], self.build_settings())


def get_usual_settings(format_id: str) -> Settings:
    """Return the settings of a format; those of one that is not offered any more as they are without it."""
    found = find_format(format_id)
    return found.settings if found is not None else build_default_settings(format_id)


def format_contradiction(contradiction: Contradiction) -> str:
    """Return the sentence about a contradiction: both settings by their labels, and the reason."""
    one, other = (TournamentForm.base_fields[_FORM_FIELDS.get(name, name)].label for name in contradiction.fields)
    return str(CONTRADICTIONS[contradiction.code]) % {"one": one, "other": other}


def build_initial(settings: Settings) -> dict[str, Any]:
    """Return settings as initial values of the form."""
    shown: dict[str, Any] = settings._asdict() | build_form_values(settings.hands, settings.place_points)
    return shown | {f"option-{settings.sheet}-{option}": on for option, on in settings.options}
