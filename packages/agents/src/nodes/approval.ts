import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { Accepted, AskedQuestion } from '@skein/ports';
import { checkAnswer } from '../answers/check-answer.ts';
import { namedFields } from '../answers/named-fields.ts';
import { readApproval, type ApprovalAnswer } from '../answers/read-approval.ts';
import type { NativeBehaviour } from './native-behaviour.ts';

export const approvalBehaviour: NativeBehaviour = { accept: acceptApproval };

function acceptApproval(answer: Json, asked: AskedQuestion): Accepted {
  const schema = ownValue(asked.config, 'schema') ?? undefined;
  const otherText = ownValue(asked.config, 'otherText') === 'reject' ? 'reject' : 'refuse';
  const fields = schema === undefined ? [] : namedFields(schema);
  const read = readApproval(answer, { hasForm: fields === null, takes: fields ?? [], otherText });
  if (!read.ok) return read;
  const { decided } = read;
  if (schema === undefined) return accepted({ ...decided }, decided, asked);
  const form = formOf(answer, decided, schema);
  const refusal =
    decided.decision === 'reject' ? checkRejection(schema, form) : checkAnswer(schema, form);
  return refusal ?? accepted(withForm(decided, form), decided, asked);
}

function accepted(value: JsonObject, decided: ApprovalAnswer, asked: AskedQuestion): Accepted {
  const port = decided.decision === 'approve' ? 'approved' : 'rejected';
  // Null if there is no input: a journal in JSON would lose the port together with an absent value.
  return { ok: true, answer: value, result: { value, ports: { [port]: asked.previous ?? null } } };
}

/**
 * Whoever says no need not fill in what an approval needs: what they did fill in has to fit. A schema that describes the decision
 * itself says what a rejection needs.
 */
function checkRejection(schema: Json, form: JsonObject): ReturnType<typeof checkAnswer> {
  if (!isObject(schema) || describes(schema, 'decision')) return checkAnswer(schema, form);
  if (Object.keys(form).length === 0) return undefined;
  const optional = Object.entries(schema).filter(([key]) => key !== 'required');
  return checkAnswer(Object.fromEntries(optional), form);
}

function describes(schema: Json, key: string): boolean {
  const properties = isObject(schema) ? (ownValue(schema, 'properties') ?? {}) : {};
  return isObject(properties) && Object.hasOwn(properties, key);
}

/** What the person filled in. The decision and the note belong to it only where the schema describes them. */
function formOf(answer: Json, decided: ApprovalAnswer, schema: Json): JsonObject {
  const form: { [key: string]: Json } = {};
  if (describes(schema, 'decision')) form['decision'] = decided.decision;
  if (describes(schema, 'note')) form['note'] = decided.note;
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
