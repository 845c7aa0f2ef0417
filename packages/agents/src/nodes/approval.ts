import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { Accepted, AskedQuestion } from '@skein/ports';
import { checkAnswer } from '../answers/check-answer.ts';
import { readApproval, type ApprovalAnswer } from '../answers/read-approval.ts';
import type { NativeBehaviour } from './native-behaviour.ts';

export const approvalBehaviour: NativeBehaviour = { accept: acceptApproval };

function acceptApproval(answer: Json, asked: AskedQuestion): Accepted {
  const schema = ownValue(asked.config, 'schema') ?? undefined;
  const otherText = ownValue(asked.config, 'otherText') === 'reject' ? 'reject' : 'refuse';
  const fields = schema === undefined ? [] : fieldsOf(schema);
  const read = readApproval(answer, { hasForm: fields === null, takes: fields ?? [], otherText });
  if (!read.ok) return read;
  const { decided } = read;
  if (schema === undefined) return accepted({ ...decided }, decided, asked);
  const form = formOf(answer, decided, schema);
  const refusal = checkAnswer(schema, form);
  return refusal ?? accepted(withForm(decided, form), decided, asked);
}

/** Keys with which a schema describes fields that its properties do not name. */
const openKeys =
  '$ref $dynamicRef allOf anyOf oneOf if patternProperties additionalProperties unevaluatedProperties dependentSchemas propertyNames'.split(
    ' ',
  );

/** The fields that a schema names; null when it may describe others too. What it does not name, nothing reads. */
function fieldsOf(schema: Json): readonly string[] | null {
  if (!isObject(schema)) return null;
  const properties = ownValue(schema, 'properties');
  const isOpen = openKeys.some((key) => (ownValue(schema, key) ?? false) !== false);
  return isObject(properties) && !isOpen ? Object.keys(properties) : null;
}

function accepted(value: JsonObject, decided: ApprovalAnswer, asked: AskedQuestion): Accepted {
  const port = decided.decision === 'approve' ? 'approved' : 'rejected';
  // Null if there is no input: a journal in JSON would lose the port together with an absent value.
  return { ok: true, answer: value, result: { value, ports: { [port]: asked.previous ?? null } } };
}

/** What the person filled in. The decision and the note belong to it only where the schema describes them. */
function formOf(answer: Json, decided: ApprovalAnswer, schema: Json): JsonObject {
  const form: { [key: string]: Json } = {};
  const properties = isObject(schema) ? (ownValue(schema, 'properties') ?? {}) : {};
  const isDescribed = (key: string) => isObject(properties) && Object.hasOwn(properties, key);
  if (isDescribed('decision')) form['decision'] = decided.decision;
  if (isDescribed('note')) form['note'] = decided.note;
  if (!isObject(answer)) return form;
  for (const [key, value] of Object.entries(answer)) {
    if (key !== 'decision' && key !== 'note') setOwn(form, key, value);
  }
  return form;
}

function withForm(decided: ApprovalAnswer, form: JsonObject): JsonObject {
  const value: { [key: string]: Json } = { ...decided };
  for (const [key, filled] of Object.entries(form)) setOwn(value, key, filled);
  return value;
}
