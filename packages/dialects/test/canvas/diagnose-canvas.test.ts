// Goal: everything that can be wrong with a canvas is said at once, at its place in the original document and in its words.
import fc from 'fast-check';
import type { Json } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { canvas, canvasNodes, compileDefinition, ignoredBySubagents } from '../../src/index.ts';
import { drawCanvas } from './draw-canvas.ts';
import { foundProblems } from './found-problems.ts';

const ignored = [...ignoredBySubagents(canvasNodes.agent.config)];
const on = { tools: { subagents: true } };

const rows: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['[CV2] no start', drawCanvas('agent'), ['error NO_ENTRY ']],
  [
    '[CV2] two starts',
    drawCanvas('start > agent, start2 > agent'),
    ['error SEVERAL_STARTS /nodes/2'],
  ],
  ['[CV2] nothing at all', { nodes: [], connections: [] }, ['error NO_ENTRY ']],
  [
    '[CV1] an unknown type',
    {
      nodes: [
        { id: 's', type: 'start' },
        { id: 'a', type: 'agnet' },
      ],
      connections: [],
    },
    ['error UNKNOWN_NODE_TYPE /nodes/1/type'],
  ],
  [
    '[CV1] a connection without an end',
    { nodes: [{ id: 's', type: 'start' }], connections: [{ source: 's', target: 't' }] },
    ['error EDGE_END_MISSING /connections/0/target'],
  ],
  [
    '[CV1] the same in edges',
    { nodes: [{ id: 's', type: 'start' }], edges: [{ source: 'r', target: 's' }] },
    ['error EDGE_END_MISSING /edges/0/source'],
  ],
  [
    '[CV1] ids used twice',
    {
      nodes: [
        { id: 's', type: 'start' },
        { id: 's', type: 'agent' },
      ],
      connections: [
        { id: 'c', source: 's', target: 's' },
        { id: 'c', source: 's', target: 's' },
      ],
    },
    ['error DUPLICATE_ID /nodes/1/id', 'error DUPLICATE_ID /connections/1/id'],
  ],
  [
    '[CV1] both lists',
    { nodes: [{ id: 's', type: 'start' }], connections: [], edges: [] },
    ['warning UNKNOWN_KEY /edges'],
  ],
  [
    '[CV1] unknown keys',
    {
      nodes: [{ id: 's', type: 'start', size: 3, data: { initalInput: 1 } }],
      connections: [],
      viewport: {},
    },
    [
      'warning UNKNOWN_KEY /nodes/0/size',
      'warning UNKNOWN_KEY /viewport',
      'warning UNKNOWN_KEY /nodes/0/data/initalInput',
    ],
  ],
  [
    '[CV4] a condition with another operator',
    drawCanvas('start > if', { if: { conditions: [{ operator: 'matches', value: 'x' }] } }),
    ['error BAD_VALUE /nodes/1/data/conditions/0/operator'],
  ],
  [
    '[CV7] a policy with a mistake, and a limit node that is missing',
    { ...drawCanvas('start'), policy: { maxSteps: 'many' } },
    ['error WRONG_TYPE /policy/maxSteps'],
  ],
  [
    '[CV7] a limit node that is missing',
    { ...drawCanvas('agent'), policy: { onLimit: 'boss' } },
    ['error NO_ENTRY ', 'error LIMIT_NODE_MISSING /policy/onLimit'],
  ],
  [
    '[CV1] a node that nothing leads to',
    drawCanvas('start, agent'),
    ['warning UNREACHABLE_NODE /nodes/1'],
  ],
  [
    '[CV7] a loop without a way out',
    drawCanvas('start > agent, agent > agent'),
    ['warning UNBOUNDED_LOOP /connections/1'],
  ],
  // Handles.
  [
    '[CV6] an agent by error',
    drawCanvas('start > agent, agent:error > agent2'),
    ['warning HANDLE_NEVER_FIRES /connections/1/sourceHandle'],
  ],
  [
    '[CV6] an if by default',
    drawCanvas('start > if, if:default > agent'),
    ['warning HANDLE_NEVER_FIRES /connections/1/sourceHandle'],
  ],
  [
    '[CV6] an if without a handle',
    drawCanvas('start > if, if > agent'),
    ['warning HANDLE_NEVER_FIRES /connections/1'],
  ],
  [
    '[CV6] a condition that an if does not have',
    drawCanvas('start > if, if:condition-1 > agent', {
      if: { conditions: [{ operator: 'equal', value: 'a' }] },
    }),
    ['warning HANDLE_NEVER_FIRES /connections/1/sourceHandle'],
  ],
  [
    '[CV6] an approval without a handle',
    drawCanvas('start > approval, approval > agent'),
    ['warning HANDLE_NEVER_FIRES /connections/1'],
  ],
  [
    '[CV6] an approval in native words',
    drawCanvas('start > approval, approval:approved > agent'),
    ['warning HANDLE_NEVER_FIRES /connections/1/sourceHandle'],
  ],
  [
    '[CV10] a legacy input without a handle is fine',
    drawCanvas('start > input, input > agent'),
    [],
  ],
  [
    '[CV6] another target handle',
    {
      nodes: drawCanvas('start > agent').nodes,
      connections: [{ source: 'start', target: 'agent', targetHandle: 'left' }],
    },
    ['warning HANDLE_IGNORED /connections/0/targetHandle'],
  ],
  // The seven rules of subagents.
  [
    '[CV9] rule 1: the source is no agent',
    drawCanvas('start > agent, start:subagent > agent2'),
    ['error SUBAGENT_NOT_AGENT /connections/1/source'],
  ],
  [
    '[CV9] rule 1: the target is no agent',
    drawCanvas('start > agent, agent:subagent > approval', { agent: on }),
    ['error SUBAGENT_NOT_AGENT /connections/1/target'],
  ],
  [
    '[CV9] rule 2: the tool is off',
    drawCanvas('start > agent, agent:subagent > agent2', {
      agent: { tools: { subagents: false } },
    }),
    ['error SUBAGENTS_OFF /connections/1/source'],
  ],
  [
    '[CV9] rule 3: another handle than input',
    {
      nodes: drawCanvas('start > agent, agent > agent2', { agent: on }).nodes,
      connections: [
        { source: 'start', target: 'agent' },
        { source: 'agent', sourceHandle: 'subagent', target: 'agent2', targetHandle: 'tools' },
      ],
    },
    ['error SUBAGENT_HANDLE /connections/1/targetHandle'],
  ],
  [
    '[CV9] rule 4: oneself',
    drawCanvas('start, agent:subagent > agent', { agent: on }),
    ['error SUBAGENT_OF_ITSELF /connections/0'],
  ],
  [
    '[CV9] rule 5: a cycle',
    drawCanvas(
      'start > agent, agent2:subagent > agent3, agent3:subagent > agent4, agent4:subagent > agent2',
      {
        agent2: on,
        agent3: on,
        agent4: on,
      },
    ),
    ['error SUBAGENT_CYCLE /connections/3'],
  ],
  [
    '[CV9] rule 6: two parents',
    drawCanvas('start > agent, start > agent2, agent:subagent > agent3, agent2:subagent > agent3', {
      agent: on,
      agent2: on,
    }),
    ['error SUBAGENT_SHARED /connections/3/target'],
  ],
  [
    '[CV9] rule 7: in the flow, on either side',
    drawCanvas('start > agent, agent:subagent > agent2, agent > agent2, agent2 > agent3', {
      agent: on,
    }),
    [
      'error SUBAGENT_IN_FLOW /connections/2/target',
      'error SUBAGENT_IN_FLOW /connections/3/source',
    ],
  ],
  [
    '[CV9] an explicit input is fine, what is marked as ignored by subagents has a warning',
    {
      nodes: drawCanvas('start > agent, agent > agent2', {
        agent: on,
        agent2: Object.fromEntries(ignored.map((key) => [key, 'hm'])),
      }).nodes,
      connections: [
        { source: 'start', target: 'agent' },
        { source: 'agent', sourceHandle: 'subagent', target: 'agent2', targetHandle: 'input' },
      ],
    },
    ignored.map((key) => `warning PROMPT_IGNORED /nodes/2/data/${key}`),
  ],
  [
    '[CV40] a placeholder that stays text, where none is filled and where it is misspelled',
    drawCanvas('start > if, if:condition-0 > agent, agent > approval', {
      start: { initialInput: { deep: ['{{PREVIOUS_OUTPUT}}'] } },
      if: {
        conditions: [
          { operator: 'equal', value: 'a' },
          { operator: 'equal', value: '{{PREVIOUS_OUTPUT}}' },
        ],
      },
      agent: {
        agentName: '{{PREVIOUS_OUTPUT}}',
        systemPrompt: 'On {{ PREVIOUS_OUTPUT }}',
        userPrompt: 'On {{PREVIOUS_OUTPUT}} and {{customer.name}}',
      },
      approval: { prompt: 'Fine with {{PREVIOUS_OUTPUT}}, {} and {{"a": 1}}?' },
    }),
    [
      'warning PLACEHOLDER_UNKNOWN /nodes/0/data/initialInput/deep/0',
      'warning PLACEHOLDER_UNKNOWN /nodes/1/data/conditions/1/value',
      'warning PLACEHOLDER_UNKNOWN /nodes/2/data/agentName',
      'warning PLACEHOLDER_UNKNOWN /nodes/2/data/systemPrompt',
      'warning PLACEHOLDER_UNKNOWN /nodes/2/data/userPrompt',
    ],
  ],
];

