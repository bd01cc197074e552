/** Days in words. */
import { homeTag } from '../browser/settings.svelte';

/** Return the date of a day or a moment, given as ISO 8601. */
export function dateText(at: string): string {
  const isDay = /^[\d-]+$/.test(at); // It has no time zone.
  return new Intl.DateTimeFormat(homeTag(), { dateStyle: 'medium', ...(isDay && { timeZone: 'UTC' }) }).format(new Date(at));
}

/** Return a day such as 3 May, given in seconds since 1970. */
export function dayText(at: number): string {
  return new Intl.DateTimeFormat(homeTag(), { day: 'numeric', month: 'long' }).format(new Date(at * 1000));
}
