import { describe, it } from 'vitest';
import { checkDiagnostics, type Row } from './check-diagnostics.ts';
import { draw, unforeseen } from './draw.ts';
import type { Workflow, WorkflowNode } from '../../src/definition.ts';

const agent = { type: 'agent' } as const;
const required = (...ports: readonly string[]): Partial<WorkflowNode> => ({
  input: Object.fromEntries(ports.map((port) => [port, { required: true }])),
});
const nOf = (n: number): Partial<WorkflowNode> => ({ join: 'n-of', n });

const warnings: Row[] = [
  [
    '[K8] no way leads to a node',
    draw('a>b c>d', { entry: ['a'] }),
    ['UNREACHABLE_NODE /nodes/2', 'UNREACHABLE_NODE /nodes/3'],
  ],
  [
    '[K8] a cycle that nothing leads to',
    draw('s>a x>y y>x', { nodes: { s: { type: 'start' } } }),
    ['UNREACHABLE_NODE /nodes/2', 'UNREACHABLE_NODE /nodes/3'],
  ],
  [
    '[K8] subagents of a reachable agent are reachable, what follows them is not',
    draw('s>a a>b+ b>c+ c>d', { entry: ['s'], nodes: { a: agent, b: agent, c: agent } }),
    ['UNREACHABLE_NODE /nodes/4'],
  ],
  [
    '[K8] subagents of an unreachable agent are not',
    draw('s a>b+', { entry: ['s'], nodes: { a: agent, b: agent } }),
    ['UNREACHABLE_NODE /nodes/1', 'UNREACHABLE_NODE /nodes/2'],
  ],
  [
    '[K8] the limit node is reachable',
    draw('a b>c', { entry: ['a'], policy: { onLimit: 'b' } }),
    [],
  ],
  [
    '[K3] a subagent that would start by itself',
    draw('a>b+', { nodes: { a: agent, b: agent } }),
    ['SUBAGENT_IS_ENTRY /nodes/1'],
  ],
  ['[K10] an edge from a port that never fires', draw('a.done>b'), ['PORT_NEVER_FIRES /edges/0']],
  [
    '[K10] nothing follows stop',
    draw('a>b', { nodes: { a: { type: 'stop' } } }),
    ['PORT_NEVER_FIRES /edges/0'],
  ],
  ['[K10] every node can fail', draw('a.error>b'), []],
  [
    '[K10] only a function knows its ports',
    draw('a.x>b', { nodes: { a: { type: 'function' } } }),
    [],
  ],
  [
    '[K10] the cases of a switch are its ports',
    draw('a.x>b a.default>c a.y>d', {
      nodes: { a: { type: 'switch', config: { cases: [{ name: 'x', when: true }] } } },
    }),
    ['PORT_NEVER_FIRES /edges/2'],
  ],
  ['[K10] two values for one input', draw('s>a s>b a>j b>j'), ['SAME_PORT_TWICE /edges/3']],
  [
    '[K10] an n-of join too',
    draw('s>a s>b a>j b>j', { nodes: { j: nOf(1) } }),
    ['SAME_PORT_TWICE /edges/3'],
  ],
  [
    '[K10] each takes them one by one',
    draw('s>a s>b a>j b>j', { nodes: { j: { join: 'each' } } }),
    [],
  ],
  ['[K10] a loop edge may share an input', draw('s>h h>b b>h?'), []],
  [
    '[K10] branches of one choice never meet',
    draw('i.true>a i.false>b a>j b>j', { nodes: { i: unforeseen } }),
    [],
  ],
  ['[K10] neither do a value and a failure', draw('a>b a.error>b'), []],
  [
    '[K10] cases that may both hold do',
    draw('i.x>j i.y>j', {
      nodes: {
        i: {
          type: 'switch',
          config: { first: false, cases: ['x', 'y'].map((name) => ({ name, when: true })) },
        },
      },
    }),
    ['SAME_PORT_TWICE /edges/1'],
  ],
  ['[K7] an unknown key in a condition', withKey(), ['UNKNOWN_KEY /edges/0/when/extra']],
  ['[K7] n without n-of', draw('a', { nodes: { a: { n: 2 } } }), ['N_IGNORED /nodes/0/n']],
];

describe('warnings', () => {
  it.each(warnings)('%s', (_title, workflow, expected, options) => {
    checkDiagnostics(workflow, expected, { severity: 'warning', options });
  });
});

const value = (text: string) => ({ config: { value: text } });
const each = { join: 'each' } as const;

