/** The requests of the page; live games use a connection of their own. */
import type {
  AdviceOut,
  AnalysisOut,
  BranchGame,
  Catalogue,
  ChallengesOut,
  CheckOut,
  AcceptSeek,
  BotWanted,
  GameFacts,
  LobbyOut,
  MatchBegun,
  ProfileOut,
  ReportWanted,
  SeekWanted,
  ImportGame,
  JoinGame,
  JudgedChallenge,
  ActionsSoFar,
  LessonOut,
  Lessons,
  Link,
  LinkWanted,
  Links,
  MyGames,
  MyTokens,
  NewGame,
  Previewed,
  PuzzleOut,
  PuzzlesOut,
  Refused,
  ReplayOut,
  ReviewOut,
  RulesOut,
  SeatTaken,
  Study,
  StudyOut,
  StudyQuestion,
  ActionQuestion,
  AddressGone,
  PushKey,
  PushWanted,
} from './protocol';
import type { ApiRequest } from './transport';
import { transport } from './transports';

export { ApiError, isOffline } from './apiError';

type Method = ApiRequest['method'];

async function text(method: Method, path: string, body?: object, token?: string): Promise<string> {
  return (await transport.ask({ method, path, body, token })).text;
}

async function ask<Answer>(...request: Parameters<typeof text>): Promise<Answer> {
  const answer = await text(...request);
  return (answer === '' ? undefined : JSON.parse(answer)) as Answer;
}

const id = encodeURIComponent;

