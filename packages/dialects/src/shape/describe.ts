// Words for shapes and values
// The nouns of the messages: what was expected, what was found.
import { quoted, shorten } from '../diagnostics/inert-text.ts';
import type { Shape } from './shape.ts';

/** "a whole number of at least 1, a text with a reference, or null". */
export function describeShape(shape: Shape): string {
  const words = nouns(shape);
  if (shape.template && shape.kind !== 'text') words.push('a text with a ${…} reference');
  if (shape.nullable) words.push('null');
  return joinWords(words, 'or');
}

function nouns(shape: Shape): string[] {
  switch (shape.kind) {
    case 'any':
      return ['any value'];
    case 'text':
      return [shape.nonEmpty ? 'a text that is not empty' : 'a text'];
    case 'number':
      return [
        `a ${shape.integer ? 'whole ' : ''}number${shape.min === null ? '' : ` of at least ${shape.min}`}`,
      ];
    case 'boolean':
      return ['true or false'];
    case 'choice':
      return shape.values.map((value) => JSON.stringify(value));
    case 'object':
    case 'record':
    case 'dictionary':
      return ['an object'];
    case 'list':
      return [shape.nonEmpty ? 'a list that is not empty' : 'a list'];
    case 'either':
      return shape.of.flatMap(nouns);
  }
}

/** The JSON type of a value and, where it is short, the value itself. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `the text ${quotedShort(value)}`;
  // Nothing but numbers and booleans is left in JSON.
  return `${typeof value === 'number' ? 'the number ' : ''}${String(value as number | boolean)}`;
}

export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

const lengthMax = 60;

/** Texts in messages are quoted, inert, and cut so that a message stays one line. */
export function quotedShort(text: string): string {
  return shorten(quoted(text), lengthMax);
}
