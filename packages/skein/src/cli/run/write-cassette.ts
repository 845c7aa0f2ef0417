import type { Cassette } from '@skein/agents';
import type { Engine } from '@skein/engine';
import { recordCassette } from '../../cassettes/record-cassette.ts';
import { count } from '../output/count.ts';
import { jsonText } from '../output/json-text.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import { writeText } from '../output/write-text.ts';

/** Writes what the run asked and got, and says what could not be told any more. */
export async function writeCassette(
  engine: Engine,
  run: string,
  file: string,
  terminal: Terminal,
): Promise<Cassette> {
  const cassette = await makeRecording(engine, run, terminal);
  await writeText(file, `${jsonText(cassette)}\n`);
  terminal.note(`${count(cassette.calls.length, 'call')} recorded in ${visibleLine(file)}.\n`);
  return cassette;
}

export async function makeRecording(
  engine: Engine,
  run: string,
  terminal: Terminal,
): Promise<Cassette> {
  const { cassette, unknown } = await recordCassette(engine, run);
  for (const { path, node, activation, reason } of unknown) {
    const place = visibleLine(`${path === '' ? '' : `${path}/`}${node}#${activation}`);
    terminal.note(`Not recorded: calls of ${place}, because ${visibleLine(reason)}.\n`);
  }
  return cassette;
}
