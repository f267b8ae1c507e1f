"""Programs that may use the API, for the pages that show them."""

from tarockclub.accounts.api_tokens import create_token, end_token
from tarockclub.models import Account, ApiToken


def make_programs() -> int:
    """Two programs of the director, one of them ended; the number of the other one."""
    director = Account.objects.get(role="director")
    ended, _secret = create_token(
        director, "Anzeigetafel im großen Saal des Gasthauses", "watcher", 365, "states-ended-key"
    )
    end_token(ended)
    create_token(director, "Auswertung der Sekretärin", "secretary", 30, "states-valid-key")
    return ApiToken.objects.exclude(pk=ended.pk).get().pk