const references: Row[] = [
  [
    '[K9] a node that does not exist, once per place',
    draw('a', { nodes: { a: value('${x.output} ${x.output.y} ${y.status}') } }),
    ['UNKNOWN_REFERENCE /nodes/0/config/value', 'UNKNOWN_REFERENCE /nodes/0/config/value'],
  ],
  [
    '[K9] in a condition of an edge, of a node, in a mutex',
    {
      ...draw('a>b', {
        nodes: {
          a: { type: 'if', config: { condition: '${x.output}' } },
          b: { mutex: 'm ${x.output}' },
        },
      }),
      edges: [{ from: 'a', out: 'true', to: 'b', when: '${x.output}' }],
    },
    [
      'UNKNOWN_REFERENCE /nodes/0/config/condition',
      'UNKNOWN_REFERENCE /nodes/1/mutex',
      'UNKNOWN_REFERENCE /edges/0/when',
    ],
  ],
  [
    '[K9] a node that no run reaches',
    draw('a b', { entry: ['a'], nodes: { a: value('${b.output}') } }),
    ['UNREACHABLE_NODE /nodes/1', 'UNKNOWN_REFERENCE /nodes/0/config/value'],
  ],
  [
    '[K9] a node that only runs later',
    draw('a>b b>c', { nodes: { a: value('${c.output}') } }),
    ['UNKNOWN_REFERENCE /nodes/0/config/value'],
  ],
  [
    '[K9] its own output',
    draw('a', { nodes: { a: value('${a.output}') } }),
    ['UNKNOWN_REFERENCE /nodes/0/config/value'],
  ],
  [
    '[K9] later than the source of an edge',
    { ...draw('a>b'), edges: [{ from: 'a', to: 'b', when: '${b.output}' }] },
    ['UNKNOWN_REFERENCE /edges/0/when'],
  ],
  [
    '[K9] the source of an edge itself is known',
    { ...draw('a>b'), edges: [{ from: 'a', to: 'b', when: '${a.output}' }] },
    [],
  ],
  [
    '[K9] earlier and parallel nodes',
    draw('s>a s>b', { nodes: { a: value('${b.output} ${s.output}') } }),
    [],
  ],
  [
    '[K9] reserved words',
    draw('a', { nodes: { a: value('${trigger} ${inputs.x} ${now} ${previous} ${context.id}') } }),
    [],
  ],
  ['[K9] a status is always known', draw('a>b', { nodes: { a: value('${b.status}') } }), []],
  [
    '[K9] in a loop, what ran in the round before',
    draw('s>a a>b b>a?', { nodes: { a: value('${b.output}') } }),
    [],
  ],
  ['[K9] behind a loop', draw('s>s? s>a a>b', { nodes: { a: value('${b.output}') } }), []],
  [
    '[K9] a node that starts once per token',
    draw('s>a s>a.x a>b', { nodes: { a: { ...value('${b.output}'), ...each } } }),
    [],
  ],
  [
    '[K9] a later node that another way leads to as well',
    draw('s>a s>b a>b.x', { nodes: { a: value('${b.output}'), b: each } }),
    [],
  ],
  [
    '[K9] behind the node that takes over at a limit',
    draw('a>b', { nodes: { a: value('${b.output}') }, policy: { onLimit: 'a' } }),
    [],
  ],
];

describe('references', () => {
  it.each(references)('%s', (_title, workflow, expected, options) => {
    checkDiagnostics(workflow, expected, { severity: 'warning', options });
  });
});

