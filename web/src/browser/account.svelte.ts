/** The account of this browser: who is signed in, and what all its browsers share. */
import { mergedValues, PROGRESS } from '../model/mergeProgress';
import { isResult, withoutOldest } from '../model/statistics';
import { accounts } from '../net/accounts';
import { IS_STATIC } from '../net/address';
import { ApiError } from '../net/api';
import type { AccountStatus, MyGame } from '../net/protocol';
import { LOCAL } from '../net/workerTransport';
import { keep, keptGame, keptGames } from './tokens';

const FORMAT = 1;
const MOST_CHARACTERS = 200_000;
const ATTEMPTS = 3;

type Progress = Record<string, unknown>;

/** Who is signed in; `null` until the server has answered. */
export const account: { status: AccountStatus | null } = $state({ status: null });

/** Ask the server who is signed in. A server that does not answer changes nothing. */
export async function loadAccount(): Promise<void> {
  if (IS_STATIC) return;
  try {
    account.status = await accounts.status();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Take everything along that this browser has: seats, puzzles, practice and the voyage. */
export async function takeAlong(): Promise<void> {
  const tokens = keptGames().map(({ token }) => token);
  const seats = tokens.filter((token) => !token.startsWith(LOCAL));
  if (seats.length > 0) await accounts.claim({ tokens: seats });
  await share();
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function progressHere(): Progress {
  return Object.fromEntries(PROGRESS.map((key) => [key, parsed(localStorage.getItem(key))]));
}

/** Write progress as text; if it is too long, leave out the oldest results that have earned no star. */
function written(progress: Progress): string {
  const text = JSON.stringify({ format: FORMAT, progress });
  if (text.length <= MOST_CHARACTERS) return text;
  const kept = progress['kahuna.results'];
  const results = Array.isArray(kept) ? kept.filter(isResult) : [];
  const fewer = withoutOldest(results, Math.ceil(results.length / 8));
  return fewer.length === results.length ? text : written({ ...progress, 'kahuna.results': fewer });
}

/** Join the progress of this browser with that of the account, and store the result in both. */
export async function share(): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { version, data } = await accounts.document();
    const there = (parsed(data || null) as { progress?: Progress } | undefined)?.progress ?? {};
    const all = mergedValues(progressHere(), there) as Progress;
    for (const key of PROGRESS) if (all[key] !== undefined) localStorage.setItem(key, JSON.stringify(all[key]));
    const text = written(mergedValues(there, all) as Progress);
    if (text === data) return;
    try {
      await accounts.saveDocument({ version, data: text });
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    }
  }
}

/** Return the games of the account, with a token for those that still run. */
export async function accountGames(): Promise<MyGame[]> {
  if (!account.status?.account) return [];
  const { games } = await accounts.games();
  for (const { facts } of games) {
    if (facts.outcome === null && !keptGame(facts.game)) {
      const { token } = await accounts.token(facts.game);
      keep({ game: facts.game, token });
    }
  }
  return games;
}
