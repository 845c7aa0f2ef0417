import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/json.ts';
import { parseTemplate } from '../../src/templates/parse-template.ts';
import type { Reference } from '../../src/references/template.ts';

const node = (id: string): Reference['source'] => ({ kind: 'node', node: id });

describe('reference syntax', () => {
  const table: [string, Partial<Reference>][] = [
    ['${draft.output}', { source: node('draft') }],
    ['${draft.output.a.b}', { source: node('draft'), path: ['a', 'b'] }],
    ['${draft.output.list[0].x}', { source: node('draft'), path: ['list', 0, 'x'] }],
    ['${draft.output[-1]}', { source: node('draft'), path: [-1] }],
    ['${draft.output.0}', { source: node('draft'), path: ['0'] }],
    ['${draft.output["some key"].x}', { source: node('draft'), path: ['some key', 'x'] }],
    ['${draft.output[""]}', { source: node('draft'), path: [''] }],
    ['${draft.outputs[-2].x}', { source: node('draft'), select: -2, path: ['x'] }],
    ['${draft.outputs[0]}', { source: node('draft'), select: 0 }],
    ['${draft.outputs[-0]}', { source: node('draft'), select: 0 }],
    ['${draft.status}', { source: node('draft'), select: 'status' }],
    ['${draft.status|idle}', { source: node('draft'), select: 'status', default: 'idle' }],
    ['${a_b-1.output}', { source: node('a_b-1') }],
    ['${été.output}', { source: node('été') }],
    ['${हिन्दी.output}', { source: node('हिन्दी') }],
    ['${output.output.output}', { source: node('output'), path: ['output'] }],
    ['${__proto__.output.constructor}', { source: node('__proto__'), path: ['constructor'] }],
    ['${["any id"].output.x}', { source: node('any id'), path: ['x'] }],
    ['${["}|\\"]"].output}', { source: node('}|"]') }],
    ['${["trigger"].output}', { source: node('trigger') }],
    ['${["now"].outputs[1]}', { source: node('now'), select: 1 }],
    ['${trigger}', { source: { kind: 'trigger' } }],
    ['${trigger.output.x}', { source: { kind: 'trigger' }, path: ['output', 'x'] }],
    ['${trigger[0]}', { source: { kind: 'trigger' }, path: [0] }],
    ['${inputs.left}', { source: { kind: 'inputs' }, path: ['left'] }],
    ['${previous.toolCalls}', { source: { kind: 'previous' }, path: ['toolCalls'] }],
    ['${context.id}', { source: { kind: 'context' }, path: ['id'] }],
    ['${triggers.output}', { source: node('triggers') }],
    ['${now}', { source: { kind: 'now', field: 'iso' } }],
    ['${now.date}', { source: { kind: 'now', field: 'date' } }],
    ['${now.ms}', { source: { kind: 'now', field: 'ms' } }],
    [
      '${now.date("Europe/Brussels")}',
      { source: { kind: 'now', field: 'date', zone: 'Europe/Brussels' } },
    ],
    ['${a.output.x|text}', { source: node('a'), path: ['x'], default: 'text' }],
    ['${a.output| two | bars: {ok }', { source: node('a'), default: ' two | bars: {ok ' }],
    ['${trigger|}', { source: { kind: 'trigger' }, default: '' }],
  ];
  it.each(table)('[K60] reads %s', (text, expected) => {
    const reference = { select: 'newest', path: [], text, ...expected };
    expect(parseTemplate(text)).toEqual({
      template: { kind: 'reference', reference },
      problems: [],
    });
  });

  it.each(['json', 'markdown', 'summary'] as const)('[K60] reads the text form %s', (form) => {
    const text = `\${a.output.x:${form}|none:json}`;
    const reference = { source: node('a'), select: 'newest', path: ['x'], form, text };
    expect(parseTemplate(text)).toEqual({
      template: { kind: 'text', parts: [{ ...reference, default: 'none:json' }] },
      problems: [],
    });
  });
});

