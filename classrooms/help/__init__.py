"""The help: its topics, the recipes of lessons, and how each figure is made."""

from classrooms.help.drill_words import DrillLine, drill_lines
from classrooms.help.figure_tables import EXAMPLES, example_of, figure_tables
from classrooms.help.figure_words import FigureWord, figure_words
from classrooms.help.recipes import RECIPES, Recipe
from classrooms.help.topics import PUPILS, TEACHERS, TOPICS, Section, Topic, kept_addresses

__all__ = [
    "EXAMPLES",
    "PUPILS",
    "RECIPES",
    "TEACHERS",
    "TOPICS",
    "DrillLine",
    "FigureWord",
    "Recipe",
    "Section",
    "Topic",
    "drill_lines",
    "example_of",
    "figure_tables",
    "figure_words",
    "kept_addresses",
]
