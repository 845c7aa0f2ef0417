// f-strings: texts with fields in them.
import { depthMax, readerOf, type Reader } from './python-reader.ts';
import type { Expression, FormatPart } from './python-syntax.ts';
import { untranslatable } from './untranslatable.ts';

type Parse = (reader: Reader) => Expression;

/** The fields of an f-string. */
export function formatParts(text: string, depth: number, parse: Parse): readonly FormatPart[] {
  const parts: FormatPart[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    if ((character === '{' || character === '}') && text[at + 1] === character) {
      plain += character;
      at += 2;
    } else if (character === '{') {
      if (plain !== '') parts.push(plain);
      plain = '';
      const end = fieldEnd(text, at + 1);
      parts.push(readField(text.slice(at + 1, end), depth, parse));
      at = end + 1;
    } else {
      plain += character;
      at += 1;
    }
  }
  if (plain !== '') parts.push(plain);
  return parts;
}

function fieldEnd(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (character === '}' && depth === 0) return at;
    else if (')]}'.includes(character)) depth -= 1;
  }
  throw untranslatable('a field of a format never ends');
}

function readField(field: string, depth: number, parse: Parse): FormatPart {
  const cut = specStart(field);
  const written = cut === -1 ? field : field.slice(0, cut);
  const spec = cut === -1 ? '' : field.slice(cut + 1);
  const found = /^(.*?)(?:!([rsa]))?$/s.exec(written.trim());
  const source = found?.[1] ?? '';
  if (source.trim() === '' || source.trimEnd().endsWith('='))
    throw untranslatable('a field of a format is empty');
  const reader = { ...readerOf(`(${source})`), depth: depth + 1 };
  if (reader.depth > depthMax) throw untranslatable('it is nested too deeply');
  const value = parse(reader);
  return {
    value,
    conversion: found?.[2] ?? '',
    spec: spec === '' ? [] : formatParts(spec, reader.depth, parse),
  };
}

/** Where the format of a field begins: a colon that is in no brackets and no text. */
function specStart(field: string): number {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < field.length; at += 1) {
    const character = field[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (character === ':' && depth === 0) return at;
  }
  return -1;
}
