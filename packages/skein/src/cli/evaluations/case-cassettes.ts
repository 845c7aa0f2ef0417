// Recordings of an evaluation
// One line for each run: which case and trial it belongs to, and its cassette. Several versions of a workflow may be recorded side by
// side, so that the prompt of yesterday and the one of today are both free.
import { existsSync } from 'node:fs';
import { joinCassettes, parseCassette, type Cassette } from '@skein/agents';
import { parseJson } from '@skein/dialects';
import { isObject } from '@skein/kernel';
import { readText } from '../inputs/read-text.ts';
import { addText, writeText } from '../output/write-text.ts';
import { invalid } from './read-evaluation.ts';

interface RecordedTrial {
  readonly case: string;
  readonly trial: number;
  readonly cassette: Cassette;
}

export interface CaseCassettes {
  /** Everything that was recorded of a trial, as one. */
  of(id: string, trial: number): Cassette;
  /**
   * In place of what was recorded of the same version of the same workflow. It is in the file at once: an evaluation that is killed has
   * paid for it, and the next one does not pay again.
   */
  put(id: string, trial: number, cassette: Cassette): Promise<void>;
  /** Writes the file without what was replaced. */
  save(): Promise<void>;
}

export async function caseCassettes(file: string): Promise<CaseCassettes> {
  const lines: RecordedTrial[] = [];
  const replace = (added: RecordedTrial) => {
    const place = lines.findIndex(
      (line) =>
        line.case === added.case &&
        line.trial === added.trial &&
        isOfSame(line.cassette, added.cassette),
    );
    lines.splice(place === -1 ? lines.length : place, 1, added);
  };
  const read = existsSync(file) ? await readLines(file) : { lines: [], isTorn: false };
  for (const line of read.lines) replace(line);
  const save = () => writeText(file, lines.map(textOf).join(''));
  // One after the other: lines must not be mixed. A torn one is removed before the first.
  let written = read.isTorn ? save() : Promise.resolve();
  return {
    of: (id, trial) =>
      joinCassettes(
        lines
          .filter((line) => line.case === id && line.trial === trial)
          .map(({ cassette }) => cassette),
      ),
    put(id, trial, cassette) {
      const line = { case: id, trial, cassette };
      replace(line);
      written = written.then(() => addText(file, textOf(line)));
      return written;
    },
    async save() {
      await written;
      await save();
    },
  };
}

function textOf(line: RecordedTrial): string {
  return `${JSON.stringify(line)}\n`;
}

function isOfSame({ run: one }: Cassette, { run: other }: Cassette): boolean {
  return one?.workflow === other?.workflow && one?.version === other?.version;
}

async function readLines(
  file: string,
): Promise<{ readonly lines: readonly RecordedTrial[]; readonly isTorn: boolean }> {
  const texts = (await readText(file)).split('\n');
  // A process that was killed while it wrote has left the last line without its end.
  const isTorn = !parseJson(texts.at(-1) ?? '').ok && texts.at(-1) !== '';
  const whole = isTorn ? texts.slice(0, -1) : texts;
  const lines = whole.flatMap((text, index) => {
    if (text.trim() === '') return [];
    const parsed = parseJson(text);
    const line = parsed.ok && isObject(parsed.json) ? parsed.json : {};
    const { case: id, trial, cassette = null } = line;
    const read = parseCassette(cassette);
    if (typeof id !== 'string' || typeof trial !== 'number' || !read.ok) {
      const why = read.ok ? 'it has no case or trial' : read.problems.join('; ');
      throw invalid(file, [`line ${index + 1} is not a recording of a case: ${why}`]);
    }
    return [{ case: id, trial, cassette: read.cassette }];
  });
  return { lines, isTorn };
}
