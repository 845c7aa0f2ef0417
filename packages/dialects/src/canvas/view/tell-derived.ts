// What the kernel decided, as entries of the log. Nodes that compiling another dialect added are not told.
import {
  textOf,
  type Derived,
  type Failure,
  type Graph,
  type GraphNode,
  type Json,
  type Transition,
} from '@skein/kernel';
import { nameOf, systemNode, type Telling } from './telling.ts';
import { withNote } from '../../native/with-note.ts';

export function tellDerived(telling: Telling, derived: Derived, batch: Transition): void {
  if (derived.type === 'run.status') tellEnd(telling, derived.status, batch);
  else if (derived.type === 'limit.reached') tellLimit(telling, derived);
  else if (isNews(derived)) {
    const node = telling.graph.nodeById.get(derived.node);
    if (node !== undefined && !node.derived) tellActivation(telling, node, derived, batch);
  }
}

const newsTypes = [
  'activation.created',
  'activation.started',
  'activation.completed',
  'activation.failed',
  'activation.retrying',
  'condition.tried',
  'wait.opened',
] as const;

type News = Extract<Derived, { readonly type: (typeof newsTypes)[number] }>;

function isNews(derived: Derived): derived is News {
  return (newsTypes as readonly string[]).includes(derived.type);
}

function tellActivation(telling: Telling, node: GraphNode, derived: News, batch: Transition): void {
  switch (derived.type) {
    case 'activation.created':
    case 'activation.started':
      return tellStart(telling, node, derived, batch);
    case 'activation.completed':
      return tellCompletion(telling, node, derived);
    case 'activation.failed':
      return tellFailure(telling, node, derived, 'error');
    case 'activation.retrying':
      return tellFailure(telling, node, derived, 'warn');
    case 'condition.tried':
      return tellCondition(telling, node, derived);
    case 'wait.opened':
      telling.waits.set(derived.wait, node);
      if (derived.question.kind === 'event') return;
      telling.log(node.id, 'wait_input', 'Waiting for user approval');
  }
}

type Named = { readonly node: string; readonly activation: number };

/** At its making when it begins in the same batch, else when it begins; a further attempt is not a new step. */
function tellStart(telling: Telling, node: GraphNode, name: Named, { effects }: Transition): void {
  if (!telling.starting.delete(nameOf(name))) return;
  telling.log(node.id, 'step_start', describeNode(telling, node));
  if (isChoice(node)) telling.choosing.add(nameOf(name));
  if (!isAgent(node)) return;
  const begun = effects.find(
    (effect) =>
      effect.type === 'execute' &&
      effect.node === name.node &&
      effect.activation === name.activation,
  );
  const { prompt, note } = begun?.type === 'execute' ? begun.config : {};
  if (typeof prompt !== 'string') return;
  telling.log(
    node.id,
    'start_prompt',
    withNote(prompt, typeof note === 'string' ? note : undefined),
  );
}

function describeNode({ graph }: Telling, node: GraphNode): string {
  if (isAgent(node)) return `${node.name} agent node`;
  if (isChoice(node)) return 'condition node';
  return isStart(graph, node) ? 'start node' : `${node.type} node`;
}

function tellCompletion(
  telling: Telling,
  node: GraphNode,
  derived: Named & { readonly value?: Json },
): void {
  telling.choosing.delete(nameOf(derived));
  const { value } = derived;
  if (value === undefined || (!isAgent(node) && !isStart(telling.graph, node))) return;
  telling.outputs.set(node.id, value);
  telling.previous = value;
  if (isAgent(node)) telling.log(node.id, 'llm_response', textOf(value));
}

/** One entry per failure: that of a model call is the agent's own matter, unless it happened inside a subagent. */
function tellFailure(
  telling: Telling,
  node: GraphNode,
  derived: Named & { readonly failure: Failure },
  type: 'error' | 'warn',
): void {
  const name = nameOf(derived);
  const { code, message } = derived.failure;
  const isOwnCall =
    isAgent(node) && code.startsWith('MODEL_') && (telling.calls.get(name) ?? 0) === 0;
  telling.failures.add(name);
  telling.log(node.id, isOwnCall ? 'llm_error' : type, message);
}

const operatorNames: ReadonlyMap<string, string> = new Map([['eq', 'equal']]);

function tellCondition(
  telling: Telling,
  node: GraphNode,
  derived: Extract<Derived, { readonly type: 'condition.tried' }>,
): void {
  if (!telling.choosing.has(nameOf(derived))) return;
  const { name, tried, result } = derived;
  const index = node.conditions.findIndex((condition) => condition.name === name);
  const when = node.conditions[index]?.when;
  // An `if` without conditions is native with one that is never true.
  if (when?.kind === 'compare' && when.left.kind === 'constant') return;
  const [first] = tried;
  const op = first?.op ?? 'all';
  const right = first?.right === undefined ? '' : ` "${textOf(first.right)}"`;
  const compared = `${operatorNames.get(op) ?? op}${right}`;
  telling.log(
    node.id,
    'logic_check',
    `Condition ${index + 1} (${compared}) evaluated as ${String(result)}`,
  );
}

function tellLimit(
  telling: Telling,
  { limit, node }: Extract<Derived, { readonly type: 'limit.reached' }>,
): void {
  // Where a limit ends the run, its end is told.
  if (telling.graph.policy.onLimit === 'fail') return;
  telling.log(node ?? systemNode, 'warn', `The limit ${limit} is reached.`);
}

/** An end that no failure of a node has told yet. */
function tellEnd(telling: Telling, status: string, { state }: Transition): void {
  if (status !== 'failed' && status !== 'cancelled' && status !== 'stalled') return;
  const { error } = state;
  const node = error?.node ?? null;
  const activation = error?.activation ?? 0;
  if (node !== null && telling.failures.has(nameOf({ node, activation }))) return;
  telling.log(node ?? systemNode, 'error', error?.message ?? `The run ended ${status}.`);
}

function isAgent({ type }: GraphNode): boolean {
  return type === 'agent' || type === 'llm';
}

function isChoice({ kind }: GraphNode): boolean {
  return kind.mode === 'if' || kind.mode === 'switch';
}

/** A start with a fixed value is natively a node that computes it. */
function isStart({ workflow }: Graph, { type, id }: GraphNode): boolean {
  return type === 'start' || (type === 'transform' && (workflow.entry ?? []).includes(id));
}
