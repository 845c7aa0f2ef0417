import { parseCassette, type Cassette } from '@skein/agents';
import { parseJson } from '@skein/dialects';
import { problemError } from '../errors/command-error.ts';
import { unreadable } from './read-definition.ts';
import { readText } from './read-text.ts';

export async function readCassette(file: string): Promise<Cassette> {
  const json = parseJson(await readText(file));
  if (!json.ok) throw unreadable(file, json.diagnostics);
  const parsed = parseCassette(json.json);
  if (parsed.ok) return parsed.cassette;
  throw problemError('CASSETTE_INVALID', { file, problems: parsed.problems });
}
