// What schemas say about values. The official test suite was run beside it when this was written (docs/decisions/0011); here
// are the points that drafts and references turn on.
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { checkJsonSchema, schemaFault } from '../../src/index.ts';

const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const draft2019 = { $schema: 'https://json-schema.org/draft/2019-09/schema' };

type Case = readonly [title: string, schema: Json, fits: readonly Json[], fitsNot: readonly Json[]];

const cases: readonly Case[] = [
  ['types', { type: ['integer', 'null'] }, [1, 1.0, null, -0], [1.5, '1', [], {}]],
  ['const compares by content', { const: { a: [1], b: 2 } }, [{ b: 2, a: [1] }], [{ a: [1] }]],
  ['enum', { enum: [[1], 'x', null] }, [[1], 'x', null], [[2], 'y', 0, false]],
  ['bounds', { minimum: 1, exclusiveMaximum: 3 }, [1, 2.9, 'x'], [0.9, 3]],
  ['decimals', { multipleOf: 0.1 }, [0.3, 1e300, 0], [0.35]],
  ['tiny divisors', { multipleOf: 1e-8 }, [12391239123], [1e-9]],
  ['lengths count characters', { minLength: 2, maxLength: 2 }, ['😀😀', 'ab'], ['😀', 'abc']],
  ['patterns are not anchored', { pattern: 'b+c' }, ['abbc!', 5], ['ac']],
  ['items', { items: { type: 'number' } }, [[], [1], 'x'], [[1, 'x']]],
  [
    'first items',
    { prefixItems: [true, { type: 'number' }], items: false },
    [['x', 1]],
    [['x', 1, 2]],
  ],
  [
    'first items of draft 07',
    { ...draft07, items: [{ type: 'number' }], additionalItems: false },
    [[1], []],
    [[1, 2], ['x']],
  ],
  [
    'contains',
    { contains: { type: 'number' }, minContains: 2, maxContains: 3 },
    [[1, 'x', 2]],
    [[1], [1, 2, 3, 4]],
  ],
  ['contains nothing', { contains: { type: 'number' }, minContains: 0 }, [[], ['x']], []],
  ['contains in draft 07', { ...draft07, contains: { const: 1 }, maxContains: 1 }, [[1, 1]], [[2]]],
  [
    'unique by content',
    { uniqueItems: true },
    [[1, '1', [1], { a: 1 }]],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [1, 1.0],
    ],
  ],
  [
    'counts',
    { minItems: 1, maxItems: 2, minProperties: 1, maxProperties: 1 },
    [[1], { a: 1 }],
    [[], [1, 2, 3], {}, { a: 1, b: 1 }],
  ],
  [
    'other properties',
    {
      properties: { a: {} },
      patternProperties: { '^x': { type: 'number' } },
      additionalProperties: false,
    },
    [{ a: 1, xy: 2 }],
    [{ xy: 'y' }, { b: 1 }, { toString: 1 }],
  ],
  [
    'own properties',
    { required: ['constructor'], properties: { a: {} } },
    [{ constructor: 1 }],
    [{}],
  ],
  ['names', { propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
  ['dependent names', { dependentRequired: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
  [
    'dependent schemas',
    { dependentSchemas: { a: { required: ['b'] } } },
    [{}, { a: 1, b: 1 }],
    [{ a: 1 }],
  ],
  [
    'dependencies',
    { ...draft07, dependencies: { a: ['b'], c: { maxProperties: 1 } } },
    [{ c: 1 }],
    [{ a: 1 }, { c: 1, d: 1 }],
  ],
  [
    'all, any, one, none',
    {
      allOf: [{ minimum: 1 }],
      anyOf: [{ maximum: 5 }, { const: 9 }],
      oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }],
      not: { const: 4 },
    },
    [2, 3, 9],
    [0, 7, 4, 6 * 2],
  ],
  [
    'if, then, else',
    JSON.parse('{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":2}}') as Json,
    ['ab', 2],
    ['a', 1],
  ],
  [
    'references',
    { $defs: { 'a/b': { type: 'number' } }, items: { $ref: '#/$defs/a~1b' } },
    [[1]],
    [['x']],
  ],
  ['anchors', { $defs: { n: { $anchor: 'num', type: 'number' } }, $ref: '#num' }, [1], ['x']],
  [
    'ids',
    { $id: 'https://x.org/a/', $defs: { n: { $id: 'n', type: 'number' } }, $ref: 'n' },
    [1],
    ['x'],
  ],
  [
    'into what no keyword knows',
    { parts: { n: { type: 'number' } }, $ref: '#/parts/n' },
    [1],
    ['x'],
  ],
  ['beside a reference', { $defs: { n: {} }, $ref: '#/$defs/n', type: 'number' }, [1], ['x']],
  [
    'beside a reference in draft 07',
    { ...draft07, definitions: { n: {} }, $ref: '#/definitions/n', type: 'number' },
    [1, 'x'],
    [],
  ],
  [
    'a tree',
    { properties: { next: { $ref: '#' } }, required: ['value'] },
    [{ value: 1, next: { value: 2 } }],
    [{ value: 1, next: {} }],
  ],
  [
    'a dynamic anchor is the outermost one',
    {
      $id: 'https://x.org/strict',
      $dynamicAnchor: 'node',
      unevaluatedProperties: false,
      $ref: 'tree',
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          properties: { data: true, children: { items: { $dynamicRef: '#node' } } },
        },
      },
    },
    [{ children: [{ data: 1 }] }],
    [{ children: [{ daat: 1 }] }],
  ],
  [
    'a recursive anchor of 2019-09',
    {
      ...draft2019,
      $recursiveAnchor: true,
      properties: { a: { $recursiveRef: '#' } },
      additionalProperties: false,
    },
    [{ a: { a: {} } }],
    [{ a: { b: 1 } }],
  ],
  [
    'what is left over',
    {
      anyOf: [
        { properties: { a: { type: 'number' } }, required: ['a'] },
        { properties: { b: true } },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    [{ a: 'x' }, { b: 1, c: 1 }],
  ],
  [
    'a neighbour does not count',
    { allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] },
    [{}],
    [{ a: 1 }],
  ],
  [
    'left-over items',
    { prefixItems: [true], contains: { const: 7 }, unevaluatedItems: false },
    [[1, 7]],
    [[1, 7, 8]],
  ],
  ['booleans', true, [1, null], []],
];

