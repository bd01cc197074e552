import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { server } from '../src/net/serverTransport';

const REQUEST = { method: 'POST', path: '/study' } as const;

function refusal(seconds: string): Response {
  const body = JSON.stringify({ code: 'too_many', problems: [], flaw: null });
  return new Response(body, { status: 429, headers: { 'Retry-After': seconds } });
}

describe('a server that limits requests', () => {
  const answers: Response[] = [];
  const fetched = vi.fn(() => Promise.resolve(answers.shift()!));

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetched.mockClear());
    vi.stubGlobal('document', { baseURI: 'http://host/' });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is asked again after the short wait that it wants', async () => {
    answers.splice(0, Infinity, refusal('1'), refusal('1'), new Response('done'));
    const answer = server.ask(REQUEST);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(200);
    expect((await answer).text).toBe('done');
  });

  it.each([
    ['but not for ever', '1', 4],
    ['but not after a long wait', '180', 1],
  ])('%s', async (_, seconds, attempts) => {
    answers.splice(0, Infinity, ...Array.from({ length: 4 }, () => refusal(seconds)));
    const answer = expect(server.ask(REQUEST)).rejects.toMatchObject({ code: 'too_many' });
    await vi.runAllTimersAsync();
    await answer;
    expect(fetched).toHaveBeenCalledTimes(attempts);
  });
});

const answering = (status: number, text: string): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text, { status })));
};

describe('requests to a server', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('take a gateway for a server that cannot be reached', async () => {
    answering(502, '<h1>Bad Gateway</h1>');
    await expect(server.ask({ method: 'GET', path: '/catalogue' })).rejects.toMatchObject({ code: 'offline' });
  });

  it('keep what the server itself says', async () => {
    answering(503, JSON.stringify({ code: 'unavailable', problems: [], flaw: null }));
    await expect(server.ask({ method: 'GET', path: '/catalogue' })).rejects.toMatchObject({ code: 'unavailable' });
  });
});
