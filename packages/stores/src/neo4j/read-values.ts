import type { Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { fromStored, hashesIn } from '../values/stored-value.ts';
import type { GraphRow, Neo4jConnection } from './neo4j-connection.ts';

/** Rows whose `body` and `blobs` are read as values, including their large parts. */
export async function readValues(
  { read, place }: Neo4jConnection,
  rows: readonly GraphRow[],
): Promise<readonly Json[]> {
  const stored = rows.map((row) => ({
    body: row['body'] as string,
    blobs: (row['blobs'] ?? null) as string | null,
  }));
  const hashes = [...new Set(stored.flatMap(({ blobs }) => hashesIn(blobs)))];
  const found =
    hashes.length === 0
      ? []
      : await read(
          'match (b:SkeinBlob) where b.hash in $hashes return b.hash as hash, b.body as body',
          {
            hashes,
          },
        );
  const bodies = new Map(found.map((row) => [row['hash'], row['body'] as string]));
  return stored.map((value) =>
    fromStored(value, (hash) => {
      const body = bodies.get(hash);
      if (body !== undefined) return body;
      throw new EngineError('STORE_CORRUPT', {
        place,
        reason: `the value with the hash ${hash} is missing.`,
      });
    }),
  );
}