const starving: Row[] = [
  [
    '[K11] from a branch that may not be taken',
    draw('s>i s>b i.true>a a>j.x b>j.y', { nodes: { i: unforeseen, j: required('x') } }),
    ['JOIN_MAY_STARVE /nodes/4/input/x'],
  ],
  [
    '[K11] from an edge with a condition',
    draw('s>a? s>b a>j.x b>j.y', { nodes: { j: required('x') } }),
    ['JOIN_MAY_STARVE /nodes/3/input/x'],
  ],
  [
    '[K11] from a node whose failure is handled',
    draw('s>a s>b a>j.x b>j.y a.error>e', { nodes: { j: required('x') } }),
    ['JOIN_MAY_STARVE /nodes/3/input/x'],
  ],
  [
    '[K11] from a node that may expire',
    draw('s>a s>b a>j.x b>j.y', {
      nodes: { a: { type: 'input', config: { deadlineMs: 5 } }, j: required('x') },
    }),
    ['JOIN_MAY_STARVE /nodes/3/input/x'],
  ],
  [
    '[K11] not without a deadline',
    draw('s>a s>b a>j.x b>j.y', { nodes: { a: { type: 'input' }, j: required('x') } }),
    [],
  ],
  [
    '[K11] not from a branch always taken',
    draw('s>a s>b a>j.x b>j.y', { nodes: { j: required('x', 'y') } }),
    [],
  ],
  [
    '[K11] not where the same branch brings everything',
    draw('s>i i.true>a i.true>b a>j.x b>j.y', { nodes: { i: unforeseen, j: required('x', 'y') } }),
    [],
  ],
  [
    '[K11] not where every branch brings it',
    draw('s>i s>c i.true>a i.false>b a>j.x b>j.x c>j.y', {
      nodes: { i: unforeseen, j: required('x') },
    }),
    [],
  ],
  [
    '[K11] not where the input alone starts the node',
    draw('s>i i.true>j.x', { nodes: { i: unforeseen, j: required('x') } }),
    [],
  ],
  [
    '[K11] one of a group is enough',
    draw('s>i s>c i.true>j.x i.false>j.y c>j.z', {
      nodes: { i: unforeseen, j: { requireOneOf: [['x', 'y'], ['x']] } },
    }),
    ['JOIN_MAY_STARVE /nodes/3/requireOneOf/1'],
  ],
  [
    '[K11] a loop edge brings nothing to the first round',
    draw('s>h h>b b>h.x?', { nodes: { h: required('x') } }),
    ['JOIN_MAY_STARVE /nodes/1/input/x'],
  ],
  [
    '[K11] n-of may be out of reach',
    draw('s>k s>k.y? s>b k>j.x b>j.y', { nodes: { k: nOf(2), j: required('x') } }),
    ['JOIN_MAY_STARVE /nodes/3/input/x'],
  ],
  [
    '[K11] a function with several ports chooses',
    draw('s>f f.p>j.x f.q>j.y', { nodes: { f: { type: 'function' }, j: required('x') } }),
    ['JOIN_MAY_STARVE /nodes/2/input/x'],
  ],
  [
    '[K11] an input that nothing brings',
    draw('s>a', { nodes: { a: required('x') } }),
    ['REQUIRED_UNCONNECTED /nodes/1/input/x'],
  ],
  ['[K11] entries get theirs from the run', draw('a', { nodes: { a: required('input') } }), []],
];

describe('required inputs', () => {
  it.each(starving)('%s', (_title, workflow, expected, options) => {
    checkDiagnostics(workflow, expected, { severity: 'warning', options });
  });
});

const endless: Row[] = [
  ['[K12] an edge to itself', draw('s>a a>a'), ['UNBOUNDED_LOOP /edges/1']],
  ['[K12] round and round', draw('s>h h>b b>h'), ['UNBOUNDED_LOOP /edges/2']],
  ['[K12] also with a way out beside it', draw('s>h h>b b>h b>x'), ['UNBOUNDED_LOOP /edges/2']],
  [
    '[K12] by whichever branch',
    draw('s>h h>i i.true>a i.false>b a>c b>c c>h', { nodes: { i: unforeseen } }),
    ['UNBOUNDED_LOOP /edges/6'],
  ],
  ['[K12] not with a condition on the loop edge', draw('s>h h>b b>h?'), []],
  ['[K12] not with one on the way', draw('s>h h>i i.true>b b>h', { nodes: { i: unforeseen } }), []],
  ['[K12] a conversation waits', draw('s>h h>b b>h', { nodes: { h: { type: 'input' } } }), []],
  ['[K12] a clock waits', draw('s>h h>b b>h', { nodes: { b: { type: 'delay' } } }), []],
  [
    '[K12] something may end the run',
    draw('s>h h>b b>h b>x?', { nodes: { x: { type: 'end' } } }),
    [],
  ],
  [
    '[K12] something may cancel it',
    draw('s>h h>b b>h b>x?', { nodes: { x: { cancels: ['h'] } } }),
    [],
  ],
  [
    '[K12] a failure that is handled leaves the loop',
    draw('s>h h>b b>h b.error>x', { nodes: { b: { type: 'function' } } }),
    [],
  ],
];

describe('endless loops', () => {
  it.each(endless)('%s', (_title, workflow, expected, options) => {
    checkDiagnostics(workflow, expected, { severity: 'warning', options });
  });
});

function withKey(): Workflow {
  const when = { left: '${trigger}', op: 'truthy', extra: 1 };
  return { ...draw('a>b'), edges: [{ from: 'a', to: 'b', when }] };
}
