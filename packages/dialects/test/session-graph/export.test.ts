// Goal: nothing is lost on the way to native and back. Method: random documents; and native workflows that were written by hand.
import fc from 'fast-check';
import type { Json, JsonObject, Workflow } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  compileDefinition,
  contentHash,
  exportDefinition,
  findDialect,
  type Dialect,
} from '../../src/index.ts';

const dialect = findDialect('session-graph') as Dialect;
const ids = ['root', 'a', 'b-1', 'my step', 'input', '__proto__'];
const anyId = fc.constantFrom(...ids);
const target = fc.constantFrom(
  ...ids,
  'zz',
  'a[0]',
  'a[-2]',
  'a[1].n.list[0]',
  'b-1.x',
  'my step.y',
);
const own = target.map((path) => `@{SESSION_ID}.${path}`);
const anyText = fc.oneof(
  fc.string(),
  own,
  fc.tuple(fc.string(), own, fc.string()).map((parts) => parts.join('')),
  fc.tuple(own, fc.string()).map((parts) => parts.join('|')),
  fc.tuple(fc.string(), own, own).map(([text, one, other]) => `${text} ${one}|${other} end`),
  fc.constantFrom(
    '${x}',
    '$',
    '$$',
    '$@{SESSION_ID}.a',
    '{{y}}',
    '<<z>>',
    '@{other}.a.x',
    '|',
    '}',
  ),
);
const anyInput: fc.Arbitrary<Json> = fc.dictionary(
  fc.oneof(fc.string(), fc.constant('__proto__')),
  fc.oneof(
    anyText,
    fc.array(anyText),
    fc.integer(),
    fc.constant(null),
    fc.dictionary(fc.string(), anyText),
  ),
  { maxKeys: 3 },
);
const functionName = fc.constantFrom(
  '',
  'f',
  'my.${function}',
  'utils.request.request',
  'utils.request.select',
  'utils.reply.reply',
  'utils.generate.generate',
  'utils.api.api',
);
const optional = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value).map((chosen) => (chosen === null ? {} : { [key]: chosen }));
const anyStep = (id: string) =>
  fc
    .tuple(
      optional('function', functionName),
      optional(
        'input',
        fc.oneof(
          anyInput,
          anyInput.map((input) => JSON.stringify(input)),
        ),
      ),
      optional('description', fc.string()),
      optional('tags', fc.array(fc.string())),
      optional('colour', fc.string()),
    )
    .map((parts) => Object.assign({ id }, ...parts) as JsonObject);
const reference = fc.oneof(
  own,
  fc.tuple(own, fc.string()).map((parts) => parts.join('|')),
);
const anyCondition: fc.Arbitrary<Json> = fc.oneof(
  reference,
  fc.record({ true: reference }),
  fc.record({ false: reference }),
  fc.record({ operator: fc.constantFrom('AND', 'OR'), true: reference, false: reference }),
  fc.record({ left: reference, op: fc.constantFrom('eq', 'gt'), right: anyText }),
  fc.record({ all: fc.array(fc.record({ left: reference, op: fc.constant('exists') })) }),
  fc.constantFrom(true, { left: '${root.output.x}', op: 'truthy' }, { any: ['${previous}', true] }),
);
const anyPath = fc
  .tuple(
    fc.record({ from: anyId, to: anyId }),
    optional('conditions', fc.oneof(anyCondition, fc.array(anyCondition, { maxLength: 3 }))),
    optional('operator', fc.constantFrom('AND', 'OR', 'or')),
    optional('priority', fc.integer({ min: -2, max: 5 })),
    optional('description', fc.string()),
  )
  .map((parts) => Object.assign({}, ...parts) as JsonObject);
const anyPolicy = fc.record(
  {
    maxIterations: fc.integer({ min: 1, max: 9 }),
    window: fc.integer({ min: 1, max: 9 }),
    onError: fc.constantFrom('fail', 'continue'),
    maxPasses: fc.constant(4),
  },
  { requiredKeys: [] },
);
const anyDocument = fc
  .tuple(
    fc.tuple(...ids.map(anyStep)),
    fc.array(anyPath, { maxLength: 6 }),
    optional('policy', anyPolicy),
    optional('name', fc.string()),
    optional('extra', fc.integer()),
  )
  .map(([steps, paths, ...rest]) => Object.assign({ steps, paths }, ...rest) as JsonObject);

const hash = (workflow: Workflow | null) => contentHash(workflow as unknown as Json);

