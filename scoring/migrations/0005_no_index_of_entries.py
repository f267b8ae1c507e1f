"""One index less to write with every hand: nobody asks which line an entry counts for."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0004_fewer_indexes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="deal",
            name="entry",
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to="scoring.entry"),
        ),
    ]
