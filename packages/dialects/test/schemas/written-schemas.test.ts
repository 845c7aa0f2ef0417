// Schemas that definitions contain are looked at when they are written, in every dialect and at every place.
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compileDefinition } from '../../src/index.ts';

const faultsOf = (definition: Json, options = {}) =>
  compileDefinition(definition, options).diagnostics.filter(({ severity }) => severity === 'error');

const native = (nodes: readonly Json[]): Json => ({ skein: 1, id: 'w', nodes, edges: [] });

const bad = { type: 'object', properties: { age: { type: 'numbr' } } };

describe('schemas in definitions', () => {
  it.each<[string, Json, string]>([
    [
      'input of the run',
      native([{ id: 's', type: 'start', config: { schema: bad } }]),
      '/nodes/0/config/schema',
    ],
    [
      'question',
      native([{ id: 'q', type: 'input', config: { prompt: '?', schema: bad } }]),
      '/nodes/0/config/schema',
    ],
    [
      'approval',
      native([{ id: 'a', type: 'approval', config: { prompt: '?', schema: bad } }]),
      '/nodes/0/config/schema',
    ],
    [
      'answer of a model',
      native([{ id: 'm', type: 'llm', config: { prompt: '?', schema: bad } }]),
      '/nodes/0/config/schema',
    ],
    [
      'workflow inside of one',
      native([
        {
          id: 'sub',
          type: 'subworkflow',
          config: {
            workflow: { nodes: [{ id: 's', type: 'start', config: { schema: bad } }], edges: [] },
          },
        },
      ]),
      '/nodes/0/config/workflow/nodes/0/config/schema',
    ],
    [
      'pipeline',
      {
        name: 'p',
        steps: [{ name: 'one', type: 'custom_llm', prompt: 'Hi', model: 'a/b', schema: bad }],
      },
      '/steps/0/schema',
    ],
    [
      'session graph',
      {
        steps: [
          { id: 'root', function: 'utils.generate.generate', input: { user: '?', schema: bad } },
        ],
        paths: [],
      },
      '/steps/0/input/schema',
    ],
    [
      'tool of an agent graph',
      {
        id: 'g',
        name: 'g',
        nodes: [{ id: 'n', nodeType: 'AGENT', nodeName: 'n', agentId: 'a' }],
        edges: [],
        agents: [{ id: 'a', tools: [{ name: 'look', parameters: bad }] }],
      },
      '/agents/0/tools/0/parameters',
    ],
    [
      'native node in a dataflow',
      {
        nodes: [
          { id: 'i', type: 'userInput' },
          { id: 'q', type: 'llm', config: { prompt: '?', schema: bad } },
        ],
        edges: [{ source: 'i', target: 'q', sourceHandle: 'text', targetHandle: 'in' }],
      },
      '/nodes/1/config/schema',
    ],
  ])('[A381] %s: an unknown type is found, with its place', (_title, definition, place) => {
    expect(faultsOf(definition)).toContainEqual(
      expect.objectContaining({
        code: 'SCHEMA_INVALID',
        pointer: `${place}/properties/age/type`,
        message: expect.stringContaining('one of null, boolean, number'),
      }),
    );
  });

  it.each<[string, Json, string, RegExp]>([
    ['a look-ahead', { pattern: '(?=a)b' }, '/pattern', /without look-ahead/],
    ['a pattern without end', { pattern: '(){9007199254740991}' }, '/pattern', /shorter/],
    [
      'a reference outside',
      { items: { $ref: 'https://example.com/a.json' } },
      '/items/$ref',
      /\$defs/,
    ],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }, '/$ref', /\$defs/],
    [
      'an unknown draft',
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      '/$schema',
      /drafts/,
    ],
    [
      'a mistake in a part that only a reference leads to',
      { $ref: '#/parts/a', parts: { a: { type: 'int' } } },
      '/parts/a/type',
      /drafts/,
    ],
  ])('[A381] %s is found, and what to do is said', (_title, schema, place, cure) => {
    const definition = native([{ id: 'q', type: 'input', config: { prompt: '?', schema } }]);
    expect(faultsOf(definition)).toMatchObject([
      {
        code: 'SCHEMA_INVALID',
        pointer: `/nodes/0/config/schema${place}`,
        hint: expect.stringMatching(cure),
      },
    ]);
  });

  it('[A381] a definition that was saved before is still read, so that its runs go on', () => {
    const definition = native([{ id: 'q', type: 'input', config: { prompt: '?', schema: bad } }]);
    const stored = compileDefinition(definition, { isStored: true });
    expect(stored.diagnostics).toEqual([]);
    expect(stored.graph).not.toBeNull();
    expect(compileDefinition(definition).graph).toBeNull();
  });
});
