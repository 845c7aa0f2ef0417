import { compileDefinition } from '@skein/dialects';
import { isObject, type Diagnostic, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { checkConnection } from '../../src/graph/preflight/check-connection.ts';
import { placeProblems } from '../../src/graph/preflight/place-problems.ts';
import { exampleDefinitions } from './examples.ts';

const canvas = findForm('canvas')!;

function agent(id: string, tools: JsonObject = { subagents: true }): JsonObject {
  return { id, type: 'agent', x: 0, y: 0, data: { agentName: id, tools } };
}

const team = {
  nodes: [
    { id: 'start', type: 'start', x: 0, y: 0, data: {} },
    { id: 'ask', type: 'approval', x: 0, y: 0, data: { prompt: 'Well?' } },
    agent('lead'),
    agent('helper'),
    agent('scribe'),
    agent('alone', {}),
  ],
  connections: [
    { source: 'start', target: 'lead' },
    { source: 'lead', sourceHandle: 'subagent', target: 'helper' },
    { source: 'lead', target: 'ask' },
  ],
};

const refused: readonly (readonly [rule: string, from: string, out: string, to: string])[] = [
  ['SUBAGENT_NOT_AGENT', 'lead', 'subagent', 'ask'],
  ['SUBAGENT_NOT_AGENT', 'start', 'subagent', 'scribe'],
  ['SUBAGENTS_OFF', 'alone', 'subagent', 'scribe'],
  ['SUBAGENT_OF_ITSELF', 'scribe', 'subagent', 'scribe'],
  ['SUBAGENT_SHARED', 'scribe', 'subagent', 'helper'],
  ['SUBAGENT_IN_FLOW', 'start', 'output', 'helper'],
  ['SUBAGENT_IN_FLOW', 'helper', 'output', 'scribe'],
  ['SUBAGENT_IN_FLOW', 'scribe', 'subagent', 'lead'],
];

describe('invalid connections', () => {
  it.each(refused)('[W12] %s: %s -%s-> %s', (rule, from, out, to) => {
    const problem = checkConnection(canvas, team, { from, out, to });
    expect(problem?.code).toBe(rule);
    expect(problem?.message).not.toBe('');
    expect(problem?.hint).not.toBe('');
  });

  it('[W12] SUBAGENT_CYCLE: a cycle of subagents', () => {
    const definition = {
      nodes: [{ id: 'start', type: 'start' }, agent('a'), agent('b')],
      connections: [{ source: 'a', sourceHandle: 'subagent', target: 'b' }],
    };
    expect(checkConnection(canvas, definition, { from: 'b', out: 'subagent', to: 'a' })?.code).toBe(
      'SUBAGENT_CYCLE',
    );
  });

  it('[W12] draws edges that break no rule', () => {
    const allowed = [
      { from: 'lead', out: 'subagent', to: 'scribe' },
      { from: 'helper', out: 'subagent', to: 'scribe' },
      { from: 'ask', out: 'reject', to: 'lead' },
      { from: 'lead', out: 'output', to: 'alone' },
    ];
    for (const connection of allowed) expect(checkConnection(canvas, team, connection)).toBeNull();
  });

  it("[W12] refuses a cycle in a dataflow with the dialect's own message", () => {
    const form = findForm('dataflow')!;
    const definition = {
      name: 'x',
      nodes: [
        { id: 'a', nodeType: 'parallelSplit', config: {} },
        { id: 'b', nodeType: 'parallelJoin', config: {} },
      ],
      edges: [{ id: 'e1', source: 'a', sourceOutput: 'data', target: 'b', targetInput: 'data' }],
    };
    const problem = checkConnection(form, definition, {
      from: 'b',
      out: 'result',
      to: 'a',
      in: 'data',
    });
    expect(problem?.message).toContain('Circular dependency detected');
  });
});

describe('where problems are', () => {
  it('[W13] finds the card and the field', () => {
    const form = findForm('native')!;
    const definition = {
      skein: 1,
      nodes: [
        { id: 'a', type: 'start' },
        { id: 'b', type: 'llm', config: { prompt: 5 } },
      ],
    };
    const { diagnostics } = compileDefinition(definition);
    const placed = placeProblems(form, definition, diagnostics);
    expect(placed.find(({ node }) => node === 'b')).toMatchObject({
      node: 'b',
      field: 'prompt',
      edge: null,
    });
  });

  it('[W13] finds the edge', () => {
    const broken = {
      ...team,
      connections: [...team.connections, { source: 'start', target: 'helper' }],
    };
    const { diagnostics } = compileDefinition(broken);
    const placed = placeProblems(canvas, broken, diagnostics);
    expect(placed.find(({ diagnostic }) => diagnostic.code === 'SUBAGENT_IN_FLOW')?.edge).toBe(
      'start output helper ',
    );
  });

  it('[W13] loses no diagnostic of broken examples', () => {
    for (const dialect of ['agent-graph', 'dataflow', 'pipeline']) {
      for (const { definition } of exampleDefinitions(dialect)) {
        const { diagnostics } = compileDefinition(definition);
        const form = findForm(dialect) ?? canvas;
        const placed = placeProblems(form, definition, diagnostics);
        // Their sentences may have names of nodes in the place of ids.
        const where = ({ code, pointer, severity }: Diagnostic) => ({ code, pointer, severity });
        expect(placed.map(({ diagnostic }) => where(diagnostic))).toEqual(diagnostics.map(where));
        expect(isObject(definition)).toBe(true);
      }
    }
  });
});
