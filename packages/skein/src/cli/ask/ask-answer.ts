import { readApproval } from '@skein/agents';
import type { RunJson } from '@skein/engine';
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import type { Prompter } from './prompter.ts';
import { describeField, readField } from './read-field.ts';

interface Question {
  readonly prompter: Prompter;
  readonly terminal: Terminal;
  readonly wait: RunJson['waits'][number];
  readonly signal: AbortSignal;
}

/** What the person wants to answer; undefined when there is nobody or nothing to answer any more. */
export async function askAnswer(question: Question): Promise<Json | undefined> {
  const { kind, schema } = question.wait;
  switch (kind) {
    case 'approval':
      return askApproval(question);
    case 'limit':
      return askLimit(question);
    case 'auth':
      return askSignIn(question);
    default:
      return askSchema(question, schema);
  }
}

async function askApproval(question: Question): Promise<Json | undefined> {
  const decision = await ask(question, '  approve or reject: ');
  // The node says what other words mean: it refuses them, before anything else is filled in for nothing, or takes them as a note.
  const read = decision === undefined ? undefined : readApproval(decision);
  if (decision === undefined || read?.ok !== true) return decision;
  const note = await ask(question, '  note (may be empty): ');
  if (note === undefined) return undefined;
  // A rejection needs no form, unless the schema says itself what each decision needs.
  const all = propertiesOf(question.wait.schema);
  const isWanted = read.decided.decision === 'approve' || all.has('decision');
  const fields: typeof all = isWanted ? all : new Map();
  const form = await askFields(question, fields, ['decision', 'note']);
  if (form === undefined) return undefined;
  return note.trim() === '' ? { ...form, decision } : { ...form, decision, note: note.trim() };
}

/** Whether somebody has signed in is looked at again, whatever is answered. */
async function askSignIn(question: Question): Promise<Json | undefined> {
  const { data = null } = question.wait;
  const url = isObject(data) ? ownValue(data, 'url') : undefined;
  const where = typeof url === 'string' ? ` at ${visibleLine(url)}` : '';
  const line = await ask(question, `  sign in${where}, then press Enter: `);
  return line === undefined ? undefined : {};
}

/** Any answer lets the run continue; a number sets a new limit. */
async function askLimit(question: Question): Promise<Json | undefined> {
  const { data = null } = question.wait;
  const limit = isObject(data) ? ownValue(data, 'limit') : undefined;
  const line = await ask(question, '  new limit (empty: the same again): ');
  if (line === undefined) return undefined;
  const number = Number(line);
  const isRaisable = typeof limit === 'string' && propertiesOf(question.wait.schema).has(limit);
  return line.trim() === '' || Number.isNaN(number) || !isRaisable ? {} : { [limit]: number };
}

async function askSchema(question: Question, schema: Json): Promise<Json | undefined> {
  const fields = propertiesOf(schema);
  if (fields.size > 0) return askFields(question, fields, []);
  return askField(question, { name: 'answer', schema, isRequired: true });
}

interface Field {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** The fields of a form, by the properties of its schema. */
function propertiesOf(schema: Json): ReadonlyMap<string, Field> {
  const properties = isObject(schema) ? ownValue(schema, 'properties') : undefined;
  if (!isObject(schema) || !isObject(properties)) return new Map();
  const required = ownValue(schema, 'required');
  return new Map(
    Object.entries(properties).map(([name, field]) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      return [name, { name, schema: field, isRequired }];
    }),
  );
}

async function askFields(
  question: Question,
  fields: ReadonlyMap<string, Field>,
  without: readonly string[],
): Promise<JsonObject | undefined> {
  const form: { [key: string]: Json } = {};
  for (const field of fields.values()) {
    if (without.includes(field.name)) continue;
    const value = await askField(question, field);
    if (value === undefined && question.signal.aborted) return undefined;
    if (value === undefined && question.prompter.isClosed) return undefined;
    if (value !== undefined) setOwn(form, field.name, value);
  }
  return form;
}

/** Undefined also for an optional field that is left empty. */
async function askField(question: Question, field: Field): Promise<Json | undefined> {
  for (;;) {
    const line = await ask(question, `  ${visibleLine(describeField(field))}: `);
    if (line === undefined) return undefined;
    const read = readField(field, line);
    if (read.ok) return read.value;
    question.terminal.note(`  ${question.terminal.paint('yellow', read.complaint)}\n`);
  }
}

async function ask({ prompter, signal }: Question, text: string): Promise<string | undefined> {
  return (await prompter.ask(text, signal)) ?? undefined;
}
