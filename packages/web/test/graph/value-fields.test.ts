// What fields of values know before any run, and that what they show is what is written.
import { referencesIn, referenceWords } from '@skein/dialects';
import { parseText, isExpression, type Json, type JsonObject } from '@skein/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expressionsIn } from '../../src/graph/expressions/expressions-in.ts';
import { argumentSchema, checkedPart } from '../../src/graph/forms/argument-schema.ts';
import {
  fieldKinds,
  newField,
  readFields,
  withKind,
  writeFields,
  type BuiltField,
  type FieldKind,
} from '../../src/graph/forms/field-list.ts';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import { findVariables, openVariables } from '../../src/graph/variables/find-variables.ts';
import { unknownShape, type KnownShape } from '../../src/graph/variables/known-shape.ts';
import { outputShapes } from '../../src/graph/variables/output-shapes.ts';
import { variablesAt } from '../../src/graph/variables/variables-at.ts';

const record = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const text = { type: 'string' };

const definition: JsonObject = {
  skein: 1,
  state: { pages: [], total: 0 },
  nodes: [
    { id: 'start', type: 'start', config: { schema: record({ order: record({ city: text }) }) } },
    {
      id: 'sum',
      name: 'Sum up',
      type: 'llm',
      config: {
        prompt: 'x',
        schema: record({ tone: text, items: { type: 'array', items: record({ sku: text }) } }),
      },
    },
    { id: 'fetch', type: 'tool', config: { tool: 'shop' } },
    { id: 'price', name: 'Price it', type: 'function', config: { name: 'price' } },
    { id: 'gate', name: 'Boss', type: 'approval', config: { schema: record({ reason: text }) } },
    {
      id: 'both',
      type: 'transform',
      config: { value: { tone: '${sum.output.tone}', fixed: 3, whole: '${price.output}' } },
    },
    { id: 'last', type: 'end' },
    { id: 'aside', type: 'transform', config: { value: 1 } },
  ],
  edges: [
    { from: 'start', to: 'sum' },
    { from: 'sum', to: 'fetch' },
    { from: 'fetch', to: 'price' },
    { from: 'price', to: 'gate' },
    { from: 'gate', out: 'approved', to: 'both' },
    { from: 'both', to: 'last' },
  ],
};
const sketch = readSketch(findForm('native')!, definition);
const results = {
  tools: new Map<string, Json>([['shop', record({ stock: { type: 'integer' } })]]),
  functions: new Map<string, Json>([['price', record({ eur: { type: 'number' } })]]),
};
const shapes = outputShapes({ definition, sketch, results });
const at = (node: string) =>
  variablesAt('native', { sketch, node, last: { input: undefined, outputs: {} }, shapes });

