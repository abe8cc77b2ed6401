"""Who teaches a class: always exactly one owner, and those whom the owner has let in."""

from classrooms.models import Classroom
from ninety.locks import writing
from ninety.models import User


class NotTeaching(Exception):
    """Somebody does not, or no longer, teach the class as the request takes for granted."""


def add_teacher(classroom: Classroom, person: User) -> bool:
    """Let a teacher teach a class with its owner; return whether the class is open to that."""
    with writing():
        locked = _locked(classroom)
        if locked.owner_id != person.pk and not locked.is_archived:
            locked.co_teachers.add(person)
        return not locked.is_archived


def remove_teacher(classroom: Classroom, number: int) -> None:
    """Let a co-teacher no longer teach a class; whoever does not has nothing to lose."""
    classroom.co_teachers.remove(*classroom.co_teachers.filter(pk=number))


def hand_over(classroom: Classroom, owner: User, number: int) -> None:
    """Make a co-teacher the owner and the owner a co-teacher. Raises NotTeaching for anybody else."""
    with writing():
        locked = _locked(classroom)
        heir = locked.co_teachers.filter(pk=number).first()
        if heir is None or locked.owner_id != owner.pk:
            raise NotTeaching
        locked.owner = heir
        locked.save(update_fields=["owner"])
        locked.co_teachers.remove(heir)
        locked.co_teachers.add(owner)


def _locked(classroom: Classroom) -> Classroom:
    """Return the class as it stands, and let nobody else lock it until the transaction ends."""
    return Classroom.objects.select_for_update().get(pk=classroom.pk)
