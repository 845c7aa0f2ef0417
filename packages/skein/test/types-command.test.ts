// Goal: editors and the compiler know what a project has. Method: the command on a folder with code and definitions; its schema then
// checks definitions as an editor would.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkJsonSchema } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { schemaType } from '../src/cli/types/schema-type.ts';
import { folderWith, skein } from './spawn-skein.ts';

const code = `
  const nodeType = { kind: { mode: 'immediate', ports: ['output'] }, description: 'Of code.', run: () => ({ value: 1 }) };
  const definition = { skein: 1, id: 'coded', nodes: [{ id: 'one', type: 'own.type' }], edges: [] };
  export const workflows = [{ id: 'coded', definition, nodeTypes: new Map([['own.type', nodeType]]), workflows: [] }];
  export const functions = { price: () => 4 };
  export const tools = { find: { description: 'Finds.', run: () => 1 } };
`;
const node = (type: string, config: Json) => ({
  skein: 1,
  id: 'x',
  nodes: [{ id: 'a', type, config }],
});

describe('skein types', () => {
  it('[C955][C956][C958] writes names and inputs that exist in the project', async () => {
    const schema = { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] };
    const { folder, remove } = folderWith({
      'code.mjs': code,
      'skein.config.json': { functions: ['./code.mjs'] },
      'flows/own.json': {
        skein: 1,
        id: 'own',
        name: 'Own */ flow',
        nodes: [
          { id: 'start', type: 'start', config: { schema } },
          { id: 'one', type: 'own.type' },
        ],
        edges: [{ from: 'start', to: 'one' }],
      },
    });
    try {
      const ran = await skein(['types', '--json'], { cwd: folder });
      expect(ran).toMatchObject({ code: 0 });
      expect(JSON.parse(ran.stdout)).toEqual({ changed: ['skein.d.ts', 'skein.schema.json'] });
      const declared = readFileSync(path.join(folder, 'skein.d.ts'), 'utf8');
      expect(declared).toContain(
        '/** Own *\\/ flow */\n      "own": { input: { item: string }; output: Json };',
      );
      expect(declared).toContain('| "price"');
      expect(declared).toContain('| "find"');
      const text = readFileSync(path.join(folder, 'skein.schema.json'), 'utf8');
      const check = (definition: Json) =>
        checkJsonSchema(JSON.parse(text) as Json, definition).result === 'fits';
      expect(check(node('function', { name: 'price' }))).toBe(true);
      expect(check(node('function', { name: '${trigger.name}' }))).toBe(true);
      expect(check(node('function', { name: 'prize' }))).toBe(false);
      expect(check(node('tool', { tool: 'find' }))).toBe(true);
      expect(check(node('tool', { tool: 'fnd' }))).toBe(false);
      expect(check(node('subworkflow', { workflow: 'coded' }))).toBe(true);
      expect(check(node('subworkflow', { workflow: 'other' }))).toBe(false);
      expect(
        check(node('map', { items: [], workflow: { nodes: [{ id: 'a', type: 'start' }] } })),
      ).toBe(true);
      expect(check(node('own.type', {}))).toBe(true);
      expect(check(node('own.typ', {}))).toBe(false);
      const again = await skein(['types'], { cwd: folder });
      expect(again.stdout).toBe('unchanged  skein.d.ts\nunchanged  skein.schema.json\n');
    } finally {
      remove();
    }
  });

  it('[C957] a schema is a type', () => {
    const cases: readonly (readonly [Json, string])[] = [
      [{ type: 'integer' }, 'number'],
      [{ enum: ['a', 2, null] }, '"a" | 2 | null'],
      [{ const: { a: 1 } }, 'Json'],
      [{ type: ['string', 'null'] }, 'string | null'],
      [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
      [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
      [{ type: 'array' }, 'readonly Json[]'],
      [{ type: 'object' }, 'Record<string, Json>'],
      [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
      [
        { properties: { 'a-b': { type: 'boolean' } }, required: ['c'] },
        '{ "a-b"?: boolean; c: Json }',
      ],
      [{ pattern: 'x' }, 'Json'],
      [true, 'Json'],
    ];
    for (const [schema, type] of cases) expect(schemaType(schema)).toBe(type);
    // One that contains itself ends.
    expect(schemaType({ $ref: '#' })).toBe('Json');
  });
});
