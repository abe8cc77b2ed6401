"""What happens to people who answer, for apps above that have a part in it."""

from django.dispatch import Signal

drill_repeated = Signal()
"""A `drill` was dealt that is like one `before`; sent in its transaction."""
