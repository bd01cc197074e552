import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('../src/net/transports', () => ({ localHost: { start: vi.fn() }, reach: {} }));

const kept = { keys: async () => [{ url: 'https://here/assets/python-1/python.zip' }] };
const withCaches = (names: string[]) => ({ keys: async () => names, open: async () => kept });

describe('the question before a download', () => {
  let stored: Map<string, string>;

  beforeEach(() => {
    stored = new Map();
    vi.resetModules();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['an ordinary connection', {}, [], true],
    ['no word about the connection', undefined, [], true],
    ['a mobile connection', { type: 'cellular' }, [], false],
    ['saved data', { saveData: true }, [], false],
    ['a mobile connection, when everything is there', { type: 'cellular' }, ['kahuna-1'], true],
  ])('depends on the connection: %s', async (_name, connection, caches, expected) => {
    vi.stubGlobal('navigator', { onLine: true, connection });
    vi.stubGlobal('caches', withCaches(caches));
    const { mayDownload } = await import('../src/browser/host.svelte');
    expect(await mayDownload()).toBe(expected);
  });

  it('is asked once', async () => {
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } });
    vi.stubGlobal('caches', withCaches([]));
    const { allowDownload, mayDownload } = await import('../src/browser/host.svelte');
    const { localHost } = await import('../src/net/transports');
    expect(await mayDownload()).toBe(false);
    allowDownload();
    expect(await mayDownload()).toBe(true);
    expect(localHost.start).toHaveBeenCalled();
  });
});
