from django.apps import AppConfig


class TrainerConfig(AppConfig):
    name = "trainer"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what must hold of the log, and what is kept."""
        from trainer import inventory, keeping  # noqa: F401
