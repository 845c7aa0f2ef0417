// npm run outages
//   --store postgres|mysql   on this one alone
//   --minutes N              how long each lasts (default 5)
//   --every S                seconds between two stops of the server (default 4)
// Stops and kills a database server of its own every few seconds while short runs are started on it, fifty in a second, and
// reports their outcomes.
import { readdirSync } from 'node:fs';
import process from 'node:process';
import { openStore } from '@skein/stores';
import { freshMysql, freshPostgres } from '../servers/fresh-database.ts';
import { startMariadb } from '../servers/mariadb-server.ts';
import { startPostgres } from '../servers/postgres-server.ts';
import { outageLoad } from '../outages/outage-load.ts';
import { readOptions } from './read-options.ts';

const values = readOptions(import.meta.filename, {
  store: { type: 'string' },
  minutes: { type: 'string', default: '5' },
  every: { type: 'string', default: '4' },
});
const lastsMs = Number(values.minutes) * 60_000;
const everyMs = Number(values.every) * 1000;
const startEveryMs = 20;
const downMs = 500;

const kinds = [
  { name: 'postgres', start: startPostgres, fresh: freshPostgres, ends: ['SIGKILL', 'SIGINT'] },
  { name: 'mysql', start: startMariadb, fresh: freshMysql, ends: ['SIGKILL', 'SIGTERM'] },
] as const;

let failures = 0;
for (const kind of kinds) {
  if (values.store === undefined || values.store === kind.name) await campaign(kind);
}
process.exit(failures === 0 ? 0 : 1);

async function campaign({ name, start, fresh, ends }: (typeof kinds)[number]): Promise<void> {
  const server = await start();
  try {
    const store = await openStore((await fresh(server.url)).url);
    const runs = Math.floor(lastsMs / startEveryMs);
    const durable = { sharing: { pollMs: 200, leaseMs: 3000 } };
    let stops = 0;
    let before = { mb: 0, files: 0 };
    const result = await outageLoad({ store, runs, steps: 6, stepMs: 100, durable }, async () => {
      for (const endsAt = performance.now() + lastsMs; performance.now() < endsAt; stops++) {
        await new Promise((resolve) => setTimeout(resolve, everyMs));
        await server.restart(ends[stops % ends.length] as (typeof ends)[number], downMs);
        if (stops === 1) before = used();
      }
    });
    const { isHealthy } = await store.check();
    const { completed, refused, wrong, problems } = result;
    failures += wrong.length + problems.length + (isHealthy ? 0 : 1);
    for (const text of [...wrong, ...problems].slice(0, 20)) process.stdout.write(`${text}\n`);
    const after = used();
    process.stdout.write(
      `${name}: ${stops} stops, ${completed} of ${runs} runs completed, ${refused} calls told that it is away, ` +
        `${wrong.length} wrong, ${problems.length} other problems, 0 are wanted; ` +
        `memory ${before.mb} to ${after.mb} MB, descriptors ${before.files} to ${after.files}\n`,
    );
    await store.close();
  } finally {
    await server.stop();
  }
}

/** What the process holds: memory, and open files and sockets. */
function used(): { readonly mb: number; readonly files: number } {
  const mb = Math.round(process.memoryUsage().rss / 2 ** 20);
  return { mb, files: readdirSync('/proc/self/fd').length };
}
