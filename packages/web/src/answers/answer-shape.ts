// What an answer looks like
// Each kind of question has its form. An approval also has a decision; everything else is answered by the form alone.
import { equalJson, isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { toFormSchema } from '../graph/forms/config-schema.ts';
import { textAt } from '../graph/own-keys.ts';

export interface Question {
  readonly kind: string;
  readonly prompt: string | null;
  readonly schema: Json;
  readonly data: Json;
}

export function isApproval({ kind }: Pick<Question, 'kind'>): boolean {
  return kind === 'approval';
}

const noteField = {
  note: { type: 'string', title: 'Note', description: 'Optional. Stored with the decision.' },
};

const handOffSchema: JsonObject = {
  type: 'object',
  required: ['action'],
  properties: {
    action: {
      type: 'string',
      title: 'Action',
      enum: ['answer', 'route', 'end'],
      default: 'answer',
    },
    message: { type: 'string', title: 'Message', description: 'Sent to the agent.' },
    next: { type: 'string', title: 'Route to', description: 'Only with the action "route".' },
  },
};

const limitUnits: ReadonlyMap<string, string> = new Map([
  ['maxSteps', 'steps'],
  ['timeoutMs', 'milliseconds'],
  ['tokens', 'tokens'],
  ['usd', 'USD'],
]);

function limitSchema(data: Json): JsonObject {
  const limit = isObject(data) ? textAt(data, 'limit') : '';
  const shown = [...limitUnits].filter(([name]) => name === limit || !limitUnits.has(limit));
  const fields = shown.map(([name, unit]) => [
    name,
    {
      type: 'number',
      title: `New limit (${unit})`,
      description: 'Leave empty to add the same amount again.',
      minimum: 0,
    },
  ]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

/** The schema of the form; null for a plain text. */
export function answerSchema({ kind, schema, data }: Question): JsonObject | null {
  if (kind === 'limit') return limitSchema(data);
  if (kind === 'handoff') return handOffSchema;
  const own = isObject(schema) && Object.keys(schema).length > 0 ? toFormSchema(schema) : null;
  if (kind !== 'approval') return own;
  const properties = own === null ? undefined : ownValue(own, 'properties');
  return {
    ...(own ?? { type: 'object' }),
    properties: { ...(isObject(properties) ? properties : {}), ...noteField },
  };
}

export interface Decided {
  readonly decision: 'approve' | 'reject' | undefined;
  readonly form: Json | undefined;
  /** The changed arguments of an approved call. */
  readonly args?: Json | undefined;
}

/** The answer as it is sent. */
export function answerOf({ decision, form, args }: Decided): Json {
  if (decision === undefined) return form ?? '';
  const answer: { [key: string]: Json } = { decision };
  if (isObject(form))
    for (const [key, value] of Object.entries(form))
      if (value !== '' && value !== undefined) setOwn(answer, key, value);
  if (args !== undefined) answer['arguments'] = args;
  return answer;
}

/** Whether the form differs from its initial values, not counting the note. */
export function isEdited(first: Json | undefined, now: Json | undefined): boolean {
  return !equalJson(withoutNote(first), withoutNote(now));
}

function withoutNote(form: Json | undefined): Json {
  if (!isObject(form)) return form ?? {};
  const { note: _, ...rest } = form;
  return rest;
}

/** The defaults of a schema, as the form shows them at first. */
export function firstForm(schema: JsonObject | null): Json | undefined {
  const properties = schema === null ? undefined : ownValue(schema, 'properties');
  if (!isObject(properties)) return undefined;
  const form: { [key: string]: Json } = {};
  for (const [key, child] of Object.entries(properties)) {
    const given = isObject(child) ? ownValue(child, 'default') : undefined;
    if (given !== undefined) setOwn(form, key, given);
  }
  return form;
}
