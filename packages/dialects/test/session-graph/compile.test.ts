// Goal: what a document says is in the workflow it is compiled to, and everything that is wrong is said at once, in its words.
import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compileDefinition, compileText, detectDialect, findDialect } from '../../src/index.ts';

const S = '@{SESSION_ID}';
const two = (path: JsonObject, more: JsonObject = {}): JsonObject => ({
  steps: [{ id: 'root' }, { id: 'b' }],
  paths: [{ from: 'root', to: 'b', ...path }],
  ...more,
});
const whenOf = (path: JsonObject) =>
  compileDefinition(two(path)).workflow?.edges?.[0]?.when ?? null;
const found = (definition: unknown, options = {}) =>
  compileDefinition(definition, { dialect: 'session-graph', ...options }).diagnostics.map(
    ({ code, severity, pointer }) => `${severity} ${code} ${pointer}`,
  );

describe('the shape', () => {
  it.each<[string, Json, boolean]>([
    ['steps and paths', { steps: [], paths: [] }, true],
    ['steps with ids alone', { steps: [{ id: 'root' }] }, true],
    ['steps with types', { steps: [{ uuid: 'u', id: 'x', type: 'custom_llm' }] }, false],
    ['steps with nothing', { steps: [] }, false],
    ['nodes', { nodes: [], edges: [] }, false],
  ])('[SG1] is told by %s', (_, definition, isOurs) => {
    expect(detectDialect(definition)?.name === 'session-graph').toBe(isOurs);
  });

  it('[SG2] complains about everything at once, at its place', () => {
    const definition = {
      steps: [
        { id: 'root', function: 7 },
        { id: '' },
        { id: 'a', input: [1] },
        { id: 'a' },
        'text',
        { id: 'b', input: '{"x":' },
        { id: 'c', input: '[1]' },
      ],
      paths: [
        { from: 'root', to: 'nowhere' },
        { from: 'a' },
        { from: 'root', to: 'a', conditions: { x: 1 } },
      ],
      policy: { maxIterations: 0, onLimit: 'b' },
    };
    const errors = found(definition).filter((line) => line.startsWith('error'));
    expect(errors.toSorted()).toEqual(
      [
        'error WRONG_TYPE /steps/0/function',
        'error BAD_VALUE /steps/1/id',
        'error WRONG_TYPE /steps/2/input',
        'error DUPLICATE_ID /steps/3/id',
        'error WRONG_TYPE /steps/4',
        'error BAD_JSON /steps/5/input',
        'error WRONG_TYPE /steps/6/input',
        'error EDGE_END_MISSING /paths/0/to',
        'error MISSING_KEY /paths/1',
        'error BAD_CONDITION /paths/2/conditions',
        'error BAD_VALUE /policy/maxIterations',
      ].toSorted(),
    );
  });

  it('[SG2] keeps keys without a meaning, with a warning', () => {
    const definition = { ...two({ colour: 'red' }), mood: 'good' };
    expect(found(definition)).toEqual([
      'warning UNKNOWN_KEY /paths/0/colour',
      'warning UNKNOWN_KEY /mood',
    ]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no steps', { paths: [] }],
    ['steps that are no list', { steps: {}, paths: 3 }],
  ])('[SG2] refuses %s without falling over', (_, definition) => {
    expect(found(definition).some((line) => line.startsWith('error'))).toBe(true);
  });

  it('[SG2] refuses nesting of 10,000 levels, also inside JSON texts', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const outside = `{"steps":[{"id":"root","input":{"x":${deep}}}],"paths":[]}`;
    expect(compileText(outside).diagnostics.map(({ code }) => code)).toEqual(['TOO_DEEP']);
    const inside = { steps: [{ id: 'root', input: `{"x":${deep}}` }], paths: [] };
    expect(found(inside)).toEqual(['error BAD_JSON /steps/0/input']);
    expect(found(two({ conditions: deep }))).toEqual(['error BAD_CONDITION /paths/0/conditions']);
  });

  it('[SG3] starts with root, or with the step that is named, else not at all', () => {
    const definition = { steps: [{ id: 'first' }], paths: [] };
    expect(found(definition)).toEqual(['error NO_ENTRY /steps']);
    expect(found(definition, { start: 'first' })).toEqual([]);
    expect(found(definition, { start: 'frist' })).toEqual(['error ENTRY_MISSING /steps']);
    const { graph } = compileDefinition(two({}), { start: 'b' });
    expect(graph?.entries.map(({ id }) => id)).toEqual(['b']);
  });

  it('[SG3] warns of steps that no way leads to', () => {
    const definition = { steps: [{ id: 'root' }, { id: 'lost' }], paths: [] };
    expect(found(definition)).toEqual(['warning UNREACHABLE_NODE /steps/1']);
  });

  it('[SG4] says what the dialect is in native policies, which a document may replace', () => {
    const policyOf = (policy: JsonObject) =>
      compileDefinition(two({}, { policy })).workflow?.policy;
    const usual = {
      schedule: 'superstep',
      concurrency: 1,
      whileWaiting: 'hold',
      onError: 'continue',
      onUnresolved: 'pend',
      onceFailed: 'skip',
      inputIs: 'message',
      countsFrom: 'answer',
      maxPasses: 100,
      limitNames: { maxPasses: 'maxIterations' },
    };
    expect(policyOf({})).toEqual(usual);
    expect(policyOf({ maxIterations: 7 })).toEqual({ ...usual, maxPasses: 7 });
    expect(policyOf({ window: 9, onError: 'fail' })).toEqual({
      ...usual,
      window: 9,
      onError: 'fail',
    });
    const { limitNames: _, ...unnamed } = usual;
    expect(policyOf({ maxPasses: 3 })).toEqual({ ...unnamed, maxPasses: 3 });
    expect(found(two({}, { policy: { onLimit: 'nobody' } }))).toEqual([
      'error LIMIT_NODE_MISSING /policy/onLimit',
    ]);
  });

  it('[SG5] reads an input as an object or as its JSON, "utility" as "function"', () => {
    const nodeOf = (step: JsonObject) =>
      compileDefinition({ steps: [{ id: 'root', ...step }], paths: [] }).workflow?.nodes[0];
    const input = { x: [`${S}.root.y|1`] };
    const expected = {
      id: 'root',
      join: 'once',
      type: 'function',
      config: { name: 'f', args: { x: ['${root.output.y??"1"}'] } },
    };
    expect(nodeOf({ function: 'f', input })).toEqual(expected);
    expect(nodeOf({ utility: 'f', input: JSON.stringify(input) })).toEqual(expected);
    expect(nodeOf({ function: 'a${b}' })?.config).toEqual({ name: 'a$${b}', args: {} });
    for (const none of [undefined, null, '']) {
      const step = none === undefined ? {} : { function: none };
      expect(nodeOf(step)).toEqual({ id: 'root', join: 'once', type: 'session-graph.step' });
    }
  });

  it('[SG5] warns of functions that no one registered', () => {
    const definition = {
      steps: [
        { id: 'root', function: 'utils.reply.repl' },
        { id: 'b', utility: 'known' },
      ],
      paths: [{ from: 'root', to: 'b' }],
    };
    const functions = new Set(['known']);
    const { diagnostics } = compileDefinition(definition, { functions });
    expect(diagnostics).toMatchObject([
      {
        code: 'FUNCTION_NOT_REGISTERED',
        pointer: '/steps/0/function',
        hint: /utils\.reply\.reply/,
      },
    ]);
  });

  it('[SG11] ids and keys like __proto__ are plain data', () => {
    const text = `{
      "steps": [
        { "id": "root", "function": "f", "input": { "__proto__": { "x": "${S}.__proto__.constructor" } } },
        { "id": "__proto__", "tags": ["t"] }, { "id": "constructor" }
      ],
      "paths": [ { "from": "root", "to": "__proto__" }, { "from": "__proto__", "to": "constructor" } ]
    }`;
    const { workflow, diagnostics } = compileText(text);
    expect(diagnostics).toEqual([]);
    const args = workflow?.nodes[0]?.config?.['args'] as JsonObject;
    expect(Object.keys(args)).toEqual(['__proto__']);
    expect(JSON.stringify(args)).toBe('{"__proto__":{"x":"${__proto__.output.constructor}"}}');
    const dialect = findDialect('session-graph');
    const back = workflow === null ? undefined : dialect?.export(workflow).definition;
    expect(JSON.stringify(back)).toContain('"id":"__proto__","tags":["t"]');
  });
});