describe('diagnostics', () => {
  it.each(rows)('%s', (_, definition, expected) => {
    expect(foundProblems(definition)).toEqual(expected);
    const { graph, workflow } = canvas.compile(definition);
    const isBroken = expected.some((line) => line.startsWith('error'));
    expect([graph === null, workflow === null]).toEqual([isBroken, isBroken]);
  });

  it('[CV11] everything at once: shapes, handles and all seven rules of subagents', () => {
    const definition = {
      policy: { maxSteps: 0, onLimit: 'nobody' },
      nodes: [
        { id: 'start', type: 'start', x: 'left' },
        { id: 'a', type: 'agent', data: { model: 5 } },
        { id: 'b', type: 'agent', data: on },
        { id: 'c', type: 'agent', data: on },
        { id: 'p', type: 'approval' },
        'node',
      ],
      connections: [
        { source: 'a', sourceHandle: 'subagent', target: 'p' },
        { source: 'b', sourceHandle: 'subagent', target: 'c', targetHandle: 'x' },
        { source: 'c', sourceHandle: 'subagent', target: 'b' },
        { source: 'b', sourceHandle: 'subagent', target: 'b' },
        { source: 'start', target: 'c' },
        { source: 'start', target: 'gone' },
        { source: 'p', target: 'a' },
        { source: 7 },
      ],
    };
    expect(new Set(foundProblems(definition).map((line) => line.split(' ')[1]))).toEqual(
      new Set([
        'BAD_VALUE',
        'WRONG_TYPE',
        'MISSING_KEY',
        'EDGE_END_MISSING',
        'HANDLE_NEVER_FIRES',
        'SUBAGENT_NOT_AGENT',
        'SUBAGENTS_OFF',
        'SUBAGENT_HANDLE',
        'SUBAGENT_OF_ITSELF',
        'SUBAGENT_CYCLE',
        'SUBAGENT_SHARED',
        'SUBAGENT_IN_FLOW',
      ]),
    );
  });

  it('[CV11] ids and texts cannot act on a terminal, and are named', () => {
    const id = '\u001b[31m__proto__';
    const [first] = canvas.diagnose({
      nodes: [
        { id: 's', type: 'start' },
        { id, type: 'agent' },
      ],
      connections: [],
    });
    expect(first?.message).toBe('No connection leads from the start to "\\u001b[31m__proto__".');
  });

  it('[CV11] nothing that is given makes it throw, and the native words stay out', () => {
    const word = fc.constantFrom(
      'start',
      'agent',
      'if',
      'approval',
      'input',
      'subagent',
      '__proto__',
      'constructor',
      '',
    );
    const value = fc.letrec<{ any: Json }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        word,
        fc.constantFrom(null, 0, true),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            'nodes',
            'connections',
            'edges',
            'id',
            'type',
            'data',
            'source',
            'target',
            'sourceHandle',
            'policy',
            'conditions',
            'tools',
            '__proto__',
          ),
          tie('any'),
          { maxKeys: 5 },
        ),
      ),
    })).any;
    fc.assert(
      fc.property(value, (definition) => {
        for (const { code, message, hint, pointer } of canvas.diagnose(definition)) {
          expect([code, message, hint].every((text) => text !== '')).toBe(true);
          expect(pointer).not.toMatch(/config|entry/);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('[CV11] JSON of any depth gives one error', () => {
    let deep: Json = 'x';
    for (let level = 0; level < 10_000; level++) deep = [deep];
    const definition = {
      nodes: [{ id: 's', type: 'start', data: { initialInput: deep } }],
      connections: [],
    };
    expect(foundProblems(definition).map((line) => line.split(' ')[1])).toEqual(['TOO_DEEP']);
  });

  it('[CV18] 20,000 nodes with as many mistakes are looked at in linear time', () => {
    const nodes = Array.from({ length: 20_000 }, (_, index) => ({
      id: `n${index}`,
      type: 'agent',
      data: on,
    }));
    const connections = nodes.map(({ id }, index) => ({
      source: id,
      sourceHandle: 'subagent',
      target: `n${(index + 1) % nodes.length}`,
    }));
    const begun = cpuMs();
    expect(foundProblems({ nodes, connections })).toEqual([
      'error NO_ENTRY ',
      'error SUBAGENT_CYCLE /connections/19999',
    ]);
    expect(cpuMs() - begun).toBeLessThan(10_000);
  });

  it('[CV1] a forced dialect is not second-guessed', () => {
    const compiled = compileDefinition({ nodes: [], edges: [] }, { dialect: 'canvas' });
    expect(compiled.dialect).toBe('canvas');
    expect(compiled.diagnostics.map(({ code }) => code)).toEqual(['NO_ENTRY']);
  });
});
