"""The search: people, evenings, tournaments, seasons, cash boxes of a club; house rules, pages, help for everybody."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.book.hooks import get_statistics_hooks
from scoring.book.sheet_library import find_usual_sheet
from scoring.models import GameTable, Seated
from scoring.sheets.house_rules.game_words import GameWord, WordPrice, list_game_words, list_sheet_texts
from scoring.sheets.house_rules.speiszettel.sections import NONE
from scoring.table.evenings.days import compute_evening_start
from scoring.table.evenings.selectors import add_row_values, get_row_address, keep_rows
from tarockclub.kit.days import format_day, format_moment
from tarockclub.kit.tables.search import compute_rank, fold_words, has_word_beginnings, has_words, parse_days
from tarockclub.kit.time_source import now
from tarockclub.kit.words import fold
from tarockclub.platform.accounts.rights import Rights
from tarockclub.platform.handbook.views import find_passages
from tarockclub.platform.navigation.places import list_arguments, may_open
from tarockclub.platform.navigation.rows import PLACES, SEASONS, Page, load_pages
from tarockclub.platform.privacy.public_names import filter_people
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.hall.setup.steps import load_setup_progress
from tournaments.models import Season, Tournament
from tournaments.people.roles.selectors import list_cash_boxes

MOST = 8  # of each kind; the rest is in the lists
MOST_NAMES = 50_000  # that are looked through
MOST_LATEST, MOST_LATEST_READ = 3, 30  # tournaments whose pages are found, and that are looked at for it
MOST_HELP = 3  # where a price was asked for
MOST_PERSONS = 300  # with one word in their names, whose evenings are looked for
R = TypeVar("R")


class Hit(NamedTuple):
    """Something that was found."""

    text: str
    href: str
    about: str = ""
    price: str = ""  # what a rule pays
    answer: tuple[str, str] | None = None  # to who asks for the price, and where it stands


class HitGroup(NamedTuple):
    """The finds of one kind."""

    title: str
    hits: tuple[Hit, ...]
    further: str = ""  # address of the list with the same words; "": these are all


def choose_best(
    rows: Iterable[R], words: tuple[str, ...], get_text: Callable[[R], str], most: int = MOST
) -> tuple[list[R], bool]:
    """Return the rows that match best, those of the same rank in their order; and whether there are more."""
    ranked = [
        (compute_rank(folded, words), index, row)
        for index, (folded, row) in enumerate((fold(get_text(row)), row) for row in rows)
        if has_words(folded, words)
    ]
    ranked.sort(key=lambda found: found[:2])
    return [row for _rank, _at, row in ranked[:most]], len(ranked) > most


PAYS = frozenset(map(fold, ("zahlt", "zahlen", "kostet", "kosten", "bringt", "pay", "pays", "cost", "costs")))
QUESTION = PAYS.union(
    map(fold, ("was", "wie", "viel", "ein", "eine", "einen", "der", "die", "das")),
    map(fold, ("what", "how", "much", "does", "a", "the")),
)
PersonRow = tuple[int, int, str, str, str]  # id, number, name told apart, town, the cup's number


def search_club(club: int, typed: str) -> list[HitGroup]:
    """Return what is found among the people, evenings, tournaments and seasons of a club."""
    words = fold_words(typed)
    if not words:
        return []
    people = list(
        filter_people(club)
        .order_by("name", "pk")
        .values_list("pk", "number", INSIDE.build_name(), "town", "player_number")[:MOST_NAMES]
    )
    query = f"?{urlencode({'q': typed})}"
    groups = (
        _find_people(people, words, query),
        _find_named(Tournament.objects.filter(club=club, archived=None), words, query),
        _find_seasons(club, words),
    )
    evenings = _find_evenings(club, people, typed, query)
    return [group for group in (*order_groups(groups, words), evenings) if group.hits]


def search_cash_boxes(club: int, typed: str) -> list[HitGroup]:
    """Return the cash boxes of a club by the names of their tournaments and seasons; nothing about people."""
    words = fold_words(typed)
    tournaments, more_tournaments = choose_best(list_cash_boxes(club), words, describe_hit)
    seasons, more_seasons = choose_best(_load_seasons(club), words, attrgetter("name"))
    hits = [Hit(row.name, reverse("cash_box", args=[row.slug]), format_day(row.day)) for row in tournaments]
    hits += [Hit(row.name, reverse("season_cash", args=[row.slug]), _("Season")) for row in seasons]
    all_boxes = reverse("home") if more_tournaments or more_seasons else ""
    return [HitGroup(_("Cash boxes"), tuple(hits), all_boxes)] if hits else []


def order_groups(groups: Iterable[HitGroup], words: tuple[str, ...]) -> list[HitGroup]:
    """Return the groups in which something was found; those whose hits match best come first."""
    hit_groups = [group for group in groups if group.hits]
    return sorted(hit_groups, key=lambda group: min(compute_rank(fold(hit.text), words) for hit in group.hits))


def _find_people(people: Sequence[PersonRow], words: tuple[str, ...], query: str) -> HitGroup:
    best, is_more = choose_best(people, words, lambda row: " ".join(row[2:]))
    hits = (Hit(name, reverse("player_statistics", args=[number]), town) for _pk, number, name, town, _of_cup in best)
    return HitGroup(pgettext("place", "People"), tuple(hits), reverse("register") + query if is_more else "")


def _find_evenings(club: int, people: Sequence[PersonRow], typed: str, query: str) -> HitGroup:
    """Return the newest tables at which somebody sat for each word, or that were begun on a day that is one."""
    tables = GameTable.objects.filter(get_statistics_hooks().listed(), club=club)
    folded = [(pk, fold(name)) for pk, _number, name, *_more in people]
    for word in typed.split()[:6]:
        day = parse_days(word, timezone.localtime(now()).date())
        if day is not None:
            first, end = compute_evening_start(day), compute_evening_start(day + timedelta(days=1))
            tables = tables.filter(started__gte=first, started__lt=end)
            continue
        for part in fold_words(word):
            persons = [pk for pk, name in folded if part in name][: MOST_PERSONS + 1]
            if not persons or len(persons) > MOST_PERSONS:
                return HitGroup("", ())
            tables = tables.filter(pk__in=Seated.objects.filter(person__in=persons).values("sitting__table"))
    rows = list(keep_rows(tables).order_by("-started", "-pk")[: MOST + 1])
    add_row_values(rows)
    return HitGroup(
        _("Evenings"),
        tuple(map(_build_table_hit, rows[:MOST])),
        reverse("evenings") + query if len(rows) > MOST else "",
    )


def _build_table_hit(table: GameTable) -> Hit:
    names, place = table.__dict__["who"], table.__dict__["place"]
    if table.__dict__["tournament"] is None:
        return Hit(names, get_row_address(table), f"{format_moment(table.started)} · {place}")
    return Hit(place, get_row_address(table), f"{format_day(table.__dict__['tournament_day'])} · {names}")


def _find_named(tournaments: QuerySet[Tournament], words: tuple[str, ...], query: str) -> HitGroup:
    rows = tournaments.order_by("-day", "-pk").only("name", "day", "slug", "cancelled")
    best, is_more = choose_best(rows, words, describe_hit)
    hits = (Hit(row.name, reverse("tournament", args=[row.slug]), format_tournament_day(row)) for row in best)
    return HitGroup(_("Tournaments"), tuple(hits), reverse("tournaments") + query if is_more else "")


def format_tournament_day(row: Tournament) -> str:
    """Return the day of a tournament, or that it is cancelled."""
    return _("Cancelled") if row.cancelled else format_day(row.day)


def describe_hit(row: Tournament) -> str:
    """Return the words by which a tournament is found: its name and its day."""
    return f"{row.name} {format_day(row.day)} {row.day.day}.{row.day.month}.{row.day.year}"


def _find_seasons(club: int, words: tuple[str, ...]) -> HitGroup:
    best, is_more = choose_best(_load_seasons(club), words, attrgetter("name"))
    hits = (Hit(row.name, reverse("season", args=[row.slug])) for row in best)
    return HitGroup(_("Seasons"), tuple(hits), reverse("seasons") if is_more else "")


def _load_seasons(club: int) -> QuerySet[Season]:
    return Season.objects.filter(club=club).order_by("-made", "-pk").only("name", "slug")


def read_question(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that a question about a price is about: of "was zahlt ein Pagat?" the last one."""
    bare = tuple(word.rstrip("?!.") for word in words)
    if PAYS.isdisjoint(bare):
        return words
    return tuple(word for word in bare if word not in QUESTION) or words


