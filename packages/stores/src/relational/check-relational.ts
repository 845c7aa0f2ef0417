import type { StoreCheck, StoreFinding } from '@skein/ports';
import { sql } from 'kysely';
import type { RelationalDatabase } from './database.ts';
import { schemaVersion } from './schema/migrate.ts';

/** Connection, versions, durability, size: each as one finding, also when there is no answer at all. */
export async function checkRelational(database: RelationalDatabase): Promise<StoreCheck> {
  const { flavour, place } = database;
  const findings: StoreFinding[] = [];
  try {
    findings.push(...(await database.inspect()), await schemaFinding(database));
    findings.push(await rowsFinding(database));
  } catch (error) {
    findings.push({ what: 'connection', isGood: false, text: database.toError(error).message });
  }
  const isHealthy = findings.every(({ isGood }) => isGood);
  return { kind: flavour.kind, place, isHealthy, findings };
}

async function schemaFinding({ read }: RelationalDatabase): Promise<StoreFinding> {
  const all = read.selectFrom('meta').select('value').where('name', '=', 'schema');
  const found = Number((await all.executeTakeFirst())?.value ?? 0);
  const isGood = found === schemaVersion;
  return {
    what: 'schema',
    isGood,
    text: `version ${found}${isGood ? '' : `, not ${schemaVersion}`}`,
  };
}

async function rowsFinding({ read }: RelationalDatabase): Promise<StoreFinding> {
  const counts: string[] = [];
  for (const table of ['runs', 'journal', 'waits', 'workflow_versions', 'blobs'] as const) {
    const { rows } = await sql<{
      readonly n: number;
    }>`select count(*) as n from ${sql.table(table)}`.execute(read);
    counts.push(`${Number(rows[0]?.n ?? 0)} ${table}`);
  }
  return { what: 'rows', isGood: true, text: counts.join(', ') };
}
