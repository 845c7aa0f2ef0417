// Questions to people and for events: named waits with a deadline that the function can catch.
import { argumentSchema, type StandardSchema } from '@skein/agents';
import { isObject, ownValue, type Json, type WaitQuestion } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { durationMs, type Duration } from '../values/duration.ts';
import type { EventType } from '../values/event.ts';
import { toJson } from '../values/to-json.ts';
import { StepError, TimeoutError } from './errors.ts';
import type { Scope } from './scope.ts';
import type { Asking, Decision } from './workflow-io.ts';

export async function askApproval(
  scope: Scope,
  name: string,
  { prompt, who, within, data }: Asking & { readonly data?: Json },
): Promise<Decision> {
  const answer = await ask(scope, name, {
    kind: 'approval',
    ...withoutUndefined({ prompt, who, deadlineMs: deadline(within), data }),
  });
  const read = isObject(answer) ? answer : {};
  const note = ownValue(read, 'note');
  const approved = ownValue(read, 'decision') === 'approve';
  return {
    approved,
    decision: approved ? 'approve' : 'reject',
    note: typeof note === 'string' ? note : '',
  };
}

export async function askInput(
  scope: Scope,
  name: string,
  { prompt, who, within, schema: given }: Asking & { readonly schema: StandardSchema },
): Promise<unknown> {
  const schema = argumentSchema(given);
  const answer = await ask(scope, name, {
    kind: 'input',
    ...withoutUndefined({ prompt, who, deadlineMs: deadline(within), schema: schema.describe() }),
  });
  const parsed = schema.parse(answer);
  if (parsed.ok) return parsed.args;
  const message = `The answer to "${name}" does not fit: ${parsed.problems.join('; ')}.`;
  throw new StepError(name, { code: 'ANSWER_INVALID', message });
}

export async function awaitEvent(
  scope: Scope,
  { event, schema }: EventType,
  { if: wanted, within }: { readonly if?: object; readonly within?: Duration } = {},
): Promise<unknown> {
  const name = `event ${event}`;
  const match = toJson(wanted, `condition of the event "${event}"`);
  const data = withoutUndefined({ name: event, match });
  const answer = await ask(scope, name, {
    kind: 'event',
    data,
    ...withoutUndefined({ deadlineMs: deadline(within) }),
  });
  if (schema === undefined) return answer;
  const parsed = argumentSchema(schema).parse(answer);
  if (parsed.ok) return parsed.args;
  const message = `The data of the event "${event}" does not fit: ${parsed.problems.join('; ')}.`;
  throw new StepError(name, { code: 'EVENT_INVALID', message });
}

function deadline(within: Duration | undefined): number | undefined {
  return within === undefined ? undefined : durationMs(within);
}

function ask(scope: Scope, name: string, question: WaitQuestion): Promise<Json> {
  const { io } = scope.of;
  return scope.act(name, async (key) => {
    try {
      return await io.wait({ ...question, name: `${scope.prefix}${name}` }, { key });
    } catch (error) {
      if (!isExpired(error)) throw error;
      const after = `within ${question.deadlineMs ?? 0} ms`;
      throw new TimeoutError(name, `Nothing came for "${name}" ${after}.`);
    }
  });
}

function isExpired(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'WAIT_EXPIRED';
}
