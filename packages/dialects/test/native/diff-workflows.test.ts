import fc from 'fast-check';
import type { Json, Workflow } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { contentHash, diffWorkflows, formatDiff } from '../../src/index.ts';

const before: Workflow = {
  skein: 1,
  name: 'Old',
  policy: { maxSteps: 10, onError: 'fail' },
  nodes: [
    { id: 'a', type: 'llm', config: { prompt: 'one', model: 'm' } },
    { id: 'b', type: 'join' },
    {
      id: 'c',
      type: 'switch',
      config: {
        cases: [
          { name: 'x', when: true },
          { name: 'y', when: false },
        ],
      },
    },
  ],
  edges: [
    { id: 'e1', from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'b', to: 'c', in: 'second' },
  ],
  studio: { positions: {} },
};

const after: Workflow = {
  nodes: [
    { type: 'llm', id: 'a', config: { prompt: 'two', model: 'm', temperature: 0 } },
    {
      id: 'c',
      type: 'switch',
      config: {
        cases: [
          { name: 'x', when: true },
          { name: 'z', when: false },
        ],
      },
    },
    { id: 'd d', type: 'end' },
  ],
  edges: [
    { id: 'e1', from: 'a', to: 'c' },
    { id: 'e2', from: 'b', to: 'c', priority: 1 },
  ],
  policy: { maxSteps: 20, onError: 'fail', window: 3 },
  skein: 1,
  studio: { positions: { a: { x: 1, y: 2 } } },
};

