"""What pages say of the release that they are of."""

from django import template

from ninety.release import release

register = template.Library()
register.simple_tag(release)
