import { expect } from 'vitest';
import type { RunJson } from '../../packages/skein/src/index.ts';
import type { Expectation } from './example.ts';

export function checkRun(result: RunJson, expected: Expectation): void {
  const { status, output, error } = result;
  expect({ status, error: status === expected.status ? null : error }).toEqual({
    status: expected.status,
    error: null,
  });
  expect(output).toEqual(expected.output === undefined ? output : expected.output);
  expect(result.nodes).toMatchObject(expected.nodes ?? {});
  checkApart(result, expected.apart ?? []);
}

function checkApart({ nodes }: RunJson, names: readonly string[]): void {
  const times = names.map((name) => ({
    name,
    from: Date.parse(nodes[name]?.startedAt ?? ''),
    to: Date.parse(nodes[name]?.finishedAt ?? ''),
  }));
  const sorted = times.toSorted((left, right) => left.from - right.from);
  for (const [place, { name, from }] of sorted.entries()) {
    const before = sorted[place - 1];
    if (before !== undefined) {
      expect(from, `${name} starts after ${before.name} has finished`).toBeGreaterThanOrEqual(
        before.to,
      );
    }
  }
}
