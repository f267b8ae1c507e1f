"""Every note names its club; those of before get theirs by tournaments/migrations/0006_clubs_of_notes.py."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0014_privacy"),
    ]

    operations = [
        migrations.AddField(
            model_name="note",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tarockclub.club",
            ),
        ),
    ]
