// Answering a wait
// Answering is idempotent, before and after the wait is closed; a different answer is refused.
import { answererName, equalJson, type Answerer, type Json } from '@skein/kernel';
import { EngineError, type AuditEntry, type WaitRecord } from '@skein/ports';
import { findRun, knownDriver, type FindRuntime } from '../../cluster/find-run.ts';
import {
  acceptAnswer,
  acceptFor,
  checkAnswerAhead,
  giveAnswer,
  isLate,
  type JudgePorts,
} from './give-answer.ts';

export type AnswerRuntime = FindRuntime & JudgePorts;

export interface GivenAnswer {
  readonly record: WaitRecord;
  readonly answer: Json;
  readonly by?: string | Answerer | undefined;
  /** What the audit log says about it. */
  readonly entry?: AuditEntry | undefined;
}

/** True when it was given, and `entry` written with it; false when the same answer had been given before. */
export async function answerWait(runtime: AnswerRuntime, given: GivenAnswer): Promise<boolean> {
  const { record, answer, by, entry } = given;
  const driver =
    record.status === 'open'
      ? (knownDriver(runtime, record.run) ?? (await findRun(runtime, record.run)))
      : null;
  const asked = driver?.inFlight.waits.get(record.id);
  if (driver && asked !== undefined) {
    const ahead = checkAnswerAhead(runtime, { driver, wait: asked, answer });
    if (ahead !== undefined) await ahead;
  }
  // Looked for again: somebody else may have answered while a large answer was checked.
  const wait = driver?.inFlight.waits.get(record.id);
  if (!driver || wait === undefined) {
    // Another answer may be in flight to the journal: its outcome decides about this one.
    await driver?.written();
    await answerAgain(runtime, given);
    return false;
  }
  const accepted = acceptAnswer(runtime, { driver, wait, answer, by });
  try {
    await giveAnswer({ driver, wait, accepted, by, entry });
    return true;
  } catch (error) {
    if (!isLate(error)) throw error;
    await answerAgain(runtime, given);
    return false;
  }
}

/** The wait is closed: fine when it was closed by the same answer. */
async function answerAgain(runtime: AnswerRuntime, { record, answer }: GivenAnswer): Promise<void> {
  const { id } = record;
  const now = await runtime.store.waits.get(id);
  if (now === undefined) throw new EngineError('WAIT_NOT_FOUND', { wait: id });
  // The answer was never written, and the run was given up: the next owner of the run finds the wait still open.
  if (now.status === 'open') throw new EngineError('RUN_MOVED', { run: now.run });
  if (now.status !== 'answered')
    throw new EngineError('WAIT_CLOSED', { wait: id, status: now.status });
  if (equalJson(now.answer, answer)) return;
  if (!equalJson(now.answer, await normalised(runtime, now, answer))) {
    throw new EngineError('WAIT_ANSWERED', { wait: id });
  }
}

/** What `accept` would have made of the answer, as far as the closed wait still tells. */
async function normalised(
  runtime: AnswerRuntime,
  { id, run, node, activation, question }: WaitRecord,
  answer: Json,
): Promise<Json> {
  const rows = (await runtime.store.runs.journal(run)) ?? [];
  const [started] = rows;
  if (started?.type !== 'run.started') return answer;
  const record = await runtime.store.runs.get(run);
  const { graph } = await runtime.workflows.get({
    ...started.workflow,
    start: record?.start,
    user: record?.user,
  });
  const graphNode = graph.nodeById.get(node);
  const accept = acceptFor(runtime, graphNode?.type, question);
  if (accept === undefined || activation === 0) return answer;
  const config = {
    ...graphNode?.constantConfig,
    ...(question.schema === undefined ? {} : { schema: question.schema }),
  };
  // Whoever repeats it may be another person than who gave it.
  const given = rows.find((row) => row.type === 'wait.answered' && row.wait === id);
  const by = given?.type === 'wait.answered' ? answererName(given.by) : undefined;
  const accepted = accept(answer, { question, config, inputs: {}, previous: undefined, by });
  return accepted.ok ? accepted.answer : answer;
}
