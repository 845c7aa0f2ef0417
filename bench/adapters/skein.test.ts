// Goal: the adapter fits the engine of today; the harness that it is copied into is not here, so what it imports of it is written here.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

interface Adapter {
  open(variant: string, place: { readonly dir: string }): Promise<Opened>;
}

interface Opened {
  chain(n: number): Promise<(name: string) => Promise<unknown>>;
  fanout(n: number): Promise<(name: string) => Promise<unknown>>;
  loop(n: number): Promise<(name: string) => Promise<unknown>>;
  pause(): Promise<{
    start(name: string): Promise<void>;
    resume(name: string, answer: string): Promise<unknown>;
  }>;
  records?(name: string): Promise<number>;
  close(): Promise<void>;
}

const bodies = `export const nodes = {
  step: ({ count }) => ({ count: count + 1 }),
  work: (i) => ({ i, v: 2 * i }),
  join: (parts) => ({ n: parts.length, sum: parts.reduce((sum, { v }) => sum + v, 0) }),
  think: async (messages) => ({ role: 'assistant', content: 'm' + messages.length }),
  prepare: (id) => ({ id, question: 'go ahead with ' + id + '?' }),
  conclude: (id, answer) => ({ id, answer, done: true }),
};
export const digest = (messages) => messages.map(({ content }) => content).join();
`;
const folder = mkdtempSync(path.join(tmpdir(), 'skein-adapter-'));
let adapter: Adapter;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'adapters'));
  const copy = path.join(folder, 'adapters/skein.mjs');
  cpSync(path.join(import.meta.dirname, 'skein.mjs'), copy);
  writeFileSync(path.join(folder, 'workloads.mjs'), bodies);
  process.env['SKEIN_LIBRARY'] = path.join(
    import.meta.dirname,
    '../../packages/skein/src/index.ts',
  );
  // It exports what is declared above.
  adapter = (await import(pathToFileURL(copy).href)) as Adapter;
});
afterAll(() => {
  delete process.env['SKEIN_LIBRARY'];
  rmSync(folder, { recursive: true, force: true });
});

it.each(['memory', 'sqlite'])('plays every workload of the harness on %s', async (variant) => {
  const engine = await adapter.open(variant, { dir: folder });
  expect(await (await engine.chain(5))('chain')).toEqual({ count: 5 });
  expect(await engine.records?.('chain')).toBe(variant === 'sqlite' ? 5 : undefined);
  expect(await (await engine.fanout(4))('fan-out')).toEqual({ n: 4, sum: 12 });
  expect(await (await engine.loop(3))('loop')).toBe('m0,m1,m2');
  const pause = await engine.pause();
  await pause.start('one');
  expect(await pause.resume('one', 'yes')).toEqual({ id: 'one', answer: 'yes', done: true });
  await engine.close();
});
