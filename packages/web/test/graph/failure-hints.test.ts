import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hintedCodes, hintFor } from '../../src/graph/run/failure-hints.ts';

const pages = path.join(import.meta.dirname, '../../../../docs/errors');

it('[W28] every failure of a node that is documented has a hint, and no other', () => {
  const documented = readdirSync(pages)
    .filter((name) => /^Node failure/m.test(readFileSync(path.join(pages, name), 'utf8')))
    .map((name) => path.parse(name).name);
  expect(hintedCodes.toSorted()).toEqual(documented.toSorted());
});

it('[W28] what the failure itself says comes first', () => {
  expect(hintFor({ code: 'TIMEOUT', data: { hint: 'Wait.' } })).toBe('Wait.');
  expect(hintFor({ code: 'TIMEOUT', data: { hint: 5 } })).toContain('timeoutMs');
  expect(hintFor({ code: 'constructor' })).toBeNull();
});
