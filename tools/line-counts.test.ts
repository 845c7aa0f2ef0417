import { expect, it } from 'vitest';
import { readSource } from './repository.ts';

/** The same programs elsewhere. */
const elsewhere: { readonly [file: string]: number } = {
  '2-support.ts': 58,
  '3-documents.ts': 91,
  '4-onboarding.ts': 71,
};

it('[SD2361] docs/typescript.md says how many lines each program takes, and none takes more than elsewhere', () => {
  const { text } = readSource('docs/typescript.md');
  const rows = [...text.matchAll(/examples\/typescript\/([\w.-]+\.ts)\).*?\| (\d+) \|(.*)\|/g)];
  const said = rows.map(([, file = '', lines]) => ({ file, lines: Number(lines) }));
  const counted = said.map(({ file }) => {
    const source = readSource(`examples/typescript/${file}`).text;
    return { file, lines: source.trimEnd().split('\n').length };
  });
  expect(said).toEqual(counted);
  expect(said).toHaveLength(5);
  for (const [, file = '', lines, others = ''] of rows) {
    const bound = elsewhere[file];
    if (bound === undefined) continue;
    expect(others).toContain(String(bound));
    expect(Number(lines)).toBeLessThanOrEqual(bound);
  }
});
