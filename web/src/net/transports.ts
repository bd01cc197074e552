/** The transport of this page: the worker on a static site; a server elsewhere, and the worker without it. */
import { IS_STATIC } from './address';
import { FallbackTransport } from './fallbackTransport';
import { server } from './serverTransport';
import type { Transport } from './transport';
import { WorkerTransport } from './workerTransport';

/** The host in this browser. */
export const localHost = new WorkerTransport(
  () => new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module', name: 'kahuna' }),
  { '/catalogue': async () => (await import('../generated/catalogue'))[IS_STATIC ? 'WITH_NETWORKS' : 'WITHOUT_NETWORKS'] },
);

/** The server, with the host in this browser behind it. */
export const reach = new FallbackTransport(server, localHost);

export const transport: Transport = IS_STATIC ? localHost : reach;
