// node bench/wake.ts [10,1000,10000]
// What it costs to wake a run whose conversation has this many messages of a kilobyte and that waits in a SQLite file: rows and
// bytes that are read, and CPU time. The answer makes it ask once more, so that nothing of the conversation is needed.
import process from 'node:process';
import type { Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import { createEngine, type NodeType } from 'skein';
import { benchFile } from './workloads/durable-rows.ts';

const times = 5;
const text = 'x'.repeat(1000);
const sizes = (process.argv[2] ?? '10,1000,10000').split(',').map(Number);
const say: NodeType = {
  kind: { type: 'say', mode: 'execute', ports: 'any' },
  description: 'Says something.',
  run: ({ activation }) => ({
    value: activation,
    context: { append: [{ role: 'user', content: `${activation} ${text}` }] },
  }),
};
const nodeTypes = { say };

// The code is warmed on the smallest one.
for (const messages of [10, ...sizes]) process.stdout.write(`${await measure(messages)}\n`);

async function measure(messages: number): Promise<string> {
  const file = benchFile();
  const durable = { residentMax: 0 };
  const engine = await createEngine({ store: `sqlite:${file}`, nodeTypes, durable });
  const runs: string[] = [];
  for (let i = 0; i < times; i++) {
    const { id } = await engine.runs.start(talk(messages));
    await engine.runs.settled(id);
    runs.push(id);
  }
  await engine.close();
  const store = await openStore(`sqlite:${file}`);
  const read = { rows: 0, bytes: 0 };
  const cpuUs: number[] = [];
  for (const run of runs) {
    const waker = await createEngine({
      store: counted(store, read),
      nodeTypes,
      durable: { recovers: false },
    });
    const before = process.cpuUsage();
    await waker.waits.answer({ run, node: 'ask' }, 'again');
    const { user, system } = process.cpuUsage(before);
    cpuUs.push(user + system);
    await waker.close();
  }
  await store.close();
  const [rows, bytes] = [read.rows / times, Math.round(read.bytes / times)];
  const median = cpuUs.toSorted((a, b) => a - b)[Math.floor(times / 2)];
  return JSON.stringify({ messages, rows, bytes, cpuUs: median });
}

function talk(turns: number): object {
  return {
    skein: 1,
    policy: { maxSteps: 1_000_000 },
    nodes: [
      { id: 'say', type: 'say' },
      { id: 'ask', type: 'input', config: { prompt: 'And now?' } },
    ],
    edges: [
      { from: 'say', to: 'say', when: { left: '${previous}', op: 'lt', right: turns } },
      { from: 'say', to: 'ask', when: { left: '${previous}', op: 'gte', right: turns } },
      { from: 'ask', to: 'ask' },
    ],
  };
}

function counted(store: Store, read: { rows: number; bytes: number }): Store {
  const note = (rows: readonly object[], more: unknown = null) => {
    read.rows += rows.length;
    read.bytes += JSON.stringify([rows, more]).length;
  };
  const { runs } = store;
  return {
    ...store,
    runs: {
      ...runs,
      load: async (run) => {
        const stored = await runs.load(run);
        if (stored !== undefined) note(stored.events, stored.snapshot);
        return stored;
      },
      rows: async (run, seqs) => {
        const rows = await runs.rows(run, seqs);
        note(rows);
        return rows;
      },
    },
  };
}