describe('checkJsonSchema', () => {
  it.each(cases)('[A70] %s', (_title, schema, fits, fitsNot) => {
    const results = (values: readonly Json[]) =>
      values.map((value) => checkJsonSchema(schema, value).result);
    expect(results(fits)).toEqual(fits.map(() => 'fits'));
    expect(results(fitsNot)).toEqual(fitsNot.map(() => 'misfit'));
  });

  it('[A70] says what does not fit, and where', () => {
    const schema = {
      properties: { a: { type: 'string', minLength: 3 }, l: { items: { required: ['x'] } } },
      anyOf: [{ required: ['k'] }, { required: ['m', 'n'] }],
      additionalProperties: false,
    };
    expect(checkJsonSchema(schema, { a: 'x', l: [{ x: 1 }, {}], 'y/z': 1 })).toEqual({
      result: 'misfit',
      problems: [
        '/a must have at least 3 characters',
        '/l/1 must have the property "x"',
        'it must fit one of the 2 alternatives; the nearest one says: it must have the property "k"',
        'it must not have the property "y/z"',
      ],
    });
  });

  it.each<[string, Json, RegExp]>([
    [
      'a keyword with a wrong argument',
      { properties: { a: { minimum: '5' } } },
      /"minimum" must be a number \(at \/properties\/a\/minimum\)/,
    ],
    ['a list that is none', { allOf: {} }, /list of schemas/],
    ['an unknown type', { type: 'strin' }, /one of null/],
    ['a reference that leads nowhere', { $ref: '#/$defs/x' }, /does not lead to a schema/],
    [
      'one that leads out',
      { $ref: 'https://json-schema.org/draft/2020-12/schema' },
      /does not lead to a schema/,
    ],
    ['one into a prototype', { $ref: '#/constructor' }, /does not lead to a schema/],
    ['one id twice', { $defs: { a: { $id: 'x' }, b: { $id: 'x' } } }, /two schemas/],
    ['a pattern with a mistake', { pattern: '(' }, /pattern/i],
    ['a part that is none', { items: 5 }, /object, true or false/],
  ])('[A19] %s cannot be used', (_title, schema, words) => {
    const checked = checkJsonSchema(schema, 1);
    expect(checked).toMatchObject({ result: 'bad-schema', message: expect.stringMatching(words) });
  });

  it.each(['(?=a)b', '(?<!a)b', '(a)\\1', 'a{9999999}'])(
    '[A72] the pattern %s cannot be used',
    (pattern) => {
      expect(schemaFault({ properties: { a: { pattern } } })).toContain('/properties/a/pattern');
    },
  );

  it('[A70] `__proto__` is a name as any other', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}',
    ) as Json;
    expect(checkJsonSchema(schema, JSON.parse('{"__proto__":"x"}') as Json).result).toBe('fits');
    expect(checkJsonSchema(schema, JSON.parse('{"__proto__":1}') as Json).result).toBe('misfit');
  });
});
