// npm run bench:rest [-- --runs 20000 --clients 32 --rounds 3]
// Runs of three durable steps that are started over HTTP by many clients at once, on SQLite with full sync, until the last one is
// completed; compared with Hono with one insert. Each system is a separate process, so that its CPU time is counted apart from that
// of the clients. Rounds are the outer loop; each figure is the median over rounds.
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { RawClient, serveProcess, type ServedProcess } from '@skein/testkit';
import { benchFile } from './workloads/durable-rows.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '3' },
  },
});
const runs = Number(values.runs);
const clients = Number(values.clients);
const skein = path.join(import.meta.dirname, '../packages/skein/bin/skein.mjs');
const systems = {
  'Hono + 1 insert': () => [path.join(import.meta.dirname, 'rest/floor-main.ts'), benchFile()],
  skein: () => [skein, 'serve', '--port', '0', '--json', '--store', `sqlite:${benchFile()}`],
};
const definition = {
  skein: 1,
  id: 'three',
  nodes: ['one', 'two', 'three'].map((id) => ({
    id,
    type: 'function',
    config: { name: 'text.upper', args: { text: '${trigger.text}' } },
  })),
  edges: [
    { from: 'one', to: 'two' },
    { from: 'two', to: 'three' },
  ],
};
const body = JSON.stringify({ input: { text: 'hello' } });

interface Figure {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuUs: number;
}

const names = Object.keys(systems) as (keyof typeof systems)[];
const figures = new Map<string, Figure[]>(names.map((name) => [name, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const name of names) figures.get(name)?.push(await measure(name));
}
process.stdout.write('| system | runs/s | p50 ms | p99 ms | CPU µs/run |\n|---|---|---|---|---|\n');
for (const [name, found] of figures) {
  const cells = (['perSecond', 'p50', 'p99', 'cpuUs'] as const).map((key) =>
    median(found.map((figure) => figure[key])).toFixed(
      key.startsWith('p5') || key === 'p99' ? 1 : 0,
    ),
  );
  process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
}

async function measure(name: keyof typeof systems): Promise<Figure> {
  const server = await serveProcess(systems[name]());
  try {
    const isEngine = name === 'skein';
    if (isEngine) await once(server, 'POST', '/api/v1/workflows', JSON.stringify(definition));
    // Code is compiled while it runs: whatever comes first would be slower.
    await start(server, Math.min(4000, runs), isEngine);
    const cpuBefore = server.cpuMs();
    const startedMs = performance.now();
    const times = await start(server, runs, isEngine);
    const seconds = (performance.now() - startedMs) / 1000;
    const sorted = times.toSorted((left, right) => left - right);
    return {
      perSecond: runs / seconds,
      p50: sorted[Math.floor(runs * 0.5)] ?? Number.NaN,
      p99: sorted[Math.floor(runs * 0.99)] ?? Number.NaN,
      cpuUs: ((server.cpuMs() - cpuBefore) * 1000) / runs,
    };
  } finally {
    await server.stop();
  }
}

/** How long each start took to be acknowledged; resolves when all runs are completed. */
async function start(
  server: ServedProcess,
  count: number,
  isEngine: boolean,
): Promise<readonly number[]> {
  const times: number[] = [];
  let left = count;
  const work = async () => {
    const client = new RawClient(server);
    while (left > 0) {
      left -= 1;
      const {
        status,
        tookMs,
        body: answer,
      } = await client.request('POST', '/api/v1/workflows/three/run', body);
      if (status !== 202) throw new Error(`A run was not started: ${status} ${answer}`);
      times.push(tookMs);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, work));
  while (isEngine && (await unfinished(server)))
    await new Promise((resolve) => setTimeout(resolve, 5));
  return times;
}

async function unfinished(server: ServedProcess): Promise<boolean> {
  const { items } = JSON.parse(
    await once(server, 'GET', '/api/v1/runs?status=running&limit=1'),
  ) as {
    items: readonly unknown[];
  };
  return items.length > 0;
}

async function once(
  server: ServedProcess,
  method: string,
  place: string,
  sent?: string,
): Promise<string> {
  const client = new RawClient(server);
  const { status, body: answer } = await client.request(method, place, sent);
  client.close();
  if (status >= 300) throw new Error(`${method} ${place} gave ${status}: ${answer}`);
  return answer;
}

function median(list: readonly number[]): number {
  return list.toSorted((left, right) => left - right)[list.length >> 1] ?? Number.NaN;
}
