import { readFileSync } from 'node:fs';
import { conditionOperators } from '@skein/kernel';
import { expect, it } from 'vitest';
import { operatorWords } from '../../src/index.ts';

it('[N35] the documents list every operator of conditions, and no other', () => {
  const docs = readFileSync(new URL('../../../../docs/native.md', import.meta.url), 'utf8');
  const [, line = ''] = /Operators: ([^.]*)\. /.exec(docs) ?? [];
  const listed = [...line.matchAll(/`(\w+)`/g)].map(([, operator = '']) => operator);
  expect(listed.toSorted()).toEqual(conditionOperators.toSorted());
  expect(Object.keys(operatorWords).toSorted()).toEqual(conditionOperators.toSorted());
});
