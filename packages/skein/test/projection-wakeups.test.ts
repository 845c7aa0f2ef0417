// Goal: what a wake-up reads does not grow with the history of the run, also where projections are written.
import { readFileSync } from 'node:fs';
import { compileDefinition, findDialect, type Projector } from '@skein/dialects';
import {
  createRun,
  isObject,
  transition,
  type Graph,
  type Json,
  type RunEvent,
} from '@skein/kernel';
import type { Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { expect, it } from 'vitest';
import { createEngine } from '../src/index.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8')) as never;

const examples = [
  { dialect: 'pipeline', name: 'pipeline/01-label-an-email', hasScript: true },
  { dialect: 'session-graph', name: 'session-graph/03-doubling', hasScript: false },
];

it.each(examples)(
  '[C138] rows of a $dialect go on from a snapshot at any row as if there had been none',
  async ({ dialect, name, hasScript }) => {
    const definition: object = read(`${name}.json`);
    const given: Json = read(`${name}.run.json`);
    const first = Array.isArray(given) ? (given[0] as Json) : given;
    const input = isObject(first) ? (first['input'] ?? null) : null;
    const engine = await createEngine(hasScript ? { script: read(`${name}.script.json`) } : {});
    const { id } = await engine.runs.start(definition, { input });
    await engine.runs.finished(id);
    const journal = await engine.runs.journal(id);
    await engine.close();
    const { graph } = compileDefinition(definition);
    if (graph === null) throw new Error('It does not compile.');
    const begin = () => findDialect(dialect)?.projection?.begin(graph) as Projector;
    const wanted = rowsOf(begin(), graph, journal);
    expect(wanted.flat().length).toBeGreaterThan(3);
    for (let cut = 1; cut < journal.length; cut++) {
      const before = begin();
      rowsOf(before, graph, journal.slice(0, cut));
      const dumped = JSON.parse(JSON.stringify(before.dump((value) => value))) as Json;
      const after = begin();
      after.load(dumped, (value) => value);
      expect(rowsOf(after, graph, journal, cut).slice(cut)).toEqual(wanted.slice(cut));
    }
  },
);

/** The rows that each event brings about, told to the projector from one of them on. */
function rowsOf(projector: Projector, graph: Graph, journal: readonly RunEvent[], from = 0) {
  let state = createRun();
  return journal.map((event, i) => {
    const result = transition(graph, state, event);
    ({ state } = result);
    if (i < from) return [];
    projector.take({ event, ...result });
    return projector.rows();
  });
}

it('[C138] a session of many rounds is woken with its snapshot and the rows behind it', async () => {
  const { store, counts } = countingStore();
  const engine = await createEngine({ store, durable: { residentMax: 0 } });
  const rounds = 60;
  const { id } = await engine.runs.start({
    policy: { maxIterations: 1000 },
    steps: [
      { id: 'root', function: 'utils.request.request', input: { prompt: 'And then?' } },
      { id: 'long', function: 'utils.reply.reply', input: { message: 'x'.repeat(20_000) } },
    ],
    paths: [
      { from: 'root', to: 'long' },
      { from: 'long', to: 'root' },
    ],
  });
  for (let round = 0; round < rounds; round++) {
    await engine.runs.settled(id);
    await engine.waits.answer({ run: id }, `answer ${round}`);
  }
  expect(counts.sessions).toBeGreaterThan(rounds);
  expect(counts.snapshots).toBeGreaterThan(2);
  expect(counts.loads).toBeGreaterThanOrEqual(rounds);
  // A tail has at most a quarter of a megabyte, which is some thirteen rounds of three rows.
  expect(counts.longestTail).toBeLessThan(60);
  expect(counts.journals).toBe(0);
  await engine.close();
});

function countingStore() {
  const counts = { loads: 0, longestTail: 0, journals: 0, snapshots: 0, sessions: 0 };
  const memory = memoryStore();
  const store: Store = {
    ...memory,
    tables: { names: new Set(['SESSION']), find: () => [] },
    runs: {
      ...memory.runs,
      append(run, seq, events, changes, epoch) {
        const { projections = [], ...rest } = changes ?? {};
        counts.sessions += projections.length;
        counts.snapshots += rest.snapshot === undefined ? 0 : 1;
        return memory.runs.append(run, seq, events, changes && rest, epoch);
      },
      async load(run) {
        const found = await memory.runs.load(run);
        counts.loads += 1;
        counts.longestTail = Math.max(counts.longestTail, found?.events.length ?? 0);
        return found;
      },
      async journal(run, after, limit) {
        counts.journals += 1;
        return memory.runs.journal(run, after, limit);
      },
    },
  };
  return { store, counts };
}
