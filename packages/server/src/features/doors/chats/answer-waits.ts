// Answers that come with a message
// A1. Only waits that the run of this chat has open are answered, with all checks that answers have: whom the wait names, and the scope
//     `answer`. An id of somebody else's wait leads nowhere.
// A2. An answer to a wait that is closed is refused as the engine refuses it; beside others that were taken it is an old one, which
//     clients send again with every message.
import type { Json } from '@skein/api';
import type { Engine, RunJson } from '@skein/engine';
import { EngineError } from '@skein/ports';
import type { Identity } from '../../../identity/identity.ts';
import { answerAs, type AnswerServices } from '../../waits/answer-as.ts';

export interface AnswerHost extends AnswerServices {
  readonly engine: Pick<Engine, 'waits' | 'runs'>;
}

/** The row of the run before the first answer. */
export async function answerWaits(
  services: AnswerHost,
  identity: Identity,
  { run, answers }: { readonly run: string; readonly answers: ReadonlyMap<string, Json> },
): Promise<number> {
  const before = await services.engine.runs.get(run);
  const open = [...answers].filter(([wait]) => isOpen(before, wait));
  if (open.length === 0) {
    const [wait = ''] = [...answers.keys()].reverse();
    throw await refusalOf(services, { run, wait });
  }
  for (const [wait, answer] of open) await answerAs(services, identity, { wait, answer });
  return before.seq;
}

function isOpen({ waits }: RunJson, wait: string): boolean {
  return waits.some(({ id }) => id === wait);
}

async function refusalOf(
  { engine }: AnswerHost,
  { run, wait }: { readonly run: string; readonly wait: string },
): Promise<EngineError> {
  const found = await engine.waits.get(wait).catch(() => null);
  // Of another run it is not told that it is there.
  if (found === null || found.run !== run) return new EngineError('WAIT_NOT_FOUND', { wait });
  return new EngineError('WAIT_CLOSED', { wait, status: found.status });
}
