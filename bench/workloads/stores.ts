// The SQLite store alone: appends, each on disk before the next.
import { runId, versionId, workflowId } from '@skein/kernel';
import { openStore } from '@skein/stores';
import { benchFile, rowAt } from './durable-rows.ts';
import { closeLater, must, type Workloads } from './workload.ts';

const origin = { workflow: { id: workflowId('w'), version: versionId('v') }, depth: 0 };
let runs = 0;

async function prepared() {
  const store = await openStore(`sqlite:${benchFile()}`);
  closeLater(async () => store.close());
  const begin = async (run: string) =>
    store.runs.append(runId(run), 0, [rowAt(1)], {
      created: { ...origin, owner: 'bench' },
      status: 'running',
    });
  return { store, begin };
}

export const stores: Workloads = {
  'store chain': {
    unit: 'append',
    sizes: [1000],
    prepare: async (size) => {
      const { store, begin } = await prepared();
      return async () => {
        const run = `run ${++runs}`;
        await begin(run);
        for (let seq = 1; seq < size; seq++) {
          await store.runs.append(runId(run), seq, [rowAt(seq + 1)], undefined, 1);
        }
        must((await store.runs.get(runId(run)))?.seq === size, `store chain ${size}`);
      };
    },
  },
  'store group': {
    unit: 'append',
    sizes: [200],
    units: (size) => size * 50,
    prepare: async (size) => {
      const { store, begin } = await prepared();
      return async () => {
        const names = Array.from({ length: size }, (_, i) => `run ${runs + i}`);
        runs += size;
        await Promise.all(names.map((run) => begin(run)));
        for (let seq = 1; seq < 50; seq++) {
          const row = rowAt(seq + 1);
          await Promise.all(
            names.map(async (run) => store.runs.append(runId(run), seq, [row], undefined, 1)),
          );
        }
        must((await store.runs.get(runId(names[0] ?? '')))?.seq === 50, 'store group');
      };
    },
  },
};
