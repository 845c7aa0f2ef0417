// Recordings of an evaluation
// One line for each run: which case and trial it belongs to, and its cassette. Several versions of a workflow may be recorded side by
// side, so that the prompt of yesterday and the one of today are both free.
import { existsSync } from 'node:fs';
import { joinCassettes, parseCassette, type Cassette } from '@skein/agents';
import { parseJson } from '@skein/dialects';
import { isObject } from '@skein/kernel';
import { readText } from '../inputs/read-text.ts';
import { writeText } from '../output/write-text.ts';
import { invalid } from './read-evaluation.ts';

interface RecordedTrial {
  readonly case: string;
  readonly trial: number;
  readonly cassette: Cassette;
}

export interface CaseCassettes {
  /** Everything that was recorded of a trial, as one. */
  of(id: string, trial: number): Cassette;
  /** In place of what was recorded of the same version of the same workflow. */
  put(id: string, trial: number, cassette: Cassette): void;
  save(): Promise<void>;
}

export async function caseCassettes(file: string): Promise<CaseCassettes> {
  const lines = existsSync(file) ? await readLines(file) : [];
  return {
    of: (id, trial) =>
      joinCassettes(
        lines
          .filter((line) => line.case === id && line.trial === trial)
          .map(({ cassette }) => cassette),
      ),
    put(id, trial, cassette) {
      const place = lines.findIndex(
        (line) => line.case === id && line.trial === trial && isOfSame(line.cassette, cassette),
      );
      lines.splice(place === -1 ? lines.length : place, 1, { case: id, trial, cassette });
    },
    save: () => writeText(file, lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
  };
}

function isOfSame({ run: one }: Cassette, { run: other }: Cassette): boolean {
  return one?.workflow === other?.workflow && one?.version === other?.version;
}

async function readLines(file: string): Promise<RecordedTrial[]> {
  const texts = (await readText(file)).split('\n');
  return texts.flatMap((text, index) => {
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
}
