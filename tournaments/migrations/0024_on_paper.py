"""Tables of a round that play on paper."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_cancelled_and_moved")]

    operations = [
        migrations.AddField("roundtable", "paper", models.BooleanField(db_default=False, default=False)),
    ]
