"""What was decided about fees that are not paid; tournaments that are over owe what they owed before."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q


def waive_old_debts(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Waive what nobody owed by the rules of an ended tournament's time: fees of no-shows and of who had withdrawn."""
    absent = Q(state="no_show") | Q(entrant__withdrawn__isnull=False)
    presences = apps.get_model("tournaments", "Presence").objects
    presences.filter(absent, paid=0, round__tournament__ended__isnull=False).update(debt="waived")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_cups_and_seasons")]

    operations = [
        migrations.AddField(
            model_name="presence",
            name="debt",
            field=models.CharField(
                blank=True,
                choices=[("", "Open"), ("waived", "Waived"), ("moved", "Moved"), ("seat", "Seat")],
                default="",
                max_length=8,
            ),
        ),
        migrations.RunPython(waive_old_debts, migrations.RunPython.noop),
    ]
