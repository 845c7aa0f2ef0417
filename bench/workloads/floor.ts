// The floor: the same work written by hand, plain async functions and nothing else.
import { countUp, sum, work } from './bodies.ts';
import { must, type Workloads } from './workload.ts';

export const floor: Workloads = {
  chain: {
    unit: 'step',
    sizes: [100, 1000, 10_000],
    prepare: async (size) => async () => {
      let state = { count: 0 };
      for (let i = 0; i < size; i++) state = await countUp(state);
      must(state.count === size, `chain ${size}`);
    },
  },
  'fan-out': {
    unit: 'node',
    sizes: [1000],
    prepare: async (size) => async () => {
      const parts = await Promise.all(Array.from({ length: size }, (_, i) => work(i)));
      const { n } = await sum(parts);
      must(n === size, `fan-out ${size}`);
    },
  },
  loop: {
    unit: 'turn',
    sizes: [10_000],
    prepare: async (size) => async () => {
      let state = { count: 0 };
      while (state.count < size) state = await countUp(state);
      must(state.count === size, `loop ${size}`);
    },
  },
};
