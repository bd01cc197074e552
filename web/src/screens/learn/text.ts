/** The texts of the lessons, loaded with them. */
import type { TextKey } from '../../generated/texts';
import { hasText } from '../../i18n/language.svelte';
import { translator } from '../../i18n/translate';

type LearnKey = TextKey<'learn'>;

export const learnText = await translator('learn');

export function titleOf(lesson: string): string {
  return learnText(`learn.lesson.${lesson}.title` as LearnKey);
}

export function aboutOf(lesson: string): string {
  return learnText(`learn.lesson.${lesson}.about` as LearnKey);
}

export function praiseOf(lesson: string): string {
  return learnText(`learn.lesson.${lesson}.done` as LearnKey);
}

/** Return the text of a task, counted from 0. */
export function taskOf(lesson: string, task: number): string {
  return learnText(`learn.lesson.${lesson}.${task + 1}.text` as LearnKey);
}

export function hintOf(lesson: string, task: number): string {
  return learnText(`learn.lesson.${lesson}.${task + 1}.hint` as LearnKey);
}

/** Return the feedback to a wrong move: the task's own, or the general one. */
export function feedbackOf(lesson: string, task: number, code: string): string {
  const own = `learn.lesson.${lesson}.${task + 1}.${code}`;
  return learnText(hasText('learn', own) ? own : (`learn.${code}` as LearnKey));
}
