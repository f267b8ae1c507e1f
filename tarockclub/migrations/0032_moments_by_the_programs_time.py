"""Moments are the program's time, no longer Django's; a default of Python, of which the database knows nothing."""

from django.db import migrations, models

from tarockclub.kit.time_source import now


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0031_pictures_of_fronts"),
    ]

    operations = [
        # Otherwise SQLite would copy both tables.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("club", "founded", models.DateTimeField(default=now)),
                migrations.AlterField("setupcode", "made", models.DateTimeField(default=now)),
            ]
        ),
    ]