describe('values before any run', () => {
  it('[W1851] knows the fields of inputs, answers, tools, functions, forms, built values and the state', () => {
    const offered = new Map(
      at('last').map(({ text: written, label, type }) => [written, `${label}: ${type}`]),
    );
    expect(Object.fromEntries(offered)).toMatchObject({
      '${trigger.order.city}': 'Run input › order › city: text',
      '${sum.output.tone}': 'Sum up › tone: text',
      '${sum.output.items[0].sku}': 'Sum up › items › item 1 › sku: text',
      '${fetch.output.results[0].result.stock}':
        'fetch › results › item 1 › result › stock: number',
      '${price.output.eur}': 'Price it › eur: number',
      '${gate.output.reason}': 'Boss › reason: text',
      '${both.output.tone}': 'both › tone: text',
      '${both.output.fixed}': 'both › fixed: number',
      '${both.output.whole.eur}': 'both › whole › eur: number',
      '${state.total}': 'State › total: number',
      '${previous.tone}': 'Input › tone: text',
    });
    expect(
      [...offered.keys()].some((each) => each.includes('aside') || each.startsWith('${last')),
    ).toBe(false);
  });

  it('[W4206] knows what other workflows give, stored or written here, and no further than they lead', () => {
    const running = (id: string, type: string, config: JsonObject) => ({ id, type, config });
    const inner: JsonObject = {
      nodes: [
        { id: 'start', type: 'start', config: { schema: record({ sku: text }) } },
        { id: 'count', type: 'function', config: { name: 'price' } },
      ],
      edges: [{ from: 'start', to: 'count' }],
    };
    const stored: JsonObject = {
      nodes: [
        { id: 'start', type: 'start', config: { schema: record({ who: text }) } },
        running('again', 'subworkflow', { workflow: 'stored' }),
        { id: 'end', type: 'end', config: { value: { hello: '${trigger.who}' } } },
      ],
      edges: [
        { from: 'start', to: 'again' },
        { from: 'again', to: 'end' },
      ],
    };
    const world: JsonObject = {
      nodes: [
        { id: 'start', type: 'start' },
        running('greet', 'subworkflow', { workflow: 'stored' }),
        running('old', 'subworkflow', { workflow: 'stored', version: 'v1' }),
        running('gone', 'subworkflow', { workflow: 'nobody' }),
        running('each', 'map', { items: '${trigger}', workflow: inner }),
        running('all', 'map', { items: '${trigger}', workflow: inner, failures: 'collect' }),
      ],
      edges: [],
    };
    const sketchOf = (each: JsonObject) => readSketch(findForm('native')!, each);
    const { output } = outputShapes({
      definition: world,
      sketch: sketchOf(world),
      results,
      workflows: new Map([['stored', stored]]),
      sketchOf,
    });
    const fields = (shape: KnownShape | undefined) => [...(shape?.fields.keys() ?? [])];
    expect(fields(output('greet'))).toEqual(['hello']);
    expect(output('greet').fields.get('hello')?.type).toBe('text');
    for (const unknown of ['old', 'gone']) expect(output(unknown)).toEqual(unknownShape);
    expect(fields(output('each').item)).toEqual(['eur']);
    expect(fields(output('all').item)).toEqual(['ok', 'value', 'error']);
    expect(fields(output('all').item?.fields.get('value'))).toEqual(['eur']);
  });

  it('[W1851] what a node cannot reach is not offered, and an approval passes its input on', () => {
    const texts = at('sum').map((each) => each.text);
    expect(texts).toContain('${previous.order.city}');
    expect(texts.filter((each) => /sum|price|gate|both/.test(each))).toEqual([]);
    expect(at('both').map((each) => each.text)).toContain('${previous.eur}');
  });

  it('[W1851] every type that is offered before a run can be inserted where it is offered', () => {
    for (const { text: written } of at('last')) expect(referencesIn(written)).toHaveLength(1);
  });

  it('[W1851] values of the last run add what no schema says', () => {
    const last = { input: undefined, outputs: { price: { eur: 4, note: ['x'] } } };
    const found = variablesAt('native', { sketch, node: 'last', last, shapes });
    const eur = found.find((each) => each.text === '${price.output.eur}');
    expect([eur?.type, eur?.preview]).toEqual(['number', 4]);
    expect(found.find((each) => each.text === '${price.output.note}')?.type).toBe('list');
  });

  it('[W1851] is searched by all words of the way, and shown as a tree', () => {
    const found = findVariables(at('last'), 'price eur');
    expect(found.map(({ label }) => label)).toEqual(['Price it › eur']);
    const closed = openVariables(at('last'), ({ depth }) => depth > 0);
    expect(closed.every(({ depth }) => depth === 0)).toBe(true);
    expect(openVariables(at('last'), () => true)).toEqual(at('last'));
  });
});

const piece = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('$', '$$', '$${', '${', '}', '{', '{{X}}', '\n', '"', '|', '??'),
  fc.constantFrom(
    '${a.output}',
    '${a.output.b[0]["c d"]|x}',
    '${trigger}',
    '${previous.x??trigger.y}',
  ),
  fc.constantFrom(
    '${= a.output + 1 }',
    '${= "}" }',
    '${= {x: 1} }',
    '${=',
    '${item.name}',
    '$${a.output}',
  ),
);
const anyText = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));

describe('what a field shows', () => {
  it('[W1854] has a chip for exactly what the kernel reads as a reference, in any text', () => {
    fc.assert(
      fc.property(anyText, (written) => {
        const { parts } = parseText(written, ['item', 'index'], ['item', 'index']);
        const read = parts.filter((part) => typeof part === 'object');
        const chips = referencesIn(written);
        expect(chips.map(({ reference }) => reference.text)).toEqual(
          read.filter((part) => !isExpression(part)).map((part) => part.text),
        );
        for (const { from, to, reference } of chips) {
          expect(written.slice(from, to)).toBe(reference.text);
          expect(referenceWords(reference, new Map())).not.toBe('');
        }
        // Chips and expressions do not overlap, so that together with the words between them they are the text.
        const cuts = [
          ...chips,
          ...expressionsIn(written).map(({ start, end }) => ({ from: start, to: end })),
        ]
          .filter(({ from, to }) => read.some((part) => part.text === written.slice(from, to)))
          .sort((one, other) => one.from - other.from);
        let shown = '';
        let end = 0;
        for (const { from, to } of cuts) {
          expect(from).toBeGreaterThanOrEqual(end);
          shown += written.slice(end, from) + written.slice(from, to);
          end = to;
        }
        expect(shown + written.slice(end)).toBe(written);
      }),
      { numRuns: 2000 },
    );
  });

  it('[W1853] a chip says names, defaults and numbers in words', () => {
    const names = new Map([['a', 'Write it']]);
    const words = (written: string) =>
      referencesIn(written).map(({ reference }) => referenceWords(reference, names));
    expect(words('${a.output.items[0].sku}')).toEqual(['Write it › items › item 1 › sku']);
    expect(words('${trigger|nobody}')).toEqual(['Run input or nobody']);
    expect(words('${previous}')).toEqual(['Input']);
    expect(words('${a.outputs[-1]}')).toEqual(['Write it › output 1 from the end']);
    expect(words('${now.date}, ${state.total}, ${a.status}')).toEqual([
      'Today',
      'State › total',
      'Write it › status',
    ]);
  });
});

