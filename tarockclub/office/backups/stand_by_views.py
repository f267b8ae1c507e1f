"""The page about a stand-by laptop, on the first one and on the other one; and what the two say to each other."""

from urllib.parse import urlsplit

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt

from scoring.book.access.links import QrCard, get_site_address
from scoring.table.waiting_hands.services import write_line
from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.office.backups import folder, stand_by
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.restore import format_result
from tarockclub.office.backups.services import NONE, make_noted_backup, note_stand_by
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.authentication import require_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.server.stand_by import (
    LaptopPart,
    StandBy,
    clean_laptop_code,
    draw_laptop_code,
    load_stand_by,
    save_stand_by,
)

GROUP = 4  # characters of the code
REFRESH_SECONDS = 2  # of the figure that says how far behind it is


@csrf_exempt  # no cookie opens anything here; whoever asks proves that he knows the code
def answer_stand_by(request: HttpRequest) -> HttpResponse:
    """Answer the other laptop."""
    proof, host = request.headers.get(stand_by.PROOF, ""), request.META["REMOTE_ADDR"]
    answer = stand_by.answer_other(request.body, proof, host)
    if answer is None:
        return HttpResponse(status=403)
    content, proof = answer
    return HttpResponse(content, content_type="application/octet-stream", headers={stand_by.PROOF: proof})


class StandByForm(PostedForm):
    """The act, with the address and code of a first laptop."""

    do = TextField()
    address = TextField(strip=True)
    code = TextField(strip=True)


@require_password
def handle_stand_by(request: HttpRequest) -> HttpResponse:
    """Show how far behind the other laptop is; admit one, follow one, take over, or say which one is first."""
    if request.method != "POST":
        return _render_page(request)
    sent = StandByForm(request.POST).parse()
    row, who, act = load_stand_by(), build_author(request), sent["do"]
    fates: dict[str, str] = {}
    try:
        if not stand_by.is_possible():
            raise Trouble("no_stand_by")
        if act == "take_over":
            return _take_over(request, who)
        if act == "send" and row.since:
            fates = stand_by.send_only_here(row)
        elif act == "follow":
            first, code = _read_first(sent["address"], sent["code"])
            own = get_site_address(request)
            save_stand_by(row._replace(part=LaptopPart.FOLLOWING, code=code, other=first, own=own))
        else:
            _change_part(request, row, act, who)
    except Trouble as trouble:
        return _render_page(request, problem=str(trouble), status=400)
    if act == "send":
        return _render_page(request, fates=fates)
    note_stand_by(who, act)
    return redirect("stand_by")


def _read_first(address: str, code: str) -> tuple[str, str]:
    """Return the address and code of the first laptop that is followed from now on."""
    url = urlsplit(address if "//" in address else f"http://{address}")
    try:
        host, port = url.hostname, url.port
    except ValueError:
        host = port = None
    if url.scheme not in ("http", "https") or not host or (url.path or "/") != "/":
        raise Trouble("no_address")
    if not (code := clean_laptop_code(code)):
        raise Trouble("no_code")
    shown = f"[{host}]" if ":" in host else host
    return f"{url.scheme}://{shown}{f':{port}' if port else ''}", code


def _change_part(request: HttpRequest, row: StandBy, act: str, who: Actor) -> None:
    """Do what needs no other laptop."""
    if act == "admit" and row.part is LaptopPart.FIRST:
        if not folder.list_own(folder.get_home_folder()):
            make_noted_backup(who, prove=NONE)
        save_stand_by(row._replace(code=draw_laptop_code(), own=get_site_address(request)))
    elif act == "end" and row.part is LaptopPart.FIRST:
        save_stand_by(row._replace(code=""))
        stand_by.clear_stand_by_folder("out")
    elif (
        act == "leave" and row.part is LaptopPart.FOLLOWING
    ):  # who was replaced stays so: somebody has to say another word
        save_stand_by(row._replace(part=LaptopPart.REPLACED) if row.since else StandBy(term=row.term))
        stand_by.clear_stand_by_folder("in")
    elif act == "follow_other" and row.part is LaptopPart.REPLACED:
        save_stand_by(row._replace(part=LaptopPart.FOLLOWING, own=get_site_address(request)))
    elif act == "stay" and row.part is LaptopPart.REPLACED:
        save_stand_by(row._replace(part=LaptopPart.FIRST, term=row.term + 1))


def _take_over(request: HttpRequest, who: Actor) -> HttpResponse:
    done = stand_by.take_over(who, get_staff_account(request).login)
    note_stand_by(who._replace(person=None, token=None), "take_over")
    logout(request)  # the session belonged to the replaced book
    return render(request, "tarockclub/office/backups/backups_restored.html", {"lines": format_result(done)})


def _render_page(
    request: HttpRequest, *, problem: str = "", fates: dict[str, str] | None = None, status: int = 200
) -> HttpResponse:
    row, progress = load_stand_by(), stand_by.load_copy_progress()
    hands, lines = stand_by.list_only_here(row) if row.part is not LaptopPart.FIRST else ([], 0)
    own = get_site_address(request)
    context = {
        "row": row,
        "code": " ".join(row.code[start : start + GROUP] for start in range(0, len(row.code), GROUP)),
        "own": own,
        "first": QrCard(row.other) if row.part is not LaptopPart.FIRST and row.other else None,
        "silent": stand_by.count_silent_seconds(),
        "progress": progress,
        "behind": progress.behind,
        "is_late": progress.behind is not None and progress.behind > stand_by.MOST_SECONDS,
        "hands": [(hand, (fates or {}).get(hand.key, "")) for hand in hands],
        "lines": lines,
        "text": "\n".join(map(write_line, hands)),
        "asks": "sure" in request.GET or bool(problem),
        "is_possible": stand_by.is_possible(),
        "problem": problem,
    }
    response = render(request, "tarockclub/office/backups/stand_by.html", context, status=status)
    if row.part is LaptopPart.FOLLOWING and not context["asks"]:
        response["Refresh"] = str(REFRESH_SECONDS)
    return response
