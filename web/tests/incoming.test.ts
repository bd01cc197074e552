import { afterEach, describe, expect, it, vi } from 'vitest';
import { incoming, receiveRecords } from '../src/browser/incoming.svelte';

const gone: string[] = [];
vi.mock('../src/browser/router.svelte', () => ({ go: (address: string) => gone.push(address) }));

type Consume = (launch: { files: { getFile(): Promise<File> }[] }) => void;

describe('records from outside', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    incoming.record = null;
    gone.length = 0;
  });

  it('are opened as files', async () => {
    let consume: Consume = () => undefined;
    vi.stubGlobal('window', { launchQueue: { setConsumer: (given: Consume) => (consume = given) } });
    vi.stubGlobal('navigator', {});
    await receiveRecords();
    consume({ files: [{ getFile: async () => new File(['a record'], 'game.json') }] });
    await vi.waitFor(() => expect(incoming.record).toBe('a record'));
    expect(gone).toEqual(['/']);
    consume({ files: [] });
    expect(gone).toHaveLength(1);
  });

  it.each([
    [200, 'a record', 'a record'],
    [200, '', null],
    [204, null, null],
  ])('are shared: %s %s', async (status, body, expected) => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
    vi.stubGlobal('fetch', async () => new Response(body, { status }));
    await receiveRecords();
    expect(incoming.record).toBe(expected);
  });
});
