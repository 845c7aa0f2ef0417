// Random workflows with everything that the kernel knows: all node types and joins, loops, retries, timeouts, mutexes,
// cancels, contexts, required inputs, missing data, both schedules, the gate, and every limit.
import {
  compileGraph,
  type Graph,
  type Json,
  type JsonObject,
  type Policy,
  type WorkflowEdge,
  type WorkflowNode,
} from '@skein/kernel';
import type { RandomSource } from './random-source.ts';

/** Counted by rule, and with chance in the pauses. */
const rules = [{ on: ['*'], attempts: 3, backoffMs: 5, jitter: 'full' as const }];

export const PORTS = ['output', 'a', 'b'] as const;

/** Compiled; the rare definition that does not compile is drawn again. */
export function randomWorkflow(random: RandomSource): Graph {
  for (;;) {
    const size = random.between(3, 10);
    const nodes = Array.from({ length: size }, (_, index) => randomNode(random, index, size));
    const edges = randomEdges(random, nodes);
    const usable = nodes.map((node) => withFittingN(node, edges));
    const policy = randomPolicy(random, size);
    const others = nodes.filter((_, index) => index > 0 && random.chance(0.2)).map(({ id }) => id);
    const entry = ['n0', ...others];
    const { graph } = compileGraph({ skein: 1, entry, policy, state, nodes: usable, edges });
    if (graph !== null) return graph;
  }
}

const state = { list: [], count: 0, value: null };

function randomPolicy(random: RandomSource, size: number): Policy {
  return {
    schedule: random.pick(['eager', 'eager', 'superstep']),
    concurrency: random.pick([1, 2, 16]),
    whileWaiting: random.pick(['continue', 'continue', 'hold']),
    onError: random.pick(['fail', 'continue', 'continue', 'continue', 'continue', 'continue']),
    onUnresolved: random.pick(['fail', 'pend', 'pend']),
    onLimit: random.pick(['fail', 'pause', `n${random.between(0, size - 1)}`]),
    maxSteps: random.pick([5, 60, 60, 60, 60, 60]),
    window: random.pick([1, 5]),
    ...(random.chance(0.2) ? { maxRepeats: 3 } : {}),
    ...(random.chance(0.2) ? { maxPasses: 6 } : {}),
    ...(random.chance(0.2) ? { timeoutMs: 400 } : {}),
    ...(random.chance(0.2) ? { budget: { tokens: 50 } } : {}),
    ...(random.chance(0.2) ? { countsFrom: 'answer' } : {}),
  };
}

const someCondition: readonly Json[] = [
  { left: '${previous}', op: 'truthy' },
  { left: '${previous}', op: 'gt', right: 2 },
  { left: '${n0.output}', op: 'exists' },
];

const plain = (): Partial<WorkflowNode> => ({ type: 'function', config: { name: 'any' } });

const types: readonly ((random: RandomSource, size: number) => Partial<WorkflowNode>)[] = [
  plain,
  plain,
  plain,
  plain,
  (random, size) => ({
    type: 'function',
    config: { name: 'any', args: reference(random, size) },
    ...(random.chance(0.3) ? { timeoutMs: 50 } : {}),
    ...(random.chance(0.3) ? { retry: { attempts: 2, backoffMs: 20 } } : {}),
  }),
  (random, size) => ({
    type: 'function',
    config: { name: 'any' },
    mutex: random.pick(['m', '${context.id}', `\${n${random.between(0, size - 1)}.output|none}`]),
  }),
  (random, size) => ({ type: 'transform', config: { value: reference(random, size) } }),
  (random) => ({
    type: random.pick(['function', 'transform', 'delay']),
    config: { name: 'any', value: 1, ms: 5 },
    concurrency: { limit: 1, key: random.pick(['k', '${previous|none}', '${trigger}']) },
    ...(random.chance(0.3) ? { rate: { limit: 1, per: 'second' } } : {}),
    ...(random.chance(0.3) ? { retry: { attempts: 2, backoffMs: 20, rules } } : {}),
  }),
  (random) => ({ type: 'if', config: { condition: random.pick(someCondition) } }),
  (random) => ({
    type: 'switch',
    config: {
      first: random.chance(0.5),
      cases: ['a', 'b'].map((name) => ({ name, when: random.pick(someCondition) })),
    },
  }),
  () => ({ type: 'join' }),
  (random) => ({
    type: 'set',
    config: random.pick<JsonObject>([
      { append: { list: '${previous|none}' }, increment: { count: 1 } },
      { set: { value: '${state.list}' } },
      { remove: ['value'] },
    ]),
  }),
  (random) => ({
    type: 'function',
    config: {
      name: 'any',
      args: random.pick(['${state.list}', '${state.value}', '${n0.outputs}']),
    },
  }),
  (random) => ({
    type: random.pick(['input', 'approval', 'event']),
    config: { prompt: '?', name: 'e', ...(random.chance(0.5) ? { deadlineMs: 30 } : {}) },
  }),
  () => ({ type: 'delay', config: { ms: 25 } }),
  (random) => ({
    type: 'map',
    config: {
      items: [1, 2, 3],
      workflow: 'inner',
      concurrency: 2,
      rest: random.pick(['cancel', 'finish']),
      ...(random.chance(0.5) ? { atLeast: random.between(1, 2) } : {}),
      ...(random.chance(0.3) ? { failures: 'collect' } : {}),
    },
    ...(random.chance(0.3) ? { retry: { attempts: 2, backoffMs: 20 } } : {}),
  }),
  () => ({ type: 'subworkflow', config: { workflow: 'inner', input: '${previous|none}' } }),
  () => ({ type: 'emit', config: { name: 'e', data: '${previous|none}' } }),
  (random) => (random.chance(0.2) ? { type: 'end' } : { type: 'join' }),
  (random) => (random.chance(0.1) ? { type: 'stop', config: { reason: 'r' } } : { type: 'join' }),
];

