"""The actions of referees as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.hall.rulings.actions import CallReferee, RecordRuling


def call_referee(table, key, who=ANONYMOUS):
    return CallReferee().perform(table, key, who)


def record_ruling(table, key, text, decided_by="Friederike", **values):
    return RecordRuling(text=text, decided_by=decided_by, **values).perform(table, key).ruling
