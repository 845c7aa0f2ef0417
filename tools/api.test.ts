// Goal: nothing that users depend on changes by accident. Method: reports of the public surface are committed and compared.
import { describe, expect, it } from 'vitest';
import { makeReports, reportFolder } from './api/reports.ts';
import { schemaText } from './api/schema-text.ts';
import { listFiles, readSource } from './repository.ts';

describe('the public surface', () => {
  const made = makeReports();
  const kept = listFiles(reportFolder);

  it.each([...made.keys()])('%s is as it was', (file) => {
    const before = kept.includes(file) ? readSource(file).text : '';
    expect(
      made.get(file),
      `${file} has changed. If users should see that: \`npm run api\` writes it, commit it with the change, and tell it in CHANGELOG.md.`,
    ).toBe(before);
  });

  it('has no report that nobody makes', () => {
    expect(kept.filter((file) => !made.has(file))).toEqual([]);
  });
});

describe('a schema', () => {
  it.each<[schema: unknown, text: string]>([
    [{ type: 'string', minLength: 1, maxLength: 300 }, 'string(1..300)'],
    [{ type: ['string', 'null'], description: 'of no interest' }, 'string | null'],
    [{ enum: ['a', 1] }, '"a" | 1'],
    [{ type: 'array', items: { $ref: '#/$defs/node' } }, '[…node]'],
    [
      {
        type: 'object',
        properties: { a: { const: 1 }, b: { type: 'boolean', default: true } },
        required: ['a'],
        additionalProperties: false,
      },
      '{ a: 1; b?: boolean = true }',
    ],
    [{ type: 'object' }, '{ [key]: any }'],
    [{ type: 'string', pattern: '^x' }, 'string(pattern "^x")'],
    [{}, 'any'],
  ])('%j is written as %s', (schema, text) => {
    expect(schemaText(schema)).toBe(text);
  });
});
