// The engine over SQLite: the full path, each step on disk before the next.
import { createEngine, type Engine, type Json } from 'skein';
import { countUp, sum, work, type Counted } from './bodies.ts';
import { chain, conversation, fanOut, paused } from './definitions.ts';
import { benchFile } from './durable-rows.ts';
import { closeLater, must, type Workloads } from './workload.ts';

const text = 'x'.repeat(1000);

export async function openEngine(store = `sqlite:${benchFile()}`): Promise<Engine> {
  const engine = await createEngine({
    store,
    functions: {
      countUp: (args) => countUp((args as { input: Counted }).input) as Promise<never>,
      pass: (args) => args as Json,
      work: (args) => work((args as { i: number }).i),
      sum: (args) => sum(Object.values(args as object) as { v: number }[]),
    },
    nodeTypes: {
      think: {
        kind: { type: 'think', mode: 'execute', ports: ['output'] },
        description: 'Adds one message to the conversation.',
        run: (_, io) => {
          const { length } = io.context().messages;
          const message = { role: 'user', content: `${length} ${text}` };
          return { value: { count: length + 1 }, context: { append: [message] } };
        },
      },
    },
  });
  closeLater(() => engine.close());
  return engine;
}

export async function finish(engine: Engine, workflow: string, size: number): Promise<void> {
  const { id } = await engine.runs.start(workflow, { input: { count: 0 } });
  const { status } = await engine.runs.finished(id);
  must(status === 'completed', `durable run of ${size}`);
}

export async function pauseAndAnswer(
  engine: Engine,
  workflow: string,
  size: number,
): Promise<void> {
  const runs = await Promise.all(
    Array.from({ length: size }, async () => {
      const { id } = await engine.runs.start(workflow, {});
      await engine.runs.settled(id);
      return id;
    }),
  );
  await Promise.all(runs.map((run) => engine.waits.answer({ run, node: 'ask' }, 'yes')));
  const ends = await Promise.all(runs.map((run) => engine.runs.finished(run)));
  must(
    ends.every(({ status }) => status === 'completed'),
    'durable pauses',
  );
}

export const durable: Workloads = {
  'durable chain': {
    unit: 'step',
    sizes: [100, 1000, 10_000],
    prepare: async (size) => {
      const engine = await openEngine();
      const { id } = await engine.workflows.save(chain(size));
      return () => finish(engine, id, size);
    },
  },
  'durable fan-out': {
    unit: 'node',
    sizes: [1000],
    prepare: async (size) => {
      const engine = await openEngine();
      // All at once, as in the hand-written floor; the default is 16 at a time.
      const wide = fanOut(size);
      const policy = { ...wide.policy, concurrency: size };
      const { id } = await engine.workflows.save({ ...wide, policy });
      return () => finish(engine, id, size);
    },
  },
  'durable loop': {
    unit: 'turn',
    sizes: [100, 1000, 5000],
    prepare: async (size) => {
      const engine = await openEngine();
      const { id } = await engine.workflows.save(conversation(size));
      return () => finish(engine, id, size);
    },
  },
  'durable runs': {
    unit: 'step',
    sizes: [200],
    units: (size) => size * 50,
    prepare: async (size) => {
      const engine = await openEngine();
      const { id } = await engine.workflows.save(chain(50));
      return async () => {
        await Promise.all(Array.from({ length: size }, () => finish(engine, id, 50)));
      };
    },
  },
  'durable pauses': {
    unit: 'run',
    sizes: [2000],
    prepare: async (size) => {
      const engine = await openEngine();
      const { id } = await engine.workflows.save(paused());
      return () => pauseAndAnswer(engine, id, size);
    },
  },
};
