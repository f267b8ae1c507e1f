"""A club that has sent a tournament, and has received another installation's; nothing is sent."""

import json

from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, HostedAddress, Job, ReceivedSite, SentSite
from tarockclub.office.club_file import imports
from tarockclub.office.publishing import receiving
from tarockclub.office.publishing.contents import Contents
from tarockclub.office.publishing.pieces import build_pieces, read_change
from tarockclub.office.publishing.sending import find_moment
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.parcels import keys
from tournaments.models import Tournament


def receive_site(club: Club) -> str:
    """Show a tournament as if a laptop had sent it; return the word in its address."""
    tournament = Tournament.objects.filter(club=club, ended__isnull=False).order_by("-pk").first()
    assert tournament is not None
    HostedAddress.objects.create(club=club, url="https://tarock.example", secret="x", name="Tarockfreunde im Internet")
    keys.create_key(Account.objects.get(login="gustav"), "Laptop des Vereins im Extrazimmer", ANONYMOUS)
    sent = SentSite.objects.create(club=club, kind=SentSite.Kind.TOURNAMENT, thing=tournament.slug)
    moment = find_moment(sent)
    assert moment is not None
    SentSite.objects.filter(pk=sent.pk).update(
        sign=moment.sign, is_there=True, sent=now(), trouble="no_answer", address="https://tarock.example/x/"
    )
    pieces = build_pieces(moment.read(Contents()), {})
    offer = receiving.Offer(tournament.slug, "tournament", moment.name, 1, is_live=False, base="", pieces=list(pieces))
    contents = {digest: receiving.Piece(content, read_change(content).size) for digest, content in pieces.items()}
    receiving.take_offer(club, offer, contents)
    return str(ReceivedSite.objects.get().slug)


def receive_club(club: Club, table: GameTable) -> str:
    """Ask about the file of a laptop, as both sides have continued it; return the key in the address of its page.

    The laptop, which is this club too, has been told so.
    """
    about, facts = imports.format_about(club), {"begun": now(), "of": 4211}
    uploaded = Job.objects.create(kind=Job.Kind.UPLOAD, key="0" * 32, about=about, state=Job.State.DONE, **facts)
    tournament = Tournament.objects.filter(club=club, ended__isnull=False).order_by("-pk").first()
    assert tournament is not None
    ends = {"here": [31, "5f" * 32, now().isoformat()], "there": [34, "a7" * 32, now().isoformat()]}
    forks = [
        {"kind": "tournaments.tournament", "name": tournament.slug.hex, **ends},
        {"kind": "scoring.gametable", "name": table.slug.hex, **ends},
    ]
    said = {
        imports.CLUB: club.pk,
        imports.UPLOAD: uploaded.pk,
        imports.WHO: json.dumps([None, "", "", ""]),
        imports.LAPTOP: "Laptop des Vereins im Extrazimmer",
        imports.OUTCOME: {imports.CHOOSE: forks},
    }
    key = "c1b00000-0000-4000-8000-000000000022"
    row = {"kind": Job.Kind.IMPORT, "key": key, "about": about, "state": Job.State.DONE, "done": 4211}
    Job.objects.create(**row, arguments=said, **facts)
    answer = {"state": imports.CHOOSE, "numbers": [2], "address": "https://tarock.example/club/file/"}
    outcome = {imports.CLUB: club.pk, imports.OUTCOME: {"answer": answer}}
    row = {"kind": Job.Kind.SEND, "key": key, "about": f"club {club.pk} out", "state": Job.State.DONE, "done": 100}
    Job.objects.create(**row, arguments=outcome, **facts)
    return key
