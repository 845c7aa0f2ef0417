// What somebody writes in a chat, as the answer to a question.
import { isObject, ownValue, type Json } from '@skein/api';
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
  if (schema === null || !isObject(schema) || ownValue(schema, 'type') === 'string') return said;
  const value = objectIn(said);
  if (value !== null) return value;
  const properties = ownValue(schema, 'properties');
  const [only, ...more] = isObject(properties) ? Object.keys(properties) : [];
  return only !== undefined && more.length === 0 ? { [only]: said } : said;
}

/** What to answer, in words. */
export function howToAnswer({ kind, schema, prompt, node, call }: AskedWait): string {
  const asked = prompt ?? `${node} waits for an answer.`;
  const input = call === undefined ? '' : `\n\n    ${call.name}(${JSON.stringify(call.input)})`;
  if (kind === 'approval')
    return `${asked}${input}\n\nAnswer "approve" or "reject", with a reason if you like.`;
  if (schema === null || !isObject(schema) || ownValue(schema, 'type') === 'string') return asked;
  const properties = ownValue(schema, 'properties');
  const names = isObject(properties) ? Object.keys(properties) : [];
  if (names.length === 1) return `${asked} (${names[0]})`;
  return `${asked}\n\nAnswer with JSON for this schema: ${JSON.stringify(schema)}`;
}

/** Of plain texts and numbers it is not clear that they are meant as JSON. */
function objectIn(text: string): Json | null {
  const value = jsonIn(text);
  return typeof value === 'object' ? value : null;
}
