// Hostile texts
// Through the engine and a store: they come back with the same bytes and are found literally, or are rejected with a code.
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import { createEngine, type Engine } from '@skein/engine';
import { EngineError, type Store } from '@skein/ports';
import { expect } from 'vitest';
import { buildWorkflow } from '../engine/build-workflow.ts';

const quotes = `a'b"c\`d; drop table runs; -- $1 ? :x %_\\ {{x}} \${y}`;
const texts: readonly string[] = [
  quotes,
  'NUL \u0000 inside',
  'lone \ud800 and \udc00 surrogates',
  'bidi \u202e\u2066 \u200f',
  'four bytes \u{1f600}\u{10ffff}',
  'combining e\u0301 and \u00e9',
  '__proto__',
  'constructor',
  '',
];
const large = 'x'.repeat(1_000_000);

/** On an empty store. */
export async function checkHostileTexts(store: Store): Promise<void> {
  const engine = await engineOn(store);
  try {
    await comeBack(engine, store);
    await areRefused(engine);
  } finally {
    await engine.close();
  }
}

async function comeBack(engine: Engine, store: Store): Promise<void> {
  const value = { texts, ['__proto__x']: quotes, nested: Object.fromEntries(texts.entries()) };
  const flow = buildWorkflow({
    id: quotes,
    nodes: [
      { id: quotes, type: 'function', config: { name: 'echo', args: '${trigger}' } },
      { id: "ask' or 1=1", type: 'input', config: { prompt: 'Say it again.' } },
    ],
    edges: [{ from: quotes, to: "ask' or 1=1" }],
  });
  const keys = { user: quotes, idempotencyKey: quotes };
  const { id } = await engine.runs.start(flow, { input: value, ...keys });
  expect(await engine.runs.start(flow, { input: value, ...keys })).toMatchObject({ id });
  await engine.runs.settled(id);
  await engine.waits.answer({ run: id, node: "ask' or 1=1" }, value);
  const done = await engine.runs.finished(id);
  expect(done).toMatchObject({ status: 'completed', output: value });
  // From the store, not from memory.
  const rows = (await store.runs.journal(id)) ?? [];
  expect(rows.find(({ type }) => type === 'run.started')).toMatchObject({ input: value });
  expect(rows.find(({ type }) => type === 'wait.answered')).toMatchObject({ answer: value });
  const found = async (filter: object) =>
    (await engine.runs.list(filter)).items.map((run) => run.id);
  expect(await found({ user: quotes })).toEqual([id]);
  expect(await found({ workflow: quotes })).toEqual([id]);
  expect(await found({ q: 'drop table RUNS; -- $1 ?' })).toEqual([id]);
  for (const q of ["' or '1'='1", '%', 'a_b', '\\']) {
    expect(await found({ q })).toEqual(quotes.includes(q) ? [id] : []);
  }
  expect(await found({ user: "' or '1'='1" })).toEqual([]);
}

/** Rejected before anything is written; a store in memory has no columns that could be too narrow, and accepts them. */
async function areRefused(engine: Engine): Promise<void> {
  const flow = (id: string) =>
    buildWorkflow({ id, nodes: [{ id: 'a', type: 'transform', config: { value: 1 } }] });
  const starts = [
    () => engine.runs.start(flow('large'), { user: large }),
    () => engine.runs.start(flow('large'), { idempotencyKey: large }),
    () => engine.runs.start(flow(large)),
  ];
  let taken = (await engine.runs.list({})).items.length;
  for (const start of starts) {
    try {
      await start();
      taken += 1;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  }
  expect((await engine.runs.list({})).items).toHaveLength(taken);
  await expect(engine.runs.get(large)).rejects.toBeInstanceOf(EngineError);
  await expect(engine.waits.answer(large, 1)).rejects.toBeInstanceOf(EngineError);
}

function engineOn(store: Store): Promise<Engine> {
  const functions = new Map([['echo', { run: (args: never) => args }]]);
  const nodeTypes = nativeNodeTypes({ functions });
  return createEngine({ store, nodeTypes, checkSchema: checkJsonSchema, durable: {} });
}
