/** Requests about the account. Only servers have accounts. */
import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type {
  AccountExport,
  AccountOut,
  AccountStatus,
  PasskeyOptions,
  PasskeyWanted,
  DocumentOut,
  DocumentWritten,
  Link,
  MyGames,
  MyTokens,
  SignedIn,
  VacationStatus,
  VacationWanted,
} from './protocol';
import { server } from './serverTransport';
import type { ApiRequest } from './transport';

async function ask<Answer>(method: ApiRequest['method'], path: string, body?: object): Promise<Answer> {
  const { text } = await server.ask({ method, path: `/account${path}`, body });
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** Get a challenge; its options are what the browser expects. */
async function challenge<Options>(wanted: PasskeyWanted): Promise<Options> {
  return (await ask<PasskeyOptions>('POST', '/challenges', wanted)).options as Options;
}

/** Only those who sign in need it. */
const webauthn = () => import('@simplewebauthn/browser');

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Use = Parameters<typeof startAuthentication>[0]['optionsJSON'];

export const accounts = {
  status: () => ask<AccountStatus>('GET', ''),
  async create(name: string | null): Promise<SignedIn> {
    const optionsJSON = await challenge<Creation>({ kind: 'create', name });
    return ask('POST', '', { credential: await (await webauthn()).startRegistration({ optionsJSON }) });
  },
  async addPasskey(): Promise<AccountOut> {
    const optionsJSON = await challenge<Creation>({ kind: 'add' });
    return ask('POST', '/passkeys', { credential: await (await webauthn()).startRegistration({ optionsJSON }) });
  },
  async signIn(): Promise<SignedIn> {
    const optionsJSON = await challenge<Use>({ kind: 'sign_in' });
    return ask('POST', '/sessions', { credential: await (await webauthn()).startAuthentication({ optionsJSON }) });
  },
  recover: (code: string) => ask<SignedIn>('POST', '/recovery', { code }),
  newCode: () => ask<SignedIn>('POST', '/code'),
  removePasskey: (passkey: string) => ask<AccountOut>('DELETE', `/passkeys/${passkey}`),
  rename: (name: string) => ask<AccountOut>('POST', '/name', { name }),
  signOut: () => ask<void>('DELETE', '/session'),
  signOutEverywhere: () => ask<void>('DELETE', '/sessions'),
  remove: () => ask<void>('DELETE', ''),
  export: () => ask<AccountExport>('GET', '/export'),
  gameRecords: async () => (await server.ask({ method: 'GET', path: '/account/games.jsonl' })).text,
  games: () => ask<MyGames>('GET', '/games'),
  claim: (mine: MyTokens) => ask<void>('POST', '/games', mine),
  token: (game: string) => ask<Link>('POST', `/games/${encodeURIComponent(game)}/token`),
  document: () => ask<DocumentOut>('GET', '/document'),
  vacation: () => ask<VacationStatus>('GET', '/vacation'),
  beginVacation: (wanted: VacationWanted) => ask<VacationStatus>('POST', '/vacation', wanted),
  endVacation: () => ask<VacationStatus>('DELETE', '/vacation'),
  saveDocument: (document: DocumentWritten) => ask<DocumentOut>('POST', '/document', document),
};
