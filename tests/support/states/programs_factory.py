"""Programs that may use the API, for the pages that show them."""

from tarockclub.models import Account, ApiToken
from tarockclub.platform.accounts.api_tokens import create_token, end_token


def make_programs() -> int:
    """Two programs of the director, one of them ended; the number of the other one."""
    director = Account.objects.get(role="director")
    ended, _secret = create_token(
        director, "Anzeigetafel im großen Saal des Gasthauses", "watcher", 365, "states-ended-key"
    )
    end_token(ended)
    create_token(director, "Auswertung der Sekretärin", "secretary", 30, "states-valid-key")
    return ApiToken.objects.exclude(pk=ended.pk).get().pk
