import { isObject, ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';

export function taskState(task: JsonObject): string {
  const status = ownValue(task, 'status');
  return status !== undefined && isObject(status) ? textOf(ownValue(status, 'state') ?? '') : '';
}

/** What a model is told of a task, or of a message that is the whole answer. */
export function taskResult(task: JsonObject): Json {
  const context = ownValue(task, 'contextId') ?? null;
  const parts = ownValue(task, 'parts');
  if (parts !== undefined) return { state: 'completed', output: partsOf(task), context };
  const status = ownValue(task, 'status');
  const message =
    status !== undefined && isObject(status) ? ownValue(status, 'message') : undefined;
  const said = message !== undefined && isObject(message) ? partsOf(message) : null;
  const state = taskState(task)
    .replace(/^TASK_STATE_/u, '')
    .toLowerCase();
  if (state !== 'completed') return { state, task: ownValue(task, 'id') ?? null, said, context };
  const artifacts = ownValue(task, 'artifacts');
  const made = (Array.isArray(artifacts) ? artifacts : []).filter(isObject).map(partsOf);
  return { state, output: made.length === 1 ? (made[0] ?? null) : made, context };
}

/** The only part as it is, else all of them. */
function partsOf(holder: JsonObject): Json {
  const parts = ownValue(holder, 'parts');
  const values = (Array.isArray(parts) ? parts : [])
    .filter(isObject)
    .map(
      (part) => ownValue(part, 'text') ?? ownValue(part, 'data') ?? ownValue(part, 'url') ?? null,
    );
  return values.length === 1 ? (values[0] ?? null) : values;
}
