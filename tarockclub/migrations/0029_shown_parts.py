"""Programs are no longer told, sites no longer embed: what a club shows is sealed without the columns that were for them."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tarockclub.platform.act_chain import seal_new_parts
from tarockclub.platform.sealed_rows import CLUB


def delete_jobs(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the jobs that sent messages: nothing works on them any more."""
    apps.get_model("tarockclub", "Job").objects.filter(kind="webhook").delete()


def seal_shown_parts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seal what is shown under its new name: it was sealed together with an address and a secret."""
    seal_new_parts(CLUB, ("shown",), apps.get_model)


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0028_rules_as_files"),
        ("scoring", "0015_seals_to_the_end"),
        ("tournaments", "0014_cups_and_invited"),
    ]

    operations = [
        migrations.RunPython(delete_jobs, migrations.RunPython.noop),
        migrations.RemoveField("publication", "origins"),
        migrations.RemoveField("publication", "hook_url"),
        migrations.RemoveField("publication", "hook_secret"),
        migrations.DeleteModel("Delivery"),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("export", "Export"),
                    ("backup", "Backup"),
                    ("site", "Site"),
                    ("folder", "Folder"),
                    ("rehearse", "Rehearse"),
                    ("upload", "Upload"),
                    ("import", "Import"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(seal_shown_parts, migrations.RunPython.noop),
    ]
