"""Those whom a teacher does something for or to: another may have erased, removed or moved them a moment ago."""

from collections.abc import Collection

from classrooms.models import Membership
from ninety.models import User


class Gone(Exception):
    """Another teacher has erased, removed or moved somebody a moment ago."""


def hold(members: Collection[Membership]) -> set[int]:
    """Let nobody erase some members until the transaction ends; return the people, by primary key, who are there still.

    Whoever changes something of a member comes by here first, and always in the same order: after the class, before the
    membership. In another order two could wait for each other.
    """
    people = User.objects.select_for_update(no_key=True).filter(pk__in={each.user_id for each in members})
    return set(people.order_by("pk").values_list("pk", flat=True))


def still_here(members: Collection[Membership]) -> list[Membership]:
    """Return those of some members who are in the class still; nobody can erase one until the transaction ends.

    Raises Gone where there were some and none is left.
    """
    locked = hold(members)
    found = Membership.objects.filter(pk__in={each.pk for each in members}, state=Membership.State.IN)
    there = set(found.filter(user__in=locked).values_list("pk", flat=True))
    left = [each for each in members if each.pk in there]
    if members and not left:
        raise Gone
    return left


def stands(member: Membership) -> Membership.State:
    """Return where a member stands by now; nobody can erase them until the transaction ends. Raises Gone."""
    found = Membership.objects.filter(pk=member.pk, user__in=hold([member])).values_list("state", flat=True).first()
    if found is None:
        raise Gone
    return Membership.State(found)


def change_state(member: Membership, was: Membership.State, state: Membership.State, left_at: object) -> bool:
    """Change where a member stands, and return whether they stood where they `was` until now."""
    stood = Membership.objects.filter(pk=member.pk, state=was)
    if not stood.update(state=state, left_at=left_at):
        return False
    member.refresh_from_db(fields=["state", "left_at"])
    return True
