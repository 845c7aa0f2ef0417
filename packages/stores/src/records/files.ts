import { runId, type JsonObject } from '@skein/kernel';
import type { FileAbout, FileStore } from '@skein/ports';
import { matching, type Records } from './records.ts';
import { unreadable } from '../values/unreadable.ts';
import { recordTable } from './record-table.ts';

/** A row for each part, and one without bytes that says what the file is. */
export const filesTable = recordTable(
  'files',
  { run_id: 'key', part: 'integer', about: 'value', bytes: 'text' },
  { indexed: ['run_id'] },
);

type Named = Pick<FileAbout, 'id' | 'run'>;

/** The number of the row that says what the file is. */
const aboutPart = -1;
const pageSize = 100;

export function filesOver(records: Records): FileStore {
  const find = async (file: Named, part: number): Promise<JsonObject | undefined> => {
    const { items } = await records.find(
      filesTable,
      matching({ user_id: '', id: rowId(file, part) }),
    );
    return items[0];
  };
  return {
    async put(file, part, bytes) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
      await records.upsert(filesTable, { ...rowOf(file, part), about: null, bytes: text });
    },
    async part(file, part) {
      const text = (await find(file, part))?.['bytes'];
      return typeof text === 'string' ? Buffer.from(text, 'base64') : undefined;
    },
    async drop(file, parts) {
      for (let part = 0; part < parts; part++) {
        await records.delete(filesTable, matching({ user_id: '', id: rowId(file, part) }));
      }
    },
    async finish(about) {
      await records.upsert(filesTable, {
        ...rowOf(about, aboutPart),
        about: { ...about },
        bytes: null,
      });
    },
    about: async (file) => aboutIn(await find(file, aboutPart)),
    async list(run) {
      const found: FileAbout[] = [];
      let cursor: string | undefined;
      do {
        const match = matching({ run_id: run, part: aboutPart });
        const paging = cursor === undefined ? { limit: pageSize } : { limit: pageSize, cursor };
        const page = await records.find(filesTable, match, paging);
        found.push(...page.items.map(aboutIn).filter((about) => about !== undefined));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return found;
    },
  };
}

/** Parts are found by their run, because an id alone does not show whose it is. */
function rowId({ run, id }: Named, part: number): string {
  return `${run} ${id} ${part}`;
}

function rowOf(file: Named, part: number): JsonObject {
  return { user_id: '', id: rowId(file, part), run_id: file.run, part };
}

/** Undefined also for one that something else has damaged: nobody knows how many parts it has. */
function aboutIn(row: JsonObject | undefined): FileAbout | undefined {
  const about = row?.['about'];
  if (about === undefined || about === unreadable) return undefined;
  // Only `finish` writes it.
  const { run, ...rest } = about as unknown as FileAbout;
  return { ...rest, run: runId(run) };
}
