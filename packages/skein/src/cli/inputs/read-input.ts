import { existsSync } from 'node:fs';
import { parseJson } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { parseValue } from './parse-value.ts';
import { unreadable } from './read-definition.ts';
import { readText } from './read-text.ts';
import type { Terminal } from '../output/terminal.ts';

/** The value of `--input`: JSON, `@file`, or a text. */
export async function readInput(written: string, { note }: Terminal): Promise<Json> {
  if (!written.startsWith('@')) {
    const { isJson, value } = parseValue(written, '--input');
    if (!isJson && /^\s*[[{]/.test(written)) {
      note('note: --input looks like JSON but is not valid JSON, so it is passed on as text.\n');
    }
    if (!isJson && /\.json$/i.test(written) && existsSync(written)) {
      note(
        `note: --input is the text "${written}"; the content of the file is --input @${written}.\n`,
      );
    }
    return value;
  }
  const file = written.slice(1);
  const text = await readText(file);
  // A file that calls itself JSON is meant to be JSON.
  if (file.toLowerCase().endsWith('.json')) {
    const parsed = parseJson(text);
    if (!parsed.ok) throw unreadable(file, parsed.diagnostics);
    return parsed.json;
  }
  return parseValue(text, file).value;
}
