"""Numbers for people in templates."""

from django import template

from ninety.digits import digits

register = template.Library()
register.filter("digits", digits)
