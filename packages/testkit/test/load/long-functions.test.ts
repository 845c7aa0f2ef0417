// Goal: a step of a durable function costs the same however many there were, also when the function is called again; and functions that
// sleep are not in memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settleTicks, virtualClock } from '@skein/simulation';
import { memoryStore } from '@skein/stores';
import { countingStore, type StoreWork } from '@skein/testkit';
import { createEngine, workflow } from 'skein';
import { expect, it } from 'vitest';

it('[SD35] 100,000 steps cost the same each, and are given back when the function is called again', async () => {
  const count = 100_000;
  let made = 0;
  const tenths: StoreWork[] = [];
  const { store, work } = countingStore(memoryStore());
  const flow = workflow('long', async (io) => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      if (i % (count / 10) === 0) tenths.push(work());
      sum += await io.step('add', () => {
        made += 1;
        return i;
      });
    }
    tenths.push(work());
    await io.approval('ok', { prompt: '?' });
    return sum;
  });
  const first = await createEngine({ store, workflows: [flow] });
  const begun = await first.start(flow, null);
  await begun.settled();
  await first.close();
  const [early, late] = [tenths[2], tenths[10]];
  expect(early?.calls).toBeGreaterThan(0);
  expect((late?.calls ?? 0) / (early?.calls ?? 1)).toBeLessThanOrEqual(1.1);
  expect((late?.characters ?? 0) / (early?.characters ?? 1)).toBeLessThanOrEqual(1.1);
  const again = await createEngine({ store, workflows: [flow] });
  const run = again.get(flow, begun.id);
  await run.answer('ok', true);
  expect((await run.result()).output).toBe((count * (count - 1)) / 2);
  expect(made).toBe(count);
  await again.close();
}, 240_000);

it('[SD36] 1,000 functions that sleep leave memory, and go on when their time has come', async () => {
  const count = 1000;
  let calls = 0;
  let made = 0;
  const flow = workflow('sleeper', async (io, n: number) => {
    calls += 1;
    const kept = await io.step('a', () => {
      made += 1;
      return n;
    });
    await io.sleep('3d');
    return kept * 2;
  });
  const clock = virtualClock();
  const folder = mkdtempSync(path.join(tmpdir(), 'sleepers-'));
  const store = `sqlite:${path.join(folder, 'runs.db')}`;
  const durable = { residentMax: 5 };
  const engine = await createEngine({ store, clock, durable, workflows: [flow] });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await engine.start(flow, n)).id);
  const until = async (isSo: () => Promise<boolean>) => {
    for (let tries = 0; !(await isSo()); tries++) {
      if (tries > 3000) throw new Error('It does not get on.');
      await clock.advance(50);
      await settleTicks(2);
    }
  };
  await until(async () => made === count);
  expect(calls).toBe(count);
  await clock.advance(3 * 86_400_000);
  const ended = async () =>
    (await Promise.all(ids.slice(-50).map((id) => engine.runs.record(id)))).every(
      ({ status }) => status === 'completed',
    );
  await until(ended);
  const outputs = await Promise.all(ids.map(async (id) => (await engine.runs.finished(id)).output));
  expect(outputs).toEqual(ids.map((_, n) => n * 2));
  expect(made).toBe(count);
  // Nearly all were called again: they were not in memory.
  expect(calls).toBeGreaterThan(count * 1.9);
  await engine.close();
  rmSync(folder, { recursive: true });
}, 240_000);
