import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/json.ts';
import { parseTemplate } from '../../src/templates/parse-template.ts';
import { resolveTemplate } from '../../src/references/resolve-template.ts';
import { toMarkdown } from '../../src/references/to-markdown.ts';
import { toSummary } from '../../src/references/to-summary.ts';
import { utf8Length } from '../../src/references/utf8-length.ts';
import { outputsOf, scopeOf } from './scope-of.ts';

describe('text forms', () => {
  const manyKeys = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`k${i}`, i]));
  it.each<[Json, string]>([
    ['short', 'short'],
    ['x'.repeat(101), 'x'.repeat(100)],
    ['😀'.repeat(101), '😀'.repeat(100)],
    ['', ''],
    [null, 'null'],
    [12, '12'],
    [[], 'A list of 0 items.'],
    [[1], 'A list of 1 item.'],
    [{}, 'An object without keys.'],
    [{ a: 1 }, 'An object with 1 key: a.'],
    [
      manyKeys,
      `An object with 25 keys: ${Object.keys(manyKeys).slice(0, 20).join(', ')} and 5 more.`,
    ],
  ])('[K62] the summary of %j', (value, summary) => {
    expect(toSummary(value)).toBe(summary);
  });

  it('[K62] a summary stays small whatever the value', () => {
    const keys = Array.from({ length: 1000 }, (_, i) => [`${i}`.repeat(3000), 1]);
    expect(toSummary(Object.fromEntries(keys) as Json).length).toBeLessThan(2200);
  });

  it('[K62] the markdown form is the text itself, else JSON in a fence', () => {
    expect(toMarkdown('# Title')).toBe('# Title');
    expect(toMarkdown(null)).toBe('```json\nnull\n```');
    expect(toMarkdown({ a: '```' })).toBe('```json\n{\n  "a": "```"\n}\n```');
  });

  it('[K62] bytes are counted as UTF-8', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
    expect(utf8Length('aé€😀\ud800')).toBe(1 + 2 + 3 + 4 + 3);
  });
});

describe('forms of a whole output', () => {
  const large = 'x'.repeat(8193);
  const scope = scopeOf({
    outputs: outputsOf({ small: { a: 1 }, edge: 'x'.repeat(8192), large, none: null }),
    trigger: large,
  });
  const resolve = (text: string) => resolveTemplate(parseTemplate(text).template, scope);

  it.each([
    ['${large.output:id}', 'id of large newest'],
    ['${large.outputs[0]:id}', 'id of large 0'],
    ['${trigger:id}', 'id of trigger'],
    ['${small.output:brief}', '```json\n{\n  "a": 1\n}\n```'],
    ['${edge.output:brief}', 'x'.repeat(8192)],
    ['${none.output:brief}', ''],
    ['${large.output:brief}', `${'x'.repeat(100)}\n(output id: id of large newest)`],
    ['see ${trigger:brief}!', `see ${'x'.repeat(100)}\n(output id: id of trigger)!`],
  ])('[K100] %s', (text, expected) => {
    expect(resolve(text)).toEqual({ ok: true, value: expected });
  });

  it('[K100] an output that is missing has no id either', () => {
    expect(resolve('${nobody.output:id}')).toMatchObject({ ok: false });
    expect(resolve('${nobody.output:id|none}')).toEqual({ ok: true, value: 'none' });
  });

  it.each(['${a.output.x:id}', '${a.status:brief}', '${previous:id}', '${now:brief}'])(
    '[K100] %s is refused: it is no whole output',
    (text) => {
      const { problems } = parseTemplate(text);
      expect(problems).toHaveLength(1);
      expect(problems[0]?.hint).toMatch(/is for a whole output/);
    },
  );
});