function reference(random: RandomSource, size: number): Json {
  const node = `n${random.between(0, size - 1)}`;
  return random.pick<Json>([
    1,
    '${previous|nothing}',
    `\${${node}.output}`,
    { of: `\${${node}.status} and \${trigger}` },
    '${context.id}',
  ]);
}

function randomNode(random: RandomSource, index: number, size: number): WorkflowNode {
  const draw = index === 0 && random.chance(0.8) ? plain : random.pick(types);
  const { type = 'function', ...rest } = draw(random, size);
  return {
    id: `n${index}`,
    type,
    ...rest,
    join: random.pick(['all', 'all', 'all', 'each', 'once', 'any', 'n-of']),
    ...(random.chance(0.15) ? { cancels: [`n${random.between(0, size - 1)}`] } : {}),
    ...(index > 0 && random.chance(0.1) ? { input: { input: { required: true } } } : {}),
  };
}

/** `n-of` needs edges to count; the number follows from them. */
function withFittingN(node: WorkflowNode, edges: readonly WorkflowEdge[]): WorkflowNode {
  if (node.join !== 'n-of') return node;
  const count = edges.filter(({ to, loop }) => to === node.id && loop !== true).length;
  return count === 0 ? { ...node, join: 'all' } : { ...node, n: Math.min(2, count) };
}

function portsOf({ type }: WorkflowNode): readonly string[] {
  if (type === 'function') return [...PORTS, ...PORTS, 'error'];
  if (type === 'if') return ['true', 'false'];
  if (type === 'switch') return ['a', 'b', 'default'];
  if (type === 'approval') return ['approved', 'rejected', 'expired'];
  if (type === 'input' || type === 'event') return ['output', 'expired'];
  return type === 'map' ? ['output', 'error'] : ['output'];
}

function randomEdges(random: RandomSource, nodes: readonly WorkflowNode[]): WorkflowEdge[] {
  const edges: WorkflowEdge[] = [];
  const connect = (from: number, to: number, more: Partial<WorkflowEdge>): void => {
    const source = nodes[from] as WorkflowNode;
    edges.push({
      from: source.id,
      to: `n${to}`,
      out: random.pick(portsOf(source)),
      in: random.pick(['input', 'input', 'other']),
      ...(random.chance(0.2) ? { when: random.pick(someCondition) } : {}),
      ...(random.chance(0.2) ? { priority: random.between(-1, 1) } : {}),
      ...(random.chance(0.15) ? { carry: 'context' as const } : {}),
      ...more,
    });
  };
  for (let to = 1; to < nodes.length; to++) {
    for (let i = random.pick([1, 2, 2, 3]); i > 0; i--) {
      connect(random.between(0, to - 1), to, { loop: false });
    }
  }
  for (let i = random.between(0, 5); i > 0; i--) {
    const to = random.between(0, nodes.length - 1);
    const from = random.between(to, nodes.length - 1);
    const closes = makesNewValue(nodes[from] as WorkflowNode) && reaches(edges, to, from);
    if (closes) connect(from, to, { loop: true });
  }
  return edges;
}

/** Whether edges without a loop lead from one node to the other, or they are the same. */
function reaches(edges: readonly WorkflowEdge[], from: number, to: number): boolean {
  const found = new Set([`n${from}`]);
  for (const node of found) {
    for (const each of edges) if (each.from === node && each.loop !== true) found.add(each.to);
  }
  return found.has(`n${to}`);
}

/** A loop that only passes values on would never end, and double them in every round. */
function makesNewValue({ type }: WorkflowNode): boolean {
  return ['function', 'input', 'approval', 'event', 'map', 'subworkflow', 'emit'].includes(type);
}

/** What a function, an answer or a child gives back. */
export function randomValue(random: RandomSource): JsonObject {
  return random.chance(0.15) ? {} : { value: random.pick<Json>([0, 1, 2, 3, 'x', null, { a: 1 }]) };
}
