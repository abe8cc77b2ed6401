"""Reads of classes and lessons."""

from classrooms.selectors.classes import ClassLists, ClassPage, WhatGoes, class_page, classes_of, movable, what_goes
from classrooms.selectors.invitations import sign_in_links_for, usable_invitation

__all__ = [
    "ClassLists",
    "ClassPage",
    "WhatGoes",
    "class_page",
    "classes_of",
    "movable",
    "sign_in_links_for",
    "usable_invitation",
    "what_goes",
]
