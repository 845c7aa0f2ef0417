// Goal: what a run sends to its database does not grow unnoticed. Method: count on the wire, between an engine and a real server.
import { freshMysql, freshPostgres, neededServer } from '@skein/testkit';
import { expect, it } from 'vitest';
import { measureTrips } from './trips/measure-trips.ts';
import { mysqlWire } from './trips/mysql-wire.ts';
import { postgresWire } from './trips/postgres-wire.ts';
import { countWire } from './trips/wire-counter.ts';
import { paused } from './workloads/definitions.ts';
import { openEngine, pauseAndAnswer } from './workloads/durable.ts';
import { closeAll, closeLater } from './workloads/workload.ts';

const atOnce = 200;

it.each([
  { kind: 'postgres', fresh: freshPostgres, wire: postgresWire, most: [3, 1, 3, 2] },
  { kind: 'mysql', fresh: freshMysql, wire: mysqlWire, most: [3, 1, 3, 2] },
] as const)('[S1950] a step is one round trip on $kind', async ({ kind, fresh, wire, most }) => {
  const database = await fresh(await neededServer(kind));
  const counter = await countWire(database.url, wire);
  closeLater(() => database.drop());
  closeLater(() => counter.close());
  try {
    const measured = await measureTrips(counter, 8);
    // A look for due runs may fall into every run of a loaded machine, and is not part of a step.
    const trips = measured.map(({ counts }) => Math.floor(counts.trips));
    expect(trips.map((count, i) => count <= (most[i] ?? 0) || measured[i])).toEqual(
      trips.map(() => true),
    );
  } finally {
    await closeAll();
  }
});

it('[S3551] many runs at once need few statements on postgres', async () => {
  const database = await freshPostgres(await neededServer('postgres'));
  const counter = await countWire(database.url, postgresWire);
  closeLater(() => database.drop());
  closeLater(() => counter.close());
  try {
    const engine = await openEngine(counter.url);
    const { id } = await engine.workflows.save(paused());
    await pauseAndAnswer(engine, id, atOnce);
    const before = counter.counts().statements;
    await pauseAndAnswer(engine, id, atOnce);
    expect(counter.counts().statements - before).toBeLessThan(2 * atOnce);
  } finally {
    await closeAll();
  }
});
