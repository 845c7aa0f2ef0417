import { expect, it } from 'vitest';
import { systemOf, measurementWith } from './sample-measurement.ts';
import { peersText } from './peers-table.ts';

const fresh = () => false;
const measured = measurementWith({
  'floor:sqlite-full': [100, 200, 100],
  'floor:sqlite-normal': [20, 20, 20],
  'skein:sqlite': [120, 240, 150],
  'xstate:diy-normal': [60, 60, 60],
  'langgraph:sqlite-full': [600],
  'restate:server': [110, 230, 140],
  'temporal:activity': 'over 120 s',
  'floor:pg': [300, 300, 300],
  'skein-before:pg': [310, 310, 310],
  'skein:pg': [330, 330, 330],
  'dbos:pg': [3300, 3300, 3300],
});
const parts = peersText([measured], fresh).split('\n\n');
const after = (heading: string) => {
  const at = parts.findIndex((part) => part.startsWith(heading));
  return parts.slice(at + 1, at + 3);
};

it('sets Skein beside its floor and an earlier Skein, which is not a peer, in wall and processor time, the fastest peer and the fastest that promises as much', () => {
  expect(parts[0]?.split('\n').slice(2)).toEqual([
    '| W2 | 1,000 | disk | 100 µs | – | 150 µs | 1.20 | 50.0 | 75.0 | 1.20 | xstate:diy-normal 60.0 (0.40 × Skein) | restate:server 140 (0.93 × Skein) |',
    '| W2 | 1,000 | postgres | 300 µs | 310 µs | 330 µs | 1.10 | 150 | 165 | 1.10 | dbos:pg 3,300 (10.0 × Skein) | dbos:pg 3,300 (10.0 × Skein) |',
  ]);
});

it('says where a peer is faster and why, also when its promise does not explain it', () => {
  const lines = after('Where a peer is faster:')[0]?.split('\n') ?? [];
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^- W2, 1,000, on a disk .*: xstate:diy-normal takes 60\.0, Skein 150 µs\/step \(0\.40 × Skein\)\. It promises less: a loss of power/,
  );
  expect(lines[1]).toMatch(/restate:server takes 140.*It promises as much, and is faster\.$/);
  const slow = measurementWith({
    'floor:sqlite-full': [1],
    'skein:sqlite': [2],
    'restate:server': [3],
  });
  expect(peersText([slow], fresh)).toContain(
    'No peer was faster than Skein on a store of the same kind.',
  );
});

it('has every system of a store with its promise, those that did not finish last, and the rounds of slow ones', () => {
  const [about, table] = after('### W2, 1,000: durable chain, on a disk');
  expect(about).toBe(
    '2026-11-18, Node 24.21.0, 2 cores, 3 rounds, load 1.0 to 3.0 (what is measured included), a sync of the disk takes 130 to 150 µs, commit abc.',
  );
  const lines = table?.split('\n').slice(2) ?? [];
  expect(lines.map((line) => line.split(' | ').slice(0, 7))).toEqual([
    ['| floor:sqlite-normal', '20.0', '1.00', '10.0', '1.00', '0.13', '3'],
    ['| xstate:diy-normal', '60.0', '0.60', '30.0', '0.60', '0.40, **faster**', '3'],
    ['| floor:sqlite-full', '100', '1.00', '50.0', '1.00', '0.83', '3'],
    ['| restate:server', '140', '1.15', '70.0', '1.15', '0.93, **faster**', '3'],
    ['| **skein:sqlite**', '150', '1.20', '75.0', '1.20', '1.00', '3'],
    ['| langgraph:sqlite-full', '600', '6.00', '300', '6.00', '5.00', '1 of 3'],
    ['| temporal:activity', 'DNF: over 120 s', '', '', '', '', '0'],
  ]);
  expect(lines[1]).toMatch(/each step survives a crash of the process.*\(less than Skein\) \|$/);
  expect(lines[4]).toMatch(/each step survives a loss of power; it is on the disk before/);
});

it('describes a system that it does not know in the words of its adapter', () => {
  const text = peersText(
    [measurementWith({ 'floor:sqlite-full': [1], 'skein:sqlite': [2], 'new:thing': [3] })],
    fresh,
  );
  expect(text).toContain('| new:thing as its adapter says |');
});

it('marks a row that an earlier Skein was measured for, that lacks rounds or systems', () => {
  const old = measurementWith(
    { 'floor:memory': [1, 1], 'skein:memory': [2, 2] },
    {
      workload: 'W1',
      commit: 'old',
      roundsDone: 2,
      absent: [systemOf('xstate:memory'), systemOf('n8n:end')],
    },
  );
  const text = peersText([measured, old], (commit) => commit === 'old');
  expect(text).toContain('2 of 3 rounds');
  expect(text).toContain('commit old (**stale**: Skein has changed since), without xstate:memory.');
  expect(text.match(/stale/g)).toHaveLength(1);
  expect(text.indexOf('### W1')).toBeLessThan(text.indexOf('### W2'));
});

it('names the versions of all that was measured', () => {
  expect(parts.at(-1)).toBe('Versions: pg 8.0.0.');
});
