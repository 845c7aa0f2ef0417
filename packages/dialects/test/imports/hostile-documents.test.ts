// Goal: whatever a document of a known format holds, the conversion ends and is valid. Method: sound documents, with random parts
// replaced by random values.
import fc from 'fast-check';
import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compileDefinition, importSource } from '../../src/index.ts';
import { difyApp } from './dify-app.ts';

const app = difyApp({
  mode: 'advanced-chat',
  nodes: {
    start: {
      type: 'start',
      variables: [{ variable: 'n', type: 'select', options: ['a', 'b'], required: true }],
    },
    code: {
      type: 'code',
      code_language: 'python3',
      code: 'def main(a):\n    return {"r": a}',
      variables: [{ variable: 'a', value_selector: ['start', 'n'] }],
      outputs: { r: { type: 'string' } },
      error_strategy: 'default-value',
      default_value: [{ key: 'r', type: 'string', value: 'x' }],
    },
    cond: {
      type: 'if-else',
      cases: [
        {
          case_id: 'true',
          conditions: [
            { variable_selector: ['code', 'r'], comparison_operator: 'is', value: '{{#start.n#}}' },
          ],
        },
      ],
    },
    it: { type: 'iteration', iterator_selector: ['code', 'r'], output_selector: ['http', 'body'] },
    first: { type: 'iteration-start', parent: 'it' },
    http: {
      type: 'http-request',
      parent: 'it',
      method: 'get',
      url: 'https://x.example/{{#it.item#}}',
      headers: 'a: b',
      authorization: { type: 'api-key', config: { type: 'bearer', api_key: 'k' } },
    },
    loop: {
      type: 'loop',
      loop_count: 3,
      loop_variables: [{ label: 'v', value_type: 'constant', value: '1', var_type: 'number' }],
      break_conditions: [],
    },
    set: {
      type: 'assigner',
      parent: 'loop',
      items: [
        { variable_selector: ['loop', 'v'], operation: '+=', input_type: 'constant', value: 1 },
      ],
    },
    llm: {
      type: 'llm',
      memory: {},
      model: { provider: 'openai', name: 'm' },
      prompt_template: [{ role: 'user', text: 'Say {{#code.r#}}' }],
    },
    answer: { type: 'answer', answer: '{{#llm.text#}}' },
  },
  edges: [
    'start>code',
    'code>cond',
    'cond:true>it',
    'cond:false>loop',
    'first>http',
    'it>llm',
    'loop>llm',
    'llm>answer',
  ],
});

const machine: JsonObject = {
  StartAt: 'A',
  States: {
    A: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { FunctionName: 'f', 'Payload.$': '$.a' },
      ResultPath: '$.r',
      Retry: [{ ErrorEquals: ['States.ALL'] }],
      Catch: [{ ErrorEquals: ['E'], Next: 'C' }],
      Next: 'B',
    },
    B: { Type: 'Choice', Choices: [{ Variable: '$.r', IsPresent: true, Next: 'C' }], Default: 'D' },
    C: {
      Type: 'Map',
      ItemsPath: '$.l',
      ItemProcessor: {
        StartAt: 'X',
        States: { X: { Type: 'Wait', SecondsPath: '$.s', End: true } },
      },
      End: true,
    },
    D: {
      Type: 'Parallel',
      Branches: [{ StartAt: 'Y', States: { Y: { Type: 'Fail', Error: 'E', CausePath: '$.c' } } }],
      Next: 'A',
    },
  },
};

const flow: JsonObject = {
  nodes: [
    {
      id: 's',
      data: {
        name: 'startAgentflow',
        label: 'Start',
        inputs: { startState: [{ key: 'k', value: 'v' }], startPersistState: true },
      },
    },
    {
      id: 'l',
      data: {
        name: 'llmAgentflow',
        label: 'Ask',
        inputs: {
          llmModel: 'chatOpenAI',
          llmModelConfig: { modelName: 'm' },
          llmMessages: [{ role: 'system', content: '<p>{{ $flow.state.k }}</p>' }],
          llmEnableMemory: true,
          llmUpdateState: [{ key: 'k', value: '{{ output }}' }],
        },
      },
    },
    {
      id: 'c',
      data: {
        name: 'conditionAgentflow',
        label: 'Check',
        inputs: {
          conditions: [{ type: 'string', value1: '{{ l }}', operation: 'equal', value2: 'x' }],
        },
      },
    },
    {
      id: 'b',
      data: {
        name: 'loopAgentflow',
        label: 'Back',
        inputs: { loopBackToNode: 'l-Ask', maxLoopCount: 2 },
      },
    },
    {
      id: 'i',
      data: { name: 'iterationAgentflow', label: 'Each', inputs: { iterationInput: '{{ l }}' } },
    },
    {
      id: 'r',
      parentNode: 'i',
      data: {
        name: 'directReplyAgentflow',
        label: 'Reply',
        inputs: { directReplyMessage: '{{ $iteration }}' },
      },
    },
  ],
  edges: [
    { source: 's', target: 'l' },
    { source: 'l', target: 'c' },
    { source: 'c', sourceHandle: 'c-output-0', target: 'b' },
    { source: 'c', sourceHandle: 'c-output-1', target: 'i' },
  ],
};

/** All places of a value. */
function placesOf(
  value: Json,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (value === null || typeof value !== 'object') return [path];
  const below = Array.isArray(value)
    ? value.map((each, index) => placesOf(each as Json, [...path, index]))
    : Object.entries(value).map(([key, each]) => placesOf(each as Json, [...path, key]));
  return [path, ...below.flat()];
}

function replaced(value: Json, [key, ...rest]: readonly (string | number)[], by: Json): Json {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((each, index) =>
      index === key ? replaced(each as Json, rest, by) : (each as Json),
    );
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, each]) => [
      name,
      name === key ? replaced(each, rest, by) : each,
    ]),
  );
}

const values = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    -1,
    1e300,
    '',
    '${',
    '${x}',
    '{{#',
    '{{#a.b#}}',
    '{{ x }}',
    '{% x %}',
    '$.a',
    '$$',
    'default',
    'start',
    '__proto__',
    'constructor',
    [],
    {},
    [[]],
    { a: null },
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

describe.each([
  ['Dify', app],
  ['Step Functions', machine],
  ['Flowise', flow],
])('documents of %s', (_, source) => {
  it('[N1359] are valid as they are', () => {
    const made = importSource(source);
    expect(
      compileDefinition(made?.definition).diagnostics.filter(
        ({ severity }) => severity === 'error',
      ),
    ).toEqual([]);
  });

  it('[N1359] never crash the importer, and never give an invalid definition', () => {
    const places = placesOf(source).slice(1);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(places.length - 1), values), { minLength: 1, maxLength: 3 }),
        (changes) => {
          let changed: Json = source;
          for (const [place, by] of changes) {
            const path = places[place] ?? [];
            try {
              changed = replaced(changed, path, by);
            } catch {
              // An earlier change has taken the place away.
            }
          }
          const made = importSource(changed);
          if (made === null) return;
          const { diagnostics } = compileDefinition(made.definition);
          expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });
});
