"""When a table began is the program's time, no longer Django's; a default of Python, of which the database knows nothing."""

from django.db import migrations, models

from tarockclub.kit.time_source import now


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0015_seals_to_the_end"),
    ]

    operations = [
        # Otherwise SQLite would copy all tables of the book.
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterField("gametable", "started", models.DateTimeField(default=now))]
        ),
    ]
