// Which edges a completed activation fires, and the tokens on them.
import { ConditionFailure } from '../../conditions/condition-failure.ts';
import type { Cause } from '../../derived.ts';
import type { GraphEdge } from '../../graph/graph.ts';
import type { Json } from '../../json.ts';
import type { Activation, Ports, Token } from '../../state/living.ts';
import { acquireTag, dropLoops } from '../../tags/tag.ts';
import type { Batch } from '../batch/batch.ts';
import { tryCondition } from './try-condition.ts';

const EVERY_PORT = '*';

const NO_TOKENS: readonly Token[] = [];

/** In the order of evaluation: by priority, then definition order. Without ports, `output` fires with the value. */
export function fireEdges(
  batch: Batch,
  activation: Activation,
  ports: Ports | null,
  value?: Json,
): readonly Token[] {
  const edges = activation.node.outgoingAll;
  if (edges.length === 0) return NO_TOKENS;
  if (edges.length === 1) {
    // Most nodes have one edge; an array literal reserves no room to grow.
    const token = fireEdge(batch, activation, edges[0] as GraphEdge, ports, value);
    return token === null ? NO_TOKENS : [token];
  }
  const tokens: Token[] = [];
  for (const edge of edges) {
    const token = fireEdge(batch, activation, edge, ports, value);
    if (token !== null) tokens.push(token);
  }
  return tokens;
}

function fireEdge(
  batch: Batch,
  activation: Activation,
  edge: GraphEdge,
  ports: Ports | null,
  output: Json | undefined,
): Token | null {
  let value = output;
  if (ports === null) {
    if (edge.out !== 'output') return null;
  } else if (Object.hasOwn(ports, edge.out)) value = ports[edge.out];
  else if (edge.out !== 'error' && Object.hasOwn(ports, EVERY_PORT)) value = ports[EVERY_PORT];
  else return null;
  const { when } = edge;
  if (when !== null && !holds(batch, activation, edge, value)) return null;
  return makeToken(batch, activation, edge, value);
}

/** A condition that cannot be decided is remembered as a failure: `reportFailedEdges` follows. */
function holds(
  batch: Batch,
  activation: Activation,
  { id, when }: GraphEdge,
  value: Json | undefined,
): boolean {
  try {
    return when === null || tryCondition(batch, activation, id, when, value);
  } catch (error) {
    if (!(error instanceof ConditionFailure)) throw error;
    batch.failedEdges ??= [];
    batch.failedEdges.push({ edge: id, failure: error.failure });
    return false;
  }
}

function makeToken(
  batch: Batch,
  activation: Activation,
  edge: GraphEdge,
  value: Json | undefined,
): Token {
  const { state } = batch;
  const { node, n } = activation;
  const loop = edge.loop ? edge.to.headOf : null;
  const tag = loop === null ? activation.tag : dropLoops(activation.tag, loop.drops, loop.index);
  acquireTag(state.tags, tag);
  const carriesContext = edge.carry === 'context';
  const cause: Cause = { edge: edge.id, node: node.id, activation: n };
  return {
    edge,
    value: carriesContext ? undefined : value,
    context: carriesContext ? activation.context : null,
    tag,
    cause,
    order: 0,
    watchers: null,
  };
}
