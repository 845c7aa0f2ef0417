// npm run faults
//   --store memory|sqlite|postgres   on this one alone
//   --every N                        every N-th call (default 1)
//   --seeds N                        runs with one fault in a hundred calls, at random (default 100)
// Makes every call of every method of the store fail (before its work, after it, too late) while W-full runs, once from
// its start and once by a process that takes it over from one that died.
import process from 'node:process';
import { startLedger } from '../ledger/ledger.ts';
import { faultCampaign } from '../faults/fault-campaign.ts';
import {
  faultyFiles,
  faultyMemory,
  faultyPostgres,
  type FaultStore,
} from '../faults/fault-stores.ts';
import { readOptions } from './read-options.ts';

const values = readOptions(import.meta.filename, {
  store: { type: 'string' },
  every: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '100' },
});
const every = Number(values.every);
const seeds = Number(values.seeds);
/** In the middle of the fan-out: there are parents, children and a timer to take over. */
const diesAfter = 22;

let failures = 0;
const wants = (name: string) => values.store === undefined || values.store === name;
if (wants('memory')) await campaign('memory', faultyMemory());
if (wants('sqlite')) await campaign('sqlite', faultyFiles());
if (wants('postgres')) await onPostgres();
process.exit(failures === 0 ? 0 : 1);

async function onPostgres(): Promise<void> {
  const given = process.env['SKEIN_TEST_POSTGRES'];
  if (given !== undefined && given !== '') {
    await campaign('postgres', await faultyPostgres(given));
    return;
  }
  const { startPostgres } = await import('../servers/postgres-server.ts');
  const server = await startPostgres();
  try {
    await campaign('postgres', await faultyPostgres(server.url));
  } finally {
    await server.stop();
  }
}

async function campaign(name: string, { open, durable, drop }: FaultStore): Promise<void> {
  const ledger = await startLedger();
  for (const takesOver of [false, true]) {
    const startedMs = performance.now();
    let plays = 0;
    const onPlay = (what: string, wrong: readonly string[]) => {
      plays += 1;
      for (const text of wrong) process.stdout.write(`${name}, ${what}: ${text}\n`);
      if (plays % 50 === 0) process.stdout.write(`${name}: ${plays} plays\n`);
    };
    const options = { ledger, open, durable, ...(takesOver ? { diesAfter } : {}) };
    const result = await faultCampaign(options, { every, seeds, onPlay });
    failures += result.wrong.length;
    process.stdout.write(
      `${name}${takesOver ? ', taken over' : ''}: ${result.plays} plays, ${result.faults} faults in ${result.methods.length} methods, ` +
        `${result.wrong.length} wrong, 0 is wanted; ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`,
    );
  }
  await ledger.close();
  await drop();
}
