"""Interactive lessons: positions, tasks that the core checks, and a scripted opponent."""

from kahuna.lessons.lesson import Lesson, Task
from kahuna.lessons.lesson_list import FIRST_GAME, LESSONS
from kahuna.lessons.runner import LessonError, Progress, Stage, run_lesson
