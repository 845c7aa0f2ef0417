import { createWriteStream } from 'node:fs';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OpenFile } from '@skein/ports';
import type { CommandCall } from '../arguments/command.ts';
import { problemError } from '../errors/command-error.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withReadingEngine } from './with-engine.ts';

/** The files of a run, or the bytes of one. */
export async function runFiles(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [id = '', file] = given.positionals;
  const out = given.one('out');
  return withReadingEngine(call, async ({ runs }) => {
    if (file !== undefined) {
      const opened = await runs.file(id, file);
      if (out === undefined) {
        await pipeline(Readable.from(opened.bytes()), process.stdout, { end: false });
        return 0;
      }
      await writeTo(out, opened);
      const { sha256, size } = opened;
      if (isJson) printJson(terminal, { file: out, size, sha256 });
      else terminal.note(`Wrote ${size} bytes to ${out}.\n`);
      return 0;
    }
    const items = await runs.files(id);
    if (isJson) printJson(terminal, { items });
    else
      for (const each of items)
        terminal.data(`${each.id}  ${each.size}  ${visibleLine(each.name)}\n`);
    if (!isJson && items.length === 0) terminal.note('No files.\n');
    return 0;
  });
}

async function writeTo(out: string, file: OpenFile): Promise<void> {
  try {
    await pipeline(Readable.from(file.bytes()), createWriteStream(out));
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw problemError('FILE_NOT_WRITTEN', { file: out, reason: error.message });
  }
}
