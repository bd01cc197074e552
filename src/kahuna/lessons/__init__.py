"""Interactive lessons: positions, tasks that the core checks, and a scripted opponent."""

from kahuna.lessons.course import LESSONS
from kahuna.lessons.lesson import Lesson, Task
from kahuna.lessons.runner import LessonError, Progress, Stage, read_action, run_lesson

__all__ = [
    "LESSONS",
    "Lesson",
    "LessonError",
    "Progress",
    "Stage",
    "Task",
    "read_action",
    "run_lesson",
]
