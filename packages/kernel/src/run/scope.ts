// What templates and conditions of one activation can read.
import { setOwn, type Json, type JsonObject } from '../json.ts';
import type { Graph } from '../graph/graph.ts';
import type { Scope } from '../references/template.ts';
import { roundOf, roundsOf, type Tag } from '../tags/tag.ts';
import type { Batch } from './batch.ts';
import { nodeStatus } from './node-status.ts';
import type { Output, RunState } from './state.ts';

/** Whose eyes to look through. */
export interface Viewer {
  readonly tag: Tag;
  readonly inputs: JsonObject;
  readonly previous: Json | undefined;
  readonly context: string;
}

export function scopeOf(
  batch: Pick<Batch, 'graph' | 'state' | 'event'>,
  viewer: Viewer,
  previous: Json | undefined = viewer.previous,
): Scope {
  const { graph, state, event } = batch;
  return {
    output: (node, select) => readOutput(graph, state, { node, select, tag: viewer.tag }),
    status: (node) => {
      const found = graph.nodeById.get(node);
      return found === undefined ? undefined : nodeStatus(state, found);
    },
    trigger: () => state.input,
    inputs: () => viewer.inputs,
    previous: () => previous,
    context: () => contextValue(state, viewer.context),
    now: () => event.at,
    date: (zone) => event.dates?.[zone],
  };
}

function readOutput(
  graph: Graph,
  state: RunState,
  wanted: { readonly node: string; readonly select: 'newest' | number; readonly tag: Tag },
): Json | undefined {
  const node = graph.nodeById.get(wanted.node);
  const outputs = node === undefined ? undefined : state.nodes.get(node.index)?.outputs;
  if (outputs === undefined) return undefined;
  if (wanted.select !== 'newest') return outputs.at(wanted.select)?.value;
  return newestNotLater(outputs, wanted.tag)?.value;
}

/** The newest output that is not of a later round of a loop which both name (SPEC K28). */
function newestNotLater(outputs: readonly Output[], tag: Tag): Output | undefined {
  for (let i = outputs.length - 1; i >= 0; i--) {
    const output = outputs[i] as Output;
    if (output.tag === tag || !isLater(output.tag, tag)) return output;
  }
  return undefined;
}

function isLater(tag: Tag, than: Tag): boolean {
  if (tag.parent === null || than.parent === null) return false;
  return roundsOf(tag).some(({ loop, round }) => round > (roundOf(than, loop) ?? Infinity));
}

export function contextValue(state: RunState, id: string): Json {
  const context = state.contexts.get(id);
  const value: { [key: string]: Json } = {};
  for (const [key, setting] of Object.entries(context?.settings ?? {})) {
    setOwn(value, key, setting);
  }
  value.id = id;
  value.messages = context?.messages ?? [];
  return value;
}
