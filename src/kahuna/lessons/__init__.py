"""Interactive lessons: positions, tasks that the core checks, and a scripted opponent."""

from kahuna.lessons.lesson import Lesson as Lesson
from kahuna.lessons.lesson import Task as Task
from kahuna.lessons.lesson_list import FIRST_GAME as FIRST_GAME
from kahuna.lessons.lesson_list import LESSONS as LESSONS
from kahuna.lessons.runner import LessonError as LessonError
from kahuna.lessons.runner import Progress as Progress
from kahuna.lessons.runner import Stage as Stage
from kahuna.lessons.runner import run_lesson as run_lesson
