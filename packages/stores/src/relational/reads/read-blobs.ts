import type { Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { RelationalDatabase } from '../database.ts';
import { ask, marks } from '../script.ts';
import { fromStored, hashesIn } from '../../values/stored-value.ts';

export interface StoredText {
  readonly body: string;
  readonly blobs: string | null;
}

function parse({ place }: RelationalDatabase, body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch (error) {
    const reason = 'a stored value cannot be read. `skein doctor` names it.';
    throw new EngineError('STORE_CORRUPT', { place, reason }, { cause: error });
  }
}

/** Texts as values, with their large parts; most have none, and then nothing more is read. */
export async function toValues(
  database: RelationalDatabase,
  stored: readonly StoredText[],
): Promise<readonly Json[]> {
  if (stored.every(({ blobs }) => blobs === null)) {
    return stored.map(({ body }) => parse(database, body));
  }
  const hashes = [...new Set(stored.flatMap(({ blobs }) => hashesIn(blobs)))];
  const bodies = new Map<string, string>();
  for (let i = 0; i < hashes.length; i += 100) {
    const some = hashes.slice(i, i + 100);
    const text = `select hash, body from skein_blobs where hash in ${marks(some.length)}`;
    const rows = await database.look(() => ask(text, ...some));
    // Both columns are texts.
    for (const { hash, body } of rows) bodies.set(hash as string, body as string);
  }
  return stored.map((text) =>
    fromStored(text, (hash) => {
      const body = bodies.get(hash);
      if (body === undefined) {
        const reason = `the value with the hash ${hash} is missing.`;
        throw new EngineError('STORE_CORRUPT', { place: database.place, reason });
      }
      return body;
    }),
  );
}
