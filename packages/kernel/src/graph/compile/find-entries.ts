// Where a run starts
// The caller's choice, else the workflow's `entry`, else where its triggers start (the manual one, or the first), else its nodes of
// type `start`, else every node without incoming edges.
import { pointer } from '../../definition.ts';
import { didYouMean, type Compilation, type NodeDraft } from './compilation.ts';
import { quoted } from './quoted.ts';
import { triggerStarts, type TriggerStart } from './trigger-starts.ts';

/** In definition order; empty only when an error says why. */
export function findEntries(compilation: Compilation): readonly NodeDraft[] {
  const { workflow, start, nodes } = compilation;
  const triggered = triggerStarts(workflow).filter((trigger) => trigger.start !== null);
  // All of them, also those that this run does not start at: a name that is wrong is told when it is written.
  for (const trigger of triggered) findNamed(compilation, trigger);
  if (start !== undefined) return named(compilation, [{ id: start, where: '' }]);
  if (workflow.entry !== undefined) {
    if (workflow.entry.length === 0) reportNoEntry(compilation, '"entry" names no node');
    const names = workflow.entry.map((id, index) => ({ id, where: pointer('entry', index) }));
    return named(compilation, names);
  }
  const byHand = triggered.find(({ isManual }) => isManual) ?? triggered[0];
  if (byHand !== undefined) {
    const node = compilation.nodeById.get(byHand.start ?? '');
    return node === undefined ? [] : [node];
  }
  const starts = nodes.filter(({ type }) => type === 'start');
  if (starts.length > 0) return starts;
  const first = withoutPredecessors(compilation);
  if (first.length === 0) reportNoEntry(compilation, 'an edge leads to every node');
  // The node that takes over at a limit usually has no edge into it, and must not run before a limit is reached.
  const working = first.filter(({ id }) => id !== workflow.policy?.onLimit);
  return working.length > 0 ? working : first;
}

/** The node that takes over at a limit, when the policy names one. */
export function findLimitNode(compilation: Compilation): NodeDraft | null {
  const id = compilation.workflow.policy?.onLimit ?? 'fail';
  if (id === 'fail' || id === 'pause') return null;
  const node = compilation.nodeById.get(id);
  if (node !== undefined) return node;
  const near = didYouMean(compilation, id, [...compilation.nodeById.keys(), 'fail', 'pause']);
  compilation.diagnostics.push({
    code: 'LIMIT_NODE_MISSING',
    severity: 'error',
    pointer: pointer('policy', 'onLimit'),
    message: `"onLimit" names ${quoted(id)}, which is not in "nodes".`,
    hint: `${near}Write "fail", "pause" or the id of a node.`,
  });
  return null;
}

function named(
  compilation: Compilation,
  names: readonly { readonly id: string; readonly where: string }[],
): readonly NodeDraft[] {
  const found = new Set<NodeDraft>();
  for (const { id, where } of names) {
    const node = findNamed(compilation, { start: id, where });
    if (node !== undefined) found.add(node);
  }
  return [...found].toSorted((left, right) => left.index - right.index);
}

function findNamed(
  compilation: Compilation,
  { start, where }: Pick<TriggerStart, 'start' | 'where'>,
): NodeDraft | undefined {
  const id = start ?? '';
  const { nodeById } = compilation;
  const node = nodeById.get(id);
  if (node === undefined) {
    const near = didYouMean(compilation, id, nodeById.keys());
    compilation.diagnostics.push({
      code: 'ENTRY_MISSING',
      severity: 'error',
      pointer: where,
      message: `The run shall start at ${quoted(id)}, which is not in "nodes".`,
      hint: `${near}Name the id of a node.`,
    });
  }
  return node;
}

/**
 * Edges that certainly close a loop do not count. Those found by dominance need no second check: their target is reached from
 * an entry on some other edge, or not at all.
 */
function withoutPredecessors({ workflow, nodes, edges, diagnostics }: Compilation): NodeDraft[] {
  const isTarget = new Int32Array(nodes.length);
  const isSubagent = new Int32Array(nodes.length);
  for (const edge of edges) {
    const mark = workflow.edges?.[edge.index]?.loop ?? null;
    const isLoop = mark ?? edge.from === edge.to;
    if (edge.kind === 'subagent') isSubagent[edge.to.index] = 1;
    else if (!isLoop) isTarget[edge.to.index] = 1;
  }
  const entries = nodes.filter(({ index }) => isTarget[index] === 0);
  for (const { index, id } of entries) {
    if (isSubagent[index] === 0) continue;
    diagnostics.push({
      code: 'SUBAGENT_IS_ENTRY',
      severity: 'warning',
      pointer: pointer('nodes', index),
      message: `${quoted(id)} is offered as a subagent and also starts with the run, because the workflow has no entry and no flow edge leads to it.`,
      hint: 'Name the nodes that the run starts with in "entry", or add a node of type "start".',
    });
  }
  return entries;
}

function reportNoEntry({ workflow, diagnostics }: Compilation, reason: string): void {
  diagnostics.push({
    code: 'NO_ENTRY',
    severity: 'error',
    pointer: workflow.entry === undefined ? '' : pointer('entry'),
    message: `The run has no node to start with: ${reason}.`,
    hint: 'Name the first nodes in "entry", add a node of type "start", or mark the edge that goes back to the first node with "loop": true.',
  });
}