describe('conditions of a path', () => {
  const x = '${root.output.x}';
  const truthy = { left: x, op: 'truthy' };
  const falsy = { left: x, op: 'falsy' };
  it.each<[string, JsonObject, Json]>([
    ['none', {}, null],
    ['an empty list', { conditions: [] }, null],
    ['null', { conditions: null }, null],
    ['a reference', { conditions: `${S}.root.x` }, x],
    ['a list of one', { conditions: [`${S}.root.x`] }, x],
    ['true', { conditions: { true: `${S}.root.x` } }, truthy],
    ['false', { conditions: { false: `${S}.root.x` } }, falsy],
    [
      'both',
      { conditions: { true: `${S}.root.x`, false: `${S}.root.x` } },
      { all: [truthy, falsy] },
    ],
    [
      'both with OR',
      { conditions: { operator: 'OR', true: `${S}.root.x`, false: `${S}.root.x` } },
      { any: [truthy, falsy] },
    ],
    ['a list', { conditions: [`${S}.root.x`, { false: `${S}.root.x` }] }, { all: [x, falsy] }],
    [
      'a list with or',
      { conditions: [`${S}.root.x`, { false: `${S}.root.x` }], operator: 'or' },
      { any: [x, falsy] },
    ],
    [
      'another operator',
      { conditions: [`${S}.root.x`, `${S}.b`], operator: 'XOR' },
      { all: [x, '${b.output}'] },
    ],
    [
      'a native condition',
      { conditions: { left: x, op: 'gt', right: 3 } },
      { left: x, op: 'gt', right: 3 },
    ],
    [
      'a native one with own references',
      { conditions: [{ not: { left: `${S}.root.x|5`, op: 'eq', right: `${S}.b` } }] },
      { not: { left: '${root.output.x??"5"}', op: 'eq', right: '${b.output}' } },
    ],
    ['JSON text of a list', { conditions: `[{"true":"${S}.root.x"}]` }, truthy],
    ['JSON text of one', { condition: `{"false":"${S}.root.x"}` }, falsy],
    [
      'a list of JSON texts',
      { conditions: [`{"true":"${S}.root.x"}`, `${S}.root.x`, `{"false":"${S}.root.x"}`] },
      { all: [truthy, x, falsy] },
    ],
    [
      'JSON texts of lists in a list',
      { conditions: [`["${S}.root.x", {"false":"${S}.root.x"}]`], operator: 'OR' },
      { any: [x, falsy] },
    ],
    ['JSON text of a reference', { condition: `"${S}.root.x"` }, x],
    ['"conditions" before "condition"', { conditions: `${S}.root.x`, condition: `${S}.b` }, x],
    ['a boolean', { conditions: false }, false],
  ])('[SG12] %s', (_, path, when) => {
    expect(whenOf(path)).toEqual(when);
  });

  it.each<[string, JsonObject, string]>([
    ['plain text', { conditions: 'yes' }, 'error BAD_CONDITION /paths/0/conditions'],
    [
      'text around a reference',
      { conditions: [`is ${S}.root.x`] },
      'error BAD_CONDITION /paths/0/conditions/0',
    ],
    ['a number', { conditions: [3] }, 'error BAD_CONDITION /paths/0/conditions/0'],
    [
      'an unknown operator of a native one',
      { conditions: [{ left: 1, op: 'is', right: 1 }] },
      'error BAD_CONDITION /paths/0/conditions/0',
    ],
    ['broken JSON', { condition: '[{' }, 'error BAD_CONDITION /paths/0/condition'],
    [
      'broken JSON in a list',
      { conditions: [`${S}.root.x`, '{"true": '] },
      'error BAD_CONDITION /paths/0/conditions/1',
    ],
    [
      'code',
      { conditions: [{ left: '${constructor.constructor("return 1")()}', op: 'truthy' }] },
      'error BAD_CONDITION /paths/0/conditions/0/left',
    ],
    [
      'an unknown key',
      { conditions: { true: `${S}.root.x`, maybe: 1 } },
      'warning UNKNOWN_KEY /paths/0/conditions/maybe',
    ],
    ['an unknown operator', { operator: 'XOR' }, 'warning BAD_VALUE /paths/0/operator'],
    [
      'a default that reads as false',
      { conditions: `${S}.root.x|false` },
      'warning ALWAYS_TRUTHY /paths/0/conditions',
    ],
  ])('[SG13] %s is complained about', (_, path, line) => {
    expect(found(two(path))).toEqual([line]);
  });
});

describe('priorities', () => {
  const order = (...priorities: readonly (number | null)[]) => {
    const ids = priorities.map((_, index) => `s${index}`);
    const { graph } = compileDefinition({
      steps: [{ id: 'root' }, ...ids.map((id) => ({ id }))],
      paths: priorities.map((priority, index) => ({ from: 'root', to: `s${index}`, priority })),
    });
    return graph?.nodes[0]?.outgoingAll.map(({ to }) => to.id).join(' ');
  };

  it('[SG14] the lowest goes first, paths without one last, each in their order', () => {
    expect(order(null, 5, 1, null)).toBe('s2 s1 s0 s3');
    expect(order(null, -5, -1, null)).toBe('s1 s2 s0 s3');
    expect(order(null, 0, 0.5)).toBe('s1 s2 s0');
    expect(order(null, null)).toBe('s0 s1');
  });
});
