/** Days in words. */
import { homeTag } from '../browser/settings.svelte';

/** Return a day such as 3 May, given in seconds since 1970. */
export function dayText(at: number): string {
  return new Intl.DateTimeFormat(homeTag(), { day: 'numeric', month: 'long' }).format(new Date(at * 1000));
}
