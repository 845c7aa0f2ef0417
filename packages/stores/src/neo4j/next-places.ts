import type { Ask } from './neo4j-connection.ts';

/** Numbers in creation order; a transaction that takes some locks the counter until its commit. */
export async function nextPlaces(ask: Ask, count: number): Promise<readonly number[]> {
  const [row] = await ask(
    `match (m:SkeinMeta {name: 'schema'}) set m._lock = randomUUID()
     set m.place = m.place + $count return m.place as place`,
    { count },
  );
  const last = Number(row?.['place']);
  return Array.from({ length: count }, (_, i) => last - count + 1 + i);
}
