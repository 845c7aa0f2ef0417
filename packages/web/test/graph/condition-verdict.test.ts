import type { Json } from '@skein/kernel';
import { expect, it } from 'vitest';
import { readCondition } from '../../src/graph/conditions/condition-tree.ts';
import { conditionVerdict } from '../../src/graph/expressions/condition-verdict.ts';

const noValues = {
  trigger: undefined,
  outputs: new Map<string, readonly Json[]>(),
  statuses: new Map<string, string>(),
  previous: undefined,
  inputs: {},
  state: {},
};
const given = { ...noValues, trigger: { item: 'green tea', price: 4 } };

function verdict(condition: Json, values: typeof noValues | typeof given = given) {
  const place = { values, nodes: [], ports: [], names: new Map() };
  // The values of a run have more than these conditions read.
  return conditionVerdict(readCondition(condition)!, place as never);
}

const isTea = { left: '${trigger.item}', op: 'contains', right: 'tea' };
const isDear = { left: '${trigger.price}', op: 'gt', right: 10 };

it('[W3108] a row, a group and the whole hold or do not', () => {
  expect(verdict(isTea)).toBe(true);
  expect(verdict(isDear)).toBe(false);
  expect(verdict({ all: [isTea, isDear] })).toBe(false);
  expect(verdict({ any: [isTea, isDear] })).toBe(true);
  expect(verdict({ not: { any: [isTea, isDear] } })).toBe(false);
});

it('[W3108] nothing is said where a value is missing or not written yet', () => {
  expect(verdict(isTea, noValues)).toBeNull();
  expect(verdict({ left: '', op: 'eq', right: '' })).toBeNull();
  expect(verdict({ left: '${trigger.gone}', op: 'eq', right: 'tea' })).toBeNull();
  expect(verdict({ left: '${trigger.gone}', op: 'exists' })).toBe(false);
  // Text is never more than a number.
  expect(verdict({ left: '${trigger.item}', op: 'gt', right: 3 })).not.toBe(true);
});
