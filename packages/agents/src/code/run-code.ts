// Code with its calls
// R1. A call is made once however often the code is executed: whoever serves calls gives back what was recorded.
// R2. While calls are under way the code is given up when they take longer than a moment: people take days to approve, and threads
//     are few. It is executed again from its beginning then, which asks for the same (Guest G2).
import { createHash } from 'node:crypto';
import type { CodePool, Stopped } from './code-pool.ts';
import type { CodeJob, GuestCall, GuestState, LogLine } from './thread-messages.ts';

/** How long a thread is kept for calls: most tools on the same machine answer within. */
const holdMs = 100;

export interface RunOptions {
  readonly pool: CodePool;
  readonly job: Omit<CodeJob, 'seed'>;
  /** What its random numbers come from. */
  readonly key: string;
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Makes the calls, and gives their results as a JSON list in the same order. */
  readonly serve: (calls: readonly GuestCall[]) => Promise<string>;
}

export interface CodeEnd {
  readonly state: Exclude<GuestState, { type: 'calls' }>;
  readonly logs: readonly LogLine[];
}

export async function runCode({ pool, serve, job, key, ...about }: RunOptions): Promise<CodeEnd> {
  const seeded = { ...job, seed: seedOf(key) };
  const answers: string[] = [];
  let logs: LogLine[] = [];
  const begin = () => {
    const own: LogLine[] = [];
    logs = own;
    return pool.begin({
      ...about,
      job: seeded,
      answers: [...answers],
      onLog: (line) => own.push(line),
    });
  };
  let stopped = await begin();
  for (;;) {
    const { state } = stopped;
    if (state.type !== 'calls') return { state, logs };
    // The thread has looked at it.
    const calls = JSON.parse(state.calls) as readonly GuestCall[];
    const answered = await answerInTime(stopped, serve(calls));
    answers.push(answered.answers);
    stopped = answered.isHeld ? await stopped.proceed(answered.answers) : await begin();
  }
}

async function answerInTime(stopped: Stopped, serving: Promise<string>) {
  let isHeld = true;
  const giveUp = () => {
    isHeld = false;
    stopped.drop();
  };
  const timer = setTimeout(giveUp, holdMs);
  try {
    const answers = await serving;
    return { answers, isHeld };
  } catch (error) {
    giveUp();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Four numbers, not all of them zero. */
function seedOf(key: string): readonly number[] {
  const hash = createHash('sha256').update(key).digest();
  return [0, 4, 8, 12].map((place) => hash.readUInt32LE(place) | 1);
}
