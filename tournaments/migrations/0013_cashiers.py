from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_squashed_0012_rehearsals")]

    operations = [
        migrations.AlterField(
            "tournamentrole",
            "role",
            models.CharField(
                choices=[
                    ("director", "Director"),
                    ("secretary", "Secretary"),
                    ("referee", "Referee"),
                    ("treasurer", "Treasurer"),
                    ("cashier", "Cashier"),
                    ("watcher", "Watcher"),
                ],
                max_length=12,
            ),
        )
    ]
