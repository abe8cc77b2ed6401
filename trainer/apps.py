from django.apps import AppConfig


class TrainerConfig(AppConfig):
    name = "trainer"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what must hold of the log."""
        from trainer import keeping  # noqa: F401
