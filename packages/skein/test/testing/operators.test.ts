import { readFileSync } from 'node:fs';
import { conditionOperators } from '@skein/kernel';
import { expect, it } from 'vitest';

it('[TS2] the schema of test files knows every operator of conditions, and no other', () => {
  const schema = readFileSync(new URL('../../skein.test.schema.json', import.meta.url), 'utf8');
  const lists = [...schema.matchAll(/"enum":\s*(\[[^\]]*"truthy"[^\]]*\])/g)];
  expect(lists.map(([, list = '']) => (JSON.parse(list) as string[]).toSorted())).toEqual([
    conditionOperators.toSorted(),
  ]);
});
