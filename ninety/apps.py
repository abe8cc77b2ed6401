from django.apps import AppConfig


class NinetyConfig(AppConfig):
    name = "ninety"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks."""
        from ninety import checks  # noqa: F401
