import { existsSync } from 'node:fs';
import { isObject, type Json } from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { readText } from '../inputs/read-text.ts';
import { printJson } from '../output/print-json.ts';
import { writeText } from '../output/write-text.ts';
import { withoutUndefined } from '../../without-undefined.ts';
import { withReadingEngine } from './with-engine.ts';

/** `skein runs case`: a run becomes a line of the data of an evaluation. A run is there once, however often it is added. */
export async function keepCase(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [id = ''] = given.positionals;
  const file = given.one('data') ?? '';
  if (file === '') throw usageError('No file is named.', 'Add --data FILE.jsonl.');
  const written = given.one('expected');
  const line = await withReadingEngine(call, async ({ runs }) => {
    const { input, output, status } = await runs.get(id);
    const expected = written === undefined ? givenBy(status, output) : jsonIn(written);
    const tags = given.all('tag');
    return {
      id,
      input,
      ...withoutUndefined({ expected, tags: tags.length === 0 ? undefined : [...tags] }),
    };
  });
  const lines = existsSync(file) ? (await readText(file)).split('\n') : [];
  const others = lines.filter((each) => each.trim() !== '' && idIn(each) !== id);
  await writeText(file, `${[...others, JSON.stringify(line)].join('\n')}\n`);
  if (isJson) printJson(terminal, { file, cases: others.length + 1, case: line });
  else terminal.data(`${file}: ${others.length + 1} cases\n`);
  return 0;
}

/** What a run gave is expected of the next one, unless somebody says otherwise. */
function givenBy(status: string, output: Json): Json | undefined {
  return status === 'completed' ? output : undefined;
}

function jsonIn(text: string): Json {
  try {
    // JSON.parse gives JSON.
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function idIn(line: string): unknown {
  const read = jsonIn(line);
  return isObject(read) ? read['id'] : undefined;
}
