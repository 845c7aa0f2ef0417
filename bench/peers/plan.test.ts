import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { keep, measurementOf, publish, readKept } from './kept.ts';
import { missingOf, planOf } from './plan.ts';
import { measurementWith, systemOf } from './sample-measurement.ts';

const shape = { shape: 'chain', unit: 'µs/step', title: 'chain' };
const harness = {
  workloads: {
    W1: { ...shape, kinds: ['memory'], sizes: [100, 1000] },
    W2: { ...shape, kinds: ['durable'], sizes: [1000] },
  },
  systems: [
    ...['floor:memory', 'skein:memory', 'floor:pg', 'skein:pg', 'dbos:pg'].map((id) =>
      systemOf(id),
    ),
    systemOf('n8n:items', { only: ['W1'] }),
    systemOf('odd:pg', { skip: { W2: true } }),
  ],
};
const shown = (plan: ReturnType<typeof planOf>) =>
  plan.map(({ workload, size, systems, absent }) => [
    `${workload} ${size}`,
    systems.map(({ id }) => id).join(),
    absent.map(({ id }) => id).join(),
  ]);

it('plans all that can do a workload, at all of its sizes, in the given order', () => {
  expect(shown(planOf(harness, { only: ['W2', 'W1'] }))).toEqual([
    ['W2 1000', 'floor:pg,skein:pg,dbos:pg', ''],
    ['W1 100', 'floor:memory,skein:memory', ''],
    ['W1 1000', 'floor:memory,skein:memory', ''],
  ]);
});

it('plans a part, and knows who is left out', () => {
  expect(shown(planOf(harness, { stores: ['postgres'], systems: ['floor', 'skein:pg'] }))).toEqual([
    ['W2 1000', 'floor:pg,skein:pg', 'dbos:pg'],
  ]);
  expect(shown(planOf(harness, { only: ['W1'], sizes: [7] }))).toEqual([
    ['W1 7', 'floor:memory,skein:memory', ''],
  ]);
});

it('plans sizes of workloads in the given order', () => {
  const only = ['W2:7', 'W1:1000', 'W2'];
  expect(planOf(harness, { only }).map(({ workload, size }) => `${workload} ${size}`)).toEqual([
    'W2 7',
    'W1 1000',
    'W2 1000',
  ]);
  expect(() => planOf(harness, { only: ['W2:0'] })).toThrow('whole number above 0, not "0"');
  expect(() => planOf(harness, { only: ['W9:1'] })).toThrow('Unknown workload: W9.');
});

it('refuses names that are not there, with those that are', () => {
  expect(() => planOf(harness, { only: ['W9'] })).toThrow(
    'Unknown workload: W9. There are: W1, W2.',
  );
  expect(() => planOf(harness, { systems: ['dbso'] })).toThrow(
    'Unknown system: dbso. There are: floor:',
  );
  expect(() => planOf(harness, { stores: ['pg'] })).toThrow('There are: memory, disk, postgres.');
});

const all = { 'floor:pg': [1], 'skein:pg': [1], 'dbos:pg': [1] };
const place = { workload: 'W2', size: 1000, store: 'postgres' } as const;

it('makes a row from the measurement with the most systems, then the most rounds, then the newest', () => {
  const few = measurementWith({ 'floor:pg': [1], 'skein:pg': [1] }, { date: '2026-11-19' });
  const early = measurementWith(all, { date: '2026-11-16' });
  const late = measurementWith(all, { date: '2026-11-17' });
  const short = measurementWith(all, { date: '2026-11-18', roundsDone: 1 });
  expect(measurementOf([few, early, short, late], place)).toBe(late);
  expect(measurementOf([few], place)).toBe(few);
  expect(
    measurementOf([measurementWith({ 'skein:pg': [1], 'dbos:pg': [1] })], place),
  ).toBeUndefined();
  expect(measurementOf([late], { ...place, size: 100 })).toBeUndefined();
});

it('finds what is missing: never measured, too few rounds, another Skein, a new peer', () => {
  const plan = planOf(harness, { only: ['W2'] });
  const missing = (kept: Parameters<typeof missingOf>[1], stale = false) =>
    missingOf(plan, kept, { rounds: 3, isStale: () => stale }).length;
  expect(missing([measurementWith(all)])).toBe(0);
  expect(missing([])).toBe(1);
  expect(missing([measurementWith(all, { roundsDone: 2 })])).toBe(1);
  expect(missing([measurementWith(all)], true)).toBe(1);
  expect(missing([measurementWith({ 'floor:pg': [1], 'skein:pg': [1] })])).toBe(1);
});

it('keeps measurements as files; one that goes on replaces itself', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-kept-'));
  keep(folder, measurementWith(all, { roundsDone: 1 }));
  keep(folder, measurementWith(all, { roundsDone: 2 }));
  keep(folder, measurementWith(all, { size: 100 }));
  expect(readKept(folder).map(({ size, roundsDone }) => [size, roundsDone])).toEqual([
    [100, 3],
    [1000, 2],
  ]);
  rmSync(folder, { recursive: true });
});

it('publishes the measurements that the tables are made from, and no others', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-published-'));
  const earlier = '2026-11-01T08:00:00.000Z';
  keep(folder, measurementWith(all, { date: earlier }));
  const few = { 'floor:pg': [1], 'skein:pg': [1] };
  const found = [...readKept(folder), measurementWith(all), measurementWith(few, { size: 100 })];
  publish(folder, [...found, measurementWith(few, { date: '2026-11-19T08:00:00.000Z' })]);
  const published = readKept(folder);
  expect(published.map(({ size, date }) => [size, date])).toEqual([
    [100, '2026-11-18T08:00:00.000Z'],
    [1000, '2026-11-18T08:00:00.000Z'],
  ]);
  expect(published[1]).toEqual(measurementWith(all));
  rmSync(folder, { recursive: true });
});