export const api = {
  catalogue: () => ask<Catalogue>('GET', '/catalogue'),
  newGame: (game: NewGame) => ask<SeatTaken>('POST', '/games', game),
  facts: (game: string) => ask<GameFacts>('GET', `/games/${id(game)}`),
  join: (game: string, wish: JoinGame) => ask<SeatTaken>('POST', `/games/${id(game)}/join`, wish),
  record: (game: string, token?: string) => ask<object>('GET', `/games/${id(game)}/record`, undefined, token),
  recordText: (game: string) => text('GET', `/games/${id(game)}/record.txt`),
  position: (game: string, ply: number, look: 'day' | 'night') =>
    text('GET', `/games/${id(game)}/positions/${ply}.svg?look=${look}`),
  branch: (game: string, wish: BranchGame) => ask<SeatTaken>('POST', `/games/${id(game)}/branch`, wish),
  startReview: (game: string, language: string) =>
    ask<ReviewOut>('POST', `/games/${id(game)}/review?language=${language}`),
  review: (game: string, language: string) =>
    ask<ReviewOut>('GET', `/games/${id(game)}/review?language=${language}`),
  replay: (game: string) => ask<ReplayOut>('GET', `/games/${id(game)}/replay`),
  remove: (game: string, token: string) => ask<void>('DELETE', `/games/${id(game)}`, undefined, token),
  importGame: (game: ImportGame) => ask<SeatTaken>('POST', '/games/import', game),
  myGames: (mine: MyTokens) => ask<MyGames>('POST', '/my-games', mine),
  advice: (game: string, token: string, language: string) =>
    ask<AdviceOut>('POST', `/games/${id(game)}/advice?language=${language}`, undefined, token),
  check: (game: string, token: string, language: string, isFirst: boolean) =>
    ask<CheckOut>('POST', `/games/${id(game)}/check?language=${language}&is_first=${isFirst}`, undefined, token),
  takeBack: (game: string, token: string) => ask<void>('POST', `/games/${id(game)}/take-back`, undefined, token),
  study: (study: Study, language = 'en') => ask<StudyOut>('POST', `/study?language=${language}`, study),
  studyPreview: (question: StudyQuestion) => ask<Previewed | Refused>('POST', '/study/preview', question),
  puzzles: () => ask<PuzzlesOut>('GET', '/puzzles'),
  puzzle: (puzzle: string, actions: string[], language: string, isRevealed: boolean) =>
    ask<PuzzleOut>('POST', `/puzzles/${id(puzzle)}?language=${language}&reveal=${isRevealed}`, { actions }),
  puzzlePreview: (puzzle: string, question: ActionQuestion) =>
    ask<Previewed | Refused>('POST', `/puzzles/${id(puzzle)}/preview`, question),
  challenges: () => ask<ChallengesOut>('GET', '/challenges'),
  playChallenge: (challenge: string, name: string) =>
    ask<SeatTaken>('POST', `/challenges/${id(challenge)}/games`, { name }),
  judge: (game: string, challenge: string) =>
    ask<JudgedChallenge>('GET', `/games/${id(game)}/challenges/${id(challenge)}`),
  lessons: () => ask<Lessons>('GET', '/lessons'),
  lesson: (key: string, done: ActionsSoFar) => ask<LessonOut>('POST', `/lessons/${id(key)}`, done),
  lessonPreview: (key: string, question: ActionQuestion) =>
    ask<Previewed | Refused>('POST', `/lessons/${id(key)}/preview`, question),
  rules: (language: string, edition: string | null) =>
    ask<RulesOut>('GET', `/rules?language=${language}${edition ? `&edition=${id(edition)}` : ''}`),
  pushKey: () => ask<PushKey>('GET', '/notices/key'),
  push: (wish: PushWanted) => ask<void>('POST', '/notices/push', wish),
  forgetPush: (gone: AddressGone) => ask<void>('POST', '/notices/forget', gone),
  link: (wish: LinkWanted) => ask<Link>('POST', '/links', wish),
  links: (game: string, token: string) => ask<Links>('GET', `/games/${id(game)}/links`, undefined, token),
  revokeLink: (game: string, link: string, token: string) =>
    ask<void>('DELETE', `/games/${id(game)}/links/${id(link)}`, undefined, token),
  lobby: (guest: string) => ask<LobbyOut>('GET', '/lobby', undefined, guest),
  seek: (wanted: SeekWanted, guest: string) => ask<void>('PUT', '/lobby/seek', wanted, guest),
  cancelSeek: (guest: string) => ask<void>('DELETE', '/lobby/seek', undefined, guest),
  acceptSeek: (seek: string, body: AcceptSeek, guest: string) =>
    ask<MatchBegun>('POST', `/lobby/seeks/${id(seek)}/accept`, body, guest),
  endOffer: (offer: string, guest: string) => ask<void>('DELETE', `/lobby/offers/${id(offer)}`, undefined, guest),
  botMatch: (wanted: BotWanted, guest: string) => ask<MatchBegun>('POST', '/lobby/bot', wanted, guest),
  profile: (account: string) => ask<ProfileOut>('GET', `/players/${id(account)}`),
  block: (account: string, isBlocked: boolean) => ask<void>(isBlocked ? 'PUT' : 'DELETE', `/players/${id(account)}/block`),
  report: (account: string, body: ReportWanted) => ask<void>('POST', `/players/${id(account)}/report`, body),
  renewLink: (game: string, token: string) =>
    ask<Link>('POST', `/games/${id(game)}/links/renew`, undefined, token),
};

/** Yield better and better rankings of the moves of a position; abort to stop. */
export async function* analyse(study: Study, language: string, signal: AbortSignal): AsyncGenerator<AnalysisOut> {
  const path = `/study/analysis?language=${language}`;
  for await (const line of transport.lines({ method: 'POST', path, body: study, signal })) {
    yield JSON.parse(line) as AnalysisOut;
  }
}

/** Yield the lobby now and whenever it changes; abort to leave it. */
export async function* watchLobby(guest: string, signal: AbortSignal): AsyncGenerator<LobbyOut> {
  for await (const line of transport.lines({ method: 'GET', path: '/lobby/live', token: guest, signal })) {
    yield JSON.parse(line) as LobbyOut;
  }
}
