import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileText } from '../../src/index.ts';

it('[PL1] the example in docs/dialects/pipeline.md is sound', () => {
  const page = new URL('../../../../docs/dialects/pipeline.md', import.meta.url);
  const [, example = ''] = /^```json\n(.*?)^```/ms.exec(readFileSync(page, 'utf8')) ?? [];
  expect(compileText(example)).toMatchObject({ dialect: 'pipeline', diagnostics: [] });
});
