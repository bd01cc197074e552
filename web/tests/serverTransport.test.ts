import { afterEach, describe, expect, it, vi } from 'vitest';
import { server } from '../src/net/serverTransport';

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
