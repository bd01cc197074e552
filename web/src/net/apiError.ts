/** Failed requests. */
import type { Fault, FlawOut } from './protocol';

/** A failed request; `problems` are the host's explanations, in English unless the request chose a language. */
export class ApiError extends Error {
  constructor(
    /** `offline`: the server cannot be reached; `host_failed`: the host in this browser does not run. */
    readonly code: Fault | 'offline' | 'host_failed',
    readonly problems: readonly string[] = [],
    readonly flaw: FlawOut | null = null,
  ) {
    super(code);
  }
}

/** Whether something failed because the server cannot be reached. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline';
}
