import type { StoreCheck, StoreFinding } from '@skein/ports';
import { damagedRecords } from './damaged-records.ts';
import type { RelationalDatabase } from './database.ts';
import { schemaVersion } from './migrate.ts';
import { ask, type Script } from './script.ts';

/** Connection, versions, durability, size: one finding each, even when the database does not answer at all. */
export async function checkRelational(database: RelationalDatabase): Promise<StoreCheck> {
  const { flavour, place } = database;
  const findings: StoreFinding[] = [];
  try {
    findings.push(...(await database.inspect()), await database.look(schemaFinding));
    findings.push(await database.look(rowsFinding));
    findings.push(await recordsFinding(database));
  } catch (error) {
    findings.push({ what: 'connection', isGood: false, text: database.toError(error).message });
  }
  const isHealthy = findings.every(({ isGood }) => isGood);
  return { kind: flavour.kind, place, isHealthy, findings };
}

function* schemaFinding(): Script<StoreFinding> {
  const [row] = yield* ask('select value from skein_meta where name = ?', 'schema');
  const found = Number(row?.['value'] ?? 0);
  const isGood = found === schemaVersion;
  return {
    what: 'schema',
    isGood,
    text: `version ${found}${isGood ? '' : `, not ${schemaVersion}`}`,
  };
}

async function recordsFinding(database: RelationalDatabase): Promise<StoreFinding> {
  const damaged = await damagedRecords(database);
  const text = damaged.length === 0 ? 'readable' : `unreadable: ${damaged.join('; ')}`;
  return { what: 'records', isGood: damaged.length === 0, text };
}

function* rowsFinding(): Script<StoreFinding> {
  const counts: string[] = [];
  for (const table of ['runs', 'journal', 'waits', 'workflow_versions', 'blobs']) {
    const [row] = yield* ask(`select count(*) as n from skein_${table}`);
    counts.push(`${Number(row?.['n'] ?? 0)} ${table}`);
  }
  return { what: 'rows', isGood: true, text: counts.join(', ') };
}
