/** The messages between the worker that hosts the games and the worker of the coach. */

export interface CoachTask {
  id: number;
  task: string;
}

export type CoachAnswer =
  | { type: 'progress'; id: number; part: number }
  | { type: 'done'; id: number; result: string }
  | { type: 'failed'; id: number; problem: string };
