/** Vacations of players in games over days. */
import type { PlayerOut } from '../net/protocol';

/** Whether a player is on vacation now. */
export function isOnVacation({ vacation_until: until }: PlayerOut): boolean {
  return until !== null && until * 1000 > Date.now();
}
