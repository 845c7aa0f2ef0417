// What the editor says about what code is given: the texts that the language service reads.
import { expect, it } from 'vitest';
import { codeDeclarations } from '../../src/graph/code/code-declarations.ts';
import { placeInCode } from '../../src/graph/code/place-in-code.ts';
import { typeOfSchema, typeOfValues } from '../../src/graph/code/type-text.ts';
import { nativeForm } from '../../src/graph/forms/native-form.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import { withTexts } from './with-texts.ts';

const { createLanguageService } = await withTexts(
  () => import('../../src/form/code/language/language-service.ts'),
);

it('[W915] values are examples: a field that some lack is optional, null says nothing', () => {
  expect(typeOfValues([{ a: 1, b: 'x' }, { a: 2 }])).toBe('{ a: number; b?: string }');
  expect(typeOfValues([[{ id: 1 }, { id: 'x', 'first name': null }]])).toBe(
    'Array<{ id: number | string; "first name"?: any }>',
  );
  expect(typeOfValues([null])).toBe('any');
  expect(typeOfValues([null, true])).toBe('boolean | null');
  expect(typeOfValues([[]])).toBe('Array<any>');
});

it('[W915] schemas say what may be there, with what they say about it', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', description: 'The */ number' },
      kind: { enum: ['a', 'b', null] },
      tags: { type: 'array', items: { type: 'string' } },
      owner: { $ref: '#/$defs/person' },
      other: { type: ['string', 'null'] },
    },
    $defs: {
      person: { properties: { name: { type: 'string' }, boss: { $ref: '#/$defs/person' } } },
    },
  };
  const text = typeOfSchema(schema);
  expect(text).toContain('/** The * / number */ id: number;');
  expect(text).toContain('kind?: "a" | "b" | null; tags?: Array<string>;');
  expect(text).toMatch(/owner\?: \{ name\?: string; boss\?: \{/);
  expect(text).toContain('other?: string | null }');
  expect(typeOfSchema({})).toBe('any');
  expect(typeOfSchema({ type: 'object' })).toBe('Record<string, any>');
});

it('[W915] a schema that refers to itself many times ends', () => {
  const self = { $ref: '#' };
  const properties = Object.fromEntries('abcdefghij'.split('').map((name) => [name, self]));
  expect(typeOfSchema({ type: 'object', properties }).length).toBeLessThan(100_000);
});

const definition = {
  skein: 1,
  name: 'Sums',
  state: { seen: [], rounds: 0 },
  nodes: [
    {
      id: 'start',
      type: 'start',
      config: { schema: { type: 'object', properties: { by: { type: 'string' } } } },
    },
    { id: 'load', type: 'transform', config: { value: 1 } },
    {
      id: 'sum',
      type: 'code',
      config: {
        code: 'return 1',
        args: { rows: '${load.output.rows}', who: 'by ${trigger.by}', none: '${nobody.output.x}' },
        tools: ['order-find', 'unknown'],
      },
    },
  ],
  edges: [
    { from: 'start', to: 'load' },
    { from: 'load', to: 'sum' },
  ],
};
const world = {
  definition,
  sketch: readSketch(nativeForm, definition),
  node: 'sum',
  config: definition.nodes[2]!.config,
  last: { input: { by: 'Ada' }, outputs: { load: { rows: [{ price: 2 }] } } },
  state: { seen: ['x'], rounds: 1 },
  tools: [
    {
      name: 'order-find',
      description: 'Finds an order',
      parameters: { type: 'object', required: ['id'], properties: { id: { type: 'number' } } },
    },
  ],
};

it('[W915] what code is given is declared from schemas, first values, and the last run', () => {
  expect(codeDeclarations(world).split('\n').slice(0, 6)).toEqual([
    'declare const args: { rows: Array<{ price: number }>; who: string; none: any };',
    'declare const inputs: { input: { rows: Array<{ price: number }> } };',
    'declare const previous: { rows: Array<{ price: number }> };',
    'declare const trigger: { by?: string };',
    'declare const state: { seen: Array<string>; rounds: number };',
    'declare const tools: { /** Finds an order */ "order-find"(args: { id: number }): Promise<any>; "unknown"(args: any): Promise<any> };',
  ]);
});

it('[W915] without a run and schemas everything may be anything', () => {
  const bare = { ...definition, state: null, nodes: definition.nodes.slice(1), edges: [] };
  const sketch = readSketch(nativeForm, bare);
  const last = { input: undefined, outputs: {} };
  const text = codeDeclarations({
    ...world,
    definition: bare,
    sketch,
    last,
    config: {},
    state: undefined,
  });
  expect(text).toContain('args: {};\ndeclare const inputs: {};\ndeclare const previous: any;');
  expect(text).toContain('trigger: any;\ndeclare const state: null;\ndeclare const tools: {};');
});

it('[W915] the declarations are TypeScript, whatever they are made from', () => {
  const strange = { '*/ x': 1, '`${a}': ['\u2028'], constructor: 1, __proto__x: null };
  const last = { input: strange, outputs: { load: strange } };
  const declarations = codeDeclarations({ ...world, last });
  const code = 'console.log(args, tools, state);\nreturn previous["*/ x"] + trigger.by.length;';
  const service = createLanguageService();
  expect(service.check({ code, declarations, language: 'javascript' })).toEqual([]);
});

it('[W917] the place of a problem is the end of its message', () => {
  expect(placeInCode('The code is not valid: Expected a semicolon (line 2, column 5).')).toEqual({
    message: 'The code is not valid: Expected a semicolon',
    line: 2,
    column: 5,
  });
  expect(placeInCode('Too long.')).toBeNull();
});
