// Goal: who has the version of a definition does not pay for it again. Method: every example, compiled with a version that no hash gives.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { compileDefinition } from '../../src/definitions/compile-definition.ts';
import { dialectNames } from '../../src/definitions/detect-dialect.ts';

const examples = path.join(import.meta.dirname, '../../../../examples');

it.each(dialectNames())('[N870] a known version is the version, in %s', (name) => {
  const folder = path.join(examples, name);
  const [file = ''] = readdirSync(folder).filter((each) => /^\d+-[a-z-]+\.json$/.test(each));
  const definition: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const found = compileDefinition(definition, { dialect: name });
  const known = compileDefinition(definition, { dialect: name, version: 'known' });
  expect(found.version).toMatch(/^sha256:/);
  expect(known.version).toBe('known');
  expect(known.graph === null).toBe(found.graph === null);
  expect(known.diagnostics).toEqual(found.diagnostics);
});
