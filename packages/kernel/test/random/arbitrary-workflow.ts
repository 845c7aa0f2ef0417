// Workflows of all node modes for fast-check, small and made to shrink: a failing one comes down to a few nodes.
import type { Json, Policy, Workflow, WorkflowEdge, WorkflowNode } from '@skein/kernel';
import fc from 'fast-check';

const SIZE_MAX = 7;

/** Takes over at a limit, where the policy names it. */
const HELP = 'help';

export function arbitraryWorkflow(): fc.Arbitrary<Workflow> {
  return fc
    .record({
      policy: arbitraryPolicy,
      nodes: fc.array(arbitraryNode, { minLength: 1, maxLength: SIZE_MAX, size: 'max' }),
      edges: fc.array(arbitraryEdge, { maxLength: 2 * SIZE_MAX, size: 'max' }),
    })
    .map(buildWorkflow);
}

/** Null three times out of four. */
function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, { arbitrary, weight: 1 });
}

const arbitraryPolicy: fc.Arbitrary<Policy> = fc.record({
  schedule: fc.constantFrom('eager', 'superstep'),
  concurrency: fc.constantFrom(16, 2, 1),
  whileWaiting: fc.constantFrom('continue', 'hold'),
  onError: fc.constantFrom('continue', 'continue', 'fail'),
  onUnresolved: fc.constantFrom('fail', 'pend'),
  onLimit: fc.constantFrom('fail', 'pause', HELP),
  countsFrom: fc.constantFrom('start', 'answer'),
  maxSteps: fc.constantFrom(60, 60, 12, 3),
  maxPasses: sometimes(fc.constant(4)),
  maxRepeats: sometimes(fc.constant(3)),
  timeoutMs: sometimes(fc.constant(150)),
  budget: fc.record({ tokens: sometimes(fc.constant(30)) }),
});

const index = fc.nat(SIZE_MAX - 1);

interface DrawnNode {
  readonly kind: keyof typeof kinds;
  readonly join: NonNullable<WorkflowNode['join']>;
  readonly reads: { readonly node: number; readonly orElse: string } | null;
  readonly cancels: number | null;
  readonly mutex: string | null;
  readonly attempts: number;
  readonly timeoutMs: number | null;
}

/** What the config holds beside its reference to another node's output. */
const kinds = {
  function: { type: 'function', ports: ['output', 'a', 'b', 'error'], config: { name: 'f' } },
  if: {
    type: 'if',
    ports: ['true', 'false'],
    config: { condition: { left: '${previous}', op: 'truthy' } },
  },
  transform: { type: 'transform', ports: ['output', 'error'], config: { value: 1 } },
  join: { type: 'join', ports: ['output'], config: {} },
  set: {
    type: 'set',
    ports: ['output', 'error'],
    config: { append: { list: '${state.count}' }, increment: { count: 1 } },
  },
  drop: { type: 'set', ports: ['output'], config: { remove: ['value'] } },
  put: { type: 'set', ports: ['output'], config: { set: { value: '${state.list}' } } },
  state: { type: 'transform', ports: ['output'], config: { value: '${state.value}' } },
  input: { type: 'input', ports: ['output', 'expired'], config: { prompt: '?', deadlineMs: 40 } },
  approval: { type: 'approval', ports: ['approved', 'rejected'], config: { prompt: '?' } },
  event: { type: 'event', ports: ['output'], config: { name: 'e' } },
  delay: { type: 'delay', ports: ['output'], config: { ms: 30 } },
  map: {
    type: 'map',
    ports: ['output', 'error'],
    config: { items: [1, 2, 3], workflow: 'w', concurrency: 2 },
  },
  some: {
    type: 'map',
    ports: ['output'],
    config: { items: [1, 2], workflow: 'w', atLeast: 1, rest: 'finish' },
  },
  collect: {
    type: 'map',
    ports: ['output'],
    config: { items: [1, 2, 3], workflow: 'w', failures: 'collect' },
  },
  subworkflow: { type: 'subworkflow', ports: ['output', 'error'], config: { workflow: 'w' } },
  emit: { type: 'emit', ports: ['output'], config: { name: 'e' } },
  stop: { type: 'stop', ports: [], config: { reason: 'enough' } },
  end: { type: 'end', ports: [], config: {} },
} as const;

