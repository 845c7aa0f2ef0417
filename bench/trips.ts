// npm run bench:trips [-- --store mysql --repeat 50 --write]
// What an engine sends to its database for each thing that a run does: round trips, statements, transactions and bytes, as a
// proxy on the wire counts them. The figures depend on no clock, so a loaded machine changes nothing. `--write` puts the table
// into BENCHMARKS.md.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { freshMysql, freshPostgres } from '../packages/testkit/src/servers/fresh-database.ts';
import { startMariadb } from '../packages/testkit/src/servers/mariadb-server.ts';
import { startPostgres } from '../packages/testkit/src/servers/postgres-server.ts';
import { measureTrips, type MeasuredTrips } from './trips/measure-trips.ts';
import { mysqlWire } from './trips/mysql-wire.ts';
import { postgresWire } from './trips/postgres-wire.ts';
import { countWire, type CountedName } from './trips/wire-counter.ts';
import { closeAll, closeLater } from './workloads/workload.ts';
import { writeTable } from './write-table.ts';

const stores = {
  postgres: { name: 'PostgreSQL', start: startPostgres, fresh: freshPostgres, wire: postgresWire },
  mysql: { name: 'MariaDB', start: startMariadb, fresh: freshMysql, wire: mysqlWire },
} as const;
type StoreName = keyof typeof stores;
const storeNames = Object.keys(stores) as StoreName[];

const columns: Readonly<Record<CountedName, string>> = {
  trips: 'round trips',
  statements: 'statements',
  transactions: 'transactions',
  bytesSent: 'bytes sent',
  bytesReceived: 'bytes received',
};
const counted = Object.keys(columns) as CountedName[];

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    repeat: { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
  },
});

async function measure(store: StoreName): Promise<readonly MeasuredTrips[]> {
  const { start, fresh, wire } = stores[store];
  const server = await start();
  closeLater(() => server.stop());
  const { url } = await fresh(server.url);
  const counter = await countWire(url, wire);
  closeLater(() => counter.close());
  return measureTrips(counter, Number(values.repeat));
}

function line(store: StoreName, { what, counts }: MeasuredTrips): string {
  const cells = counted.map((name) => Math.round(counts[name]).toLocaleString('en'));
  return `| ${[stores[store].name, what, ...cells].join(' | ')} |`;
}

const lines = [
  `| database | what | ${Object.values(columns).join(' | ')} |`,
  `|---|---|${counted.map(() => '---|').join('')}`,
];
for (const store of storeNames) {
  if (values.store !== undefined && values.store !== store) continue;
  for (const row of await measure(store)) lines.push(line(store, row));
}
await closeAll();
const table = lines.join('\n');
process.stdout.write(`${table}\n`);
if (values.write) await writeTable('trips', table);
