/** Records that come from outside the page: opened with it as an installed program, or shared with it. */
import { fileAddress, to } from '../net/address';
import { go } from './router.svelte';

/** The record to import next; the home screen takes it. */
export const incoming: { record: string | null } = $state({ record: null });

interface LaunchQueue {
  setConsumer(consume: (launch: { files: readonly { getFile(): Promise<File> }[] }) => void): void;
}

function offer(record: string): void {
  if (record === '') return;
  incoming.record = record;
  go(to('/'));
}

/** Wait for files, and take what was shared before the page was opened. */
export async function receiveRecords(): Promise<void> {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    void files[0]?.getFile().then(async (file) => offer(await file.text()));
  });
  if (!navigator.serviceWorker?.controller) return;
  const shared = await fetch(fileAddress('shared-record')).catch(() => new Response());
  if (shared.status !== 200) return;
  offer(await shared.text());
}
