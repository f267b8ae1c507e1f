"""Row-level security on PostgreSQL: a query that forgets the club gets nothing (docs/dev/row-security.md).

Each table of the list in `ownership.py` has one policy: its rows are shown and taken only while their club is in the
scope (`scope.py`). A row that leads to its club by way of another one is shown if that one is. `manage.py migrate`
removes the policies while it applies migrations, and makes sure afterwards that all are there. The superuser and
roles with BYPASSRLS see everything: `find_bypass()` says so.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from django.core.checks import CheckMessage, Warning  # noqa: A004 -- Django's name of it
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from tarockclub.models import Club
from tarockclub.platform.clubs.ownership import FOR_ALL, SHARED, get_owner_key, list_owned_models
from tarockclub.platform.clubs.scope import ALL, SETTING

POLICY = "rows_of_club"
_SCOPE = f"current_setting('{SETTING}', true)"
_BYPASS = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
_POLICIES = """
SELECT relname, obj_description(pg_policy.oid, 'pg_policy'), relrowsecurity AND relforcerowsecurity
FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
WHERE polname = %s AND relnamespace = current_schema()::regnamespace
"""

# Until November 2026 the policies of what is written with each hand called these.
_FORMER_FUNCTIONS = "DROP FUNCTION IF EXISTS shows_scoring_gametable(bigint), shows_scoring_sitting(bigint)"
_COLUMNS = """
SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
"""


class Policy(NamedTuple):
    """The policy of a table: the condition on which a row is shown and taken."""

    table: str
    column: str  # that leads nearer to the club
    condition: str

    @property
    def signature(self) -> str:
        """The digest by which the database knows it."""
        return hashlib.sha256(self.condition.encode()).hexdigest()[:32]


class MissingPoliciesError(Exception):
    """Raised if the database would show the rows of all clubs to everybody."""


def install_policies(connection: BaseDatabaseWrapper) -> None:
    """Create or correct the policy of every table of the list; MissingPoliciesError if that did not work."""
    if connection.vendor != "postgresql":
        return
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        policies = _load_policies(connection)
        for policy in _list_possible(connection):
            if policies.get(policy.table) != policy.signature:
                cursor.execute(_format_creation(policy))
        cursor.execute(_FORMER_FUNCTIONS)
    wrong = list_missing_policies(connection)
    if wrong:
        raise MissingPoliciesError(f"These tables have no policy, or another one: {', '.join(wrong)}.")


def remove_policies(connection: BaseDatabaseWrapper) -> None:
    """Remove all policies: a migration may change the columns that they name. Only until install_policies."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for table in _load_policies(connection):
            cursor.execute(
                f'DROP POLICY {POLICY} ON "{table}";'
                f'ALTER TABLE "{table}" NO FORCE ROW LEVEL SECURITY; ALTER TABLE "{table}" DISABLE ROW LEVEL SECURITY'
            )


def list_missing_policies(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the tables whose policy is missing, switched off or different."""
    if connection.vendor != "postgresql":
        return []
    policies = _load_policies(connection)
    return [policy.table for policy in _list_possible(connection) if policies.get(policy.table) != policy.signature]


def find_bypass(connection: BaseDatabaseWrapper) -> str:
    """Return the name of the role for which policies are void: a superuser, or one with BYPASSRLS; "" otherwise."""
    if connection.vendor != "postgresql":
        return ""
    with connection.cursor() as cursor:
        cursor.execute(_BYPASS)
        return str(connection.settings_dict["USER"] or "?") if cursor.fetchone()[0] else ""


def check_row_security(*, databases: Sequence[str] | None = None, **kwargs: object) -> list[CheckMessage]:
    """Return a warning for each database that does not hold clubs apart."""
    messages: list[CheckMessage] = []
    for alias in databases or ():
        role, missing = find_bypass(connections[alias]), list_missing_policies(connections[alias])
        if role:
            what = f"{alias}: row-level security is void for the role {role}, a superuser or one with BYPASSRLS."
            messages.append(Warning(what, hint="Use the role that owns the database.", id="tarockclub.W001"))
        if missing:
            what = f"{alias}: no row-level security for {', '.join(missing)}."
            messages.append(Warning(what, hint="Run manage.py migrate.", id="tarockclub.W002"))
    return messages


def _list_possible(connection: BaseDatabaseWrapper) -> list[Policy]:
    """Return the policies of the tables and columns that exist (an older schema has fewer)."""
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS)
        columns = set(cursor.fetchall())
    return [policy for policy in map(build_policy, list_owned_models()) if (policy.table, policy.column) in columns]


def build_policy(model: type[Model]) -> Policy:
    """Return the policy of a model's table.

    A CASE, because only that is sure never to read "*" as ids. The row of the parent is shown by its own policy.
    """
    label, key = model._meta.label_lower, get_owner_key(model)
    parent = key.related_model
    column = f'"{model._meta.db_table}"."{key.column}"'
    if parent is Club:
        is_shown = f"{column} = ANY ({_SCOPE}::bigint[])"
    else:
        rows, identity = parent._meta.db_table, parent._meta.pk.column
        is_shown = f'EXISTS (SELECT 1 FROM "{rows}" parent WHERE parent."{identity}" = {column})'  # noqa: S608 -- ours
    if label in SHARED:
        other = f'"{model._meta.db_table}"."{SHARED[label]}_id"'
        is_shown = f"{other} = ANY ({_SCOPE}::bigint[]) OR {is_shown}"
    if label in FOR_ALL:
        is_shown = f"{column} IS NULL OR {is_shown}"
    condition = f"CASE {_SCOPE} WHEN '{ALL}' THEN true WHEN '' THEN false ELSE {is_shown} END"
    return Policy(model._meta.db_table, key.column, condition)


def _format_creation(policy: Policy) -> str:
    table = f'"{policy.table}"'
    return ";".join(
        [
            f"DROP POLICY IF EXISTS {POLICY} ON {table}",
            f"CREATE POLICY {POLICY} ON {table} USING ({policy.condition}) WITH CHECK ({policy.condition})",
            f"COMMENT ON POLICY {POLICY} ON {table} IS '{policy.signature}'",
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        ]
    )


def _load_policies(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Return the signature of each table's policy; "" if it is switched off."""
    with connection.cursor() as cursor:
        cursor.execute(_POLICIES, [POLICY])
        return {table: signature if is_on else "" for table, signature, is_on in cursor.fetchall()}
