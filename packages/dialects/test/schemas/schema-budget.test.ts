// Goal: whatever somebody writes into a schema, or sends to be checked by one, keeps nobody waiting.
import type { Json } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { checkJsonSchema, schemaFault } from '../../src/index.ts';
import { evaluationSteps } from '../../src/schemas/budget.ts';
import { rememberCheck } from '../../src/schemas/remembered-checks.ts';

describe('no schema keeps a run waiting', () => {
  const doubled = (levels: number): Json => {
    const $defs: Record<string, Json> = { [`d${levels}`]: { type: 'string' } };
    for (let i = 0; i < levels; i++) {
      $defs[`d${i}`] = { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] };
    }
    return { $ref: '#/$defs/d0', $defs };
  };

  it.each<[string, Json, Json]>([
    ['doubling', doubled(40), 1],
    ['a reference to itself', { $ref: '#' }, 1],
    [
      'a circle of references',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      1,
    ],
    ['a pattern that tries everything', { pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`],
    [
      'many patterns and many names',
      { patternProperties: { '(x+x+)+y': true } },
      Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${'x'.repeat(40)}${i}`, 1])),
    ],
    [
      'a list with a million equal ends',
      { uniqueItems: true },
      Array.from({ length: 100_000 }, (_, i) => [i]),
    ],
  ])('[A71] %s', (_title, schema, value) => {
    const begun = cpuMs();
    checkJsonSchema(schema, value);
    // Far above what it takes, far below what trying everything would: those would outlive the test.
    expect(cpuMs() - begun).toBeLessThan(3000);
  });

  it('[A71] what cannot be checked is refused, and the reason said', () => {
    expect(checkJsonSchema(doubled(40), 1)).toEqual({
      result: 'too-costly',
      message: 'the schema needs too many steps',
    });
    expect(checkJsonSchema({ $ref: '#' }, 1)).toMatchObject({ result: 'too-costly' });
  });

  const many = (count: number, part: Json): Json[] => Array.from({ length: count }, () => part);
  const names = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i]));

  it.each<[string, Json, string]>([
    ['nested empty alternatives', { pattern: `${'(|'.repeat(300)}${')'.repeat(300)}x` }, '1'],
    ['repeats of repeats', { pattern: '((a?){0,30}){0,30}x' }, '1'],
  ])('[A380] %s against a long text end as too costly', (_title, schema, unit) => {
    expect(checkJsonSchema(schema, unit.repeat(10_000)).result).toBe('too-costly');
  });

  it.each<[string, Json, Json]>([
    [
      'every level compares all texts',
      { allOf: many(5_000, { uniqueItems: true }) },
      many(2, 'x'.repeat(20_000)),
    ],
    [
      'lists compared with lists',
      { items: { enum: many(2_000, many(1_000, 1)) } },
      many(50, [...many(999, 1), 2]),
    ],
    [
      'one constant many times',
      { anyOf: many(3_000, { const: many(5_000, 1) }) },
      [...many(4_999, 1), 2],
    ],
    ['lengths counted again', { allOf: many(5_000, { maxLength: 99_999 }) }, 'x'.repeat(100_000)],
    ['properties counted again', { allOf: many(20_000, { minProperties: 1 }) }, names(10_000)],
    [
      'properties looked for again',
      { allOf: many(5_000, { additionalProperties: true }) },
      names(10_000),
    ],
    [
      'names that are missing',
      { items: { required: Object.keys(names(20_000)) } },
      many(3_000, {}),
    ],
    [
      'seen parts handed on',
      {
        $defs: { all: { additionalProperties: true } },
        allOf: many(20_000, { allOf: [{ $ref: '#/$defs/all' }] }),
        unevaluatedProperties: false,
      },
      names(1_000),
    ],
  ])('[A380] %s: ends as too costly', (_title, schema, value) => {
    const { result } = checkJsonSchema(JSON.parse(JSON.stringify(schema)) as Json, value);
    expect(result).toBe('too-costly');
  });

  it.each<[string, Json]>([
    ['nothing, endlessly', { pattern: '(){9007199254740991}' }],
    ['a name that is nothing, endlessly', { patternProperties: { '(^){9007199254740991}': true } }],
    [
      'thousands of large patterns',
      { anyOf: Array.from({ length: 2_000 }, (_, i) => ({ pattern: `(a{60}){60}${i}` })) },
    ],
    [
      'thousands of levels',
      JSON.parse(`${'{"items":'.repeat(3_000)}true${'}'.repeat(3_000)}`) as Json,
    ],
  ])('[A380] %s: cannot be used', (_title, schema) => {
    expect(schemaFault(schema)).toMatch(/too large|too many steps|too deeply/);
  });

  it('[A380] a small value gets few steps, however many the schema wants', () => {
    const levels = Array.from({ length: 18 }, (_, i) => {
      const $ref = `#/$defs/d${i + 1}`;
      return [`d${i}`, { anyOf: [{ $ref }, { $ref }] }];
    });
    const $defs = Object.fromEntries([...levels, ['d18', { type: 'string' }]]);
    // 2^18 alternatives: below the ten million that a large value may take.
    expect(checkJsonSchema({ $defs, $ref: '#/$defs/d0' }, 1).result).toBe('too-costly');
  });

  it('[A380] complaints stay short, however large the schema', () => {
    const schema = { items: { enum: Array.from({ length: 8_000 }, (_, i) => `choice ${i}`) } };
    const checked = checkJsonSchema(schema, many(20, 'none'));
    expect(JSON.stringify(checked).length).toBeLessThan(10_000);
    expect(checked).toMatchObject({ problems: expect.arrayContaining(['and 10 more']) });
    const deep = JSON.parse(
      `${'{"anyOf":[{"type":"null"},'.repeat(80)}{"const":1}${']}'.repeat(80)}`,
    ) as Json;
    expect(JSON.stringify(checkJsonSchema(deep, 'x')).length).toBeLessThan(2_000);
  });

  it('[A850][A380] whatever the schema, a value below 32 KB gets a number of steps that keeps nobody waiting', () => {
    // Each alternative is tried, and two are made of each: it never ends by itself.
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => {
        const $ref = `#/$defs/d${(i + 1) % 40}`;
        return [`d${i}`, { anyOf: [{ $ref }, { $ref }] }];
      }),
    );
    const values = [1, 'x'.repeat(32_000), Array<number>(16_000).fill(1)];
    const spent = values.map((value) => evaluationSteps(value));
    expect(spent).toEqual([200_000, 200_000, 200_000]);
    for (const value of values) {
      expect(checkJsonSchema({ $defs, $ref: '#/$defs/d0' }, value).result).toBe('too-costly');
    }
    expect(evaluationSteps(Array<number>(5_000_000).fill(1))).toBe(10_000_000);
  });

  it('[A850] a large value gets no more of them, unless nobody else waits for the thread', () => {
    const schema = { items: { type: 'integer', minimum: 0, maximum: 9 } };
    const value = Array<number>(100_000).fill(1);
    expect(checkJsonSchema(schema, value).result).toBe('too-costly');
    expect(checkJsonSchema(schema, value, { isAlone: true }).result).toBe('fits');
  });

  it('[A850] what a thread has found out counts, about a text as about a list', () => {
    const schema = { maxLength: 200_000 };
    const texts = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(300_000));
    const found = { result: 'misfit' as const, problems: ['so it was said elsewhere'] };
    for (const text of texts) rememberCheck(schema, text, found);
    expect(texts.map((text) => checkJsonSchema(schema, text).result)).toEqual([
      'too-costly',
      ...texts.slice(1).map(() => 'misfit'),
    ]);
  });

  it('[A71] a large value may take more steps', () => {
    const items = Array.from({ length: 200_000 }, (_, i) => ({ id: i, tags: ['a', 'b'] }));
    const schema = {
      items: {
        properties: { id: { type: 'integer' }, tags: { items: { enum: ['a', 'b'] } } },
        required: ['id'],
        additionalProperties: false,
      },
    };
    expect(checkJsonSchema(schema, items, { isAlone: true }).result).toBe('fits');
  });
});