describe('there and back', () => {
  it('[SG20] an unedited document comes back as it was', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const { workflow } = compileDefinition(document);
        if (workflow === null) return;
        const { definition, losses } = exportDefinition(workflow, dialect);
        expect(definition).toBe(document);
        expect(losses).toEqual([]);
      }),
    );
  });

  it('[SG20] what is written from the native form alone says the same', () => {
    let sound = 0;
    fc.assert(
      fc.property(anyDocument, (document) => {
        const { workflow, graph } = compileDefinition(document);
        if (workflow === null || graph === null) return;
        sound++;
        const { definition, losses } = dialect.export(workflow);
        expect(losses).toEqual([]);
        const again = compileDefinition(definition);
        expect(hash(again.workflow)).toBe(hash(workflow));
      }),
      { numRuns: 300 },
    );
    expect(sound).toBeGreaterThan(50);
  });

  it('[SG20] an edit keeps tags, descriptions of paths and keys without a meaning', () => {
    const document = {
      steps: [{ id: 'root', tags: ['t'], colour: 'red' }, { id: 'b' }],
      paths: [{ from: 'root', to: 'b', description: 'why' }],
      mood: 'good',
    };
    const { workflow } = compileDefinition(document);
    if (workflow === null) throw new Error('sound');
    const edited = { ...workflow, name: 'Edited' };
    expect(exportDefinition(edited, dialect)).toEqual({
      definition: { name: 'Edited', ...document },
      losses: [],
    });
  });
});

describe('native workflows', () => {
  const lossesOf = (workflow: Omit<Workflow, 'skein'>) => {
    const { definition, losses } = dialect.export({ skein: 1, ...workflow });
    return { definition, lost: losses.map(({ pointer }) => pointer) };
  };

  it('[SG21] policies that differ are written out, so a run stays what it was', () => {
    const { definition, lost } = lossesOf({
      entry: ['root'],
      nodes: [
        { id: 'root', type: 'function', config: { name: 'f', args: { x: '${trigger.y|z}' } } },
      ],
    });
    expect(lost).toEqual([]);
    expect(definition).toEqual({
      policy: {
        schedule: 'eager',
        maxPasses: null,
        countsFrom: 'start',
        concurrency: 16,
        whileWaiting: 'continue',
        onError: 'fail',
        onUnresolved: 'fail',
        onceFailed: 'run',
        inputIs: 'value',
      },
      steps: [{ id: 'root', function: 'f', input: { x: '@{SESSION_ID}.input.y|z' } }],
      paths: [],
    });
  });

  it('[SG21] what has no words is listed, with its place', () => {
    const { lost } = lossesOf({
      entry: ['s'],
      trigger: { type: 'cron' },
      nodes: [
        { id: 's', type: 'start' },
        {
          id: 'f',
          type: 'function',
          name: 'F',
          config: { name: 'f', args: { a: '${previous}', b: '${s.output:json}' } },
          timeoutMs: 5,
        },
        { id: 'g', type: 'function', config: { name: '${trigger}' } },
        {
          id: 'j',
          type: 'session-graph.reply',
          config: { input: { m: '@{SESSION_ID}.f' }, more: 1 },
        },
        { id: 'hidden', type: 'join', derived: true },
      ],
      edges: [
        { from: 's', to: 'f', out: 'error', in: 'x', loop: true, carry: 'context' },
        { from: 's', to: 'j' },
        { from: 'f', to: 'j', priority: 3 },
        { from: 'f', to: 'hidden', derived: true },
      ],
    });
    expect(lost).toEqual([
      '/nodes/0/type',
      '/nodes/1/config/args/a',
      '/nodes/1/config/args/b',
      '/nodes/1/name',
      '/nodes/1/timeoutMs',
      '/nodes/2/config',
      '/nodes/2/config/name',
      '/nodes/3/config/more',
      '/nodes/3/config/input/m',
      '/nodes/3',
      '/edges/0/out',
      '/edges/0/in',
      '/edges/0/loop',
      '/edges/0/carry',
      '/trigger',
    ]);
  });

  it('[SG21] a root that does nothing leads to where the run starts, unless another step is called so', () => {
    const two = {
      nodes: [
        { id: 'a', type: 'session-graph.step' },
        { id: 'b', type: 'session-graph.step' },
      ],
    };
    expect(lossesOf(two)).toMatchObject({
      lost: [],
      definition: {
        steps: [{ id: 'root' }, { id: 'a' }, { id: 'b' }],
        paths: [
          { from: 'root', to: 'a' },
          { from: 'root', to: 'b' },
        ],
      },
    });
    const taken = {
      entry: ['a'],
      nodes: [...two.nodes, { id: 'root', type: 'session-graph.step' }],
    };
    expect(lossesOf(taken).lost).toEqual(['/entry']);
  });
});