def find_rules_texts(
    words: tuple[str, ...], club: int | None, language: str, playing: int | None
) -> tuple[HitGroup, HitGroup]:
    """Return words with prices; and the sheets that people of a club may read (None: of no club), and rules of them.

    Prices and rules are those of the sheet by which the club `playing` plays, as far as it has them; each rule once.
    """
    sheets, hits, has_own, sheet_texts = [], dict[str, Hit](), False, list_sheet_texts(club, language)
    usual = find_usual_sheet(playing, [sheet for sheet, _texts in sheet_texts]) if playing is not None else ""
    of_words = [
        _build_word_hit(word, word.find_price(usual))
        for word in list_game_words(sheet_texts, language)
        if word.prices and has_words(fold(word.name), words)
    ]
    for sheet_id, (whole, *texts) in sorted(sheet_texts, key=lambda texts: texts[0] != usual):
        href = reverse("sheet", kwargs={"sheet_id": sheet_id})
        if has_words(whole.folded, words):
            sheets.append(Hit(whole.name, href))
        matching = [text for text in texts if not text.amounts and has_words(text.folded, words)]
        for text in () if has_own else matching:
            hits.setdefault(text.name, Hit(text.name, f"{href}#{text.anchor}", text.about, text.price))
        has_own = has_own or (sheet_id == usual and bool(hits))
    priced, _is_more = choose_best(of_words, words, attrgetter("text"))
    best, _is_more = choose_best(hits.values(), words, lambda hit: f"{hit.text} {hit.about}")
    rules = (*sheets[:MOST], *best)
    further = reverse("sheets") if len(sheets) + len(hits) > len(rules) else ""
    all_words = reverse("game_words") if len(of_words) > MOST else ""
    return HitGroup(_("Words with prices"), tuple(priced), all_words), HitGroup(_("House rules"), rules, further)