const arbitraryNode: fc.Arbitrary<DrawnNode> = fc.record({
  // Functions first and often: they are what a case shrinks to, and the only nodes that fail by themselves.
  kind: fc.constantFrom<(keyof typeof kinds)[]>(
    'function',
    'function',
    'function',
    'function',
    ...(Object.keys(kinds) as (keyof typeof kinds)[]),
  ),
  join: fc.constantFrom('all', 'all', 'each', 'once', 'any'),
  reads: sometimes(fc.record({ node: index, orElse: fc.constantFrom('', '', '|none') })),
  cancels: sometimes(index),
  mutex: sometimes(fc.constantFrom('m', '${n1.output|m}', '${n1.output}')),
  attempts: fc.constantFrom(1, 3),
  timeoutMs: sometimes(fc.constant(25)),
});

interface DrawnEdge {
  readonly from: number;
  readonly to: number;
  readonly port: number;
  readonly into: string;
  readonly when: Json;
}

const arbitraryEdge: fc.Arbitrary<DrawnEdge> = fc.record({
  from: index,
  to: index,
  port: fc.nat(3),
  into: fc.constantFrom('input', 'other'),
  when: sometimes<Json>(fc.constant({ left: '${n0.output}', op: 'truthy' })),
});

function buildWorkflow(drawn: {
  readonly policy: Policy;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}): Workflow {
  const size = drawn.nodes.length;
  const nodes = drawn.nodes.map((node, at) => buildNode(node, at, size));
  const edges = drawn.edges.flatMap((edge) => buildEdge(edge, drawn.nodes));
  const usable = edges.filter((edge) => edge.loop !== true || leadsTo(edges, edge.to, edge.from));
  const reached = new Set(usable.filter(({ loop }) => loop !== true).map(({ to }) => to));
  return {
    skein: 1,
    policy: drawn.policy,
    state: { list: [], count: 0, value: null },
    entry: nodes.map(({ id }) => id).filter((id) => !reached.has(id)),
    nodes: [...nodes, { id: HELP, type: 'input', config: { prompt: '?' } }],
    edges: [...usable, { from: HELP, to: `n${size - 1}` }],
  };
}

function buildNode(drawn: DrawnNode, at: number, size: number): WorkflowNode {
  const { type, config } = kinds[drawn.kind];
  const { reads, cancels } = drawn;
  return {
    id: `n${at}`,
    type,
    join: drawn.join,
    config:
      reads === null
        ? config
        : { ...config, note: `\${n${reads.node % size}.output${reads.orElse}}` },
    cancels: cancels === null ? [] : [`n${cancels % size}`],
    mutex: drawn.mutex,
    retry: { attempts: drawn.attempts, backoffMs: 10 },
    timeoutMs: drawn.timeoutMs,
  };
}

/** Forward by definition order, or a loop edge. */
function buildEdge(drawn: DrawnEdge, nodes: readonly DrawnNode[]): WorkflowEdge[] {
  const from = drawn.from % nodes.length;
  const to = drawn.to % nodes.length;
  const ports = kinds[nodes[from]?.kind ?? 'stop'].ports;
  const out = ports[drawn.port % ports.length];
  if (out === undefined) return [];
  const { into, when } = drawn;
  return [
    {
      from: `n${from}`,
      to: `n${to}`,
      out,
      in: into,
      loop: from >= to,
      ...(when === null ? {} : { when }),
    },
  ];
}

function leadsTo(edges: readonly WorkflowEdge[], from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const id of seen) {
    for (const edge of edges) if (edge.from === id && edge.loop !== true) seen.add(edge.to);
  }
  return seen.has(to);
}
