// What people read about a node: its notes, and the choices of n8n that are said otherwise here
// A choice such as "combineByPosition" becomes an expression or code. Its name is kept in the description, so that whoever knows the
// original finds it again.
import { isObject, type Json } from '@skein/kernel';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { isTrigger } from './triggers-of.ts';
import type { Piece } from './piece.ts';

const CHOICES_MAX = 12;

export function describeNode(node: N8nNode, piece: Piece): string {
  const written = JSON.stringify(piece.nodes);
  const choices = choicesIn(node.parameters, '', isTrigger(node)).filter(
    ([, value]) => !written.includes(JSON.stringify(value).slice(1, -1)),
  );
  const words = [...new Set(choices.map(([key, value]) => `${key}: ${value}`))].slice(
    0,
    CHOICES_MAX,
  );
  const said = words.length === 0 ? '' : `In n8n: ${words.join(', ')}`;
  return [node.notes, said].filter((part) => part !== '').join('\n\n');
}

/** Names from lists of n8n; for triggers also what is shown to people. */
function choicesIn(
  value: Json,
  key: string,
  withTexts: boolean,
): readonly (readonly [string, string])[] {
  if (typeof value === 'string') {
    const isChoice = /^[A-Za-z][A-Za-z0-9_.-]{2,40}$/.test(value);
    // A template without an expression is a text.
    const text = value.includes('{{') ? '' : value.replace(/^=/, '');
    const isText = withTexts && text !== '';
    return isChoice || isText ? [[key, text]] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item: Json) => choicesIn(item, key, withTexts));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, held]) => choicesIn(held, name, withTexts));
}