describe('forms from schemas', () => {
  it('[W1855] values of arguments may be references, and only what is known is checked', () => {
    const schema = argumentSchema({
      type: 'object',
      required: ['to', 'count'],
      properties: {
        to: text,
        count: { type: 'integer', default: 3, description: 'How many.' },
        loud: { type: 'boolean' },
      },
    })!;
    const properties = schema['properties'] as Record<string, JsonObject>;
    expect(properties['count']).toMatchObject({
      type: ['integer', 'string'],
      description: 'How many. Default: 3.',
    });
    expect(properties['count']).not.toHaveProperty('default');
    expect(checkedPart(schema, { to: '${a.output}', count: 2 })['required']).toEqual(['count']);
    expect(argumentSchema({ type: 'object' })).toBeNull();
  });

  const kind = fc.constantFrom(
    ...(Object.keys(fieldKinds) as FieldKind[]).filter((each) => each !== 'other'),
  );
  const built: fc.Arbitrary<BuiltField> = fc
    .record({
      name: fc.string({ minLength: 1, maxLength: 12 }),
      kind,
      isRequired: fc.boolean(),
      choices: fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 4 }),
      label: fc.string(),
      help: fc.string(),
    })
    .map((given) => ({
      ...newField,
      ...given,
      choices: given.kind === 'choice' || given.kind === 'choices' ? given.choices : [],
    }));

  it('[W1857][W4302] fields are read back from the schema that they are written as', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(built, { selector: ({ name }) => name, minLength: 1 }),
        (fields) => {
          const schema = writeFields(fields, undefined);
          const byName = (list: readonly BuiltField[]) =>
            new Map(list.map((each) => [each.name, each]));
          expect(byName(readFields(schema) ?? [])).toEqual(byName(fields));
          expect(writeFields(readFields(schema) ?? [], schema)).toEqual(schema);
        },
      ),
    );
  });

  it('[W1857] what the builder cannot show stays, or is edited as JSON', () => {
    const schema: JsonObject = {
      type: 'object',
      title: 'Order',
      additionalProperties: false,
      required: ['b', 'a'],
      properties: {
        a: { type: 'integer', minimum: 1, title: 'A' },
        b: { type: 'object', properties: { c: text } },
        d: { anyOf: [text, { type: 'null' }] },
      },
    };
    const read = readFields(schema)!;
    expect(read.map((each) => each.kind)).toEqual(['integer', 'group', 'other']);
    expect(writeFields(read, schema)).toEqual(schema);
    const kept = withKind(read[0]!, 'text');
    expect([kept.label, kept.rest]).toEqual(['A', {}]);
    expect(readFields(text)).toBeNull();
    expect(readFields({ ...schema, oneOf: [] })).toBeNull();
    expect(writeFields([newField], schema)).toBeUndefined();
  });

  it('[W4204] groups of fields, and lists of groups, are built like the others, at any depth', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        customer: {
          type: 'object',
          title: 'Customer',
          description: 'Who orders.',
          additionalProperties: false,
          required: ['name'],
          properties: { name: text, home: { type: 'object', properties: { city: text } } },
        },
        items: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', title: 'Item', properties: { sku: text } },
        },
        open: { type: 'object', patternProperties: {} },
        mixed: { type: 'array', items: { type: 'object', oneOf: [] } },
        bare: { type: 'object' },
      },
    };
    const read = readFields(schema)!;
    expect(read.map(({ kind }) => kind)).toEqual(['group', 'groups', 'other', 'other', 'group']);
    expect(writeFields(read, schema)).toEqual(schema);
    const [customer, items] = read;
    expect(customer?.fields.map(({ kind }) => kind)).toEqual(['text', 'group']);
    const sku = { ...items!.fields[0]!, name: 'article', isRequired: true };
    const fields = [sku, { ...newField, name: 'count', kind: 'integer' as const }, newField];
    expect(writeFields([{ ...items!, fields }], undefined)).toEqual({
      type: 'object',
      properties: {
        items: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            title: 'Item',
            properties: { article: text, count: { type: 'integer' } },
            required: ['article'],
          },
        },
      },
    });
    expect(writeFields([{ ...customer!, fields: [] }], undefined)?.['properties']).toEqual({
      customer: {
        type: 'object',
        title: 'Customer',
        description: 'Who orders.',
        additionalProperties: false,
      },
    });
  });

  it('[W4204] a group is read once, however deep it is', () => {
    let looks = 0;
    let schema: JsonObject = text;
    for (let depth = 0; depth < 12; depth++) {
      const inner = schema;
      schema = {
        type: 'object',
        get properties(): JsonObject {
          looks++;
          return { inner };
        },
      };
    }
    const read = readFields(schema)!;
    expect(looks).toBeLessThan(100);
    expect(writeFields(read, schema)).toEqual(schema);
  });
});
