"""Numbers in templates: for people to read, and to count by."""

from django import template

from ninety.digits import digits

register = template.Library()
register.filter("digits", digits)


@register.filter
def times(count: int) -> range:
    """Go round so many times."""
    return range(count)