describe('references that do not parse', () => {
  const table: [text: string, expected: string, found: string][] = [
    ['${', 'a node id', 'the end of the text'],
    ['${}', 'a node id', '"}"'],
    ['${ a.output}', 'a node id', '" "'],
    ['${a}', '".output"', '"}"'],
    ['${a.result}', '".output"', '"."'],
    ['${a.output', '"}"', 'the end of the text'],
    ['${a.output }', '"}"', '" "'],
    ['${a.output.}', 'a key', '"}"'],
    ['${a.output..b}', 'a key', '"."'],
    ['${a.output[}', 'an index or a JSON string', '"}"'],
    ['${a.output[1}', '"]"', '"}"'],
    ['${a.output[x]}', 'an index or a JSON string', '"x"'],
    ['${a.output["x]}', 'an index or a JSON string', '"\\""'],
    ['${a.output["\\q"]}', 'an index or a JSON string', '"\\""'],
    ['${a.outputs[x]}', 'an index in brackets', '"x"'],
    ['${a.outputs.x}', '"}"', '"."'],
    ['${a.status.x}', '"}"', '"."'],
    ['${a.output:yaml}', '"json", "markdown", "summary", "brief" or "id"', '"yaml"'],
    ['${a.output|x', '"}" after the default', 'the end of the text'],
    ['${a.output|${b.output}', 'plain text as the default', '"$"'],
    ['${[""].output}', 'a node id as a JSON string', '"]"'],
    ['${[1].output}', 'a node id as a JSON string', '"1"'],
    ['${["a".output}', '"]"', '"."'],
    ['${now.year}', '"date" or "ms"', '"year"'],
    ['${now.date()}', 'a time zone', '")"'],
    ['${now.date("UTC"}', '")"', '"}"'],
    ['${now.ms.x}', '"}"', '"."'],
  ];
  it.each(table)('[K60] %s names what was expected', (text, expected, found) => {
    const { problems } = parseTemplate({ prompt: ['x', `before ${text}`] });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.path).toEqual(['prompt', 1]);
    expect(problems[0]?.message).toContain(`${text} is not a reference: expected `);
    expect(problems[0]?.message).toContain(expected);
    expect(problems[0]?.message).toContain(`found ${found}.`);
    expect(problems[0]?.hint).toContain('Write $${ where the text itself is meant.');
  });

  it('[K60] finds all problems of a value at once, and the text stays as written', () => {
    const value = { a: '${x} and ${y} $${z} ${["ok"].output', b: [{ c: '${' }] };
    const { template, problems } = parseTemplate(value);
    expect(problems.map(({ path }) => path)).toEqual([['a'], ['a'], ['a'], ['b', 0, 'c']]);
    expect(template).toEqual({
      kind: 'constant',
      value: { a: '${x} and ${y} ${z} ${["ok"].output', b: [{ c: '${' }] },
    });
  });

  it('[K60] hints at the field of an output', () => {
    expect(parseTemplate('${a.result}').problems[0]?.hint).toContain('${a.output.result}');
    expect(parseTemplate('${a.output').problems[0]?.hint).toContain('Close the reference');
    expect(parseTemplate('${my id.output}').problems[0]?.hint).toContain('["any id"]');
  });

  it('[K60] long texts are cut in messages', () => {
    const { problems } = parseTemplate(`\${${'x'.repeat(5000)}}`);
    expect(problems[0]?.message.length).toBeLessThan(250);
  });

  it('[K60] nesting over 200 levels is a problem, not a stack overflow', () => {
    const nest = (levels: number): Json => {
      let value: Json = '${a.output}';
      for (let level = 0; level < levels; level++) value = [value];
      return value;
    };
    expect(parseTemplate(nest(200)).problems).toEqual([]);
    expect(parseTemplate(nest(201)).problems).toMatchObject([
      { message: 'The value is nested over 200 levels deep.' },
    ]);
    expect(parseTemplate(nest(100_000)).problems).toHaveLength(1);
  });

  it('[K60] hostile texts are read in linear time', () => {
    for (const piece of ['${', '$', '${["', '${a.output|', '${a.output["\\', '{', '$${', '${["}']) {
      expect(parseTemplate(piece.repeat(200_000)).template.kind).toBe('constant');
    }
  });
});

describe('constants', () => {
  it('[K62] a value without references is one constant that shares the original', () => {
    const value = { a: [1, { b: 'text $ { } $$' }], c: null, d: true, e: '' };
    const { template } = parseTemplate(value);
    expect(template.kind === 'constant' && template.value).toBe(value);
  });

  it('[K62] parts without references stay shared constants beside references', () => {
    const schema = { type: 'object' };
    const { template } = parseTemplate({ schema, list: ['${a.output}', schema] });
    expect(template).toMatchObject({
      kind: 'object',
      entries: [
        ['schema', { kind: 'constant' }],
        ['list', { kind: 'list', items: [{ kind: 'reference' }, { kind: 'constant' }] }],
      ],
    });
    const first = template.kind === 'object' ? template.entries[0]?.[1] : undefined;
    expect(first?.kind === 'constant' && first.value).toBe(schema);
  });

  it('[K61] escapes alone make a constant, not a template', () => {
    expect(parseTemplate({ a: ['$${x}'], b: 1 }).template).toEqual({
      kind: 'constant',
      value: { a: ['${x}'], b: 1 },
    });
  });

  it('[K62] raw keys stay untouched at the top level only', () => {
    const value = { schema: { x: '${a.output} $${b} ${' }, inner: { schema: '${a.output}' } };
    const { template, problems } = parseTemplate(value, { rawKeys: ['schema'] });
    expect(problems).toEqual([]);
    expect(template).toMatchObject({
      kind: 'object',
      entries: [
        ['schema', { kind: 'constant', value: value.schema }],
        ['inner', { kind: 'object', entries: [['schema', { kind: 'reference' }]] }],
      ],
    });
  });

  it('[K62] text keys make text of a single reference', () => {
    const value = { prompt: '${a.output}', args: { prompt: '${a.output}' }, system: 'plain' };
    expect(parseTemplate(value, { textKeys: ['prompt', 'system'] }).template).toMatchObject({
      kind: 'object',
      entries: [
        ['prompt', { kind: 'text', parts: [{ text: '${a.output}' }] }],
        ['args', { kind: 'object', entries: [['prompt', { kind: 'reference' }]] }],
        ['system', { kind: 'constant', value: 'plain' }],
      ],
    });
  });
});

it('[K112] a text with too many references is an error, whatever they say', () => {
  expect(parseTemplate('${a.output}'.repeat(10_000)).problems).toEqual([]);
  const many = parseTemplate(`\${a.output} $\${b} `.repeat(1_000_000));
  expect(many.problems).toEqual([
    expect.objectContaining({ message: 'This text has more than 10000 references.' }),
  ]);
  expect(parseTemplate('${'.repeat(20_000)).problems.length).toBeLessThanOrEqual(10_000);
});
