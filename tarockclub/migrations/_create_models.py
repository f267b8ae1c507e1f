"""An operation of our migrations; Django looks for none in a file whose name begins so."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """CreateModel for many models, for which those of all apps are rendered once.

    Django renders them after each CreateModel: most of a first start.
    """

    def __init__(self, *creations: CreateModel) -> None:
        self.creations = creations

    def describe(self) -> str:
        """Return the names for `migrate --plan`."""
        return f"Create models {', '.join(creation.name for creation in self.creations)}"

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the models; what is rendered is thrown away, and rendered again when it is asked for."""
        state.__dict__.pop("apps", None)
        state.is_delayed = False  # or RunPython would render them once more
        for creation in self.creations:
            creation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Create the tables."""
        for creation in self.creations:
            creation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Drop the tables, the last one first."""
        for creation in reversed(self.creations):
            creation.database_backwards(app_label, schema_editor, from_state, to_state)
