/** The HTTP API; live games use a WebSocket. */
import type {
  AdviceOut,
  AnalysisOut,
  BranchGame,
  Catalogue,
  CheckOut,
  Fault,
  FaultOut,
  FlawOut,
  GameFacts,
  ImportGame,
  JoinGame,
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
} from './protocol';

/** A failed request; `problems` are the server's explanations, in English unless the request chose a language. */
export class ApiError extends Error {
  constructor(
    readonly code: Fault | 'offline',
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

async function send(
  method: string,
  path: string,
  body?: object,
  token?: string,
  signal?: AbortSignal,
): Promise<Response> {
  let response: Response;
  const headers: Record<string, string> = {};
  if (body) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch {
    throw new ApiError('offline');
  }
  if (response.ok) return response;
  const fault = (await response.json().catch(() => null)) as FaultOut | null;
  throw new ApiError(fault?.code ?? 'unavailable', fault?.problems ?? [], fault?.flaw);
}

async function ask<Answer>(...request: Parameters<typeof send>): Promise<Answer> {
  const response = await send(...request);
  return response.status === 204 ? (undefined as Answer) : await response.json();
}

const text = async (path: string): Promise<string> => (await send('GET', path)).text();

const id = encodeURIComponent;

export const api = {
  catalogue: () => ask<Catalogue>('GET', '/catalogue'),
  newGame: (game: NewGame) => ask<SeatTaken>('POST', '/games', game),
  facts: (game: string) => ask<GameFacts>('GET', `/games/${id(game)}`),
  join: (game: string, wish: JoinGame) => ask<SeatTaken>('POST', `/games/${id(game)}/join`, wish),
  record: (game: string, token?: string) => ask<object>('GET', `/games/${id(game)}/record`, undefined, token),
  recordText: (game: string) => text(`/games/${id(game)}/record.txt`),
  position: (game: string, ply: number, look: 'day' | 'night') =>
    text(`/games/${id(game)}/positions/${ply}.svg?look=${look}`),
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
  check: (game: string, token: string, language: string) =>
    ask<CheckOut>('POST', `/games/${id(game)}/check?language=${language}`, undefined, token),
  takeBack: (game: string, token: string) => ask<void>('POST', `/games/${id(game)}/take-back`, undefined, token),
  study: (study: Study, language = 'en') => ask<StudyOut>('POST', `/study?language=${language}`, study),
  studyPreview: (question: StudyQuestion) => ask<Previewed | Refused>('POST', '/study/preview', question),
  puzzles: () => ask<PuzzlesOut>('GET', '/puzzles'),
  puzzle: (puzzle: string, actions: string[], language: string, isRevealed: boolean) =>
    ask<PuzzleOut>('POST', `/puzzles/${id(puzzle)}?language=${language}&reveal=${isRevealed}`, { actions }),
  puzzlePreview: (puzzle: string, question: ActionQuestion) =>
    ask<Previewed | Refused>('POST', `/puzzles/${id(puzzle)}/preview`, question),
  lessons: () => ask<Lessons>('GET', '/lessons'),
  lesson: (key: string, done: ActionsSoFar) => ask<LessonOut>('POST', `/lessons/${id(key)}`, done),
  lessonPreview: (key: string, question: ActionQuestion) =>
    ask<Previewed | Refused>('POST', `/lessons/${id(key)}/preview`, question),
  rules: (language: string, edition: string | null) =>
    ask<RulesOut>('GET', `/rules?language=${language}${edition ? `&edition=${id(edition)}` : ''}`),
  link: (wish: LinkWanted) => ask<Link>('POST', '/links', wish),
  links: (game: string, token: string) => ask<Links>('GET', `/games/${id(game)}/links`, undefined, token),
  revokeLink: (game: string, link: string, token: string) =>
    ask<void>('DELETE', `/games/${id(game)}/links/${id(link)}`, undefined, token),
  renewLink: (game: string, token: string) =>
    ask<Link>('POST', `/games/${id(game)}/links/renew`, undefined, token),
};

/** Yield better and better rankings of the moves of a position; abort to stop. */
export async function* analyse(study: Study, language: string, signal: AbortSignal): AsyncGenerator<AnalysisOut> {
  const response = await send('POST', `/study/analysis?language=${language}`, study, undefined, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as AnalysisOut;
  }
}
