// Schemas of four libraries, as a host gives them: each checks what is called, and is told to models as far as it can be.
import { type } from 'arktype';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as zod3 } from 'zod3';
import {
  checkArguments,
  describeFunction,
  nativeNodeTypes,
  registeredFunction,
  registeredTool,
  registeredTools,
  schemaComplaint,
  type RegisteredTool,
} from '../src/index.ts';
import { failureOf, fakeNodeIo, nodeCall } from './fake-node-io.ts';

const described = { type: 'object', properties: { age: { type: 'integer' } } };

const libraries: readonly (readonly [string, RegisteredTool])[] = [
  [
    'zod 4',
    registeredTool({
      parameters: z.object({ age: z.number().int() }),
      run: ({ age }) => age.toFixed(),
    }),
  ],
  [
    'zod 3',
    registeredTool({
      parameters: zod3.object({ age: zod3.number().int() }),
      jsonSchema: described,
      run: ({ age }) => age.toFixed(),
    }),
  ],
  [
    'valibot',
    registeredTool({
      parameters: v.object({ age: v.pipe(v.number(), v.integer()) }),
      jsonSchema: described,
      run: ({ age }) => age.toFixed(),
    }),
  ],
  [
    'valibot with its JSON schema',
    registeredTool({
      parameters: toStandardJsonSchema(v.object({ age: v.pipe(v.number(), v.integer()) })),
      run: ({ age }) => age.toFixed(),
    }),
  ],
  [
    'arktype',
    registeredTool({
      parameters: type({ age: 'number.integer' }),
      run: (args) => args,
    }),
  ],
];

describe('schemas of a host', () => {
  it.each(libraries)(
    '[A388] %s checks the arguments of a tool, and describes them',
    (_name, tool) => {
      const [made] = registeredTools({ look: tool }).list() as [never];
      expect(checkArguments(made, { age: 7 })).toEqual({ ok: true, args: { age: 7 } });
      expect(checkArguments(made, { age: 'seven' })).toMatchObject({
        ok: false,
        problems: [expect.stringContaining('age')],
      });
      expect((made as { parameters: unknown }).parameters).toMatchObject({
        type: 'object',
        properties: { age: { type: 'integer' } },
      });
      expect(
        schemaComplaint(tool.parameters, { described: tool.jsonSchema, isForModels: true }),
      ).toBeNull();
    },
  );

  it('[A388] what a schema changes, a tool gets changed', () => {
    const trimmed = v.object({ name: v.pipe(v.string(), v.trim()) });
    const tool = registeredTool({ parameters: trimmed, jsonSchema: {}, run: ({ name }) => name });
    const [made] = registeredTools({ tool }).list() as [never];
    expect(checkArguments(made, { name: ' Ada ' })).toEqual({ ok: true, args: { name: 'Ada' } });
  });

  it('[A388] the arguments of functions are checked, and described where a library can', () => {
    const make = registeredFunction({ args: v.object({ n: v.number() }), run: ({ n }) => n });
    expect(describeFunction('make', make).schema).toEqual({});
    const told = registeredFunction({
      args: v.object({ n: v.number() }),
      jsonSchema: described,
      run: ({ n }) => n,
    });
    expect(describeFunction('told', told).schema).toEqual(described);
    expect(
      describeFunction('ark', { args: type({ n: 'number' }), run: () => 1 }).schema,
    ).toMatchObject({
      properties: { n: { type: 'number' } },
    });
  });

  it('[A388] a function takes a JSON schema too', async () => {
    const args = { type: 'object', properties: { n: { type: 'number' } } } as const;
    const made = { args, run: () => 1 };
    expect(describeFunction('made', made).schema).toEqual(args);
    const call = nodeCall({ config: { name: 'made', args: { n: 'x' } } });
    const node = nativeNodeTypes({ functions: new Map([['made', made]]) }).get('function');
    expect(await failureOf(() => node?.run?.(call, fakeNodeIo()))).toMatchObject({
      code: 'FUNCTION_ARGS_INVALID',
      message: expect.stringContaining('/n must be a number'),
    });
  });

  it('[A388] a schema that checks asynchronously is refused as such', () => {
    const slow = v.objectAsync({
      name: v.pipeAsync(
        v.string(),
        v.checkAsync(async () => true),
      ),
    });
    const tool = registeredTool({ parameters: slow, jsonSchema: {}, run: () => 1 });
    const [made] = registeredTools({ tool }).list() as [never];
    expect(checkArguments(made, { name: 'x' })).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('asynchronously')],
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['a text', 'string', /is not a schema/],
    ['a class', new Date(), /is not a schema/],
    ['an object of schemas', { age: z.number() }, /z\.object/],
    ['an object that is no schema', { age: 'number' }, /no keyword of JSON schema/],
    ['a JSON schema with a mistake', { type: 'numbr' }, /cannot be used: "type" must be/],
    ['zod 3 without a JSON schema', zod3.object({}), /set "jsonSchema"/],
    ['valibot without a JSON schema', v.object({}), /toStandardJsonSchema/],
    ['zod before it was a standard', { _def: { typeName: 'ZodObject' } }, /update zod/],
  ])('[A389] %s is refused, with what to do', (_title, given, words) => {
    expect(schemaComplaint(given, { isForModels: true })).toMatch(words);
  });
});
