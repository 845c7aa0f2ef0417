// What somebody writes in a chat, as the answer to a question.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import { jsonIn } from '../../../values/json-in.ts';
import type { AskedWait } from '../facts/fact.ts';

const yes = /^(?:approved?|yes|y|ok|okay)\b[\s.!:,-]*/iu;
const no = /^(?:reject(?:ed)?|no|n|den(?:y|ied))\b[\s.!:,-]*/iu;

/** Null: it cannot be told what was decided, so nothing is. */
export function spokenAnswer({ kind, schema }: AskedWait, text: string): Json | null {
  const said = text.trim();
  if (kind === 'approval') {
    const decision = yes.test(said) ? 'approve' : no.test(said) ? 'reject' : null;
    if (decision === null) return objectIn(said);
    const note = said.replace(decision === 'approve' ? yes : no, '');
    return note === '' ? { decision } : { decision, note };
  }
  if (schema === null || !isObject(schema)) return said;
  if (isPlain(schema)) return meant(schema, said);
  const value = objectIn(said);
  if (isObject(value)) return value;
  const properties = ownValue(schema, 'properties');
  const [only, ...more] = isObject(properties) ? Object.keys(properties) : [];
  if (only === undefined || more.length > 0 || !isObject(properties)) return value ?? said;
  const field = ownValue(properties, only);
  return { [only]: isObject(field) ? meant(field, said) : said };
}

/** People write `4`, `yes` and `small` where a program would send a number, a truth value and `Small`. What it is not, the schema refuses. */
function meant(schema: JsonObject, said: string): Json {
  const choice = choicesOf(schema).find((each) => shown(each).toLowerCase() === said.toLowerCase());
  if (choice !== undefined) return choice;
  const type = ownValue(schema, 'type');
  if (type === 'integer' || type === 'number') return numberIn(said) ?? said;
  if (type === 'boolean') return truthIn(said) ?? said;
  if (type === 'array') return objectIn(said) ?? said;
  return said;
}

function numberIn(said: string): number | undefined {
  return /^[+-]?\d+(?:\.\d+)?$/u.test(said) ? Number(said) : undefined;
}

function truthIn(said: string): boolean | undefined {
  if (/^(?:true|yes|y)$/iu.test(said)) return true;
  return /^(?:false|no|n)$/iu.test(said) ? false : undefined;
}

/** One value, and no form. */
function isPlain(schema: JsonObject): boolean {
  const type = ownValue(schema, 'type');
  return typeof type === 'string' && type !== 'object';
}

function choicesOf(schema: JsonObject): readonly Json[] {
  const choices = ownValue(schema, 'enum');
  return Array.isArray(choices) ? choices : [];
}

const shown = (choice: Json) => (typeof choice === 'string' ? choice : JSON.stringify(choice));

/** What may be said, where it is not just anything. */
function wordsFor(schema: Json | undefined): readonly string[] {
  if (!isObject(schema)) return [];
  const choices = choicesOf(schema);
  if (choices.length > 0 && choices.length <= 20) return [choices.map(shown).join(', ')];
  return ownValue(schema, 'type') === 'boolean' ? ['yes or no'] : [];
}

/** What to answer, in words. */
export function howToAnswer({ kind, schema, prompt, node, call }: AskedWait): string {
  const asked = prompt ?? `${node} waits for an answer.`;
  const input = call === undefined ? '' : `\n\n    ${call.name}(${JSON.stringify(call.input)})`;
  if (kind === 'approval')
    return `${asked}${input}\n\nAnswer "approve" or "reject", with a reason if you like.`;
  if (schema === null || !isObject(schema)) return asked;
  const properties = ownValue(schema, 'properties');
  const names = isObject(properties) ? Object.keys(properties) : [];
  const [only = '', ...more] = names;
  if (isObject(properties) && more.length === 0 && only !== '')
    return `${asked} (${[only, ...wordsFor(ownValue(properties, only))].join(': ')})`;
  const [words] = wordsFor(schema);
  if (isPlain(schema)) return words === undefined ? asked : `${asked} (${words})`;
  return `${asked}\n\nAnswer with JSON for this schema: ${JSON.stringify(schema)}`;
}

/** Of plain texts and numbers it is not clear that they are meant as JSON. */
function objectIn(text: string): Json | null {
  const value = jsonIn(text);
  return typeof value === 'object' ? value : null;
}
