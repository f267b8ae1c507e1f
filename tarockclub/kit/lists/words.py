"""The words that lists have: headings by their kind, what "paid" is said with, totals; data in words.toml."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_GENDERED = re.compile(
    r"(?:[:*_/·|]\s*-?\s*|\()(?:innen|in|r|frau)\b\)?|(?<=[a-zäöüß])In(?:nen)?\b|(?<=er)innen\b|(?<=er)in\b"
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
_PARTS = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"[0-9€.,:=+-]+")
_COUNT = re.compile(
    r"[0-9]{1,4} (?:teilnehmer|spieler|personen|leute|mitglieder|players|people|igralc|hracu|jatekos)\w*(?:[.,!].*)?$"
    r"|(?:[\w ]{1,30} )?(?:seite|page|blatt|stran|druck|gedruckt|stand)\W* ?[0-9]{1,4}(?:\W|$|\b(?:von|of)\b).{0,20}$",
    re.IGNORECASE,
)
_MONEY = re.compile(r"(?:€ ?|\beuro? )?\b[0-9]+(?:,[0-9]{2}|,[-–]+)? ?(?:€|euro?\b|,[-–]+|$)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}(?:/[0-9]{2,4})?\b")
_COMES = re.compile(
    r"\b(?:jetzt|nun|aber|kommt|komme|ist) doch(?! nicht)\b|\bdoch (?:dabei|kommen)\b|\b(?:letztes|voriges) mal\b"
    r"|\b(?:letzte|vorige) woche\b|\brückt nach\b|\bnachgerückt\b|\ballein(?:e)?\b|\bzahlt (?:evtl|eventuell)\b",
    re.IGNORECASE,
)
_ROLE = re.compile(r"\w*(?:leitung|leiter|richter|organisator|führer|giudice|director)(?:in)?\s?:", re.IGNORECASE)
_CROSSED = re.compile("[❌❎✗✘🚫⛔†]|^~+[^~]+~+$")
_PRIVATE = frozenset(("privat", "private", "home", "geschaeftlich", "business"))
LONGEST_HEADING = 120
SENTENCE = 1000  # a heading less exact than this is a whole sentence


class Words(NamedTuple):
    """All words, folded."""

    headings: dict[str, tuple[str, int]]  # kind, and how exact the word is: 0 the most
    da: frozenset[str]  # headings below which "da" is yes, and not "present"
    yes: frozenset[str]
    no: frozenset[str]
    around: frozenset[str]  # words beside an answer that say nothing
    totals: frozenset[str]
    aside: frozenset[str]  # the title of a list of people who do not take part
    gone: frozenset[str]  # that somebody does not come
    towns: frozenset[str]
    first_names: frozenset[str]  # common ones
    departed: frozenset[str]  # that somebody is no member any more
    left: frozenset[str]  # headings of a column that says when somebody has left
    unplaced: frozenset[str]  # in the place of a place: out of the ranking
    status: frozenset[str]  # headings of a column that says whether somebody comes
    bank: dict[str, str]  # kinds of the headings of banks' files
    messages: dict[str, list[str]]  # words of messages by what they say; * stands for any end of a word


@lru_cache(maxsize=1)
def load_words() -> Words:
    """Load the words."""
    data = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))
    headings: dict[str, tuple[str, int]] = {}
    for kind, words in data["headings"].items():
        for rank, word in enumerate(words):
            headings.setdefault(fold_heading(word), (kind, rank))
    folded_da = frozenset(map(fold_heading, data["paid"]["da"]))
    answers = {name: frozenset(map(fold_answer, data["paid"][name])) for name in ("yes", "no", "around")}
    folded = {name: frozenset(map(fold_heading, words)) for name, words in data["rows"].items()}
    folded |= {"aside": folded["aside"] | folded["gone"], "first_names": frozenset(data["names"]["first"].split())}
    bank = {fold_heading(word): kind for kind, words in data["bank"].items() for word in words}
    return Words(headings, da=folded_da, bank=bank, messages=data["messages"], **answers, **folded)


@lru_cache(maxsize=32)
def compile_words(*names: str) -> re.Pattern[str]:
    """Return what matches one of the words of messages of these names.

    >>> bool(compile_words("closings").match("Mit lieben Grüßen")), bool(compile_words("closings").match("Danko"))
    (True, False)
    """
    words = [re.escape(word).replace(r"\*", r"\w*") for name in names for word in load_words().messages[name]]
    return re.compile(rf"\b(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def fold_heading(text: str) -> str:
    """Return a heading as the words have it: without gendered forms, capitals, accents and punctuation.

    >>> [fold_heading(text) for text in ("Spieler:in", "Teilnehmer*innen", "SpielerIn", "Start-Nr.", "E-Mail-Adresse")]
    ['spieler', 'teilnehmer', 'spieler', 'start nr', 'e mail adresse']
    """
    low = _GENDERED.sub("", text.strip()[:LONGEST_HEADING]).casefold().translate(_UMLAUTS)
    bare = "".join(char for char in unicodedata.normalize("NFKD", low) if not unicodedata.combining(char))
    return " ".join(_PARTS.findall(bare))


def fold_answer(text: str) -> str:
    """Return what somebody has written into a column of answers, as it is compared.

    >>> fold_answer(" Nein! "), fold_answer("Zahlt  vor Ort.")
    ('nein', 'zahlt vor ort')
    """
    return " ".join(text.casefold().replace("\ufe0f", "").strip(" .!?:").split())


def find_kind(heading: str) -> tuple[str, int] | None:
    """Return the kind of a heading, and how exact it is; None for a word that is not known.

    >>> [(find_kind(text) or "-")[0] for text in ("Spieler:innen", "Hast du schon bezahlt?", "Punkte (alle)", "Huber")]
    ['name', 'paid', 'points', '-']
    """
    headings = load_words().headings
    for text in (heading, _BRACKETS.sub(" ", heading), _YEAR.sub(" ", heading), *heading.split(" / ")):
        kind = headings.get(fold_heading(text))
        if kind is not None:
            return kind
    kind = headings.get(fold_heading(_MONEY.sub(" ", heading)))
    if kind is not None and kind[0] == "unclear":
        return kind  # "Nenngeld 10,-"
    words = fold_heading(_BRACKETS.sub(" ", heading)).split()
    if len(words) == 2 and not _PRIVATE.isdisjoint(words):  # "Ort privat"
        return headings.get(" ".join(word for word in words if word not in _PRIVATE))
    both = [(headings.get(word) or ("",))[0] for word in words if word != "und"]
    if sorted(both) == ["first", "last"]:
        return ("turned" if both[0] == "last" else "name"), 1
    if len(words) < 3 or len(words) > 15:
        return None
    # A question of a form: the longest phrase that it contains, if all of that length mean the same.
    for length in (4, 3, 2, 1):
        phrases = {" ".join(words[begin : begin + length]) for begin in range(len(words) - length + 1)}
        kinds = {headings[phrase][0] for phrase in phrases if phrase in headings} - {"unused"}
        if len(kinds) == 1:
            return kinds.pop(), SENTENCE + length - 1
        if kinds:
            return None
    return None


def is_first_name_first(heading: str) -> bool:
    """Return whether a heading of whole names says that the first name stands first.

    >>> is_first_name_first("Vorname, Nachname"), is_first_name_first("Name")
    (True, False)
    """
    words = fold_heading(heading).split()
    is_two = len(words) > 1 and (load_words().headings.get(words[0]) or ("",))[0] == "first"
    return is_two or " ".join(words).startswith(("vor ", "first name ", "ime in ", "jmeno a ", "nome e "))


def is_answer(text: str) -> bool:
    """Return whether a text is a known word for yes or no.

    >>> is_answer("Ja"), is_answer("✗"), is_answer("vielleicht")
    (True, True, False)
    """
    answer = fold_answer(text)
    return answer in load_words().yes or answer in load_words().no


def has_answer(text: str) -> bool:
    """Return whether a text is a known word for yes or no, or begins with one.

    >>> has_answer("bez."), has_answer("bar 15,00"), has_answer("15,-")
    (True, True, False)
    """
    first = text.partition(" ")[0]
    is_sign = not first[:1].isalnum()  # "☑ Ada Lind" is a name
    return is_answer(text) or (is_answer(first) and first.strip("-–—") != "" and not (is_sign and text.count(" ") > 1))


def is_refusal(text: str) -> bool:
    """Return whether a text is a known word for no.

    >>> is_refusal("Nein"), is_refusal("")
    (True, False)
    """
    return bool(text) and fold_answer(text) in load_words().no


def is_status(heading: str) -> bool:
    """Return whether a heading is that of a column which says whether somebody comes; a question contains such words.

    >>> is_status("Status"), is_status("Kommst du am Freitag?"), is_status("Ort")
    (True, True, False)
    """
    status = load_words().status
    return any(fold_heading(part) in status for part in heading.split(" / ")) or any(
        word in status and " " in word for word in _list_phrases(heading)
    )


def is_unplaced(text: str) -> bool:
    """Return whether a text in the place of a place says that somebody has none.

    >>> is_unplaced("DNF"), is_unplaced("a. K."), is_unplaced("4.")
    (True, True, False)
    """
    return fold_heading(text) in load_words().unplaced


def is_total(texts: Iterable[str]) -> bool:
    """Return whether the texts of a row only name a sum.

    >>> is_total(["", "Summe", "30"]), is_total(["25 Teilnehmer"]), is_total(["Anna Summer", "30"])
    (True, True, False)
    """
    texts = [text for text in texts if any(map(str.isalpha, text))]
    folded = [fold_heading(_DIGITS.sub(" ", text)) for text in texts]
    counted, words = [bool(_COUNT.match(text)) for text in texts], load_words().totals
    return bool(texts) and all(
        count or (bool(word) and (word in words or words.issuperset(word.split())))
        for word, count in zip(folded, counted, strict=True)
    )


def is_aside(texts: Iterable[str]) -> bool:
    """Return whether a line is the title of a list of people who do not take part.

    >>> is_aside(["Warteliste:"]), is_aside(["", "Absagen (2)"]), is_aside(["Anna Maier", "Warteliste"])
    (True, True, False)
    """
    texts = [text for text in texts if text]
    if len(texts) != 1:
        return False
    word, words = fold_heading(_DIGITS.sub(" ", texts[0])), load_words().aside
    # "Abgesagt haben:" is a title by its colon.
    return word in words or (texts[0].rstrip().endswith(":") and has_aside(texts[0]))


def is_role(text: str) -> bool:
    """Return whether a line says who leads the tournament.

    >>> is_role("Schiedsrichter: Ada Lind"), is_role("Ada Richter")
    (True, False)
    """
    return bool(_ROLE.match(text))


def has_aside(text: str) -> bool:
    """Return whether a text has the words for people who do not take part, beside others.

    >>> has_aside("abgemeldet am 3.11."), has_aside("hat leider keine Zeit"), has_aside("Anna Maier")
    (True, True, False)
    """
    return not load_words().aside.isdisjoint(_list_phrases(text))


def has_gone(text: str) -> bool:
    """Return whether a text says that somebody does not come: in words, or by a cross.

    >>> has_gone("abgemeldet am 3.11."), has_gone("❌"), has_gone("Ersatz"), has_gone("kommt später")
    (True, True, False, False)
    """
    is_said = not load_words().gone.isdisjoint(_list_phrases(text)) and not has_coming(text)
    return is_said or bool(_CROSSED.search(text))


def has_departed(text: str) -> bool:
    """Return whether a text says that somebody is no member any more.

    >>> has_departed("ausgetreten 31.12.2024"), has_departed("abgesagt")
    (True, False)
    """
    return not load_words().departed.isdisjoint(_list_phrases(text)) or "†" in text


def has_coming(text: str) -> bool:
    """Return whether a text says that somebody comes after all, or did not come only another time.

    >>> has_coming("hatte abgesagt, kommt jetzt doch"), has_coming("kommt doch nicht")
    (True, False)
    """
    return bool(_COMES.search(text))


def _list_phrases(text: str) -> set[str]:
    parts = fold_heading(_DIGITS.sub(" ", text)).split()
    return {" ".join(parts[begin:end]) for begin in range(len(parts)) for end in range(begin + 1, begin + 4)}
