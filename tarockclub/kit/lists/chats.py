"""Chats as they are exported, made a list: the last one that was sent, or who has said to come."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tarockclub.kit.lists.doubtful_names import is_pair_of_people, split_people
from tarockclub.kit.lists.words import compile_words, has_gone

STAMP = re.compile(
    r"[\u200e\u200f\ufeff]*\[?[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4},? [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
    r"(?:\s?[AP]M)?(?:\]\s*|\s+[-–]\s+)",
    re.IGNORECASE,
)
_ASSENT = re.compile(r"[👍✅🙋✌🙌💪]|\+1\b")
_NAME_BEHIND = re.compile(r"\b(?:der|die|mit|und|\+|&) ([A-ZÄÖÜ][a-zäöüß]+ [A-ZÄÖÜ][\w-]+)")
_CLAUSE = re.compile(r"[,.!;:]")
_LIST_LINE = re.compile(r"\s*[0-9]{1,3}[.)]\s?\D")


class _Message(NamedTuple):
    sender: str
    lines: list[str]


def read_chat(lines: Sequence[str]) -> list[str]:
    """Return the list that a chat has: the last one that was sent, else who has said to come, and who not."""
    messages: list[_Message] = []
    for line in lines:
        match = STAMP.match(line)
        if match is None:
            if messages:
                messages[-1].lines.append(line)
            continue
        sender, colon, body = line[match.end() :].partition(": ")
        if colon and not _is_media(body):
            edited = compile_words("edited").search(body.rpartition("<")[2])
            messages.append(
                _Message(sender.strip("~ \u202a\u202c\u200e"), [body.rpartition("<")[0] if edited else body])
            )
        else:
            messages.append(_Message("", []))
    lists = [message for message in messages if sum(bool(_LIST_LINE.match(line)) for line in message.lines) > 1]
    if lists:
        return lists[-1].lines
    return _read_answers(messages) or [line for message in messages for line in message.lines]


def _read_answers(messages: Sequence[_Message]) -> list[str]:
    """Return who comes, and who not, as rows; [] where few say so."""
    answers: dict[str, str] = {}
    for sender, sent in messages:
        text = " ".join(" ".join(sent).split()).replace("\t", " ")
        is_said = has_gone(text) or (
            bool(_ASSENT.search(text) or compile_words("coming").search(text)) and not text.endswith("?")
        )
        named = _CLAUSE.split(text)[0].strip()
        people = split_people(named)
        if sender and (sender in people or is_pair_of_people(people, named)):  # "Ada + Bert Lind, danke"
            sender, is_said = named, True
        for name in _NAME_BEHIND.findall(text) if sender and is_said else ():
            answers.setdefault(name, f"? {sender}: {text}")  # perhaps comes as well
        if sender and (is_said or sender not in answers):
            answers[sender] = text if is_said else f"? {text}"
    senders = sum(not text.startswith("?") for text in answers.values())
    if 2 * senders < len(answers) or len(answers) < 2:
        return []
    unclear = [f"{sender}\tvielleicht: {text[2:]}" for sender, text in answers.items() if text.startswith("?")]
    return ["Name\tStatus", *(f"{sender}\t{text}" for sender, text in answers.items() if text[:1] != "?"), *unclear]


def _is_media(body: str) -> bool:
    """Return whether a message only says that a picture was left out or that it was deleted."""
    bare = body.strip("\u200e <(")
    return bool(compile_words("media").match(bare) and compile_words("left_out").search(bare))
