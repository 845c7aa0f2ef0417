// What starts runs: the triggers of the definition, the node that a run by hand starts with, and a start for files without a trigger
import type { Json, JsonObject } from '@skein/kernel';
import { nativeTriggers, startIdOf, type NativeTrigger } from '../triggers/trigger.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { freeId, type Conversion } from '../context/conversion.ts';
import { createContext } from '../context/node-context.ts';
import type { NativeEdge, NativeNode, Piece } from '../context/piece.ts';
import { scopeOf, wholeList } from '../context/scope-of.ts';
import { isTrigger } from '../context/triggers-of.ts';

export interface WrittenTriggers {
  /** Keys of the definition. */
  readonly keys: JsonObject;
  readonly entry: readonly string[];
  readonly nodes: readonly NativeNode[];
  readonly edges: readonly NativeEdge[];
}

export function triggersOf(
  conversion: Conversion,
  pieces: ReadonlyMap<N8nNode, Piece>,
): WrittenTriggers {
  const nodes = [...pieces.keys()].filter((node) => isTrigger(node) && !node.isDisabled);
  const found = nodes.flatMap((node) =>
    triggersIn(conversion, node).map((trigger) => ({
      node,
      trigger,
      start: startIdOf(conversion.ids.get(node) ?? ''),
    })),
  );
  if (found.length === 0) return withoutTrigger(conversion, pieces);
  // By hand a run starts where n8n's button is, else at the first trigger.
  const byHand =
    found.find(
      ({ node }) => node.type === 'manualTrigger' || node.type === 'executeWorkflowTrigger',
    ) ?? found[0];
  const entry = byHand === undefined ? [] : [byHand.start];
  const automatic = found.filter(({ trigger }) => trigger.type !== 'manual');
  const [only] = automatic;
  if (found.length === 1 && only !== undefined) {
    return { keys: { trigger: written(only.trigger) }, entry, nodes: [], edges: [] };
  }
  if (automatic.length === 0 && found.length === 1)
    return { keys: {}, entry, nodes: [], edges: [] };
  const names = new Set<string>();
  const triggers: readonly Json[] = found.map(({ node, trigger, start }) => ({
    name: freeName(names, `${node.name}${trigger.suffix ?? ''}`),
    start,
    ...written(trigger),
  }));
  return { keys: { triggers }, entry, nodes: [], edges: [] };
}

/** Two nodes of a file may have one name. */
function freeName(taken: Set<string>, wanted: string): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted} ${count}`;
  taken.add(name);
  return name;
}

function written({ type, config }: NativeTrigger): JsonObject {
  return Object.keys(config).length === 0 ? { type } : { type, config };
}

function triggersIn(conversion: Conversion, node: N8nNode): readonly NativeTrigger[] {
  const scope = scopeOf(conversion, node, wholeList);
  return nativeTriggers(createContext(conversion, node, { scope, mode: 'lose' }));
}

/** A part of a workflow that was copied: it starts at the nodes that nothing leads to. */
function withoutTrigger(
  conversion: Conversion,
  pieces: ReadonlyMap<N8nNode, Piece>,
): WrittenTriggers {
  const start: NativeNode = {
    id: freeId(conversion, 'start'),
    type: 'start',
    name: 'Start',
    config: {},
    settings: {},
  };
  const items: NativeNode = {
    id: freeId(conversion, 'start_items'),
    type: 'transform',
    name: 'Start: items',
    config: {
      value:
        '${= empty(previous) ? [{}] : list(previous).map(entry => type(entry) == "object" ? entry : { data: entry }) }',
    },
    settings: {},
  };
  const targets = new Set(conversion.workflow.edges.map(({ to }) => to));
  const roots = [...pieces].filter(
    ([node, piece]) => !targets.has(node) && !conversion.subagents.has(piece.entry),
  );
  const edges = roots.map(([, piece]): NativeEdge => {
    const port = piece.inputPort?.(0);
    return { from: items.id, to: piece.entry, in: port };
  });
  return {
    keys: {},
    entry: [start.id],
    nodes: [start, items],
    edges: [{ from: start.id, to: items.id }, ...edges],
  };
}
