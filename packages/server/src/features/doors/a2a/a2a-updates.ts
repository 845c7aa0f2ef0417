// A task of A2A while it goes on
// First the task as it is, then what changes. What models say is an artifact that grows; what the run gives is one that is sent whole.
// U1. The answer to a message ends where the task ends, or asks whoever sent it: that is theirs to answer, with the next message. A
//     sign-in is not: it happens elsewhere, and the task then goes on by itself.
// U2. Whoever subscribes hears of the task until it ends, whatever it asks meanwhile.
import type { JsonObject } from '@skein/api';
import { hasEnded } from '@skein/ports';
import type { AskedWait, Ending } from '../facts/fact.ts';
import { isEnding } from '../facts/is-ending.ts';
import { runFacts } from '../facts/run-facts.ts';
import type { A2aCall, BegunTask } from './a2a-tasks.ts';
import { readTask } from './a2a-tasks.ts';
import { artifactsOf, statusOf } from './task.ts';

export async function* taskUpdates(
  asked: A2aCall,
  begun: BegunTask,
  { isSubscription }: { readonly isSubscription: boolean },
): AsyncGenerator<JsonObject> {
  const { call } = asked;
  const record = await call.engine.runs.record(begun.run);
  yield { task: await readTask(asked, begun) };
  if (hasEnded(record)) return;
  let after: number | null = begun.after;
  let hasSaid = false;
  while (after !== null && !call.signal.aborted) {
    let ending: Ending | undefined;
    for await (const update of untilPaused(asked, { ...begun, after }, hasSaid)) {
      ({ ending } = update);
      hasSaid ||= update.hasSaid;
      yield* update.told;
    }
    const isDone = ending === undefined || isTheirs(ending, isSubscription, call.canAnswer);
    after = isDone || ending === undefined ? null : await continued(asked, begun.run, ending.row);
  }
}

interface Update {
  readonly told: readonly JsonObject[];
  readonly hasSaid: boolean;
  readonly ending?: Ending;
}

async function* untilPaused(
  { call, published, files }: A2aCall,
  begun: BegunTask,
  hadSaid: boolean,
): AsyncGenerator<Update> {
  const { run, after } = begun;
  const { about } = published;
  const place = { taskId: run, contextId: begun.context };
  let hasSaid = hadSaid;
  for await (const fact of runFacts(call.engine, run, { after, about, signal: call.signal })) {
    if (isEnding(fact)) {
      const state = await call.engine.runs.get(run);
      const given = artifactsOf(state, files).map((artifact) => ({
        artifactUpdate: { ...place, artifact, append: false, lastChunk: true },
      }));
      const statusUpdate = { ...place, status: statusOf(begun, state, call.canAnswer) };
      yield { told: [...given, { statusUpdate }], hasSaid, ending: fact };
      return;
    }
    if (fact.type !== 'text' || fact.role !== 'answer' || fact.step === 'output') continue;
    const artifact = { artifactId: 'said', name: 'said', parts: [{ text: fact.text }] };
    const artifactUpdate = { ...place, artifact, append: hasSaid, lastChunk: false };
    hasSaid = true;
    yield { told: [{ artifactUpdate }], hasSaid };
  }
}

/** Whether nothing more is told: it is over, or whoever listens has to say something now. */
function isTheirs(
  ending: Ending,
  isSubscription: boolean,
  canAnswer: (wait: AskedWait) => boolean,
): boolean {
  if (ending.type === 'finished') return true;
  if (isSubscription) return false;
  const asked = ending.waits.filter((wait) => wait.kind !== 'event' && canAnswer(wait));
  return asked.length === 0 || asked.some(({ kind }) => kind !== 'auth');
}

/** The row at which it had paused, once there is another one; null when nobody listens any more. */
async function continued({ call }: A2aCall, run: string, row: number): Promise<number | null> {
  const { engine, signal } = call;
  for await (const update of engine.runs.events(run, { after: row, signal }))
    if (update.type === 'event') return row;
  return null;
}
