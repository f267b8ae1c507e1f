"""What other phones say of a hand arrives here."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.asks import number
from scoring.marks import Answer, Ask, mark
from scoring.rights import writers_only
from scoring.selectors import table_of, table_view
from scoring.table_page import language, page
from scoring.views import only_posted, who

TEXT = "text/plain; charset=utf-8"
FROM_SCRIPT = "X-Live"  # the page stays: a mark must not cost anybody the hand he is entering


@only_posted
@writers_only
def say(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write down that a hand fits, that it does not, or that a dispute is settled."""
    table, posted = table_of(slug), request.POST
    numbers = {name: number(posted, name) for name in ("line", "seen", "newest", "place")}
    ask = Ask(kind=posted.get("kind", ""), **{name: -1 if said is None else said for name, said in numbers.items()})
    answer = mark(table, ask, posted.get("key", ""), who(request, table))
    sentence = "" if answer is Answer.MARKED else said_of(answer)
    if FROM_SCRIPT in request.headers:
        return HttpResponse(sentence, status=answer.value if sentence else 204, content_type=TEXT)
    if sentence:
        return page(request, table, table_view(table, language()), {"message": sentence}, status=answer.value)
    if "on_its_page" in posted:
        return redirect("deal", slug=slug, line=ask.line)
    return redirect("table", slug=slug)


def said_of(answer: Answer) -> str:
    """What became of a mark, in words."""
    return {
        Answer.INVALID: _("Please say who you are."),
        Answer.OWN_HAND: _("This phone entered the hand itself: another phone must say whether it is right."),
        Answer.ENDED: _("This evening has ended; nothing was saved. It can be reopened on the settlement page."),
        Answer.STALE: _("The hand has changed in the meantime. Look at it, and say again whether it is right."),
        Answer.OTHER_BODY: _(
            "This form has been sent before with different content. Check the score sheet before you continue."
        ),
    }[answer]
