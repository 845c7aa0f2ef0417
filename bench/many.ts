// npm run bench:many [-- --runs 200 --steps 50 --streams 1000 --seconds 5 --rest 20000 --rounds 3 --only chains --write]
// What one machine does when much happens at once: durable chains in one, two and four processes, runs over HTTP, live streams, and
// agents that stream tokens. `--write` puts the tables into BENCHMARKS.md.
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { freshPostgres } from '../packages/testkit/src/servers/fresh-database.ts';
import { startPostgres } from '../packages/testkit/src/servers/postgres-server.ts';
import { manyTables, type ChainsRow, type StreamsRow } from './many/many-tables.ts';
import { measureChains } from './many/measure-chains.ts';
import { measureStreams } from './many/measure-streams.ts';
import { benchFile } from './workloads/durable-rows.ts';
import { closeAll } from './workloads/workload.ts';
import { writeTable } from './write-table.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    steps: { type: 'string', default: '50' },
    streams: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '5' },
    rest: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: 'chains,rest,streams' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const wanted = values.only.split(',');
const work = { runs: Number(values.runs), steps: Number(values.steps) };
/** As an agent writes: fifty tokens a second. */
const tokenMs = 20;
/** As a busy run: a row ten times a second. */
const rowMs = 100;

const tables = manyTables({
  cores: os.availableParallelism(),
  chains: wanted.includes('chains') ? await chains() : [],
  rest: wanted.includes('rest') ? rest() : '',
  streams: wanted.includes('streams') ? await streams() : [],
});
const day = new Date().toISOString().slice(0, 10);
const about = `${day}, Node ${process.versions.node}, ${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(0)}, the middle of ${rounds} rounds. Chains: ${work.runs} at once, ${work.steps} steps each.`;
process.stdout.write(`${about}\n\n${tables}\n`);
if (values.write) await writeTable('many', `${about}\n\n${tables}\n`);
await closeAll();
process.exit(0);

async function chains(): Promise<readonly ChainsRow[]> {
  const server = await startPostgres();
  const cells = [
    { name: 'SQLite', processes: 1 },
    ...[1, 2, 4].map((processes) => ({ name: 'PostgreSQL', processes })),
  ];
  const found: ChainsRow[][] = cells.map(() => []);
  // Rounds are the outer loop, so that all cells see the same weather.
  for (let round = 0; round < rounds; round++) {
    for (const [i, cell] of cells.entries()) {
      const isServer = cell.name === 'PostgreSQL';
      const store = isServer ? (await freshPostgres(server.url)).url : `sqlite:${benchFile()}`;
      const database = isServer ? server.pid() : undefined;
      const figure = await measureChains({ ...work, ...cell, store, database });
      found[i]?.push({ ...cell, ...figure });
    }
  }
  await server.stop();
  return found.map((rows) => middle(rows, ({ perSecond }) => perSecond));
}

/** Its own command prints a table. */
function rest(): string {
  const program = path.join(import.meta.dirname, 'rest.ts');
  const given = ['--runs', values.rest, '--rounds', String(rounds)];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`bench:rest ended with ${status}: ${stderr}`);
  return stdout.trim();
}

async function streams(): Promise<readonly StreamsRow[]> {
  const ms = Number(values.seconds) * 1000;
  const count = Number(values.streams);
  const cells = [
    { name: 'rows of runs', what: 'steps', everyMs: rowMs },
    { name: 'tokens of agents', what: 'tokens', everyMs: tokenMs },
  ] as const;
  const found: StreamsRow[][] = cells.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { name, what, everyMs }] of cells.entries()) {
      const given = { what, streams: count, count: Math.ceil(ms / everyMs), everyMs };
      const figure = await measureStreams(given);
      found[i]?.push({
        name,
        streams: count,
        wantedPerSecond: (count * 1000) / everyMs,
        ...figure,
      });
    }
  }
  return found.map((rows) => middle(rows, ({ cpuUs }) => cpuUs));
}

function middle<Row>(rows: readonly Row[], by: (row: Row) => number): Row {
  const sorted = rows.toSorted((left, right) => by(left) - by(right));
  const found = sorted[sorted.length >> 1];
  if (found === undefined) throw new Error('Ask for at least one round.');
  return found;
}
