"""An account has one of five roles, or none, for the club; and one for single tournaments."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0017_first_host"),
    ]

    operations = [
        migrations.AddField(
            model_name="account",
            name="is_helper",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="account",
            name="role",
            field=models.CharField(
                blank=True,
                choices=[
                    ("director", "Director"),
                    ("secretary", "Secretary"),
                    ("referee", "Referee"),
                    ("treasurer", "Treasurer"),
                    ("watcher", "Watcher"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="apitoken",
            name="role",
            field=models.CharField(
                choices=[
                    ("director", "Director"),
                    ("secretary", "Secretary"),
                    ("referee", "Referee"),
                    ("treasurer", "Treasurer"),
                    ("watcher", "Watcher"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(condition=models.Q(("kind", "looked")), fields=["by", "at"], name="log_entry_looks"),
        ),
    ]