def _build_word_hit(word: GameWord, own: WordPrice | None) -> Hit:
    href = reverse("game_word", args=[word.anchor])
    if own is None:
        return Hit(word.name, href, word.text, word.span)
    forms = (_("silent"), _("announced")) if len(own.amounts) > 1 else ("",)
    price = ", ".join(
        f"{form} {amount}".strip() for form, amount in zip(forms, own.amounts, strict=True) if amount != NONE
    )
    answer = _("%(word)s pays %(price)s.") % {"word": word.name, "price": price}
    source = _("So it stands in %(sheet)s.") % {"sheet": own.sheet_name}
    return Hit(word.name, href, word.text, own.text.price, (answer, source))


def find_help(typed: str, language: str) -> HitGroup:
    """Return the passages of the handbook that say something about the words."""
    finds, contents = find_passages(typed, language), reverse("help")
    hits = (Hit(find.name, f"{contents}{find.path}", f"{find.section.title}: {find.excerpt}") for find in finds[:MOST])
    further = f"{contents}?{urlencode({'q': typed})}" if len(finds) > MOST else ""
    return HitGroup(_("Help"), tuple(hits), further)


def find_pages(words: tuple[str, ...], may: Rights) -> HitGroup:
    """Return the pages that the reader may open, by the beginnings of the words of their names and of others for them.

    A page of one tournament is found at the latest tournaments, one of a season at the latest season.
    """
    named = [(page, _fold_names(page)) for page in load_pages().values() if may_open(page, may)]
    named = [(page, text) for page, text in named if words and has_word_beginnings(text, words)]
    best, _is_more = choose_best([row for row in named if row[0].is_listed], words, itemgetter(1))
    labels = {place.name: str(place.label) for place in PLACES}
    hits = [Hit(str(page.label), reverse(page.route), labels[page.place]) for page, _text in best]
    best, _is_more = choose_best([row for row in named if may.club and _is_of_tournament(row[0])], words, itemgetter(1))
    for row in _list_latest(may.club) if best else ():
        place = {"slug": row.slug, "number": load_setup_progress(row).drawn}  # the last round that has tables
        for page, _text in best:
            needed = {name: place[name] for name in list_arguments(page.route)}
            if all(needed.values()):
                label = str(page.label)
                name = f"{label % place if '%(' in label else label}: {row.name}"
                hits.append(Hit(name, reverse(page.route, kwargs=needed), format_day(row.day)))
    best = [row for row in named if may.club and _is_of_season(row[0])] if words else []
    for season in _load_seasons(may.club)[:1] if best and may.club else ():
        words_of = [(f"{page.label}: {season.name}", reverse(page.route, args=[season.slug])) for page, _text in best]
        hits += [Hit(name, href, _("Season")) for name, href in words_of]
    return HitGroup(_("Pages"), tuple(hits[: 2 * MOST]))


def _fold_names(page: Page) -> str:
    """Return the words by which a page is found: those of the reader's language first."""
    texts = [f"{page.label} {page.words}"]
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            texts.append(f"{page.label} {page.words}")
    return fold(" ".join(dict.fromkeys(texts)))


def _is_of_tournament(page: Page) -> bool:
    """Return whether a page is about a whole tournament or a round, for its staff, and always there."""
    is_whole = {"slug"} <= set(list_arguments(page.route)) <= {"slug", "number"}
    return is_whole and not page.of and page.viewers is not None and bool(page.stage or page.signpost)


def _is_of_season(page: Page) -> bool:
    """Return whether a page is about a whole season, for its staff."""
    return (
        not page.of and page.viewers is not None and page.place == SEASONS and list_arguments(page.route) == ("slug",)
    )


def _list_latest(club: int | None) -> list[Tournament]:
    """Return the tournaments that are looked for: those being played, else the last ones, else those to come."""
    rows = list(Tournament.objects.filter(club=club, archived=None).order_by("-day", "-pk")[:MOST_LATEST_READ])
    today = timezone.localtime(now()).date()
    rows.sort(key=lambda row: (row.frozen is None or row.ended is not None, row.cancelled is not None, row.day > today))
    return rows[:MOST_LATEST]