describe('diffWorkflows', () => {
  it('[N25] names what was added, removed and changed, and where', () => {
    const diff = diffWorkflows({ before, after });
    expect(diff.equal).toBe(false);
    expect(diff.workflow).toEqual([
      { path: ['name'], before: 'Old' },
      { path: ['policy', 'maxSteps'], before: 10, after: 20 },
      { path: ['policy', 'window'], after: 3 },
    ]);
    expect(diff.nodes.added).toEqual([{ id: 'd d', type: 'end' }]);
    expect(diff.nodes.removed).toEqual([{ id: 'b', type: 'join' }]);
    expect(diff.nodes.changed.map(({ before: { id }, changes }) => ({ id, changes }))).toEqual([
      {
        id: 'a',
        changes: [
          { path: ['config', 'prompt'], before: 'one', after: 'two' },
          { path: ['config', 'temperature'], after: 0 },
        ],
      },
      { id: 'c', changes: [{ path: ['config', 'cases', 1, 'name'], before: 'y', after: 'z' }] },
    ]);
    expect(diff.edges.removed).toEqual([{ from: 'b', to: 'c', in: 'second' }]);
    expect(diff.edges.changed.map(({ changes }) => changes)).toEqual([
      [{ path: ['to'], before: 'b', after: 'c' }],
      [
        { path: ['id'], after: 'e2' },
        { path: ['priority'], after: 1 },
      ],
    ]);
    expect(diff.edges.added).toEqual([]);
  });

  it('[N800] names first values of the state that changed', () => {
    const nodes = [{ id: 'a', type: 'join' }];
    const diff = diffWorkflows({
      before: { skein: 1, nodes, state: { count: 0, gone: 1 } },
      after: { skein: 1, nodes, state: { count: 1, list: [] } },
    });
    expect(diff.workflow).toEqual([
      { path: ['state', 'count'], before: 0, after: 1 },
      { path: ['state', 'gone'], before: 1 },
      { path: ['state', 'list'], after: [] },
    ]);
  });

  it('[N830] steps that were added, removed and changed have their places', () => {
    const limit = { op: 'limit', count: 1 };
    const sort = { op: 'sort', by: 'price' };
    const chunk = { op: 'chunk', size: 2 };
    const withSteps = (steps: readonly Json[]): Workflow => {
      return { skein: 1, nodes: [{ id: 'a', type: 'data', config: { steps } }] };
    };
    const changes = (old: readonly Json[], current: readonly Json[]) =>
      diffWorkflows({ before: withSteps(old), after: withSteps(current) }).nodes.changed.flatMap(
        (node) => node.changes,
      );
    expect(changes([sort, limit], [sort, { ...limit, count: 2 }])).toEqual([
      { path: ['config', 'steps', 1, 'count'], before: 1, after: 2 },
    ]);
    expect(changes([sort, limit], [sort, chunk, limit])).toEqual([
      { path: ['config', 'steps', 1], after: chunk },
    ]);
    expect(changes([sort, chunk, limit], [limit])).toEqual([
      { path: ['config', 'steps', 0], before: sort },
      { path: ['config', 'steps', 1], before: chunk },
    ]);
    expect(changes([sort, limit], [chunk])).toEqual([
      { path: ['config', 'steps'], before: [sort, limit], after: [chunk] },
    ]);
  });

  it('[N26] reads as text', () => {
    expect(formatDiff(diffWorkflows({ before, after }))).toBe(
      [
        '~ name: removed "Old"',
        '~ policy.maxSteps: 10 → 20',
        '~ policy.window: added 3',
        '- node b (join)',
        '+ node "d d" (end)',
        '~ node a (llm)',
        '    config.prompt: "one" → "two"',
        '    config.temperature: added 0',
        '~ node c (switch)',
        '    config.cases.1.name: "y" → "z"',
        '- edge b → c.second',
        '~ edge a → b (e1)',
        '    to: "b" → "c"',
        '~ edge b → c',
        '    id: added "e2"',
        '    priority: added 1',
        '',
      ].join('\n'),
    );
  });

  it('[N26] ids and values cannot act on a terminal', () => {
    const hostile = '\u001b[2J\n\u202e';
    const workflow: Workflow = {
      skein: 1,
      nodes: [{ id: hostile, type: hostile, config: { [hostile]: hostile } }],
    };
    const text = formatDiff(diffWorkflows({ before: { skein: 1, nodes: [] }, after: workflow }));
    expect(text).toBe(String.raw`+ node "\u001b[2J\n\u202e" ("\u001b[2J\n\u202e")` + '\n');
  });

  it('[N24] layout and the order of keys are no difference', () => {
    const moved: Workflow = {
      studio: { notes: ['x'] },
      edges: before.edges ?? [],
      nodes: before.nodes,
      policy: { onError: 'fail', maxSteps: 10 },
      name: 'Old',
      skein: 1,
    };
    const diff = diffWorkflows({ before, after: moved });
    expect(diff.equal).toBe(true);
    expect(formatDiff(diff)).toBe('No difference, apart perhaps from layout and key order.\n');
  });

  it('[N24] another order of nodes is a difference', () => {
    const diff = diffWorkflows({ before, after: { ...before, nodes: before.nodes.toReversed() } });
    expect(diff.nodes).toEqual({ added: [], removed: [], changed: [], reordered: true });
    expect(formatDiff(diff)).toBe('~ the order of the nodes\n');
  });

  it('[N24] two definitions are equal exactly when their versions are', () => {
    const node = fc.record(
      {
        id: fc.constantFrom('a', 'b', '__proto__'),
        type: fc.constantFrom('join', 'end'),
        config: fc.dictionary(
          fc.constantFrom('x', 'y'),
          fc.constantFrom<Json>(1, null, [1], [2], { z: 1 }),
          { maxKeys: 1 },
        ),
      },
      { requiredKeys: ['id', 'type'] },
    );
    const edge = fc.record(
      {
        id: fc.constantFrom('a', 'e'),
        from: fc.constantFrom('a', 'b'),
        to: fc.constantFrom('a', 'b'),
        out: fc.constantFrom('output', 'x'),
      },
      { requiredKeys: ['from', 'to'] },
    );
    const workflow = fc.record(
      {
        skein: fc.constant(1 as const),
        name: fc.constantFrom('x', 'y'),
        nodes: fc.array(node, { maxLength: 3 }),
        edges: fc.array(edge, { maxLength: 3 }),
        studio: fc.constant({}),
      },
      { requiredKeys: ['skein', 'nodes'] },
    );
    fc.assert(
      fc.property(workflow, workflow, (left, right) => {
        const isSame =
          contentHash(left as unknown as Json) === contentHash(right as unknown as Json);
        expect(diffWorkflows({ before: left as Workflow, after: right as Workflow }).equal).toBe(
          isSame,
        );
      }),
      { numRuns: 3000 },
    );
  });
});
