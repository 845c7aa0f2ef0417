// The kernel alone: decisions per completed node.
import { previewSteps, type JsonObject } from '@skein/kernel';
import {
  anyInLoop,
  appending,
  chain,
  diamonds,
  fanOut,
  loop,
  loopingBranches,
  openRounds,
  selfLoops,
  untakenArm,
} from './definitions.ts';
import { compiled, driveKernel, type Drive } from './drive-kernel.ts';
import { must, type Workload, type Workloads } from './workload.ts';

type Build = (size: number) => {
  readonly graph: ReturnType<typeof compiled>;
  readonly drive: Drive;
};

function measured(
  sizes: readonly number[],
  build: Build,
  steps: (size: number) => number,
): Workload {
  return {
    unit: 'step',
    sizes,
    units: steps,
    prepare: async (size) => {
      const { graph, drive } = build(size);
      return async () => must(driveKernel(graph, drive) === steps(size), `steps of ${size}`);
    },
  };
}

const countUp: Drive = {
  input: { count: 0 },
  answer: ({ previous }) => ({ value: { count: Number((previous as JsonObject).count) + 1 } }),
};
const pass: Drive = { answer: () => ({ value: 1 }) };

/** Rows through five steps of a data node. */
const dataSteps: Workload = {
  unit: 'row',
  sizes: [1000, 100_000],
  units: (size) => size,
  prepare: async (size) => {
    const cities = ['Gent', 'Aalst', 'Brugge', 'Oostende'];
    const rows = Array.from({ length: size }, (_, n) => ({
      id: n % (size - 10),
      price: (n * 7919) % 1009,
      city: cities[n % cities.length] ?? '',
    }));
    const steps = [
      { op: 'filter', where: { field: 'price', op: 'gte', value: 100 } },
      { op: 'dedupe', by: 'id' },
      { op: 'sort', by: ['price'] },
      { op: 'pick', fields: ['city', 'price'] },
      {
        op: 'group',
        by: 'city',
        values: { total: { fn: 'sum', field: 'price' }, orders: { fn: 'count' } },
      },
    ];
    return async () => {
      const { stages } = previewSteps({ steps }, rows);
      must(stages.length === steps.length, `steps with ${size} rows`);
    };
  },
};

export const kernel: Workloads = {
  chain: measured(
    [100, 1000, 10_000],
    (size) => ({ graph: compiled(chain(size)), drive: countUp }),
    (size) => size,
  ),
  'chain: a reference a step': measured(
    [1000],
    (size) => ({ graph: compiled(chain(size, '${previous.count}')), drive: countUp }),
    (size) => size,
  ),
  'chain: an expression a step': measured(
    [1000],
    (size) => ({ graph: compiled(chain(size, '${= previous.count + 1 }')), drive: countUp }),
    (size) => size,
  ),
  'data: five steps': dataSteps,
  'fan-out': measured(
    [1000],
    (size) => ({ graph: compiled(fanOut(size)), drive: pass }),
    (size) => size + 2,
  ),
  loop: measured(
    [10_000],
    (size) => ({ graph: compiled(loop(size)), drive: countUp }),
    (size) => size,
  ),
  'loop: an append to the state': measured(
    [1000, 10_000],
    (size) => ({ graph: compiled(appending(size)), drive: countUp }),
    (size) => size,
  ),
  'join: untaken arm in a loop': measured(
    [1000, 10_000, 100_000],
    (size) => ({
      graph: compiled(untakenArm()),
      drive: {
        answer: ({ node, activation }) => {
          if (node === 'i') return { ports: { [activation % 2 === 0 ? 'c' : 'd']: 1 } };
          return node === 'j' ? { ports: activation < size ? { again: 1 } : {} } : { value: 1 };
        },
      },
    }),
    (size) => 4 * size + 1,
  ),
  'join: any in a loop': measured(
    [1000, 10_000, 100_000],
    (size) => ({
      graph: compiled(anyInLoop()),
      drive: {
        answer: ({ node, activation }) =>
          node === 'j' ? { ports: activation < size ? { again: 1 } : {} } : { value: 1 },
      },
    }),
    (size) => 4 * size + 1,
  ),
  'join: open rounds': measured(
    [100, 1000, 10_000],
    (size) => ({
      graph: compiled(openRounds()),
      drive: {
        isLate: (node) => node === 'k1',
        answer: ({ node, activation }) => {
          if (node !== 'c') return { value: 1 };
          return { ports: activation < size ? { again: 1, output: 1 } : { output: 1 } };
        },
      },
    }),
    (size) => 5 * size,
  ),
  'join: loop edges to oneself': measured(
    [30, 300, 3000],
    (size) => ({
      graph: compiled(selfLoops(size)),
      drive: {
        answer: ({ activation }) => ({ ports: activation < 4 ? { again: 1 } : { output: 1 } }),
      },
    }),
    (size) => 4 * size,
  ),
  'join: looping branches': measured(
    [10, 100, 1000],
    (size) => ({
      graph: compiled(loopingBranches(size)),
      drive: {
        answer: ({ node, activation }) =>
          node.startsWith('w') && activation < 4 ? { ports: { again: 1 } } : { value: 1 },
      },
    }),
    (size) => 4 * size + 2,
  ),
  'join: diamonds': measured(
    [100, 1000, 10_000],
    (size) => ({ graph: compiled(diamonds(size)), drive: pass }),
    (size) => 2 * size + 1,
  ),
};
