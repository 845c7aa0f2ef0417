import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@skein/kernel';
import { nativeNodeTypes } from '@skein/agents';

const types = nativeNodeTypes({ functions: new Map() });

function accept(node: 'input' | 'event', answer: Json, config: JsonObject = {}) {
  const asked = { question: { kind: node }, config, inputs: {}, previous: undefined };
  return types.get(node)!.accept!(answer, asked);
}

const passed = (answer: Json) => ({
  ok: true,
  answer,
  result: { value: answer, ports: { output: answer } },
});

describe('input', () => {
  const schema = {
    type: 'object',
    properties: { age: { type: 'integer', minimum: 0 } },
    required: ['age'],
  };

  it('[A18] passes on what fits and refuses the rest', () => {
    expect(accept('input', { age: 4 }, { schema })).toEqual(passed({ age: 4 }));
    expect(accept('input', { age: -1.5 }, { schema })).toEqual({
      ok: false,
      message:
        'The answer does not match the schema: /age must be a whole number; /age must be at least 0.',
      hint: 'Answer with data that fits the schema of the question.',
    });
    expect(accept('input', 'text', { schema: { type: 'string' } })).toEqual(passed('text'));
    expect(accept('input', [null])).toEqual(passed([null]));
    expect(accept('input', 'red', { schema: { enum: ['blue', 1] } })).toMatchObject({
      message: 'The answer does not match the schema: it must be one of ["blue",1].',
    });
  });

  it('[A18] names a few of many misfits', () => {
    const items = Array.from({ length: 5000 }, () => 'x');
    const accepted = accept('input', items, { schema: { items: { type: 'number' } } });
    expect(accepted).toMatchObject({ message: expect.stringMatching(/; and 4990 more\.$/) });
  });

  it('[A18] event passes any data on', () => {
    for (const data of [null, 'x', { a: [1] }]) expect(accept('event', data)).toEqual(passed(data));
  });

  it.each<[string, Json, Json, boolean]>([
    ['2020-12 by default', { prefixItems: [{ type: 'number' }] }, ['x'], false],
    [
      'draft 07',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'number' }] },
      ['x'],
      false,
    ],
    [
      '2019-09',
      { $schema: 'https://json-schema.org/draft/2019-09/schema', items: [{ type: 'number' }] },
      [1],
      true,
    ],
    ['a boolean', false, {}, false],
    ['own properties only', { type: 'object', required: ['constructor'] }, {}, false],
    ['a reference inside', { $defs: { n: { type: 'number' } }, $ref: '#/$defs/n' }, 1, true],
  ])('[A19] %s', (_title, schema, answer, isFitting) => {
    expect(accept('input', answer, { schema }).ok).toBe(isFitting);
  });

  it.each<[string, boolean]>([
    ['nobody', false],
    ['ada@example.com', true],
  ])('[A387] the format of an answer counts: %s', (answer, isFitting) => {
    const schema = { type: 'string', format: 'email' };
    expect(accept('input', answer, { schema }).ok).toBe(isFitting);
  });

  it('[A19] two schemas may have one $id, and each is compiled once', () => {
    const first = { $id: 'https://example.org/a', type: 'string' };
    const second = { $id: 'https://example.org/a', type: 'number' };
    for (let i = 0; i < 2; i++) {
      expect(accept('input', 'x', { schema: first }).ok).toBe(true);
      expect(accept('input', 'x', { schema: second }).ok).toBe(false);
    }
  });

  it.each<[string, Json]>([
    ['an unknown type', { type: 'town' }],
    ['an unknown draft', { $schema: 'https://example.org/schema' }],
    ['a reference to the network', { $ref: 'https://example.org/other' }],
    ['an asynchronous one', { $async: true, type: 'string' }],
    ['a text', 'string'],
  ])('[A19] a schema that cannot be used: %s', (_title, schema) => {
    expect(accept('input', 'x', { schema })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The schema of this node cannot be used: .+\.$/),
      hint: 'Correct "schema" in the config of the node.',
    });
  });

  it('[A19] a value too deep for a recursive schema is refused, not a crash', () => {
    const nested = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as Json;
    const schema = { type: 'array', items: { $ref: '#' } };
    expect(accept('input', nested, { schema })).toMatchObject({ ok: false });
  });
});
