// A run as a task of A2A
import type { JsonObject } from '@skein/api';
import type { RunJson } from '@skein/engine';
import { withoutUndefined } from '@skein/ports';
import { howToAnswer } from '../chats/spoken-answer.ts';
import type { AskedWait } from '../facts/fact.ts';
import { askedWait } from '../facts/run-facts.ts';
import { partsOf, type FileUrl } from './output-parts.ts';
import type { SaidMessage } from './task-history.ts';

export interface TaskPlace {
  readonly run: string;
  readonly context: string;
}

const states: Readonly<Record<string, string>> = {
  running: 'TASK_STATE_WORKING',
  completed: 'TASK_STATE_COMPLETED',
  stopped: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  stalled: 'TASK_STATE_FAILED',
  cancelled: 'TASK_STATE_CANCELED',
};

export function taskOf(
  place: TaskPlace,
  state: RunJson,
  {
    said,
    files,
    canAnswer,
  }: {
    readonly said: readonly SaidMessage[];
    readonly files: FileUrl;
    readonly canAnswer: (wait: AskedWait) => boolean;
  },
): JsonObject {
  return {
    id: place.run,
    contextId: place.context,
    status: statusOf(place, state, canAnswer),
    artifacts: artifactsOf(state, files),
    history: said.map((each) => messageOf(place, { role: 'ROLE_USER', ...each })),
    metadata: { workflow: state.workflow.id },
  };
}

export function statusOf(
  place: TaskPlace,
  { status, waits, error, updatedAt }: RunJson,
  canAnswer: (wait: AskedWait) => boolean,
): JsonObject {
  const timestamp = updatedAt;
  const open = status === 'waiting' ? waits.map(askedWait) : [];
  const asked = open.find((wait) => wait.kind !== 'event' && canAnswer(wait));
  if (asked !== undefined) {
    const parts = [{ text: howToAnswer(asked) }, { data: questionOf(asked) }];
    const message = messageOf(place, { id: asked.id, role: 'ROLE_AGENT', parts });
    const state = asked.kind === 'auth' ? 'TASK_STATE_AUTH_REQUIRED' : 'TASK_STATE_INPUT_REQUIRED';
    return { state, timestamp, message };
  }
  const state = states[status] ?? 'TASK_STATE_WORKING';
  if (error === null) return { state, timestamp };
  const parts = [{ text: `${error.message} (${error.code})` }];
  const message = messageOf(place, { id: `${place.run}-error`, role: 'ROLE_AGENT', parts });
  return { state, timestamp, message };
}

function questionOf({ id, kind, node, prompt, schema, data, call }: AskedWait): JsonObject {
  const about = call === undefined ? {} : { call: { name: call.name, input: call.input } };
  return {
    wait: id,
    kind,
    node,
    prompt,
    schema,
    ...withoutUndefined({ data }),
    ...about,
  };
}

export function artifactsOf(
  { status, output }: Pick<RunJson, 'status' | 'output'>,
  files: FileUrl,
): JsonObject[] {
  const isDone = status === 'completed' || status === 'stopped';
  if (!isDone || output === null) return [];
  return [{ artifactId: 'output', name: 'output', parts: partsOf(output, files) }];
}

function messageOf(
  { run, context }: TaskPlace,
  { id, role, parts }: { id: string; role: string; parts: readonly JsonObject[] },
): JsonObject {
  return { messageId: id, contextId: context, taskId: run, role, parts: [...parts] };
}
