// Which edges a completed activation fires, and the tokens on them.
import type { Tried } from '../../conditions/condition.ts';
import { evaluateCondition } from '../../conditions/evaluate-condition.ts';
import type { Cause } from '../../derived.ts';
import type { GraphEdge } from '../../graph/graph.ts';
import type { Json } from '../../json.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation, Ports, Token } from '../../state/living.ts';
import { acquireTag, dropLoops } from '../../tags/tag.ts';
import { derive, type Batch } from '../batch/batch.ts';

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
  if (edge.when !== null && !holds(batch, activation, edge, value)) return null;
  return makeToken(batch, activation, edge, value);
}

function holds(
  batch: Batch,
  activation: Activation,
  edge: GraphEdge,
  value: Json | undefined,
): boolean {
  if (edge.when === null) return true;
  const tried: Tried[] | undefined = batch.isWatched ? [] : undefined;
  const result = evaluateCondition(edge.when, scopeOf(batch, activation, value), tried);
  if (tried === undefined) return result;
  const { node, n } = activation;
  const name = edge.id;
  derive(batch, {
    type: 'condition.tried',
    node: node.id,
    activation: n,
    name,
    tried,
    result,
  });
  return result;
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
