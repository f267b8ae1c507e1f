from typing import Any

from django.db import migrations, models

KINDS = ("publish", "send", "import", "upload")  # of jobs that are gone, or that ended otherwise


def delete_jobs(apps: Any, _schema_editor: object) -> None:
    """Delete the jobs that nothing works on any more: what they were to send or to read is asked for again."""
    apps.get_model("tarockclub", "Job").objects.filter(kind__in=KINDS).delete()


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0026_shared_rules")]

    operations = [
        migrations.RunPython(delete_jobs, migrations.RunPython.noop),
        migrations.DeleteModel("HostedAddress"),
        migrations.DeleteModel("SentSite"),
        migrations.DeleteModel("PublishingKey"),
        migrations.DeleteModel("ReceivedPiece"),
        migrations.DeleteModel("ReceivedSite"),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("export", "Export"),
                    ("backup", "Backup"),
                    ("webhook", "Webhook"),
                    ("site", "Site"),
                    ("folder", "Folder"),
                    ("rehearse", "Rehearse"),
                    ("upload", "Upload"),
                    ("import", "Import"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="state",
            field=models.CharField(
                choices=[("waiting", "Waiting"), ("running", "Running"), ("done", "Done"), ("failed", "Failed")],
                default="waiting",
                max_length=8,
            ),
        ),
    ]
